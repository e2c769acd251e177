// The page to which the link of an invitation leads: what it offers, and the acceptance with an account that exists or that it creates.

import { type Html, html } from '../shared/html.js';
import { codeField, emailField, newPasswordField, renderAccountPage, renderDone, renderForm } from './account-form.js';
import { ACCOUNT_TEXTS } from './account-texts.js';
import { INVITATION_TEXTS, type InvitationTexts } from './invitation-texts.js';
import type { Visitor } from './layout.js';

const READ = `query ReadInvitation($token: String!) {
  invitation(token: $token) { apiaryName inviterName role expiresAt memberUntil email }
}`;
const ACCEPT =
  'mutation AcceptInvitation($token: String!) { acceptInvitation(input: { token: $token }) { apiary { name } } }';
const LOG_IN =
  'mutation LogIn($email: String!, $password: String!, $code: String) { session: logIn(input: { email: $email, password: $password, secondFactorCode: $code }) { accessToken } }';
const REGISTER = `mutation Register($username: String!, $email: String!, $password: String!) {
  session: register(input: { username: $username, email: $email, password: $password }) { accessToken }
}`;

/** @param hasTools whether the service has pages for developers: then this one tells them the mutation */
export function renderInvitationPage(visitor: Visitor, hasTools: boolean): string {
  const { email, noScript, reset, code } = ACCOUNT_TEXTS[visitor.language];
  const texts = INVITATION_TEXTS[visitor.language];
  const { logIn, register } = texts;
  const password = html`<label>${logIn.password}
          <input type="password" name="password" autocomplete="current-password" required maxlength="1000"></label>`;
  const username = html`<label>${register.username}
          <input name="username" autocomplete="name" required maxlength="100"></label>`;
  return renderAccountPage(
    visitor,
    texts.title,
    html`${renderFacts(texts)}
    ${renderForm('use', ACCEPT, logIn, html`${emailField(email)}${password}${codeField(code)}${inApp(texts)}`, {
      isPart: true,
      session: LOG_IN,
      after: switchTo('register', logIn.instead),
    })}
    ${renderForm(
      'register',
      ACCEPT,
      register,
      html`${username}${emailField(email)}${newPasswordField({ ...reset, password: logIn.password })}${inApp(texts)}`,
      { isPart: true, hidden: true, session: REGISTER, done: 'use-done', after: switchTo('use', register.instead) },
    )}
    ${renderDone(
      'use',
      texts.done,
      html`<p><strong data-name></strong></p>
      <p data-in-app="true" hidden>${texts.inApp}</p>
      <p data-in-app="false" hidden>${texts.notInApp}</p>`,
    )}
    <section id="request" role="status" hidden>
      <h1>${texts.expired}</h1>
      <p>${texts.expiredText}</p>
    </section>
    ${hasTools && renderApiExample(texts)}
    <noscript>${noScript}</noscript>`,
    ['invitation.js'],
  );
}

/** What the link offers. assets/invitation.js reads it, and fills in the values. */
function renderFacts({ title, facts, roles }: InvitationTexts): Html {
  const values = {
    role: Object.entries(roles).map(([role, text]) => html`<span data-value="${role}" hidden>${text}</span>`),
  };
  return html`<div data-with="use register" data-query="${READ}">
      <h1>${title}</h1>
      <dl class="facts">${Object.entries(facts).map(
        ([fact, label]) =>
          html`<div data-fact="${fact}" hidden><dt>${label}</dt><dd>${values[fact as keyof typeof values]}</dd></div>`,
      )}</dl>
    </div>`;
}

const inApp = ({ showInApp }: InvitationTexts): Html =>
  html`<label class="check"><input type="checkbox" name="inApp" checked>${showInApp}</label>`;

const switchTo = (id: string, text: string): Html =>
  html`<p><button type="button" class="quiet" data-opens="${id}">${text}</button></p>`;

const renderApiExample = ({ forDevelopers, withApi }: InvitationTexts): Html => html`<details>
      <summary>${forDevelopers}</summary>
      <p>${withApi}</p>
      <figure class="command"><pre tabindex="0"><code>${API_EXAMPLE}</code></pre></figure>
    </details>`;

/** The token stands in the address of the page only. */
const API_EXAMPLE = `POST /graphql
Authorization: Bearer …

mutation {
  acceptInvitation(input: { token: "…" }) {
    apiary {
      id
      name
    }
  }
}`;
