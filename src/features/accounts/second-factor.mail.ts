// The mails about the second factor, in the user's language.
import { Language } from '../../shared/language.js';
import type { MailContent } from './account.mail.js';
import { nameForMail } from './mails.commands.js';
import { composeNotice, type NoticeTexts } from './notice.mail.js';
import type { User } from './user.entity.js';

/** Turned on, turned off, removed by an administrator; new recovery codes. */
export type FactorEvent = 'on' | 'off' | 'removed' | 'codes';
type Reader = Pick<User, 'username' | 'isVerified'> & { language: Language };

const ADVICE = {
  [Language.ES]:
    'Si no fue usted, cambie la contraseña ahora mismo, cierre las demás sesiones y avise a quien administra el servicio.',
  [Language.EN]:
    'If it was not you, change your password at once, end your other sessions, and tell whoever runs the service.',
};

const TEXTS: Record<Language, Record<FactorEvent, Omit<NoticeTexts, 'advice'>>> = {
  [Language.ES]: {
    on: {
      subject: 'El segundo factor está activado',
      fact: 'Desde ahora, para entrar en su cuenta hace falta también un código de su aplicación de autenticación. Las demás sesiones se han cerrado.',
    },
    off: {
      subject: 'El segundo factor está desactivado',
      fact: 'Desde ahora, para entrar en su cuenta basta la contraseña.',
    },
    removed: {
      subject: 'Se ha quitado el segundo factor de su cuenta',
      fact: 'Quien administra el servicio ha quitado el segundo factor de su cuenta. Para entrar basta la contraseña. Todas sus sesiones se han cerrado.',
    },
    codes: {
      subject: 'Códigos de recuperación nuevos',
      fact: 'Su cuenta tiene códigos de recuperación nuevos. Los anteriores ya no sirven.',
    },
  },
  [Language.EN]: {
    on: {
      subject: 'Your second factor is on',
      fact: 'From now on, a log-in to your account also needs a code of your authenticator app. Your other sessions have been ended.',
    },
    off: {
      subject: 'Your second factor is off',
      fact: 'From now on, the password is enough to log in to your account.',
    },
    removed: {
      subject: 'The second factor of your account was removed',
      fact: 'An administrator of the service has removed the second factor of your account. The password is enough to log in. All your sessions have been ended.',
    },
    codes: {
      subject: 'New recovery codes',
      fact: 'Your account has new recovery codes. Those of before are void.',
    },
  },
};

const RECOVERY: Record<Language, (left: number) => Omit<NoticeTexts, 'advice'>> = {
  [Language.ES]: (left) => ({
    subject: 'Se ha usado un código de recuperación',
    fact: `Se ha usado un código de recuperación de su cuenta en lugar del segundo factor. Códigos que quedan: ${left}.`,
  }),
  [Language.EN]: (left) => ({
    subject: 'A recovery code was used',
    fact: `A recovery code of your account was used in place of the second factor. Codes that are left: ${left}.`,
  }),
};

export const composeFactorMail = (event: FactorEvent, user: Reader): MailContent =>
  compose(TEXTS[user.language][event], user);
export const composeRecoveryCodeMail = (user: Reader, left: number): MailContent =>
  compose(RECOVERY[user.language](left), user);

const compose = (texts: Omit<NoticeTexts, 'advice'>, user: Reader): MailContent =>
  composeNotice({ ...texts, advice: ADVICE[user.language] }, user.language, nameForMail(user));
