// The addresses that people get, in mails and responses: of a web app (PASSWORD_RESET_URL, EMAIL_VERIFICATION_URL, INVITATION_URL), or of the service's own pages.

export interface LinkSettings {
  host: string;
  /** The address at which people reach the service, without a slash at the end. */
  publicUrl: string | undefined;
  /** Patterns with the placeholder {token}. */
  passwordResetUrl: string | undefined;
  emailVerificationUrl: string | undefined;
  invitationUrl: string | undefined;
}

const OWN_PAGES = {
  passwordResetUrl: '/reset-password/{token}',
  emailVerificationUrl: '/verify-email/{token}',
  invitationUrl: '/accept-invitation/{token}',
};

/** The address of the service on its own machine. */
export function readLocalUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

export class Links {
  /** @param readPort the port on which the service listens: it follows PORT, and PORT=0 gives any */
  constructor(
    private readonly settings: LinkSettings,
    private readonly readPort: () => number,
  ) {}

  resetPassword(token: string): string {
    return this.create('passwordResetUrl', token);
  }

  verifyEmail(token: string): string {
    return this.create('emailVerificationUrl', token);
  }

  /** Always pages of the service. */
  confirmEmailChange(token: string): string {
    return `${this.base}/confirm-email/${token}`;
  }

  undoEmailChange(token: string): string {
    return `${this.base}/undo-email-change/${token}`;
  }

  acceptInvitation(token: string): string {
    return this.create('invitationUrl', token);
  }

  /** Programs read it, so it is always an address of the service. */
  calendar(token: string): string {
    return `${this.base}/calendar/${token}.ics`;
  }

  /** A page of the service, for somebody without an account. */
  register(token: string): string {
    return `${this.base}/register/${token}`;
  }

  /** Always of the service itself: it answers the request of a mail program (RFC 8058). */
  unsubscribe(token: string): string {
    return `${this.base}/unsubscribe/${token}`;
  }

  /** The provider sends the browser back to `callback`, and compares the address with the registered one. */
  oidc(provider: string, step: 'start' | 'callback'): string {
    return `${this.base}/auth/oidc/${provider}/${step}`;
  }

  private get base(): string {
    const { host, publicUrl } = this.settings;
    return publicUrl ?? readLocalUrl(host, this.readPort());
  }

  private create(kind: keyof typeof OWN_PAGES, token: string): string {
    const pattern = this.settings[kind] ?? `${this.base}${OWN_PAGES[kind]}`;
    return pattern.replace('{token}', token);
  }
}
