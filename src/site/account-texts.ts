// The texts of the pages to which the links in mails lead.
import { Language } from '../shared/language.js';

export const PASSWORD_RULE = {
  [Language.ES]:
    'Al menos 8 caracteres con mayúscula, minúscula y cifra, o al menos 16 cualesquiera. Sin contraseñas habituales ni su nombre o correo.',
  [Language.EN]:
    'At least 8 characters with an upper-case letter, a lower-case letter and a digit, or at least 16 of any kind. No common password, and not your name or address.',
};

/** Messages by the code or the reason of an error. */
export const MESSAGES = {
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

/** Errors of forms that log in. */
export const SECOND_FACTOR = {
  [Language.ES]: {
    SECOND_FACTOR_REQUIRED: 'Esta cuenta tiene un segundo factor: escriba también el código.',
    SECOND_FACTOR_INVALID: 'El código es incorrecto, ha caducado o ya se usó.',
  },
  [Language.EN]: {
    SECOND_FACTOR_REQUIRED: 'This account has a second factor: enter the code as well.',
    SECOND_FACTOR_INVALID: 'The code is wrong, expired or used.',
  },
};

export const ACCOUNT_TEXTS = {
  [Language.ES]: {
    noScript: 'Esta página necesita JavaScript.',
    email: 'Correo electrónico',
    code: 'Código de la aplicación de autenticación',
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
    code: 'Code of the authenticator app',
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
