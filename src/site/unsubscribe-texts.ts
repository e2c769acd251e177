// The texts of the page that ends the digest.
import { Language } from '../shared/language.js';

export const UNSUBSCRIBE_TEXTS = {
  [Language.ES]: {
    title: '¿Dejar de recibir el resumen?',
    intro:
      'No le llegarán más correos con lo que está pendiente. Los demás, como el de restablecer la contraseña, siguen igual.',
    submit: 'No enviar más resúmenes',
    done: 'No se enviarán más resúmenes',
    doneText:
      'Puede volver a activarlos en la aplicación cuando quiera. Si aun así le llega otro, use su enlace: el de un correo antiguo puede haber caducado.',
  },
  [Language.EN]: {
    title: 'Stop the digest?',
    intro:
      'You will get no more mails with what needs you. Others, such as that to reset a password, stay as they are.',
    submit: 'Send no more digests',
    done: 'No more digests will be sent',
    doneText:
      'You can switch them on again in the app at any time. If another one comes, use its link: that of an old mail may have expired.',
  },
};
