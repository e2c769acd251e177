// Rate limits of passwords and mails, and credentials in one request. Accounts are registered through a service without limits on the
// same database, so that registrations do not count.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { allSent, resetMails, tokenIn } from '../support/mail.js';
import { expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

const WRONG = 'Zangano-2026';

let unlimited: TestApp;
let limited: TestApp;
const running: TestApp[] = [];
beforeAll(async () => {
  unlimited = await startTestApp();
});
afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
});
afterAll(() => unlimited.close());

/** Starts a service with rate limits. */
async function start(settings: Record<string, string> = {}): Promise<TestApp> {
  const app = await startTestApp({ RATE_LIMITS: 'on', ...settings }, unlimited.database);
  running.push(app);
  return app;
}
const newAccount = (): Promise<Beekeeper> => beekeeper(unlimited);
const at = ({ url }: TestApp, { token }: Client): Client => new Client(url, token);

interface AttemptResult {
  status: number;
  code: string | undefined;
  retryAfter: number;
}
type Attempt = (who: Client, email: string, password: string) => Promise<AttemptResult>;
const LOG_IN = `mutation ($email: String!, $password: String!) {
  logIn(input: { email: $email, password: $password }) { accessToken }
}`;

const overRest: Attempt = async (who, email, password) => {
  const { status, body, headers } = await who.rest('POST', '/auth/login', { email, password });
  return { status, code: body.error_code, retryAfter: Number(headers.get('retry-after')) };
};
/** Uses fetch, because `Client.graphql` does not return headers. */
const overGraphql: Attempt = async ({ url, token }, email, password) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query: LOG_IN, variables: { email, password } }),
  });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string; reason?: string } }[] };
  const { code, reason } = errors?.[0]?.extensions ?? {};
  return { status: response.status, code: reason ?? code, retryAfter: Number(response.headers.get('retry-after')) };
};
const bothApis = [overRest, overGraphql];

/** Sends wrong passwords, alternating between the APIs, until the response is not 401. */
async function guess(
  who: Client,
  email: string,
  attempts = bothApis,
): Promise<{ tries: AttemptResult[]; stop: AttemptResult }> {
  const tries: AttemptResult[] = [];
  for (let i = 0; i < 100; i++) {
    const answer = await attempts[i % attempts.length]!(who, email, WRONG);
    if (answer.status !== 401) return { tries, stop: answer };
    tries.push(answer);
  }
  throw new Error('100 wrong passwords were not limited');
}

describe('guessing the password of an account', () => {
  it('is limited after at most a dozen attempts, counted over both APIs together', async () => {
    limited = await start();
    const { email } = await newAccount();
    const { tries, stop } = await guess(limited.anyone, email);
    expect(tries.length).toBeGreaterThanOrEqual(3);
    expect(tries.length).toBeLessThanOrEqual(12);
    expect(stop).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    for (const attempt of bothApis) {
      const { status, retryAfter } = await attempt(limited.anyone, email, PASSWORD);
      expect(status).toBe(429);
      expect(retryAfter).toBeGreaterThan(0);
    }
  });

  it('is limited after at most a dozen concurrent attempts', async () => {
    limited = await start();
    const { email } = await newAccount();
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, i) => bothApis[i % bothApis.length]!(limited.anyone, email, WRONG)),
    );
    const verified = all.filter(({ status }) => status === 401);
    expect(verified.length).toBeGreaterThanOrEqual(1);
    expect(verified.length).toBeLessThanOrEqual(12);
  });

  it('has the same responses for an unknown address', async () => {
    limited = await start();
    const [known, unknown] = [
      await guess(limited.anyone, (await newAccount()).email),
      await guess(limited.anyone, 'nobody@example.org'),
    ];
    expect(unknown.tries).toEqual(known.tries);
    expect({ ...unknown.stop, retryAfter: 0 }).toEqual({ ...known.stop, retryAfter: 0 });
  });

  it('counts for that account, in any case, and for no other', async () => {
    limited = await start();
    const [ana, luz] = [await newAccount(), await newAccount()];
    await guess(limited.anyone, ana.email);
    expect((await overRest(limited.anyone, ` ${ana.email.toUpperCase()}`, PASSWORD)).status).toBe(429);
    for (const attempt of bothApis) expect((await attempt(limited.anyone, luz.email, PASSWORD)).status).toBe(200);
  });

  it('does not lock out a session of the account', async () => {
    limited = await start();
    const ana = await newAccount();
    await guess(limited.anyone, ana.email);
    expect((await at(limited, ana).rest('GET', '/auth/me')).status).toBe(200);
    for (const attempt of bothApis) expect((await attempt(at(limited, ana), ana.email, PASSWORD)).status).toBe(200);
  });

  it('locks out a session of another account', async () => {
    limited = await start();
    const [ana, luz] = [await newAccount(), await newAccount()];
    await guess(limited.anyone, ana.email);
    expect((await overRest(at(limited, luz), ana.email, PASSWORD)).status).toBe(429);
  });

  it('is limited with a token of the account too, in every operation that takes the password', async () => {
    limited = await start({ RATE_LIMIT_LOGINS: '1000/15m' });
    const CHANGE = `mutation { changePassword(currentPassword: "${WRONG}", newPassword: "Colmena-2027") }`;
    const DELETE = `mutation { deleteMyAccount(password: "${WRONG}") }`;
    const isLimited = async (attempt: (who: Beekeeper) => Promise<number>): Promise<boolean> => {
      const ana = await newAccount();
      for (let i = 0; i < 13; i++) if ([429, 423].includes(await attempt(ana))) return true;
      return false;
    };
    expect({
      logIn: await isLimited(async (ana) => (await overRest(at(limited, ana), ana.email, WRONG)).status),
      changePassword: await isLimited(async (ana) => (await at(limited, ana).graphql(CHANGE)).status),
      deleteMyAccount: await isLimited(async (ana) => (await at(limited, ana).graphql(DELETE)).status),
    }).toEqual({ logIn: true, changePassword: true, deleteMyAccount: true });
  });

  it('starts again after the correct password', async () => {
    limited = await start({ RATE_LIMIT_GUESSES: '5/15m' });
    const { email } = await newAccount();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) expect((await overRest(limited.anyone, email, WRONG)).status).toBe(401);
      expect((await overRest(limited.anyone, email, PASSWORD)).status).toBe(200);
    }
  });

  it('is not limited if limits are off', async () => {
    const { email } = await newAccount();
    for (let i = 0; i < 15; i++) expect((await overRest(unlimited.anyone, email, WRONG)).status).toBe(401);
  });
});

