// The texts that we add to GraphiQL and to the REST documentation.
import { Language } from '../../shared/language.js';

export const TOOL_TEXTS = {
  [Language.ES]: {
    signedIn: 'Sesión de',
    nobody: 'Sin sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    logIn: 'Entrar',
    logOut: 'Salir',
    failed: 'El correo o la contraseña no son correctos.',
    unreachable: 'No se ha podido entrar. Inténtelo más tarde.',
    restDocs: 'Documentación de /api/v1',
    demo: 'Está probando como la cuenta de ejemplo',
    demoAfter: 'Las operaciones cambian sus datos. Para usar otra cuenta, ejecute POST /auth/login o /auth/register.',
    anonymous: 'Sin sesión: ejecute POST /auth/login o /auth/register, y lo que siga usará esa cuenta.',
    loading: 'Cargando…',
  },
  [Language.EN]: {
    signedIn: 'Logged in as',
    nobody: 'Not logged in',
    email: 'E-mail address',
    password: 'Password',
    logIn: 'Log in',
    logOut: 'Log out',
    failed: 'The e-mail address or the password is wrong.',
    unreachable: 'The log-in failed. Try again later.',
    restDocs: 'Documentation of /api/v1',
    demo: 'You are trying it as the demo account',
    demoAfter: 'Operations change its data. To use another account, execute POST /auth/login or /auth/register.',
    anonymous: 'Not logged in: execute POST /auth/login or /auth/register, and what follows uses that account.',
    loading: 'Loading…',
  },
};
