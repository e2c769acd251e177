import { Language } from '../../shared/language.js';
import type { MailContent } from '../accounts/account.mail.js';
import { isHarmless, nameForMail } from '../accounts/mails.commands.js';
import { composeNotice, type NoticeTexts } from '../accounts/notice.mail.js';
import type { PersonalAccessToken } from '../accounts/personal-access-token.entity.js';
import type { User } from '../accounts/user.entity.js';

const TEXTS: Record<Language, (name: string, until: string) => NoticeTexts> = {
  [Language.ES]: (name, until) => ({
    subject: 'Un token de acceso nuevo',
    fact: `En su cuenta se creó el token de acceso personal${name && ` «${name}»`}, que vence el ${until}. Un programa que lo tenga actúa como usted.`,
    advice: 'Si no fue usted, revoque el token y cambie la contraseña: alguien la conoce.',
  }),
  [Language.EN]: (name, until) => ({
    subject: 'A new access token',
    fact: `The personal access token${name && ` “${name}”`} was created in your account. It expires on ${until}. A program that has it acts as you.`,
    advice: 'If it was not you, revoke the token and change your password: somebody knows it.',
  }),
};

/**
 * Tells an account of a token: who knows its password could otherwise keep access without a trace. An address that is not verified may be that of
 * somebody else, to whom the name of the token could be a message.
 */
export function composeTokenMail(
  user: Pick<User, 'username' | 'isVerified'> & { language: Language },
  { name, expiresAt }: Pick<PersonalAccessToken, 'name' | 'expiresAt'>,
): MailContent {
  const shown = user.isVerified || isHarmless(name) ? name : '';
  const texts = TEXTS[user.language](shown, expiresAt.toISOString().slice(0, 10));
  return composeNotice(texts, user.language, nameForMail(user));
}
