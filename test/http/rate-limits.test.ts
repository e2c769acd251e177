// How many requests an address may send, a request may contain, and a mail address may get.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { TestApp } from '../support/client.js';
import { allSent, resetMails } from '../support/mail.js';
import { expectRefused } from '../support/refusals.js';
import { PASSWORD } from '../support/world.js';
import { limited, newAccount, overGraphql, start, startLimited, unlimited, WRONG } from './rate-limits.fixture.js';

describe('limits by IP address', () => {
  const logInAs = async ({ anyone }: TestApp, i: number): Promise<number> =>
    (
      await anyone.rest(
        'POST',
        '/auth/login',
        { email: `nobody-${i}@example.org`, password: WRONG },
        { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` },
      )
    ).status;
  const statuses = async (app: TestApp): Promise<number[]> => {
    const all: number[] = [];
    for (let i = 1; i <= 6; i++) all.push(await logInAs(app, i));
    return all;
  };

  it('count over all accounts and ignore forged forwarding headers', async () => {
    expect(await statuses(await start({ RATE_LIMIT_LOGINS: '4/15m' }))).toEqual([401, 401, 401, 401, 429, 429]);
  });

  it('use the address that a trusted proxy reports', async () => {
    expect(await statuses(await start({ RATE_LIMIT_LOGINS: '4/15m', TRUST_PROXY: '1' }))).toEqual(Array(6).fill(401));
  });

  it('ignore addresses that the client puts before that of a trusted proxy', async () => {
    const app = await start({ RATE_LIMIT_LOGINS: '4/15m', TRUST_PROXY: '1' });
    const all: number[] = [];
    for (let i = 1; i <= 5; i++) {
      const { status } = await app.anyone.rest(
        'POST',
        '/auth/login',
        { email: `nobody-${i}@example.org`, password: WRONG },
        { 'x-forwarded-for': `203.0.113.${i}, 198.51.100.7` },
      );
      all.push(status);
    }
    expect(all).toEqual([401, 401, 401, 401, 429]);
  });

  it('limit registrations and refreshes, over both APIs together', async () => {
    const app = await start({
      RATE_LIMIT_REGISTRATIONS: '2/1h',
      RATE_LIMIT_REFRESHES: '2/15m',
    });
    const REGISTER = `mutation ($email: String!) {
      register(input: { username: "x", email: $email, password: "${PASSWORD}" }) { expiresIn }
    }`;
    const email = (): string => `${randomBytes(6).toString('hex')}@example.org`;
    const register = async (): Promise<number> =>
      (await app.anyone.rest('POST', '/auth/register', { username: 'x', email: email(), password: PASSWORD })).status;
    const refresh = () => app.anyone.rest('POST', '/auth/refresh', { refresh_token: 'x' });
    expect(await register()).toBe(201);
    expect((await app.anyone.graphql(REGISTER, { email: email() })).status).toBe(200);
    expect(await register()).toBe(429);
    expect((await app.anyone.graphql(REGISTER, { email: email() })).status).toBe(429);
    expect([(await refresh()).status, (await refresh()).status]).toEqual([401, 401]);
    const third = await refresh();
    expectRefused(third, { status: 429, code: 'RATE_LIMITED' });
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('limit requests of any kind, with Retry-After over both APIs, but not health checks', async () => {
    const app = await start({ RATE_LIMIT_REQUESTS: '3/1m' });
    for (let i = 0; i < 3; i++) expect((await app.anyone.rest('GET', '/auth/me')).status).toBe(401);
    const rest = await app.anyone.rest('GET', '/auth/me');
    expectRefused(rest, { status: 429, code: 'RATE_LIMITED' });
    expect(Number(rest.headers.get('retry-after'))).toBeGreaterThan(0);
    const graphql = await overGraphql(app.anyone, 'nobody@example.org', WRONG);
    expect(graphql).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(graphql.retryAfter).toBeGreaterThan(0);
    for (const probe of ['/livez', '/readyz']) expect((await fetch(app.url + probe)).status).toBe(200);
  });
});

describe('mails to one e-mail address', () => {
  /** Requests thirty password resets, alternating between the APIs. Returns the sorted statuses. */
  async function requestThirtyTimes({ anyone }: TestApp, email: string): Promise<number[]> {
    const FORGOT = 'mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { success } }';
    const requests = Array.from({ length: 30 }, (_, i) =>
      i % 2
        ? anyone.graphql(FORGOT, { email })
        : anyone.rest('POST', '/auth/forgot-password', { email: i % 4 ? email : email.toUpperCase() }),
    );
    return (await Promise.all(requests)).map(({ status }) => status).sort();
  }

  it('at most five of thirty are sent; an unknown address gets the same responses', async () => {
    await startLimited();
    const { email } = await newAccount();
    const known = await requestThirtyTimes(limited, email);
    await allSent(limited);
    // Either service on this database may have sent a mail.
    const sent = resetMails(limited, email).length + resetMails(unlimited, email).length;
    expect(sent).toBeGreaterThanOrEqual(1);
    expect(sent).toBeLessThanOrEqual(5);
    expect(known).toContain(429);
    expect(await requestThirtyTimes(await start(), 'nobody@example.org')).toEqual(known);
  });

  it('verification and reset mails count together', async () => {
    await startLimited();
    const { email } = await newAccount();
    const RESEND = 'mutation ($email: String!) { resendVerification(input: { email: $email }) { success } }';
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const { status } = await (i % 2
        ? limited.anyone.graphql(RESEND, { email })
        : limited.anyone.rest('POST', '/auth/forgot-password', { email }));
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('one request', () => {
  const logIn = (alias: string): string =>
    `${alias}: logIn(input: { email: "a@example.org", password: "${WRONG}" }) { expiresIn }`;
  const forgot = 'requestPasswordReset(input: { email: "a@example.org" }) { success }';
  const reset = 'resetPassword(input: { token: "x", newPassword: "Colmena-2027" }) { success }';

  it.each([
    ['two log-ins', `mutation { ${logIn('a')} ${logIn('b')} }`],
    ['a log-in and a reset', `mutation { ${logIn('a')} ${reset} }`],
    ['a reset and a reset request', `mutation { ${forgot} ${reset} }`],
    [
      'two tokens to refresh',
      'mutation { a: refreshSession(input: { refreshToken: "x" }) { expiresIn } b: refreshSession(input: { refreshToken: "y" }) { expiresIn } }',
    ],
    [
      'two addresses to verify',
      'mutation { a: verifyEmail(input: { token: "x" }) { user { id } } b: verifyEmail(input: { token: "y" }) { user { id } } }',
    ],
    [
      'a log-in in a fragment beside one',
      `mutation { ${logIn('a')} ...more } fragment more on Mutation { ${logIn('b')} }`,
    ],
    ['two log-ins in fragments', `mutation { ... { ${logIn('a')} } ... on Mutation { ${logIn('b')} } }`],
    [
      'a password changed twice',
      'mutation { a: changePassword(input: { currentPassword: "x", newPassword: "y" }) { success } b: changePassword(input: { currentPassword: "z", newPassword: "y" }) { success } }',
    ],
    [
      'an account deletion with two passwords',
      'mutation { a: deleteMyAccount(input: { password: "x" }) { success } b: deleteMyAccount(input: { password: "y" }) { success } }',
    ],
  ])('with %s is refused as a whole', async (_what, query) => {
    const { status, data, errors } = await unlimited.anyone.graphql(query);
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors!.length).toBeGreaterThan(0);
  });

  it('with one credential is accepted', async () => {
    expect((await unlimited.anyone.graphql(`mutation { ${logIn('a')} __typename }`)).status).toBe(401);
    expect(await unlimited.anyone.graphql(`mutation { ${forgot} }`)).toMatchObject({ status: 200 });
  });

  it('operations cannot be batched', async () => {
    const query = `mutation { ${logIn('a')} }`;
    const response = await fetch(`${unlimited.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ query }, { query }]),
    });
    expect(response.status).toBe(400);
  });
});
