// Mails that tell the owner of an account of a new way to log in to it, or of one that is gone.
import type { Context } from '../../context.js';
import type { Message } from '../../messages/message.js';
import { createMessage } from '../../messages/message.js';
import { escapeHtml, frameMail } from '../accounts/account.mail.js';
import { enqueueMail, nameForMail } from '../accounts/mails.commands.js';
import type { User } from '../accounts/user.entity.js';

export type IdentityEvent = 'joined' | 'discarded' | 'linked' | 'unlinked';

const TEXTS: Record<IdentityEvent, { subject: (provider: string) => Message; text: (provider: string) => Message }> = {
  joined: {
    subject: (provider) => createMessage('New way to log in: {provider}', { provider }),
    text: (provider) =>
      createMessage(
        'Somebody, probably you, logged in to your account with {provider}, which has verified that this e-mail address is theirs. From now on this identity opens your account; your password stays as it is. If it was not you, remove it, and request a password reset link: it ends all sessions.',
        { provider },
      ),
  },
  discarded: {
    subject: (provider) => createMessage('New way to log in: {provider}', { provider }),
    text: (provider) =>
      createMessage(
        'Somebody, probably you, logged in to your account with {provider}, which has verified that this e-mail address is theirs, without its password. From now on this identity opens your account. It has no password any more, and its sessions, personal access tokens, other identities, calendar links, webhooks and open invitations have ended. If somebody else had registered your address, look who is a member of your apiaries. If it was not you, request a password reset link, which ends all sessions, and remove the identity.',
        { provider },
      ),
  },
  linked: {
    subject: (provider) => createMessage('New way to log in: {provider}', { provider }),
    text: (provider) =>
      createMessage(
        'An identity of {provider} was linked to your account, and opens it from now on. If it was not you, remove it, and request a password reset link: it ends all sessions.',
        { provider },
      ),
  },
  unlinked: {
    subject: (provider) => createMessage('No longer a way to log in: {provider}', { provider }),
    text: (provider) =>
      createMessage(
        'An identity of {provider} was removed from your account, and no longer opens it. If it was not you, request a password reset link: it ends all sessions.',
        { provider },
      ),
  },
};

/** In the transaction of the change. @param provider what people call it: a text of the settings, which cannot be HTML */
export async function tellOwner(context: Context, user: User, event: IdentityEvent, provider: string): Promise<void> {
  const { subject, text } = TEXTS[event];
  const { email, language } = user;
  const body = text(provider).in(language);
  const content = { text: `${body}\n`, html: [`<p>${escapeHtml(body)}</p>`] };
  await enqueueMail(context, email, frameMail(subject(provider).in(language), language, nameForMail(user), content));
}
