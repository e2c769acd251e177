import { importOnce } from '../support/import-once.js';

const { routes: mappedRoutes } = await importOnce<typeof import('../../src/rest/routes/index.js')>(
  '../../src/rest/routes/index.js',
);
const { EXPORT_PATH } = await importOnce<typeof import('../../src/documents/export/export.js')>(
  '../../src/documents/export/export.js',
);
const { REGISTER_PATHS } = await importOnce<typeof import('../../src/documents/register/paths.js')>(
  '../../src/documents/register/paths.js',
);

const { READINGS_PATH } = await importOnce<typeof import('../../src/documents/readings-operation.js')>(
  '../../src/documents/readings-operation.js',
);
const { LISTS } = await importOnce<typeof import('../../src/documents/lists/index.js')>(
  '../../src/documents/lists/index.js',
);
const { REPORTS } = await importOnce<typeof import('../../src/documents/reports/index.js')>(
  '../../src/documents/reports/index.js',
);

/** The table of REST routes, the routes whose responses are streamed, and the one that devices use. */
export const routes = [
  ...mappedRoutes,
  ...[
    EXPORT_PATH,
    ...Object.values(REGISTER_PATHS),
    ...REPORTS.map(({ path }) => path),
    ...LISTS.map(({ name }) => `/lists/${name}`),
  ].map((path) => ({ method: 'get', path, status: 200 })),
  { method: 'post', path: READINGS_PATH, status: 200 },
];
