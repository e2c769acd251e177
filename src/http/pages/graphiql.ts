// GraphiQL, with a tab for each example and a control that logs in. It works without internet.
import { SECOND_FACTOR } from './account-texts.js';
import { createExampleOperations } from './example-operations.js';
import { html } from './html.js';
import { renderPage, SITE_NAME, type Visitor } from './layout.js';
import { TOOL_TEXTS } from './tool-texts.js';

export interface ToolPage extends Visitor {
  /** The demo account, if there is one: the page is logged in as it. */
  demo: { email: string; password: string } | undefined;
}

interface GraphiqlPage extends ToolPage {
  demoToken: string | undefined;
  /** The folder of the assets with GraphiQL itself. */
  library: string;
}

export function renderGraphiql({ demo, demoToken, library, ...visitor }: GraphiqlPage): string {
  const { language } = visitor;
  const t = TOOL_TEXTS[language];
  const account = demo ?? { email: '', password: '' };
  const defaultTabs = Object.values(createExampleOperations(language, account)).map(({ query, variables }) => ({
    query,
    variables: variables && JSON.stringify(variables, null, 2),
  }));
  const settings = {
    defaultTabs,
    demo: demo && demoToken ? { email: demo.email, token: demoToken } : undefined,
    library: `/assets/${library}/library.js`,
  };
  return renderPage({
    ...visitor,
    title: `GraphiQL · ${SITE_NAME}`,
    kind: 'tool',
    styles: [`${library}/library.css`, 'graphiql.css'],
    scripts: ['graphiql.js'],
    headerContent: html`<details class="account" data-signed-in="${t.signedIn}" data-nobody="${t.nobody}">
      <summary>${t.nobody}</summary>
      <form>
        <label>${t.email}<input type="email" name="email" autocomplete="username" required value="${account.email}"></label>
        <label>${t.password}<input type="password" name="password" autocomplete="current-password" required value="${account.password}"></label>
        <div data-second-factor hidden><label>${t.code}<input name="code" autocomplete="one-time-code" maxlength="50"></label></div>
        ${Object.entries(SECOND_FACTOR[language]).map(
          ([reason, text]) => html`<p class="error" role="alert" data-code="${reason}" hidden>${text}</p>`,
        )}
        <p class="error" role="alert" data-code="INVALID_CREDENTIALS" hidden>${t.failed}</p>
        <p class="error" role="alert" data-code="OTHER" hidden>${t.unreachable}</p>
        <button type="submit">${t.logIn}</button>
        <button type="button" class="quiet">${t.logOut}</button>
      </form>
    </details>`,
    content: html`<div id="content" class="graphiql-page" data-settings="${JSON.stringify(settings)}">${t.loading}</div>`,
  });
}
