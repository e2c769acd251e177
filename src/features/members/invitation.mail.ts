// The mail with an invitation, in the language of the account that invites.
import { ApiaryRole } from '../../access/apiary-role.js';
import { Language } from '../../shared/language.js';
import { composeMail, type MailContent } from '../accounts/account.mail.js';
import { isHarmless } from '../accounts/mails.commands.js';

export interface Invited {
  inviter: string;
  apiary: string;
  role: ApiaryRole;
  days: number;
  link: string;
}

const PURPOSES: Record<Language, Record<ApiaryRole, string>> = {
  [Language.ES]: {
    [ApiaryRole.OWNER]: '',
    [ApiaryRole.MANAGER]: 'para gestionarlo',
    [ApiaryRole.WORKER]: 'para trabajar en él',
    [ApiaryRole.VIEWER]: 'para consultar sus registros',
    [ApiaryRole.INSPECTOR]: 'para inspeccionar sus registros',
  },
  [Language.EN]: {
    [ApiaryRole.OWNER]: '',
    [ApiaryRole.MANAGER]: 'to manage it',
    [ApiaryRole.WORKER]: 'to work in it',
    [ApiaryRole.VIEWER]: 'to read its records',
    [ApiaryRole.INSPECTOR]: 'to inspect its records',
  },
};
const TEXTS = {
  [Language.ES]: {
    subject: 'Invitación a un apiario',
    somebody: 'Alguien',
    before: (inviter: string, apiary: string | undefined, purpose: string, days: number) =>
      `${inviter} le invita ${apiary === undefined ? 'a su apiario' : `al apiario «${apiary}»`}, ${purpose}. El enlace sirve ${days === 1 ? 'un día' : `durante ${days} días`}:`,
    action: 'Aceptar la invitación',
    after:
      'Para aceptar necesita una cuenta con esta dirección de correo: si no la tiene, puede crearla al abrir el enlace. Si no conoce a quien le invita, no tiene que hacer nada.',
  },
  [Language.EN]: {
    subject: 'Invitation to an apiary',
    somebody: 'Somebody',
    before: (inviter: string, apiary: string | undefined, purpose: string, days: number) =>
      `${inviter} invites you to ${apiary === undefined ? 'an apiary' : `the apiary “${apiary}”`}, ${purpose}. The link is valid for ${days === 1 ? 'one day' : `${days} days`}:`,
    action: 'Accept the invitation',
    after:
      'To accept, you need an account with this e-mail address: if you have none, you can create it when you open the link. If you do not know who invites you, you can ignore this mail.',
  },
};

/** Names that could carry a message to another person are left out, also those of verified accounts. */
export function composeInvitationMail(language: Language, { inviter, apiary, role, days, link }: Invited): MailContent {
  const { before, somebody, ...texts } = TEXTS[language];
  const who = isHarmless(inviter) ? inviter : somebody;
  const where = isHarmless(apiary) ? apiary : undefined;
  const sentence = before(who, where, PURPOSES[language][role], days);
  return composeMail({ ...texts, before: sentence }, language, undefined, link);
}
