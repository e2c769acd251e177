// The texts of the page that says that there is no such page.
import { Language } from '../shared/language.js';

export const NOT_FOUND_TEXTS = {
  [Language.ES]: {
    title: 'Página no encontrada',
    text: 'Aquí no hay nada. Si siguió el enlace de un correo, cópielo entero en el navegador.',
    home: 'Ir a la página de inicio',
  },
  [Language.EN]: {
    title: 'Page not found',
    text: 'There is nothing here. If you followed a link in a mail, copy all of it into the browser.',
    home: 'Go to the start page',
  },
};
