// The forms of the pages to which links lead. assets/account.js sends them.
import { type Html, html } from '../shared/html.js';
import { renderPage, SITE_NAME, type Visitor } from './layout.js';

export interface FormTexts {
  title: string;
  submit: string;
  messages: Record<string, string>;
}

export interface FormOptions {
  /** A line below the title. */
  intro?: string;
  hidden?: boolean;
  /** Whether the title is one of several on the page. */
  isPart?: boolean;
  /** The mutation needs a session: this one opens it with the fields of the form. */
  session?: string;
  /** The id of the section that replaces the form when it has succeeded, if it is not that of the form with `-done`. */
  done?: string;
  /** Below the button. */
  after?: Html;
}

/** A form that sends a mutation, with a message for each error. */
export function renderForm(
  id: string,
  mutation: string,
  { title, submit, messages }: FormTexts,
  fields: Html,
  { intro, hidden = false, isPart = false, session, done, after }: FormOptions = {},
): Html {
  return html`<section id="${id}"${hidden && html` hidden`}>
      ${isPart ? html`<h2>${title}</h2>` : html`<h1>${title}</h1>`}
      ${intro !== undefined && html`<p>${intro}</p>`}
      <form data-mutation="${mutation}" data-done="${done ?? `${id}-done`}"${session !== undefined && html` data-session="${session}"`}>
        ${fields}
        ${Object.entries(messages).map(
          ([code, text]) => html`<p class="error" role="alert" data-code="${code}" hidden>${text}</p>`,
        )}
        <button type="submit">${submit}</button>
      </form>
      ${after}
    </section>`;
}

/** What replaces a form when it has succeeded. */
export const renderDone = (id: string, title: string, content: Html): Html =>
  html`<section class="done" id="${id}-done" role="status" hidden>
      <h1>${title}</h1>
      ${content}
    </section>`;

export const emailField = (label: string): Html =>
  html`<label>${label}<input type="email" name="email" autocomplete="email" required maxlength="254"></label>`;

/** assets/account.js shows it when an account needs it. */
export const codeField = (label: string): Html =>
  html`<div data-second-factor hidden><label>${label}<input name="code" autocomplete="one-time-code" maxlength="50"></label></div>`;

/** @param id of the element with the rule: unique in the page */
export const newPasswordField = (texts: { password: string; rule: string; show: string }, id = 'rule'): Html =>
  html`<label>${texts.password}
          <input type="password" name="password" autocomplete="new-password" required minlength="8" maxlength="128" aria-describedby="${id}"></label>
        <p class="hint" id="${id}">${texts.rule}</p>
        <label class="check"><input type="checkbox" data-shows="password">${texts.show}</label>`;

export const renderAccountPage = (
  visitor: Visitor,
  title: string,
  content: Html,
  scripts: readonly string[] = [],
): string =>
  renderPage({
    ...visitor,
    title: `${title} · ${SITE_NAME}`,
    scripts: ['account.js', ...scripts],
    content: html`<main id="content" class="card narrow">${content}</main>`,
  });
