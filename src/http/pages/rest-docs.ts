// THE REST DOOR, DESCRIBED: openapi.json for programs, Swagger UI for people.
import { readFileSync } from 'node:fs';
import { Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { buildOpenApiDocument } from '../../rest/openapi/document.js';
import { EXPORT_OPERATION, EXPORT_PATH } from '../export.js';
import { createPageRouter } from './static-page.js';

const PACKAGE = new URL('../../../../package.json', import.meta.url);

/** What /api/v1/openapi.json answers. */
export function createOpenApiDocument(schema: GraphQLSchema): object {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  return buildOpenApiDocument(schema, {
    version,
    extras: [{ path: EXPORT_PATH, operation: EXPORT_OPERATION }],
  });
}

/**
 * @param base of the REST door
 * @param demoToken opens the page as the demo account
 */
export function createDocsRouter(schema: GraphQLSchema, base: string, demoToken: string | undefined): Router {
  // Made when it is first asked for: the start need not wait for it.
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
  // Whoever logs in or registers here goes on as that account.
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
