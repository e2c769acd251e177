// A client that logs in with OpenID Connect.
import { createHash, randomBytes, randomUUID } from 'node:crypto';

export const WEB = 'https://app.example.org/callback?from=bees';
export const PHONE = 'org.example.bees:/callback';

/** What a client keeps until it is called back. */
export class Pkce {
  readonly verifier = randomBytes(32).toString('base64url');
  readonly state = randomUUID();

  query(redirectUri = WEB): Record<string, string> {
    const challenge = createHash('sha256').update(this.verifier).digest('base64url');
    const { state } = this;
    return { redirect_uri: redirectUri, state, code_challenge: challenge, code_challenge_method: 'S256' };
  }
}

export const startUrlOf = (url: string, provider: string, query: Record<string, string>): string =>
  `${url}/auth/oidc/${provider}/start?${new URLSearchParams(query)}`;

/** With what the client is called back: `code`, or the error; for a page its status. */
export function resultOf({ status, headers }: Response): string {
  const location = headers.get('location');
  if (location === null) return String(status);
  const { searchParams } = new URL(location);
  return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : location);
}
