// Serves what the pages load: files of this folder, which the build has added GraphiQL to, and Swagger UI from node_modules, so that they
// work without internet.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RequestHandler, Router, static as serveFile } from 'express';

/** Files of packages that a page loads as they are. */
const LIBRARIES: Record<string, [packageName: string, file: string]> = {
  'swagger-ui.js': ['swagger-ui-dist', 'swagger-ui-bundle.js'],
  'swagger-ui.css': ['swagger-ui-dist', 'swagger-ui.css'],
};

const ASSETS = fileURLToPath(new URL('./assets', import.meta.url));

/** The folder of assets/ with GraphiQL, whose name changes with its files: scripts/graphiql.mjs writes it. */
export const findGraphiql = (): string => `graphiql/${readdirSync(join(ASSETS, 'graphiql'))[0]}`;

const packageFolder = (name: string): string => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

/** Serves files that never change, or the compressed copy that the build has put beside each of them. */
function createCompressedFiles(folder: string): RequestHandler {
  const serve = serveFile(folder, {
    index: false,
    immutable: true,
    maxAge: '365d',
    setHeaders(response, path) {
      const [, type] = /\.(js|css|txt)\.gz$/.exec(path) ?? [];
      if (type) response.type(type).setHeader('Content-Encoding', 'gzip');
    },
  });
  return (request, response, next) => {
    response.vary('Accept-Encoding');
    if (request.acceptsEncodings('gzip')) request.url = request.url.replace(/\.(js|css|txt)(?=$|\?)/, '$&.gz');
    serve(request, response, next);
  };
}

export function createAssetsRouter(): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.removeHeader('Cache-Control');
    next();
  });
  for (const [name, [packageName, file]] of Object.entries(LIBRARIES))
    router.use(`/${name}`, serveFile(join(packageFolder(packageName), file), { index: false, maxAge: '1d' }));
  router.use('/graphiql', createCompressedFiles(join(ASSETS, 'graphiql')));
  // Without a maximum age a browser asks whether the file has changed.
  router.use(serveFile(ASSETS, { index: false }));
  return router;
}
