// What the tests of HTTP share: the service, an account, and requests as bytes.
import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

/** Sends a request that no normal client sends. */
export const raw = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${app.url}${path}`, { redirect: 'manual', ...init });

/** Posts an unmodified body to the GraphQL API. */
export async function post(body: string, headers: Record<string, string> = {}) {
  const response = await raw('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${ana.token}`,
      'accept-language': 'en',
      ...headers,
    },
    body,
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/(json|graphql-response\+json)/);
  const { errors, data } = (await response.json()) as Awaited<ReturnType<Client['graphql']>>;
  return { status: response.status, errors, data, headers: response.headers };
}
