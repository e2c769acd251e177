// What the tests of accounts share: the service, and registration and log-in over both APIs.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { type Answer, Client, startTestApp, type TestApp } from '../../support/client.js';
import { PASSWORD } from '../../support/world.js';

export const SECRET = 'the secret of this test, of more than 32 bytes';
export const WEEK_S = 7 * 24 * 3600;

export let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ JWT_SECRET: SECRET });
});
afterAll(() => app.close());

let addresses = 0;
export const newAddress = (): string => `bee-${++addresses}@example.org`;

/** Registers an account; `fields` override the defaults. */
export const register = (fields: Record<string, unknown> = {}): Promise<Answer<Session & { message?: string }>> =>
  app.anyone.rest('POST', '/auth/register', { username: 'bee', email: newAddress(), password: PASSWORD, ...fields });
export const logIn = (email: unknown, password: unknown = PASSWORD): Promise<Answer<Session & { message?: string }>> =>
  app.anyone.rest('POST', '/auth/login', { email, password });
export const as = (token: string, { url } = app): Client => new Client(url, token);
export const me = (who: Client): Promise<Answer<User>> => who.rest('GET', '/auth/me');

interface User {
  id: string;
  email: string;
  username: string;
  is_verified: boolean;
  is_active: boolean;
}
interface Session extends Omit<User, 'id'> {
  access_token: string;
  user_id: string;
}
export const LOG_IN = `mutation ($email: String!, $password: String!, $longLived: Boolean) {
  logIn(input: { email: $email, password: $password, longLived: $longLived }) {
    accessToken tokenType expiresIn expiresAt user { id email username isVerified isActive }
  }
}`;

/** Polls until the response has this status. @throws Error after 10 seconds */
export async function waitForStatus(status: number, send: () => Promise<{ status: number }>): Promise<void> {
  for (let tries = 200; tries > 0; tries--) {
    if ((await send()).status === status) return;
    await wait(50);
  }
  throw new Error(`timeout: status ${status}`);
}

/** A session over REST: flat for the mobile app, and under `user` for other clients. */
export function sessionOf({ id, ...flat }: User): object {
  const jwt = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  return {
    access_token: jwt,
    token: jwt,
    token_type: 'Bearer',
    expires_in: WEEK_S,
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    user_id: id,
    ...flat,
    user: expect.objectContaining({ id, ...flat }),
  };
}

export type Part = Record<string, unknown>;
export const claimsOf = (token: string): Part => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
