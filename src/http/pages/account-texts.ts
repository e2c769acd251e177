// The texts of the pages to which the links in mails lead.
import { Language } from '../../shared/language.js';

const PASSWORD_RULE = {
  [Language.ES]:
    'Al menos 8 caracteres con mayúscula, minúscula y cifra, o al menos 16 cualesquiera. Sin contraseñas habituales ni su nombre o correo.',
  [Language.EN]:
    'At least 8 characters with an upper-case letter, a lower-case letter and a digit, or at least 16 of any kind. No common password, and not your name or address.',
};

/** Messages by the code or the reason of an error. */
const MESSAGES = {
  [Language.ES]: {
    NETWORK: 'No hay conexión con el servicio. Compruebe la red e inténtelo de nuevo.',
    UNAVAILABLE: 'El servicio no está disponible en este momento. Inténtelo dentro de un minuto.',
    RATE_LIMITED: 'Demasiados intentos seguidos. Espere unos minutos.',
    OTHER: 'Algo ha fallado. Inténtelo de nuevo.',
  },
  [Language.EN]: {
    NETWORK: 'The service cannot be reached. Check your connection and try again.',
    UNAVAILABLE: 'The service is not available at the moment. Try again in a minute.',
    RATE_LIMITED: 'Too many attempts in a row. Wait a few minutes.',
    OTHER: 'Something went wrong. Please try again.',
  },
};

