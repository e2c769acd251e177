// The mail about a webhook that the service has disabled, in the language of its account.
import { Language } from '../../shared/language.js';
import { escapeHtml, frameMail, type MailContent } from '../accounts/account.mail.js';
import type { WebhookStatus } from './webhook.enums.js';

export type DisabledStatus = Exclude<WebhookStatus, 'ACTIVE' | 'PAUSED'>;

const TEXTS: Record<Language, Record<DisabledStatus | 'subject' | 'after', string>> = {
  [Language.ES]: {
    subject: 'Se ha desactivado un webhook',
    UNREACHABLE: 'Este webhook se ha desactivado, porque durante tres días han fallado todas sus entregas:',
    GONE: 'Este webhook se ha desactivado, porque su receptor respondió 410 Gone:',
    OVERLOADED: 'Este webhook se ha desactivado, porque tenía demasiadas entregas en espera:',
    after: 'No se le envía nada más hasta que lo active de nuevo. Lo que cambie hasta entonces no se le envía.',
  },
  [Language.EN]: {
    subject: 'A webhook was disabled',
    UNREACHABLE: 'This webhook was disabled, because all of its deliveries have failed for three days:',
    GONE: 'This webhook was disabled, because its receiver answered 410 Gone:',
    OVERLOADED: 'This webhook was disabled, because too many of its deliveries waited:',
    after: 'Nothing more is sent to it until you enable it again. What changes until then is not sent to it.',
  },
};

/** @param url of the account's own choice */
export function composeDisabledMail(
  language: Language,
  username: string,
  status: DisabledStatus,
  { name, url }: { name: string | null; url: string },
): MailContent {
  const texts = TEXTS[language];
  const webhook = name === null ? url : `${name} (${url})`;
  return frameMail(texts.subject, language, username, {
    text: `${texts[status]}\n\n${webhook}\n\n${texts.after}\n`,
    html: [
      `<p>${texts[status]}</p>`,
      `<p style="word-break:break-all">${escapeHtml(webhook)}</p>`,
      `<p>${texts.after}</p>`,
    ],
  });
}
