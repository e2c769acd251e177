// Serves the documentation of the REST API: openapi.json, and Swagger UI.
import { readFileSync } from 'node:fs';
import { Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { buildOpenApiDocument } from '../../rest/openapi/document.js';
import { EXPORT_OPERATION, EXPORT_PATH } from '../export.js';
import { createPageRouter } from './static-page.js';

const PACKAGE = new URL('../../../../package.json', import.meta.url);

/** Returns the document served at /api/v1/openapi.json. */
export function createOpenApiDocument(schema: GraphQLSchema): object {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  return buildOpenApiDocument(schema, {
    version,
    extras: [{ path: EXPORT_PATH, operation: EXPORT_OPERATION }],
  });
}

/**
 * @param base the path of the REST API
 * @param demoToken the page is logged in as the demo account; undefined: not logged in
 */
export function createDocsRouter(schema: GraphQLSchema, base: string, demoToken: string | undefined): Router {
  // Built on the first request, so that the start does not wait for it.
  let document: string | undefined;
  const router = Router();
  router.get('/openapi.json', (_request, response) => {
    document ??= JSON.stringify(createOpenApiDocument(schema));
    response.type('json').send(document);
  });
  const page = createPageRouter({
    title: 'Beekeeping: /api/v1',
    base: `${base}/docs`,
    id: 'docs',
    styles: ['swagger-ui.css'],
    scripts: ['swagger-ui.js'],
    files: {
      'swagger-ui.js': ['swagger-ui-dist', 'swagger-ui-bundle.js'],
      'swagger-ui.css': ['swagger-ui-dist', 'swagger-ui.css'],
    },
    start: `const ui = SwaggerUIBundle({
  url: '${base}/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  // A log-in or registration on this page authorizes the requests after it.
  responseInterceptor: (response) => {
    if (response.body?.access_token) ui.preauthorizeApiKey('bearer', response.body.access_token);
    return response;
  },
  onComplete: () => {
    const token = ${JSON.stringify(demoToken ?? null)};
    if (token) ui.preauthorizeApiKey('bearer', token);
  },
});
`,
  });
  router.use('/docs', page);
  return router;
}
