// What the tests of recovery share: the service, accounts, and the links of their mails.
import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Answer, type Client, startTestApp, type TestApp } from '../../support/client.js';
import { resetMail, resetMails, tokenIn } from '../../support/mail.js';
import { expectRefused } from '../../support/refusals.js';
import { PASSWORD } from '../../support/world.js';

export const NEW_PASSWORD = 'Colmena-2027';

export let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    PASSWORD_RESET_URL: 'https://bees.example/reset-password/{token}?from=mail',
    EMAIL_VERIFICATION_URL: 'https://bees.example/verify-email/{token}',
  });
});
afterAll(() => app.close());

let addresses = 0;
export const newAddress = (): string => `reader-${++addresses}@example.org`;
export const register = async (fields: object = {}, headers: Record<string, string> = {}): Promise<string> => {
  const email = newAddress();
  const body = { username: 'bee', email, password: PASSWORD, ...fields };
  expect((await app.anyone.rest('POST', '/auth/register', body, headers)).status).toBe(201);
  return email;
};
export const logIn = (email: string, password: string, { anyone } = app): Promise<Answer<{ access_token: string }>> =>
  anyone.rest('POST', '/auth/login', { email, password });
export const me = async (who: Client): Promise<number> => (await who.rest('GET', '/auth/me')).status;

export const forgot = (email: string): Promise<Answer<{ message: string }>> =>
  app.anyone.rest('POST', '/auth/forgot-password', { email });
export const reset = (token: string, password = NEW_PASSWORD): Promise<Answer<{ message: string }>> =>
  app.anyone.rest('POST', '/auth/reset-password', { token, new_password: password });
export const VERIFY = 'mutation ($token: String!) { verifyEmail(input: { token: $token }) { user { id isVerified } } }';
export const CHANGE = `mutation ($current: String!, $password: String!) {
  changePassword(input: { currentPassword: $current, newPassword: $password }) { success }
}`;

/** Requests a password reset. Returns the token of the mail. */
export async function resetToken(email: string): Promise<string> {
  const before = resetMails(app, email).length;
  expect((await forgot(email)).status).toBe(200);
  return tokenIn(await resetMail(app, email, before + 1));
}

export function expectBadToken(answer: Answer<unknown>): void {
  expectRefused(answer, { status: 400, code: 'TOKEN_INVALID' });
}
