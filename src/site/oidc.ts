// The pages of a log-in with OpenID Connect: the choice of a provider, and what is shown instead of a redirection to the client.
import { type Html, html } from '../shared/html.js';
import { renderPage, SITE_NAME, type Visitor } from './layout.js';
import { OIDC_TEXTS } from './oidc-texts.js';

const render = (visitor: Visitor, title: string, content: Html, query?: string): string =>
  renderPage({
    ...visitor,
    title: `${title} · ${SITE_NAME}`,
    content: html`<main id="content" class="card narrow"><section>
      <h1>${title}</h1>
      ${content}
    </section></main>`,
    ...(query !== undefined && { query }),
  });

/** @param query of the client's request, which each link repeats */
export function renderChoice(visitor: Visitor, providers: readonly { title: string; href: string }[], query: string) {
  const { title, intro, with: continueWith } = OIDC_TEXTS[visitor.language].choose;
  const links = providers.map(({ title: name, href }) => html`<li><a href="${href}">${continueWith} ${name}</a></li>`);
  return render(visitor, title, html`<p>${intro}</p><ul>${links}</ul>`, `${query}&`);
}

export function renderProblem(visitor: Visitor, kind: 'invalid' | 'expired' | 'down'): string {
  const { title, text } = OIDC_TEXTS[visitor.language][kind];
  return render(visitor, title, html`<p role="alert">${text}</p>`);
}

/** @param message of the service itself */
export const renderRefusal = (visitor: Visitor, message: string): string =>
  render(visitor, OIDC_TEXTS[visitor.language].refused.title, html`<p role="alert">${message}</p>`);
