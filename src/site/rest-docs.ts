// Serves the documentation of the REST API: openapi.json, and Swagger UI. It works without internet.
import { Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import { listExtraEndpoints } from '../documents/extra-endpoints.js';
import { VERSION } from '../observability/version.js';
import { buildOpenApiDocument, CONVENTIONS } from '../rest/openapi/document.js';
import { ERROR_CODES, ERROR_REASONS } from '../rest/openapi/error-codes.js';
import { type Html, html } from '../shared/html.js';
import { renderPage, SITE_NAME } from './layout.js';
import type { ToolPage } from './log-in.js';
import { TOOL_TEXTS } from './tool-texts.js';

/** Returns the document served at /api/v1/openapi.json. */
export function createOpenApiDocument(schema: GraphQLSchema): object {
  return buildOpenApiDocument(schema, {
    version: VERSION,
    extras: listExtraEndpoints(schema),
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

/** Text with `code` in it. */
const renderCode = (text: string): Html[] =>
  text.split('`').map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`));

/** What is written once for all operations, below them. It is in English, as openapi.json is. */
const renderReference = (): Html => html`<section class="reference" lang="en">
      <h2 id="conventions">Conventions</h2>
      <ul>${CONVENTIONS.map((one) => html`<li>${renderCode(one)}</li>`)}</ul>
      <h2 id="errors">Errors</h2>
      <table>
        <thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead>
        <tbody>${ERROR_CODES.map(({ code, status, meaning }) => html`<tr><td><code>${code}</code></td><td>${status}</td><td>${renderCode(meaning)}</td></tr>`)}</tbody>
      </table>
      <p>Where the cause is more specific, a reason takes the place of the code:</p>
      <table>
        <thead><tr><th>Reason</th><th>Meaning</th></tr></thead>
        <tbody>${ERROR_REASONS.map(({ code, meaning }) => html`<tr><td><code>${code}</code></td><td>${renderCode(meaning)}</td></tr>`)}</tbody>
      </table>
    </section>`;

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
    <p class="contents">${t.below} <a href="#conventions">${t.conventions}</a> · <a href="#errors">${t.errors}</a> · <a href="${base}/openapi.json">openapi.json</a></p>
    <p class="notice" id="demo" hidden>${t.demo} <strong>${demo?.email}</strong>. ${t.demoAfter}</p>
    <p class="notice" id="anonymous" hidden>${t.anonymous}</p>
    <div id="docs" data-settings="${JSON.stringify(settings)}">${t.loading}</div>
    ${renderReference()}
  </main>`,
  });
}
