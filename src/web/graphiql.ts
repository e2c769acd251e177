// GRAPHIQL, served whole from node_modules: works without internet.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, static as serveFile } from 'express';
import helmet from 'helmet';
import { EXAMPLE } from './example.js';

const folderOf = (name: string): string => dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
/** GraphiQL 4 is the last with a bundle that a page can load as it is; it needs React as a global. */
const FILES: Record<string, () => string> = {
  'react.js': () => join(folderOf('react'), 'umd/react.production.min.js'),
  'react-dom.js': () => join(folderOf('react-dom'), 'umd/react-dom.production.min.js'),
  'graphiql.js': () => join(folderOf('graphiql'), 'graphiql.min.js'),
  'graphiql.css': () => join(folderOf('graphiql'), 'graphiql.min.css'),
};

const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"], // the editor writes styles of its own
      fontSrc: ['data:'],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
});

const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>GraphiQL</title>
  <link rel="stylesheet" href="/graphiql/graphiql.css">
  <link rel="icon" href="data:,">
  <style>body { margin: 0 } #graphiql { height: 100vh }</style>
</head>
<body>
  <div id="graphiql">Loading</div>
  <script src="/graphiql/react.js"></script>
  <script src="/graphiql/react-dom.js"></script>
  <script src="/graphiql/graphiql.js"></script>
  <script src="/graphiql/start.js"></script>
</body>
</html>
`;

/** @param demoToken opens the page as the demo account */
export function graphiqlRouter(demoToken: string | undefined): Router {
  const headers = demoToken ? JSON.stringify({ Authorization: `Bearer ${demoToken}` }, null, 2) : undefined;
  const settings = { defaultQuery: EXAMPLE, defaultHeaders: headers, isHeadersEditorEnabled: true };
  const start = `const fetcher = GraphiQL.createFetcher({ url: '/graphql' });
ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, { fetcher, ...${JSON.stringify(settings)} }),
);
`;
  const router = Router();
  router.use(policy);
  router.get('/', (_request, response) => void response.type('html').send(page));
  router.get('/start.js', (_request, response) => void response.type('js').send(start));
  for (const [name, path] of Object.entries(FILES))
    router.use(`/${name}`, serveFile(path(), { index: false, maxAge: '1d' }));
  return router;
}
