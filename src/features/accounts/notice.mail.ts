// Mails that tell of something and lead nowhere.
import type { Language } from '../../shared/language.js';
import { escapeHtml, frameMail, type MailContent, STYLE } from './account.mail.js';

export interface NoticeTexts {
  subject: string;
  /** What has happened. */
  fact: string;
  /** What to do if it was somebody else. */
  advice: string;
}

export function composeNotice({ subject, fact, advice }: NoticeTexts, language: Language, name?: string): MailContent {
  return frameMail(subject, language, name, {
    text: `${fact}\n\n${advice}\n`,
    html: [`<p>${escapeHtml(fact)}</p>`, `<p style="${STYLE.small}">${escapeHtml(advice)}</p>`],
  });
}
