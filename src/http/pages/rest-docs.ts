// Serves the documentation of the REST API: openapi.json, and Swagger UI. It works without internet.
import { Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { buildOpenApiDocument } from '../../rest/openapi/document.js';
import { EXPORT_OPERATION, EXPORT_PATH } from '../export.js';
import { REGISTER_OPERATIONS } from '../register.js';
import { VERSION } from '../version.js';
import type { ToolPage } from './graphiql.js';
import { html } from './html.js';
import { renderPage, SITE_NAME } from './layout.js';
import { TOOL_TEXTS } from './tool-texts.js';

/** Returns the document served at /api/v1/openapi.json. */
export function createOpenApiDocument(schema: GraphQLSchema): object {
  return buildOpenApiDocument(schema, {
    version: VERSION,
    extras: [{ path: EXPORT_PATH, operation: EXPORT_OPERATION }, ...REGISTER_OPERATIONS],
  });
}

export function createOpenApiRouter(schema: GraphQLSchema): Router {
  // Built on the first request, so that the start does not wait for it.
  let document: string | undefined;
  const router = Router();
  router.get('/openapi.json', (_request, response) => {
    document ??= JSON.stringify(createOpenApiDocument(schema));
    response.type('json').send(document);
  });
  return router;
}

/** @param base the path of the REST API */
export function renderRestDocs({ demo, ...visitor }: ToolPage, base: string): string {
  const t = TOOL_TEXTS[visitor.language];
  const settings = { base, demo };
  return renderPage({
    ...visitor,
    title: `${t.restDocs} · ${SITE_NAME}`,
    styles: ['swagger-ui.css', 'docs.css'],
    scripts: ['swagger-ui.js', 'docs.js'],
    content: html`<main id="content" class="docs">
    <p class="notice" id="demo" hidden>${t.demo} <strong>${demo?.email}</strong>. ${t.demoAfter}</p>
    <p class="notice" id="anonymous" hidden>${t.anonymous}</p>
    <div id="docs" data-settings="${JSON.stringify(settings)}">${t.loading}</div>
  </main>`,
  });
}
