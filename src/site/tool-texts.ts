// The texts that we add to GraphiQL and to the REST documentation.
import { Language } from '../shared/language.js';

export const TOOL_TEXTS = {
  [Language.ES]: {
    restDocs: 'Documentación de /api/v1',
    below: 'Pruebe aquí cada solicitud. Después de las operaciones están:',
    conventions: 'Convenciones',
    errors: 'Errores',
    demo: 'Está probando como la cuenta de ejemplo',
    demoAfter: 'Las operaciones cambian sus datos. Para usar otra cuenta, ejecute POST /auth/login o /auth/register.',
    anonymous: 'Sin sesión: ejecute POST /auth/login o /auth/register, y lo que siga usará esa cuenta.',
    loading: 'Cargando…',
  },
  [Language.EN]: {
    restDocs: 'Documentation of /api/v1',
    below: 'Try every request here. After the operations are:',
    conventions: 'Conventions',
    errors: 'Errors',
    demo: 'You are trying it as the demo account',
    demoAfter: 'Operations change its data. To use another account, execute POST /auth/login or /auth/register.',
    anonymous: 'Not logged in: execute POST /auth/login or /auth/register, and what follows uses that account.',
    loading: 'Loading…',
  },
};
