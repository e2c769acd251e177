// The texts of the pages that confirm and undo a change of the e-mail address.
import { Language } from '../shared/language.js';
import { MESSAGES, PASSWORD_RULE } from './account-texts.js';

const TAKEN = {
  [Language.ES]: 'Otra cuenta tiene ya esta dirección.',
  [Language.EN]: 'Another account has this address.',
};

export const EMAIL_CHANGE_TEXTS = {
  [Language.ES]: {
    noScript: 'Esta página necesita JavaScript.',
    confirmEmail: {
      title: 'Confirme su dirección nueva',
      intro: 'Falta un paso: confirme que esta es la dirección nueva de su cuenta.',
      submit: 'Cambiar la dirección',
      done: 'Dirección cambiada',
      doneText: 'Desde ahora, entre con la dirección nueva. La anterior ha recibido un aviso.',
      expired: 'El enlace ya no sirve',
      expiredText: 'Ya se usó, caducó o se pidió otro cambio después. Puede pedir el cambio otra vez en su cuenta.',
      messages: { ...MESSAGES[Language.ES], EMAIL_TAKEN: TAKEN[Language.ES] },
    },
    undoEmail: {
      title: 'Recupere su cuenta',
      intro:
        'La cuenta vuelve a la dirección que recibió este enlace, con la contraseña que elija. Todas las sesiones se cierran.',
      submit: 'Recuperar la cuenta',
      done: 'Cuenta recuperada',
      doneText: 'Ya puede entrar con su dirección de antes y la contraseña nueva.',
      expired: 'El enlace ya no sirve',
      expiredText: 'Ya se usó o caducó. Si no puede entrar en su cuenta, avise a quien administra el servicio.',
      messages: {
        ...MESSAGES[Language.ES],
        BAD_USER_INPUT: `Esta contraseña no sirve. ${PASSWORD_RULE[Language.ES]}`,
        EMAIL_TAKEN: TAKEN[Language.ES],
      },
    },
  },
  [Language.EN]: {
    noScript: 'This page needs JavaScript.',
    confirmEmail: {
      title: 'Confirm your new address',
      intro: 'One step is left: confirm that this is the new address of your account.',
      submit: 'Change the address',
      done: 'Address changed',
      doneText: 'From now on, log in with the new address. The former one has got a notice.',
      expired: 'The link is no longer valid',
      expiredText:
        'It has been used, has expired, or another change was requested later. You can request the change again in your account.',
      messages: { ...MESSAGES[Language.EN], EMAIL_TAKEN: TAKEN[Language.EN] },
    },
    undoEmail: {
      title: 'Take your account back',
      intro:
        'The account gets the address back to which this link was sent, and the password that you choose. All sessions end.',
      submit: 'Take the account back',
      done: 'Account taken back',
      doneText: 'You can now log in with your former address and the new password.',
      expired: 'The link is no longer valid',
      expiredText:
        'It has been used or has expired. If you cannot log in to your account, tell whoever runs the service.',
      messages: {
        ...MESSAGES[Language.EN],
        BAD_USER_INPUT: `This password cannot be used. ${PASSWORD_RULE[Language.EN]}`,
        EMAIL_TAKEN: TAKEN[Language.EN],
      },
    },
  },
};
