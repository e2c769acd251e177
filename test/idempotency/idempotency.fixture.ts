// What the tests of idempotency share: the service, and an account with an apiary.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { type Answer, type Client, startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
});
afterAll(() => app.close());

export const keyed = (key: string = randomUUID()): Record<string, string> => ({ 'idempotency-key': key });
export const countOf = async (table: string): Promise<number> =>
  ((await app.database.sql(`select count(*)::int as n from ${table}`)) as [{ n: number }])[0].n;
export const wasReplayed = ({ headers }: Pick<Answer<unknown>, 'headers'>): boolean =>
  headers.get('idempotency-replayed') === 'true';

export async function graphql(who: Client, query: string, key: string, variables?: object) {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': 'en',
      authorization: `Bearer ${who.token}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ query, variables }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any JSON
  return { status: response.status, headers: response.headers, ...((await response.json()) as any) };
}
