// The mails about a change of the e-mail address, in the user's language.
import { Language } from '../../shared/language.js';
import { composeMail, type MailContent, type MailTexts } from './account.mail.js';
import { isHarmless, nameForMail } from './mails.commands.js';
import { composeNotice, type NoticeTexts } from './notice.mail.js';
import type { User } from './user.entity.js';

type Reader = Pick<User, 'username' | 'isVerified'> & { language: Language };

const CONFIRM: Record<Language, MailTexts> = {
  [Language.ES]: {
    subject: 'Confirmar la dirección nueva',
    before: 'Confirme que esta es la dirección nueva de su cuenta. El enlace sirve una sola vez, durante 24 horas:',
    action: 'Cambiar la dirección',
    after: 'Si no pidió el cambio, no tiene que hacer nada: la cuenta conserva su dirección.',
  },
  [Language.EN]: {
    subject: 'Confirm your new e-mail address',
    before: 'Please confirm that this is the new address of your account. The link can be used once, within 24 hours:',
    action: 'Change the address',
    after: 'If you did not request the change, you can ignore this mail: the account keeps its address.',
  },
};
const TAKEN: Record<Language, NoticeTexts> = {
  [Language.ES]: {
    subject: 'Esta dirección ya tiene una cuenta',
    fact: 'Alguien quiso poner esta dirección en otra cuenta. Como ya pertenece a una, no ha cambiado nada.',
    advice: 'Si fue usted, entre con esta dirección o elija otra. Si no, no tiene que hacer nada.',
  },
  [Language.EN]: {
    subject: 'This address has an account already',
    fact: 'Somebody tried to give this address to another account. It belongs to one already, so nothing has changed.',
    advice: 'If it was you, log in with this address, or choose another one. If not, you can ignore this mail.',
  },
};
const REQUESTED: Record<Language, (address: string) => NoticeTexts> = {
  [Language.ES]: (address) => ({
    subject: 'Se ha pedido cambiar la dirección de su cuenta',
    fact: `Alguien, seguramente usted, pidió que la dirección de su cuenta sea ${address}. Cambiará cuando se confirme desde allí.`,
    advice: 'Si no fue usted, cambie la contraseña ahora mismo: quien lo pidió la conoce.',
  }),
  [Language.EN]: (address) => ({
    subject: 'A change of your e-mail address was requested',
    fact: `Somebody, probably you, requested that the address of your account becomes ${address}. It changes when that is confirmed from there.`,
    advice: 'If it was not you, change your password at once: whoever requested it knows the password.',
  }),
};
const CHANGED: Record<Language, (address: string) => MailTexts> = {
  [Language.ES]: (address) => ({
    subject: 'La dirección de su cuenta ha cambiado',
    before: `La dirección de su cuenta es ahora ${address}. Si no fue usted, recupere la cuenta: el enlace devuelve esta dirección, pide una contraseña nueva y cierra todas las sesiones. Sirve durante siete días:`,
    action: 'Recuperar la cuenta',
    after: 'Si fue usted, no tiene que hacer nada.',
  }),
  [Language.EN]: (address) => ({
    subject: 'The e-mail address of your account has changed',
    before: `The address of your account is now ${address}. If it was not you, take the account back: the link restores this address, asks for a new password and ends all sessions. It is valid for seven days:`,
    action: 'Take the account back',
    after: 'If it was you, you can ignore this mail.',
  }),
};
const LEFT: Record<Language, NoticeTexts> = {
  [Language.ES]: {
    subject: 'Su cuenta ha vuelto a su dirección anterior',
    fact: 'Su cuenta ya no tiene esta dirección: ha vuelto a la que tenía antes.',
    advice: 'Si esta dirección es la suya y no esperaba el cambio, avise a quien administra el servicio.',
  },
  [Language.EN]: {
    subject: 'Your account has its former address again',
    fact: 'Your account no longer has this address: it has the one of before again.',
    advice: 'If this address is yours and you did not expect it, tell whoever runs the service.',
  },
};
const UNDONE: Record<Language, NoticeTexts> = {
  [Language.ES]: {
    subject: 'Ha recuperado su cuenta',
    fact: 'Su cuenta tiene otra vez esta dirección y la contraseña que acaba de elegir. Todas las sesiones se han cerrado.',
    advice:
      'Revise quién es miembro de sus apiarios y, si la cuenta tenía un segundo factor que no activó usted, avise a quien administra el servicio.',
  },
  [Language.EN]: {
    subject: 'You have taken your account back',
    fact: 'Your account has this address again, and the password that you have just chosen. All sessions have been ended.',
    advice:
      'Check who is a member of your apiaries. If the account had a second factor that you had not turned on, tell whoever runs the service.',
  },
};

/** The new address may be that of somebody else, until it is confirmed. */
export const composeConfirmMail = ({ language, username }: Reader, link: string): MailContent =>
  composeMail(CONFIRM[language], language, isHarmless(username) ? username : undefined, link);
/** To the account that has the address; its name is not that of the sender. */
export const composeTakenMail = (language: Language): MailContent => composeNotice(TAKEN[language], language);
export const composeRequestedMail = (user: Reader, address: string): MailContent =>
  composeNotice(REQUESTED[user.language](address), user.language, nameForMail(user));
export const composeChangedMail = (user: Reader, address: string, link: string): MailContent =>
  composeMail(CHANGED[user.language](address), user.language, nameForMail(user), link);
export const composeLeftMail = ({ language }: Reader): MailContent => composeNotice(LEFT[language], language);
export const composeUndoneMail = (user: Reader): MailContent =>
  composeNotice(UNDONE[user.language], user.language, nameForMail(user));
