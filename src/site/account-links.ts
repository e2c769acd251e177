// The pages to which the links in mails lead. The token stays in the address: assets/account.js reads it there and sends it to the
// mutation when the form is submitted, so that programs that only fetch the links of a mail do not use them up.
import { Router } from 'express';
import { type Html, html } from '../shared/html.js';
import { emailField, newPasswordField, renderAccountPage, renderDone, renderForm } from './account-form.js';
import { ACCOUNT_TEXTS } from './account-texts.js';
import { EMAIL_CHANGE_TEXTS } from './email-change-texts.js';
import { renderInvitationPage } from './invitation.js';
import { createPageHeaders, readVisitor, type Visitor } from './layout.js';

const MUTATIONS = {
  reset:
    'mutation ResetPassword($token: String!, $password: String!) { resetPassword(input: { token: $token, newPassword: $password }) { success } }',
  verify: 'mutation VerifyEmail($token: String!) { verifyEmail(input: { token: $token }) { user { id } } }',
  requestReset:
    'mutation RequestPasswordReset($email: String!) { requestPasswordReset(input: { email: $email }) { success } }',
  requestVerification:
    'mutation ResendVerification($email: String!) { resendVerification(input: { email: $email }) { success } }',
  confirmEmail:
    'mutation ConfirmEmailChange($token: String!) { confirmEmailChange(input: { token: $token }) { success } }',
  undoEmail:
    'mutation UndoEmailChange($token: String!, $password: String!) { undoEmailChange(input: { token: $token, newPassword: $password }) { success } }',
};

/** A form for the token of the link, and one that requests another link. */
function renderLinkPage(visitor: Visitor, kind: 'reset' | 'verify', fields: Html): string {
  const { [kind]: texts, expired, email, noScript } = ACCOUNT_TEXTS[visitor.language];
  const request = MUTATIONS[kind === 'reset' ? 'requestReset' : 'requestVerification'];
  const options = { intro: expired[kind], hidden: true };
  return renderAccountPage(
    visitor,
    texts.title,
    html`${renderForm('use', MUTATIONS[kind], texts, fields, { intro: texts.intro })}
    ${renderDone('use', texts.done, html`<p>${texts.doneText}</p>`)}
    ${renderForm('request', request, expired, emailField(email), options)}
    ${renderDone('request', expired.done, html`<p>${expired.doneText}</p>`)}
    <noscript>${noScript}</noscript>`,
  );
}

/** A form for the token of the link. Only somebody who has logged in can request another one. */
function renderEmailPage(visitor: Visitor, kind: 'confirmEmail' | 'undoEmail', fields: Html): string {
  const { [kind]: texts, noScript } = EMAIL_CHANGE_TEXTS[visitor.language];
  return renderAccountPage(
    visitor,
    texts.title,
    html`${renderForm('use', MUTATIONS[kind], texts, fields, { intro: texts.intro })}
    ${renderDone('use', texts.done, html`<p>${texts.doneText}</p>`)}
    <section id="request" role="status" hidden>
      <h1>${texts.expired}</h1>
      <p>${texts.expiredText}</p>
    </section>
    <noscript>${noScript}</noscript>`,
  );
}

/**
 * @param home the address of the start page, if there is one
 * @param hasTools whether the service has pages for developers
 */
export function createAccountLinksRouter(home: string | undefined, hasTools: boolean): Router {
  const router = Router();
  const pages: Record<string, (visitor: Visitor) => string> = {
    'reset-password': (visitor) =>
      renderLinkPage(visitor, 'reset', newPasswordField(ACCOUNT_TEXTS[visitor.language].reset)),
    'verify-email': (visitor) => renderLinkPage(visitor, 'verify', html``),
    'confirm-email': (visitor) => renderEmailPage(visitor, 'confirmEmail', html``),
    'undo-email-change': (visitor) =>
      renderEmailPage(visitor, 'undoEmail', newPasswordField(ACCOUNT_TEXTS[visitor.language].reset)),
    'accept-invitation': (visitor) => renderInvitationPage(visitor, hasTools),
  };
  const headers = createPageHeaders();
  for (const [path, render] of Object.entries(pages))
    router.get(`/${path}/:token`, headers, (request, response) => {
      response.type('html').send(render(readVisitor(request, home)));
    });
  return router;
}