describe('people who are locked out by others', () => {
  /** A client behind a trusted proxy that reports this IP address. */
  const from = (app: TestApp, address: string) => {
    const post = async (path: string, body: object): Promise<number> =>
      (await app.anyone.rest('POST', path, body, { 'x-forwarded-for': address })).status;
    return {
      logIn: (email: string, password: string) => post('/auth/login', { email, password }),
      reset: (token: string) => post('/auth/reset-password', { token, new_password: 'Colmena-2027' }),
    };
  };

  it('C1: attempts on an address that reads like the key of a session do not lock that session out', async () => {
    limited = await start({ RATE_LIMIT_GUESSES: '5/15m' });
    const ana = await newAccount();
    for (const email of [`known ${ana.email}`, `password of ${ana.id}`, `session,${ana.id}`, `["session","${ana.id}"]`])
      for (let i = 0; i < 6; i++) await overRest(limited.anyone, email, WRONG);
    const CHANGE = `mutation { changePassword(currentPassword: "${PASSWORD}", newPassword: "Colmena-2027") }`;
    expect((await overRest(at(limited, ana), ana.email, PASSWORD)).status).toBe(200);
    expect((await at(limited, ana).graphql(CHANGE)).errors).toBeUndefined();
  });

  it('C2: ten wrong passwords from one network do not lock the account for another', async () => {
    limited = await start({ TRUST_PROXY: '1' });
    const { email } = await newAccount();
    const [attacker, owner] = [from(limited, '203.0.113.1'), from(limited, '198.51.100.7')];
    for (let i = 0; i < 12; i++) await attacker.logIn(email, WRONG);
    expect(await attacker.logIn(email, PASSWORD)).toBe(429);
    expect(await owner.logIn(email, PASSWORD)).toBe(200);
  });

  it('C2: guesses from many networks are limited by account; a reset link opens the account again', async () => {
    limited = await start({ TRUST_PROXY: '1', RATE_LIMIT_GUESSES_BY_ACCOUNT: '20/1h' });
    const { email } = await newAccount();
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++) statuses.push(await from(limited, `203.0.113.${i}`).logIn(email, WRONG));
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(10).fill(429)]);
    const owner = from(limited, '198.51.100.7');
    expect(await owner.logIn(email, PASSWORD)).toBe(429);
    await limited.anyone.rest('POST', '/auth/forgot-password', { email });
    await allSent(limited);
    const mail = [...resetMails(limited, email), ...resetMails(unlimited, email)][0]!;
    expect(await owner.reset(tokenIn(mail))).toBe(200);
    expect(await owner.logIn(email, 'Colmena-2027')).toBe(200);
  });

  it('C3: IPv6 addresses count by their /64, IPv4 addresses written as IPv6 as themselves', async () => {
    limited = await start({ TRUST_PROXY: '1', RATE_LIMIT_LOGINS: '2/15m' });
    const attempt = (address: string) => from(limited, address).logIn('nobody@example.org', WRONG);
    expect([await attempt('2001:db8:1:2::1'), await attempt('2001:db8:1:2:ffff::2')]).toEqual([401, 401]);
    expect(await attempt('2001:0db8:0001:0002:9:9:9:9')).toBe(429);
    expect(await attempt('2001:db8:1:3::1')).toBe(401);
    expect([await attempt('::ffff:203.0.113.1'), await attempt('203.0.113.1')]).toEqual([401, 401]);
    expect(await attempt('::ffff:203.0.113.1')).toBe(429);
    expect(await attempt('::ffff:203.0.113.2')).toBe(401);
  });
});

