// The texts of the page to which the link of an invitation leads.
import { Language } from '../shared/language.js';
import { MESSAGES, PASSWORD_RULE, SECOND_FACTOR } from './account-texts.js';

const ACCEPTANCE = {
  [Language.ES]: {
    ...MESSAGES[Language.ES],
    EMAIL_NOT_VERIFIED:
      'Confirme primero su dirección con el enlace del correo de confirmación. Después abra otra vez este enlace y entre.',
    INVITATION_FOR_ANOTHER: 'La invitación es para una cuenta con otra dirección de correo.',
    TOO_MANY_MEMBERS: 'El apiario ya no admite más miembros.',
    TOO_MANY_MEMBERSHIPS: 'Su cuenta ya participa en demasiados apiarios: salga antes de alguno.',
  },
  [Language.EN]: {
    ...MESSAGES[Language.EN],
    EMAIL_NOT_VERIFIED:
      'Confirm your address first, with the link in the verification mail. Then open this link again and log in.',
    INVITATION_FOR_ANOTHER: 'The invitation is for an account with another e-mail address.',
    TOO_MANY_MEMBERS: 'The apiary cannot have more members.',
    TOO_MANY_MEMBERSHIPS: 'Your account is a member of too many apiaries: leave one first.',
  },
};

export const INVITATION_TEXTS = {
  [Language.ES]: {
    title: 'Invitación a un apiario',
    facts: {
      apiaryName: 'Apiario',
      inviterName: 'Le invita',
      role: 'Para',
      memberUntil: 'Acceso hasta',
      email: 'Solo para',
      expiresAt: 'El enlace sirve hasta',
    },
    roles: {
      MANAGER: 'Gestionarlo: colmenas, preguntas, inventario e invitaciones',
      WORKER: 'Trabajar en él: inspecciones, tratamientos y otros registros',
      VIEWER: 'Consultar sus registros',
      INSPECTOR: 'Inspeccionar sus registros, hasta una fecha',
    },
    showInApp: 'Mostrar los apiarios compartidos en la aplicación, junto a los míos',
    logIn: {
      title: 'Entre con su cuenta para aceptar',
      password: 'Contraseña',
      submit: 'Entrar y aceptar',
      instead: 'No tengo cuenta: crear una',
      messages: {
        ...ACCEPTANCE[Language.ES],
        ...SECOND_FACTOR[Language.ES],
        INVALID_CREDENTIALS: 'El correo electrónico o la contraseña son incorrectos.',
        ACCOUNT_LOCKED: 'La cuenta está bloqueada por demasiadas contraseñas incorrectas. Espere unos minutos.',
        ACCOUNT_DISABLED: 'Esta cuenta está desactivada: pregunte a un administrador de este servicio.',
      },
    },
    register: {
      title: 'Cree una cuenta para aceptar',
      username: 'Su nombre',
      submit: 'Crear la cuenta y aceptar',
      instead: 'Ya tengo cuenta: entrar',
      messages: {
        ...ACCEPTANCE[Language.ES],
        EMAIL_TAKEN: 'Ya hay una cuenta con esta dirección: entre con ella.',
        BAD_USER_INPUT: `Revise la dirección y la contraseña. ${PASSWORD_RULE[Language.ES]}`,
      },
    },
    done: 'Invitación aceptada',
    inApp: 'La aplicación muestra ahora este apiario junto a los suyos. Si ya tiene la lista abierta, ábrala otra vez.',
    notInApp: 'Ya tiene acceso. La lista de la aplicación sigue mostrando solo los apiarios propios, como ha elegido.',
    expired: 'La invitación ya no sirve',
    expiredText:
      'Caducó, se revocó o ya se usó. Pida otra a quien le invitó. Si ya la aceptó, no tiene que hacer nada.',
    forDevelopers: '¿Usa la API?',
    withApi: 'Envíe con su sesión la última parte de este enlace:',
  },
  [Language.EN]: {
    title: 'Invitation to an apiary',
    facts: {
      apiaryName: 'Apiary',
      inviterName: 'Invited by',
      role: 'To',
      memberUntil: 'Access until',
      email: 'Only for',
      expiresAt: 'The link is valid until',
    },
    roles: {
      MANAGER: 'Manage it: hives, questions, inventory and invitations',
      WORKER: 'Work in it: inspections, treatments and other records',
      VIEWER: 'Read its records',
      INSPECTOR: 'Inspect its records, until a date',
    },
    showInApp: 'Show shared apiaries in the app, beside my own',
    logIn: {
      title: 'Log in with your account to accept',
      password: 'Password',
      submit: 'Log in and accept',
      instead: 'I have no account: create one',
      messages: {
        ...ACCEPTANCE[Language.EN],
        ...SECOND_FACTOR[Language.EN],
        INVALID_CREDENTIALS: 'The e-mail address or the password is wrong.',
        ACCOUNT_LOCKED: 'The account is locked after too many wrong passwords. Wait a few minutes.',
        ACCOUNT_DISABLED: 'This account is deactivated: ask an administrator of this service.',
      },
    },
    register: {
      title: 'Create an account to accept',
      username: 'Your name',
      submit: 'Create the account and accept',
      instead: 'I have an account: log in',
      messages: {
        ...ACCEPTANCE[Language.EN],
        EMAIL_TAKEN: 'There is already an account with this address: log in with it.',
        BAD_USER_INPUT: `Check the address and the password. ${PASSWORD_RULE[Language.EN]}`,
      },
    },
    done: 'Invitation accepted',
    inApp: 'The app now shows this apiary beside your own. If its list is open, open it again.',
    notInApp: 'You have access now. The list of the app still shows only your own apiaries, as you have chosen.',
    expired: 'The invitation is no longer valid',
    expiredText:
      'It has expired, was revoked, or has been used. Ask for another. If you have already accepted it, you are done.',
    forDevelopers: 'Using the API?',
    withApi: 'Send the last part of this link with your session:',
  },
};

export type InvitationTexts = (typeof INVITATION_TEXTS)[Language];
