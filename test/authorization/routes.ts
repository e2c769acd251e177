import { importOnce } from '../support/import-once.js';

const { routes: mappedRoutes } = await importOnce<typeof import('../../src/rest/routes/index.js')>(
  '../../src/rest/routes/index.js',
);
const { EXPORT_PATH } = await importOnce<typeof import('../../src/http/export.js')>('../../src/http/export.js');
const { REGISTER_PATHS } = await importOnce<typeof import('../../src/http/register.js')>('../../src/http/register.js');

/** The table of REST routes, and the routes whose responses are streamed. */
export const routes = [
  ...mappedRoutes,
  ...[EXPORT_PATH, ...Object.values(REGISTER_PATHS)].map((path) => ({ method: 'get', path, status: 200 })),
];