describe('several processes on one database', () => {
  it('C4: an address of any length is counted, and answered like any other', async () => {
    const app = await start(SHARED);
    const email = `${randomBytes(6000).toString('hex')}@example.org`;
    const FORGOT = 'mutation ($email: String!) { requestPasswordReset(email: $email) }';
    expect((await app.anyone.rest('POST', '/auth/forgot-password', { email })).status).toBe(200);
    expect((await app.anyone.graphql(FORGOT, { email })).errors).toBeUndefined();
    expect((await overRest(app.anyone, email, WRONG)).status).toBe(400);
    for (let i = 0; i < 3; i++) await app.anyone.rest('POST', '/auth/forgot-password', { email });
    expect((await app.anyone.rest('POST', '/auth/forgot-password', { email })).status).toBe(429);
    const [longest] = await unlimited.database.sql<{ n: number }>('select max(length(key)) as n from rate_limits');
    expect(longest!.n).toBeLessThan(100);
  });

  // The setting makes the service share its counts; it still uses the database of the tests.
  const SHARED = { DATABASE_URL: 'postgresql://localhost/shared', RATE_LIMIT_GUESSES: '6/15m' };

  it('count together', async () => {
    const [one, other] = [await start(SHARED), await start(SHARED)];
    const { email } = await newAccount();
    for (let i = 0; i < 6; i++) {
      expect((await overRest((i % 2 ? one : other).anyone, email, WRONG)).status).toBe(401);
    }
    for (const { anyone } of [one, other]) expect((await overRest(anyone, email, PASSWORD)).status).toBe(429);
  });

  it('lock an account for longer the second time, with ACCOUNT_LOCKED', async () => {
    const app = await start(SHARED);
    const ana = await newAccount();
    const first = (await guess(app.anyone, ana.email)).stop;
    expect(first).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    // Ends the first lock.
    await unlimited.database.sql(`delete from rate_limits where key like 'guesses:%'`);
    const second = (await guess(app.anyone, ana.email, [overRest])).stop;
    expect(second).toMatchObject({ status: 423, code: 'ACCOUNT_LOCKED' });
    expect(second.retryAfter).toBeGreaterThan(first.retryAfter);
    expectRefused(await app.anyone.rest('POST', '/auth/login', { email: ana.email, password: PASSWORD }), {
      status: 423,
      code: 'ACCOUNT_LOCKED',
    });
    expect(await overGraphql(app.anyone, ana.email, PASSWORD)).toMatchObject({ status: 423 });
    expect((await overRest(at(app, ana), ana.email, PASSWORD)).status).toBe(200);
    expect((await overRest(app.anyone, ana.email, PASSWORD)).status).toBe(200);
  });
});

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
    const FORGOT = 'mutation ($email: String!) { requestPasswordReset(email: $email) }';
    const requests = Array.from({ length: 30 }, (_, i) =>
      i % 2
        ? anyone.graphql(FORGOT, { email })
        : anyone.rest('POST', '/auth/forgot-password', { email: i % 4 ? email : email.toUpperCase() }),
    );
    return (await Promise.all(requests)).map(({ status }) => status).sort();
  }

  it('at most five of thirty are sent; an unknown address gets the same responses', async () => {
    limited = await start();
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
    limited = await start();
    const { email } = await newAccount();
    const RESEND = 'mutation ($email: String!) { resendVerification(email: $email) }';
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
  const forgot = 'requestPasswordReset(email: "a@example.org")';
  const reset = 'resetPassword(token: "x", newPassword: "Colmena-2027")';

  it.each([
    ['two log-ins', `mutation { ${logIn('a')} ${logIn('b')} }`],
    ['a log-in and a reset', `mutation { ${logIn('a')} ${reset} }`],
    ['a reset and a reset request', `mutation { ${forgot} ${reset} }`],
    [
      'two tokens to refresh',
      'mutation { a: refreshSession(refreshToken: "x") { expiresIn } b: refreshSession(refreshToken: "y") { expiresIn } }',
    ],
    ['two addresses to verify', 'mutation { a: verifyEmail(token: "x") { id } b: verifyEmail(token: "y") { id } }'],
    [
      'a log-in in a fragment beside one',
      `mutation { ${logIn('a')} ...more } fragment more on Mutation { ${logIn('b')} }`,
    ],
    ['two log-ins in fragments', `mutation { ... { ${logIn('a')} } ... on Mutation { ${logIn('b')} } }`],
    [
      'a password changed twice',
      'mutation { a: changePassword(currentPassword: "x", newPassword: "y") b: changePassword(currentPassword: "z", newPassword: "y") }',
    ],
    [
      'an account deletion with two passwords',
      'mutation { a: deleteMyAccount(password: "x") b: deleteMyAccount(password: "y") }',
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