export const ACCOUNT_TEXTS = {
  [Language.ES]: {
    noScript: 'Esta página necesita JavaScript.',
    email: 'Correo electrónico',
    reset: {
      title: 'Elija una contraseña nueva',
      intro: 'El enlace del correo sirve una sola vez, durante 30 minutos.',
      password: 'Contraseña nueva',
      rule: PASSWORD_RULE[Language.ES],
      show: 'Mostrar la contraseña',
      submit: 'Guardar la contraseña',
      done: 'Contraseña cambiada',
      doneText: 'Ya puede entrar en la aplicación con la contraseña nueva. Las demás sesiones se han cerrado.',
      messages: { ...MESSAGES[Language.ES], BAD_USER_INPUT: `Esta contraseña no sirve. ${PASSWORD_RULE[Language.ES]}` },
    },
    verify: {
      title: 'Confirme su dirección de correo',
      intro: 'Falta un paso: confirme que esta dirección es la suya.',
      submit: 'Confirmar la dirección',
      done: 'Dirección confirmada',
      doneText: 'Gracias. Ya puede volver a la aplicación.',
      messages: MESSAGES[Language.ES],
    },
    invitation: {
      title: 'Acepte la invitación',
      intro:
        'Le invitan a un apiario. Entre con su cuenta para aceptar. Si la invitación llegó por correo, use la cuenta con esa dirección.',
      password: 'Contraseña',
      submit: 'Entrar y aceptar',
      done: 'Invitación aceptada',
      doneText: 'Ya ve este apiario en la aplicación, junto a los suyos.',
      expired: 'La invitación ya no sirve',
      expiredText:
        'Caducó, se revocó o ya se usó. Pida otra a quien le invitó. Si ya la aceptó, no tiene que hacer nada.',
      forDevelopers: '¿No tiene cuenta? ¿Usa la API?',
      withApi:
        'Cree primero una cuenta en la aplicación y abra este enlace otra vez. Por la API, envíe con su sesión la última parte de este enlace:',
      messages: {
        ...MESSAGES[Language.ES],
        INVALID_CREDENTIALS: 'El correo electrónico o la contraseña son incorrectos.',
        ACCOUNT_LOCKED: 'La cuenta está bloqueada por demasiadas contraseñas incorrectas. Espere unos minutos.',
        ACCOUNT_DISABLED: 'Esta cuenta está desactivada.',
        EMAIL_NOT_VERIFIED: 'Confirme primero su dirección: siga el enlace del correo de confirmación.',
        INVITATION_FOR_ANOTHER: 'La invitación es para una cuenta con otra dirección de correo.',
        TOO_MANY_MEMBERS: 'El apiario ya no admite más miembros.',
        TOO_MANY_MEMBERSHIPS: 'Su cuenta ya participa en demasiados apiarios: salga antes de alguno.',
      },
    },
    expired: {
      title: 'El enlace ya no sirve',
      reset: 'Ya se usó, caducó o se pidió otro después. Escriba su dirección y le enviaremos uno nuevo.',
      verify:
        'Ya se usó, caducó o se pidió otro después. Si ya confirmó la dirección, no tiene que hacer nada; si no, le enviaremos un enlace nuevo.',
      submit: 'Enviar un enlace nuevo',
      done: 'Mire su correo',
      doneText: 'Si hay una cuenta con esa dirección, le llegará un enlace nuevo en unos minutos.',
      messages: { ...MESSAGES[Language.ES], BAD_USER_INPUT: 'Escriba una dirección de correo válida.' },
    },
  },
  [Language.EN]: {
    noScript: 'This page needs JavaScript.',
    email: 'E-mail address',
    reset: {
      title: 'Choose a new password',
      intro: 'The link in the mail can be used once, within 30 minutes.',
      password: 'New password',
      rule: PASSWORD_RULE[Language.EN],
      show: 'Show the password',
      submit: 'Save the password',
      done: 'Password changed',
      doneText: 'You can now log in to the app with the new password. All other sessions have been ended.',
      messages: {
        ...MESSAGES[Language.EN],
        BAD_USER_INPUT: `This password cannot be used. ${PASSWORD_RULE[Language.EN]}`,
      },
    },
    verify: {
      title: 'Confirm your e-mail address',
      intro: 'One step is left: confirm that this address is yours.',
      submit: 'Confirm the address',
      done: 'Address confirmed',
      doneText: 'Thank you. You can return to the app.',
      messages: MESSAGES[Language.EN],
    },
    invitation: {
      title: 'Accept the invitation',
      intro:
        'You are invited to an apiary. Log in with your account to accept. If the invitation came by mail, use the account with that address.',
      password: 'Password',
      submit: 'Log in and accept',
      done: 'Invitation accepted',
      doneText: 'You now see this apiary in the app, beside your own.',
      expired: 'The invitation is no longer valid',
      expiredText:
        'It has expired, was revoked, or has been used. Ask for another. If you have already accepted it, you are done.',
      forDevelopers: 'No account? Using the API?',
      withApi:
        'Create an account in the app first, and open this link again. With the API, send the last part of this link with your session:',
      messages: {
        ...MESSAGES[Language.EN],
        INVALID_CREDENTIALS: 'The e-mail address or the password is wrong.',
        ACCOUNT_LOCKED: 'The account is locked after too many wrong passwords. Wait a few minutes.',
        ACCOUNT_DISABLED: 'This account is deactivated.',
        EMAIL_NOT_VERIFIED: 'Confirm your address first: follow the link in the verification mail.',
        INVITATION_FOR_ANOTHER: 'The invitation is for an account with another e-mail address.',
        TOO_MANY_MEMBERS: 'The apiary cannot have more members.',
        TOO_MANY_MEMBERSHIPS: 'Your account is a member of too many apiaries: leave one first.',
      },
    },
    expired: {
      title: 'The link is no longer valid',
      reset: 'It has been used, has expired, or another was requested later. Enter your address to receive a new one.',
      verify:
        'It has been used, has expired, or another was requested later. If you have already confirmed the address, you are done; otherwise we will send a new link.',
      submit: 'Send a new link',
      done: 'Check your mail',
      doneText: 'If there is an account with this address, a new link will arrive in a few minutes.',
      messages: { ...MESSAGES[Language.EN], BAD_USER_INPUT: 'Enter a valid e-mail address.' },
    },
  },
};
