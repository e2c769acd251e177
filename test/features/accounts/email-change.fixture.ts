// What the tests of changed addresses share: the service, and the links of its mails.
import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { allSent, mailsTo, type ReceivedMail, tokenIn } from '../../support/mail.js';
import { type Beekeeper, PASSWORD } from '../../support/world.js';

export let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

export const NEW_PASSWORD = 'Colmena-2027';
export const REQUEST =
  'mutation ($e: String!, $p: String!) { requestEmailChange(input: { newEmail: $e, password: $p }) { success } }';
export const CONFIRM = 'mutation ($t: String!) { confirmEmailChange(input: { token: $t }) { success } }';
export const UNDO =
  'mutation ($t: String!, $p: String!) { undoEmailChange(input: { token: $t, newPassword: $p }) { success } }';

let addresses = 0;
export const newAddress = (): string => `new-place-${++addresses}@example.org`;

export const request = (who: Client, email: string, password = PASSWORD) =>
  who.graphql(REQUEST, { e: email, p: password });
export const confirm = (token: string) => app.anyone.graphql(CONFIRM, { t: token });
export const undo = (token: string, password = NEW_PASSWORD) => app.anyone.graphql(UNDO, { t: token, p: password });
export const succeeds = { status: 200, data: expect.anything() };

async function newest(address: string, path: string): Promise<ReceivedMail | undefined> {
  await allSent(app);
  return mailsTo(app, address)
    .filter(({ text }) => text.includes(`/${path}/`))
    .at(-1);
}
export const confirmMail = (address: string) => newest(address, 'confirm-email');
export const undoMail = (address: string) => newest(address, 'undo-email-change');
export const subjectsTo = async (address: string): Promise<string[]> => {
  await allSent(app);
  return mailsTo(app, address).map(({ subject }) => subject);
};

/** @returns the token that confirms the change */
export async function requested(who: Client, email: string, password = PASSWORD): Promise<string> {
  await who.ask(REQUEST, { e: email, p: password });
  return tokenIn((await confirmMail(email))!);
}
/** @returns the token that undoes the change from this address */
export async function changed(who: Client, from: string, to: string, password = PASSWORD): Promise<string> {
  await app.anyone.ask(CONFIRM, { t: await requested(who, to, password) });
  return tokenIn((await undoMail(from))!);
}
export const logIn = async (email: string, password = PASSWORD): Promise<number> =>
  (await app.anyone.rest('POST', '/auth/login', { email, password })).status;
export const emailOf = async ({ id }: Beekeeper): Promise<string> =>
  (await app.database.sql<{ email: string }>('select email from users where id = $1', [id]))[0]!.email;
export const reasonOf = ({ errors }: Awaited<ReturnType<typeof request>>): string | undefined =>
  errors?.[0]?.extensions.reason ?? errors?.[0]?.extensions.code;
