// Serves what the pages load: files of this folder, and libraries from node_modules, so that they work without internet.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, static as serveFile } from 'express';

/** Files and folders. GraphiQL 4 is the last version with a bundle for a script tag. It needs React as a global. */
const LIBRARIES: Record<string, [packageName: string, file: string]> = {
  'react.js': ['react', 'umd/react.production.min.js'],
  'react-dom.js': ['react-dom', 'umd/react-dom.production.min.js'],
  'graphiql-library.js': ['graphiql', 'graphiql.min.js'],
  'graphiql-library.css': ['graphiql', 'graphiql.min.css'],
  'graphql-ws': ['graphql-ws', 'dist'],
  'swagger-ui.js': ['swagger-ui-dist', 'swagger-ui-bundle.js'],
  'swagger-ui.css': ['swagger-ui-dist', 'swagger-ui.css'],
};

const packageFolder = (name: string): string => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

export function createAssetsRouter(): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.removeHeader('Cache-Control');
    next();
  });
  for (const [name, [packageName, file]] of Object.entries(LIBRARIES))
    router.use(`/${name}`, serveFile(join(packageFolder(packageName), file), { index: false, maxAge: '1d' }));
  // Without a maximum age a browser asks whether the file has changed.
  router.use(serveFile(fileURLToPath(new URL('./assets', import.meta.url)), { index: false }));
  return router;
}
