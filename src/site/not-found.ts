// The page that a browser receives for an address at which there is nothing.
import { html } from '../shared/html.js';
import { renderPage, SITE_NAME, type Visitor } from './layout.js';
import { NOT_FOUND_TEXTS } from './not-found-texts.js';

export function renderNotFound(visitor: Visitor): string {
  const { title, text, home } = NOT_FOUND_TEXTS[visitor.language];
  return renderPage({
    ...visitor,
    title: `${title} · ${SITE_NAME}`,
    content: html`<main id="content" class="card narrow">
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a href="${visitor.home}">${home}</a></p>
  </main>`,
  });
}
