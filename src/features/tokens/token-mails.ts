import { Language } from '../../shared/language.js';
import { escapeHtml, frameMail, type MailContent } from '../accounts/account-mails.js';
import type { PersonalAccessToken } from '../accounts/personal-access-token.entity.js';

interface Texts {
  subject: string;
  created: (name: string, until: string) => string;
  after: string;
}
const TEXTS: Record<Language, Texts> = {
  [Language.ES]: {
    subject: 'Un token de acceso nuevo',
    created: (name, until) =>
      `En su cuenta se creó el token de acceso personal «${name}», que vence el ${until}. Un programa que lo tenga actúa como usted.`,
    after: 'Si no fue usted, revoque el token y cambie la contraseña: alguien la conoce.',
  },
  [Language.EN]: {
    subject: 'A new access token',
    created: (name, until) =>
      `The personal access token “${name}” was created in your account. It expires on ${until}. A program that has it acts as you.`,
    after: 'If it was not you, revoke the token and change your password: somebody knows it.',
  },
};

/** Tells an account of a token: who knows its password could otherwise keep access without a trace. */
export function composeTokenMail(
  language: Language,
  username: string,
  { name, expiresAt }: Pick<PersonalAccessToken, 'name' | 'expiresAt'>,
): MailContent {
  const { subject, created, after } = TEXTS[language];
  const text = created(name, expiresAt.toISOString().slice(0, 10));
  const html = [text, after].map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  return frameMail(subject, language, username, { text: `${text}\n\n${after}\n`, html });
}
