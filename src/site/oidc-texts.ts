// The texts of the pages of a log-in with OpenID Connect. Nothing that a provider or an address says is ever shown.
import { Language } from '../shared/language.js';

export const OIDC_TEXTS = {
  [Language.ES]: {
    choose: { title: 'Iniciar sesión', intro: 'Elija con qué cuenta quiere entrar.', with: 'Continuar con' },
    invalid: {
      title: 'El enlace para iniciar sesión no es válido',
      text: 'A la dirección le falta algo, o tiene algo que este servicio no admite. Vuelva a la aplicación e inténtelo de nuevo.',
    },
    expired: {
      title: 'Este inicio de sesión ya no es válido',
      text: 'Se empezó hace más de diez minutos o en otro navegador, o ya ha terminado. Vuelva a la aplicación e inténtelo de nuevo.',
    },
    down: {
      title: 'El proveedor no responde',
      text: 'La cuenta con la que quiere entrar no está disponible en este momento. Inténtelo de nuevo dentro de un rato, o entre de otra forma.',
    },
    refused: { title: 'No se pudo iniciar sesión' },
  },
  [Language.EN]: {
    choose: { title: 'Log in', intro: 'Choose the account to log in with.', with: 'Continue with' },
    invalid: {
      title: 'The link to log in is not valid',
      text: 'Something is missing in the address, or it has something that this service does not accept. Go back to the app and try again.',
    },
    expired: {
      title: 'This log-in is no longer valid',
      text: 'It was begun more than ten minutes ago or in another browser, or it is over already. Go back to the app and try again.',
    },
    down: {
      title: 'The provider does not respond',
      text: 'The account that you want to log in with is not available at the moment. Try again in a while, or log in another way.',
    },
    refused: { title: 'You could not be logged in' },
  },
};
