// Serves a page for developers entirely from node_modules, so that it works without internet.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, static as serveFile } from 'express';
import helmet from 'helmet';

export interface StaticPage {
  title: string;
  /** The path at which the page is mounted. */
  base: string;
  /** The id of the element that the start script fills. */
  id: string;
  styles: string[];
  scripts: string[];
  /** File names, each with the package and the path in it that it serves. */
  files: Record<string, [packageName: string, path: string]>;
  /** The last script, which starts the application. */
  start: string;
}

const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"], // the editors add inline styles
      fontSrc: ['data:'],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
});

const packageFolder = (name: string): string => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));

export function createPageRouter({ title, base, id, styles, scripts, files, start }: StaticPage): Router {
  const html = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  ${styles.map((name) => `<link rel="stylesheet" href="${base}/${name}">`).join('\n  ')}
  <link rel="icon" href="data:,">
  <style>body { margin: 0 } #${id} { height: 100vh }</style>
</head>
<body>
  <div id="${id}">Loading</div>
  ${[...scripts, 'start.js'].map((name) => `<script src="${base}/${name}"></script>`).join('\n  ')}
</body>
</html>
`;
  const router = Router();
  router.use(policy);
  router.get('/', (_request, response) => void response.type('html').send(html));
  router.get('/start.js', (_request, response) => void response.type('js').send(start));
  for (const [name, [packageName, file]] of Object.entries(files))
    router.use(`/${name}`, serveFile(join(packageFolder(packageName), file), { index: false, maxAge: '1d' }));
  return router;
}
