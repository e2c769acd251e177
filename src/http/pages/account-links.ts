// The pages to which the links in mails lead. The token stays in the address: assets/account.js reads it there and sends it to the
// mutation when the form is submitted, so that programs that only fetch the links of a mail do not use them up.
import { Router } from 'express';
import { ACCOUNT_TEXTS } from './account-texts.js';
import { type Html, html } from './html.js';
import { createPageHeaders, readVisitor, renderPage, SITE_NAME, type Visitor } from './layout.js';

const MUTATIONS = {
  reset:
    'mutation ResetPassword($token: String!, $password: String!) { resetPassword(token: $token, newPassword: $password) }',
  verify: 'mutation VerifyEmail($token: String!) { verifyEmail(token: $token) { id } }',
  requestReset: 'mutation RequestPasswordReset($email: String!) { requestPasswordReset(email: $email) }',
  logIn:
    'mutation LogIn($email: String!, $password: String!) { logIn(input: { email: $email, password: $password }) { accessToken } }',
  accept: 'mutation AcceptInvitation($token: String!) { acceptInvitation(token: $token) { name } }',
  requestVerification: 'mutation ResendVerification($email: String!) { resendVerification(email: $email) }',
};

interface FormTexts {
  title: string;
  submit: string;
  done: string;
  doneText: string;
  messages: Record<string, string>;
}

interface FormOptions {
  hidden?: boolean;
  /** The mutation needs a session: this one opens it with the fields of the form. */
  logIn?: string;
  /** Whether the name in the response of the mutation is shown. */
  showsName?: boolean;
}

/** A form that sends a mutation, what replaces it when it has succeeded, and a message for each error. */
function renderForm(
  id: string,
  mutation: string,
  texts: FormTexts,
  intro: string,
  fields: Html,
  { hidden = false, logIn, showsName = false }: FormOptions = {},
): Html {
  return html`<section id="${id}"${hidden && html` hidden`}>
      <h1>${texts.title}</h1>
      <p>${intro}</p>
      <form data-mutation="${mutation}"${logIn !== undefined && html` data-log-in="${logIn}"`}>
        ${fields}
        ${Object.entries(texts.messages).map(
          ([code, text]) => html`<p class="error" role="alert" data-code="${code}" hidden>${text}</p>`,
        )}
        <button type="submit">${texts.submit}</button>
      </form>
    </section>
    <section class="done" id="${id}-done" role="status" hidden>
      <h1>${texts.done}</h1>
      ${showsName && html`<p><strong data-name></strong></p>`}
      <p>${texts.doneText}</p>
    </section>`;
}

const emailField = (label: string): Html =>
  html`<label>${label}<input type="email" name="email" autocomplete="email" required maxlength="254"></label>`;

function renderResetPage(visitor: Visitor): string {
  const { reset, expired, email, noScript } = ACCOUNT_TEXTS[visitor.language];
  const fields = html`<label>${reset.password}
          <input type="password" name="password" autocomplete="new-password" required minlength="8" maxlength="128" aria-describedby="rule"></label>
        <p class="hint" id="rule">${reset.rule}</p>
        <label class="check"><input type="checkbox" data-shows="password">${reset.show}</label>`;
  return renderAccountPage(
    visitor,
    reset.title,
    html`${renderForm('use', MUTATIONS.reset, reset, reset.intro, fields)}
    ${renderForm('request', MUTATIONS.requestReset, expired, expired.reset, emailField(email), { hidden: true })}
    <noscript>${noScript}</noscript>`,
  );
}

function renderVerifyPage(visitor: Visitor): string {
  const { verify, expired, email, noScript } = ACCOUNT_TEXTS[visitor.language];
  return renderAccountPage(
    visitor,
    verify.title,
    html`${renderForm('use', MUTATIONS.verify, verify, verify.intro, html``)}
    ${renderForm('request', MUTATIONS.requestVerification, expired, expired.verify, emailField(email), { hidden: true })}
    <noscript>${noScript}</noscript>`,
  );
}

function renderInvitationPage(visitor: Visitor): string {
  const { invitation, email, noScript } = ACCOUNT_TEXTS[visitor.language];
  const fields = html`${emailField(email)}
        <label>${invitation.password}
          <input type="password" name="password" autocomplete="current-password" required maxlength="1000"></label>`;
  const options = { logIn: MUTATIONS.logIn, showsName: true };
  return renderAccountPage(
    visitor,
    invitation.title,
    html`${renderForm('use', MUTATIONS.accept, invitation, invitation.intro, fields, options)}
    <section id="request" role="status" hidden>
      <h1>${invitation.expired}</h1>
      <p>${invitation.expiredText}</p>
    </section>
    <details>
      <summary>${invitation.forDevelopers}</summary>
      <p>${invitation.withApi}</p>
      <figure class="command"><pre tabindex="0"><code>${API_EXAMPLE}</code></pre></figure>
    </details>
    <noscript>${noScript}</noscript>`,
  );
}

/** The token stands in the address of the page only. */
const API_EXAMPLE = `POST /graphql
Authorization: Bearer …

mutation {
  acceptInvitation(token: "…") {
    id
    name
  }
}`;

const renderAccountPage = (visitor: Visitor, title: string, content: Html): string =>
  renderPage({
    ...visitor,
    title: `${title} · ${SITE_NAME}`,
    scripts: ['account.js'],
    content: html`<main id="content" class="card narrow">${content}</main>`,
  });

/** @param home the address of the start page, if there is one */
export function createAccountLinksRouter(home: string | undefined): Router {
  const router = Router();
  const pages = {
    'reset-password': renderResetPage,
    'verify-email': renderVerifyPage,
    'accept-invitation': renderInvitationPage,
  };
  const headers = createPageHeaders();
  for (const [path, render] of Object.entries(pages))
    router.get(`/${path}/:token`, headers, (request, response) => {
      response.type('html').send(render(readVisitor(request, home)));
    });
  return router;
}
