// What the tests of corpora share: the service, and an account.
import { afterAll, beforeAll, expect } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import type { RawAnswer, RawConversation } from '../support/raw-http.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  // More than one, so that a list has a next page.
  for (const name of ['One', 'Two']) await ana.apiary({ name });
});
afterAll(() => app.close());
export const header = (name: string, value: string): string => `${name}: ${value}\r\n`;
export const head = (line: string, ...headers: string[]): string =>
  `${line} HTTP/1.1\r\nHost: bees\r\nConnection: close\r\n${headers.join('')}\r\n`;
export const authorized = (): string => header('Authorization', `Bearer ${ana.token}`);
export const preflighted = header('Apollo-Require-Preflight', 'true');
export const withBody = (line: string, body: string, ...headers: string[]): string =>
  head(line, header('Content-Type', 'application/json'), header('Content-Length', String(body.length)), ...headers) +
  body;

/** Asserts that there is no server error and no timeout, and that errors are JSON. */
export function expectSound({ answers, end, ms }: RawConversation, request: object): RawAnswer | undefined {
  const statuses = answers.map(({ status }) => status);
  expect({ ...request, serverErrors: statuses.filter((status) => !(status < 500)), end }).toEqual({
    ...request,
    serverErrors: [],
    end: 'closed',
  });
  expect(ms).toBeLessThan(2000);
  for (const { body } of answers)
    if (body.length > 0) expect({ ...request, json: isObject(body) }).toEqual({ ...request, json: true });
  return answers[0];
}
/** Returns the status of the response if it is allowed, otherwise the first allowed status, for a readable assertion. */
export const expectedStatus = (response: RawAnswer | undefined, allowed: number[]): number =>
  allowed.find((status) => status === response?.status) ?? allowed[0]!;

function isObject(body: Buffer): boolean {
  try {
    return typeof JSON.parse(body.toString()) === 'object';
  } catch {
    return false;
  }
}
