// GraphiQL, with a tab for each example and a control that logs in. It works without internet.

import { html } from '../shared/html.js';
import { createExampleOperations } from './example-operations.js';
import { renderPage, SITE_NAME } from './layout.js';
import { type LogInPage, logOutButton, renderLogIn, whoIs } from './log-in.js';
import { LOG_IN_TEXTS } from './log-in-texts.js';
import { TOOL_TEXTS } from './tool-texts.js';

interface GraphiqlPage extends LogInPage {
  /** The folder of the assets with GraphiQL itself. */
  library: string;
}

export function renderGraphiql({ library, ...page }: GraphiqlPage): string {
  const { language, demo } = page;
  const account = demo ?? { email: '', password: '' };
  const defaultTabs = Object.values(createExampleOperations(language, account)).map(
    ({ query, variables, headers }) => ({
      query,
      variables: variables && JSON.stringify(variables, null, 2),
      headers: headers && JSON.stringify(headers, null, 2),
    }),
  );
  const settings = { defaultTabs, library: `/assets/${library}/library.js` };
  return renderPage({
    ...page,
    title: `GraphiQL · ${SITE_NAME}`,
    kind: 'tool',
    styles: [`${library}/library.css`, 'graphiql.css'],
    scripts: ['log-in.js', 'graphiql.js'],
    headerContent: html`<details class="account">
      <summary>${whoIs(language)}</summary>
      ${renderLogIn(page, LOG_IN_TEXTS[language].passwordOrToken, logOutButton(language))}
    </details>`,
    content: html`<div id="content" class="graphiql-page" data-settings="${JSON.stringify(settings)}">${TOOL_TEXTS[language].loading}</div>`,
  });
}
