// What the tests of rate limits share: services with and without limits, and guessing clients.
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

export const WRONG = 'Zangano-2026';

export let unlimited: TestApp;
export let limited: TestApp;
const running: TestApp[] = [];
beforeAll(async () => {
  unlimited = await startTestApp();
});
afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
});
afterAll(() => unlimited.close());

/** Starts a service with rate limits, as `limited`. */
export async function startLimited(settings: Record<string, string> = {}): Promise<void> {
  limited = await start(settings);
}
/** Starts a service with rate limits, which begins to count. */
export async function start(settings: Record<string, string> = {}): Promise<TestApp> {
  await unlimited.database.sql('delete from rate_limits');
  const app = await startTestApp({ RATE_LIMITS: 'on', ...settings }, unlimited.database);
  running.push(app);
  return app;
}
export const newAccount = (): Promise<Beekeeper> => beekeeper(unlimited);

export interface AttemptResult {
  status: number;
  code: string | undefined;
  retryAfter: number;
}
export type Attempt = (who: Client, email: string, password: string) => Promise<AttemptResult>;
const LOG_IN = `mutation ($email: String!, $password: String!) {
  logIn(input: { email: $email, password: $password }) { accessToken }
}`;
/** Uses fetch, because `Client.graphql` does not return headers. */
export const overGraphql: Attempt = async ({ url, token }, email, password) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query: LOG_IN, variables: { email, password } }),
  });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string; reason?: string } }[] };
  const { code, reason } = errors?.[0]?.extensions ?? {};
  return { status: response.status, code: reason ?? code, retryAfter: Number(response.headers.get('retry-after')) };
};
