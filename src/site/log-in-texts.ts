// The texts of the form that logs in.
import { Language } from '../shared/language.js';

export const LOG_IN_TEXTS = {
  [Language.ES]: {
    signedIn: 'Sesión de',
    nobody: 'Sin sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    passwordOrToken: 'Contraseña o token de acceso',
    code: 'Código (segundo factor)',
    logIn: 'Entrar',
    logOut: 'Salir',
    failed: 'El correo o la contraseña no son correctos.',
    unreachable: 'No se ha podido entrar. Inténtelo más tarde.',
  },
  [Language.EN]: {
    signedIn: 'Logged in as',
    nobody: 'Not logged in',
    email: 'E-mail address',
    password: 'Password',
    passwordOrToken: 'Password or access token',
    code: 'Code (second factor)',
    logIn: 'Log in',
    logOut: 'Log out',
    failed: 'The e-mail address or the password is wrong.',
    unreachable: 'The log-in failed. Try again later.',
  },
};
