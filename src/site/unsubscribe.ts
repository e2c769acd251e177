// The link that ends the digest (RFC 8058). A mail program sends a POST for its reader; a reader who follows the link is asked first, because
// programs that check the links of a mail fetch them. The answer does not say whether a token is one.
import { Router } from 'express';
import { html } from '../shared/html.js';
import { createPageHeaders, readVisitor, renderPage, SITE_NAME, type Visitor } from './layout.js';
import { UNSUBSCRIBE_TEXTS } from './unsubscribe-texts.js';

export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** Ends the digest of the account of a token; does nothing for any other text. */
export type Unsubscribe = (token: string) => Promise<void>;

/** Without a script, and without an address: a form is sent to that of the page. */
function renderQuestion(visitor: Visitor): string {
  const { title, intro, submit } = UNSUBSCRIBE_TEXTS[visitor.language];
  return renderPage({
    ...visitor,
    title: `${title} · ${SITE_NAME}`,
    content: html`<main id="content" class="card narrow"><section>
      <h1>${title}</h1>
      <p>${intro}</p>
      <form method="post"><button type="submit">${submit}</button></form>
    </section></main>`,
  });
}

function renderDone(visitor: Visitor): string {
  const { done, doneText } = UNSUBSCRIBE_TEXTS[visitor.language];
  return renderPage({
    ...visitor,
    title: `${done} · ${SITE_NAME}`,
    content: html`<main id="content" class="card narrow"><section class="done" role="status">
      <h1>${done}</h1>
      <p>${doneText}</p>
    </section></main>`,
  });
}

/** @param home the address of the start page, if there is one */
export function createUnsubscribeRouter(home: string | undefined, unsubscribe: Unsubscribe): Router {
  const router = Router();
  const headers = createPageHeaders({ forms: true });
  router
    .route(`${UNSUBSCRIBE_PATH}/:token`)
    .get(headers, (request, response) => void response.type('html').send(renderQuestion(readVisitor(request, home))))
    .post(headers, async (request, response) => {
      await unsubscribe(String(request.params.token));
      response.type('html').send(renderDone(readVisitor(request, home)));
    });
  return router;
}
