// The form that logs in, on the pages that act for an account: GraphiQL and that of imports. assets/log-in.js sends it, and keeps the account.

import { type Html, html } from '../shared/html.js';
import type { Language } from '../shared/language.js';
import { codeField } from './account-form.js';
import { SECOND_FACTOR } from './account-texts.js';
import type { Visitor } from './layout.js';
import { LOG_IN_TEXTS } from './log-in-texts.js';

interface Account {
  email: string;
  password: string;
}
export interface ToolPage extends Visitor {
  /** The demo account, if there is one: the page is logged in as it. */
  demo: Account | undefined;
}
export interface LogInPage extends ToolPage {
  demoToken: string | undefined;
}

/**
 * @param password what can be entered as one
 * @param after beside the button
 */
export function renderLogIn({ language, demo, demoToken }: LogInPage, password: string, after?: Html): Html {
  const t = LOG_IN_TEXTS[language];
  const { email, password: known } = demo ?? { email: '', password: '' };
  const settings = { demo: demo && demoToken ? { email, token: demoToken } : undefined };
  return html`<form data-log-in="${JSON.stringify(settings)}">
        <label>${t.email}<input type="email" name="email" autocomplete="username" required maxlength="254" value="${email}"></label>
        <label>${password}<input type="password" name="password" autocomplete="current-password" required maxlength="1000" value="${known}"></label>
        ${codeField(t.code)}
        ${renderErrors(language)}
        <button type="submit">${t.logIn}</button>
        ${after}
      </form>`;
}

/** The text of another error is replaced by the message of the service, if it has answered. */
const renderErrors = (language: Language): Html[] =>
  Object.entries({
    ...SECOND_FACTOR[language],
    INVALID_CREDENTIALS: LOG_IN_TEXTS[language].failed,
    OTHER: LOG_IN_TEXTS[language].unreachable,
  }).map(([code, text]) => html`<p class="error" role="alert" data-code="${code}" hidden>${text}</p>`);

/** Who has logged in. It is filled in by assets/log-in.js. */
export const whoIs = (language: Language): Html => {
  const { signedIn, nobody } = LOG_IN_TEXTS[language];
  return html`<span data-account data-signed-in="${signedIn}">${nobody}</span>`;
};

export const logOutButton = (language: Language): Html =>
  html`<button type="button" class="quiet" data-log-out hidden>${LOG_IN_TEXTS[language].logOut}</button>`;
