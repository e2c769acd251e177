import type { Router } from 'express';
import { EXAMPLE_QUERY } from './example-query.js';
import { createPageRouter } from './static-page.js';

/** @param demoToken the page is logged in as the demo account; undefined: not logged in */
export function createGraphiqlRouter(demoToken: string | undefined): Router {
  const headers = demoToken ? JSON.stringify({ Authorization: `Bearer ${demoToken}` }, null, 2) : undefined;
  const settings = { defaultQuery: EXAMPLE_QUERY, defaultHeaders: headers, isHeadersEditorEnabled: true };
  return createPageRouter({
    title: 'GraphiQL',
    base: '/graphiql',
    id: 'graphiql',
    styles: ['graphiql.css'],
    scripts: ['react.js', 'react-dom.js', 'graphiql.js'],
    // GraphiQL 4 is the last version with a bundle for a script tag. It needs React as a global.
    files: {
      'react.js': ['react', 'umd/react.production.min.js'],
      'react-dom.js': ['react-dom', 'umd/react-dom.production.min.js'],
      'graphiql.js': ['graphiql', 'graphiql.min.js'],
      'graphiql.css': ['graphiql', 'graphiql.min.css'],
    },
    start: `const fetcher = GraphiQL.createFetcher({ url: '/graphql' });
ReactDOM.createRoot(document.getElementById('graphiql')).render(
  React.createElement(GraphiQL, { fetcher, ...${JSON.stringify(settings)} }),
);
`,
  });
}
