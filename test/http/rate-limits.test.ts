// How often somebody may try: passwords, mails, and how much in one request. Accounts are made through a service without limits on the
// same database, so that making them counts for nothing.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { allSent, resetLetters } from '../support/mail.js';
import { expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

const WRONG = 'Zangano-2026';

let free: TestApp;
let limited: TestApp;
const running: TestApp[] = [];
beforeAll(async () => {
  free = await startTestApp();
});
afterEach(async () => {
  for (const app of running.splice(0)) await app.close();
});
afterAll(() => free.close());

/** A service with limits, which has counted nothing yet. */
async function start(settings: Record<string, string> = {}): Promise<TestApp> {
  const app = await startTestApp({ RATE_LIMITS: 'on', ...settings }, free.database);
  running.push(app);
  return app;
}
const somebody = (): Promise<Beekeeper> => beekeeper(free);
const at = ({ url }: TestApp, { token }: Client): Client => new Client(url, token);

interface Try {
  status: number;
  code: string | undefined;
  retryAfter: number;
}
type Attempt = (who: Client, email: string, password: string) => Promise<Try>;
const LOG_IN = `mutation ($email: String!, $password: String!) {
  logIn(input: { email: $email, password: $password }) { accessToken }
}`;

const overRest: Attempt = async (who, email, password) => {
  const { status, body, headers } = await who.rest('POST', '/auth/login', { email, password });
  return { status, code: body.error_code, retryAfter: Number(headers.get('retry-after')) };
};
/** Unlike the client of the other tests it reads the headers. */
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
const doors = [overRest, overGraphql];

/** Tries wrong passwords, on the doors in turn, until it is told to stop. */
async function guess(who: Client, email: string, attempts = doors): Promise<{ tries: Try[]; stop: Try }> {
  const tries: Try[] = [];
  for (let i = 0; i < 100; i++) {
    const answer = await attempts[i % attempts.length]!(who, email, WRONG);
    if (answer.status !== 401) return { tries, stop: answer };
    tries.push(answer);
  }
  throw new Error('nobody was stopped');
}

describe('guessing the password of an account', () => {
  it('is stopped after a dozen at most, which both doors count together, and both then refuse', async () => {
    limited = await start();
    const { email } = await somebody();
    const { tries, stop } = await guess(limited.anyone, email);
    expect(tries.length).toBeGreaterThanOrEqual(3);
    expect(tries.length).toBeLessThanOrEqual(12);
    expect(stop).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    for (const attempt of doors) {
      const { status, retryAfter } = await attempt(limited.anyone, email, PASSWORD);
      expect(status).toBe(429);
      expect(retryAfter).toBeGreaterThan(0);
    }
  });

  it('is stopped after a dozen at most also when all come at once', async () => {
    limited = await start();
    const { email } = await somebody();
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, i) => doors[i % doors.length]!(limited.anyone, email, WRONG)),
    );
    const looked = all.filter(({ status }) => status === 401);
    expect(looked.length).toBeGreaterThanOrEqual(1);
    expect(looked.length).toBeLessThanOrEqual(12);
  });

  it('is told in the same way of an address that nobody has', async () => {
    limited = await start();
    const [known, unknown] = [
      await guess(limited.anyone, (await somebody()).email),
      await guess(limited.anyone, 'nobody@example.org'),
    ];
    expect(unknown.tries).toEqual(known.tries);
    expect({ ...unknown.stop, retryAfter: 0 }).toEqual({ ...known.stop, retryAfter: 0 });
  });

  it('counts for that account, in whatever case, and for no other', async () => {
    limited = await start();
    const [ana, luz] = [await somebody(), await somebody()];
    await guess(limited.anyone, ana.email);
    expect((await overRest(limited.anyone, ` ${ana.email.toUpperCase()}`, PASSWORD)).status).toBe(429);
    for (const attempt of doors) expect((await attempt(limited.anyone, luz.email, PASSWORD)).status).toBe(200);
  });

  it('does not lock out who is logged in already', async () => {
    limited = await start();
    const ana = await somebody();
    await guess(limited.anyone, ana.email);
    expect((await at(limited, ana).rest('GET', '/auth/me')).status).toBe(200);
    for (const attempt of doors) expect((await attempt(at(limited, ana), ana.email, PASSWORD)).status).toBe(200);
  });

  it('locks out who is logged in on another account', async () => {
    limited = await start();
    const [ana, luz] = [await somebody(), await somebody()];
    await guess(limited.anyone, ana.email);
    expect((await overRest(at(limited, luz), ana.email, PASSWORD)).status).toBe(429);
  });

  it('is stopped also for who has a token of the account, by whatever asks for the password', async () => {
    limited = await start({ RATE_LIMIT_LOGINS: '1000/15m' });
    const CHANGE = `mutation { changePassword(currentPassword: "${WRONG}", newPassword: "Colmena-2027") }`;
    const DELETE = `mutation { deleteMyAccount(password: "${WRONG}") }`;
    const stopped = async (ask: (who: Beekeeper) => Promise<number>): Promise<boolean> => {
      const ana = await somebody();
      for (let i = 0; i < 13; i++) if ([429, 423].includes(await ask(ana))) return true;
      return false;
    };
    expect({
      logIn: await stopped(async (ana) => (await overRest(at(limited, ana), ana.email, WRONG)).status),
      changePassword: await stopped(async (ana) => (await at(limited, ana).graphql(CHANGE)).status),
      deleteMyAccount: await stopped(async (ana) => (await at(limited, ana).graphql(DELETE)).status),
    }).toEqual({ logIn: true, changePassword: true, deleteMyAccount: true });
  });

  it('begins anew after the right one', async () => {
    limited = await start({ RATE_LIMIT_GUESSES: '5/15m' });
    const { email } = await somebody();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) expect((await overRest(limited.anyone, email, WRONG)).status).toBe(401);
      expect((await overRest(limited.anyone, email, PASSWORD)).status).toBe(200);
    }
  });

  it('is not limited where limits are off', async () => {
    const { email } = await somebody();
    for (let i = 0; i < 15; i++) expect((await overRest(free.anyone, email, WRONG)).status).toBe(401);
  });
});

describe('several processes on one database', () => {
  // The address alone is of the setting: the tests' database is what is used.
  const SHARED = { DATABASE_URL: 'postgresql://localhost/shared', RATE_LIMIT_GUESSES: '6/15m' };

  it('count together', async () => {
    const [one, other] = [await start(SHARED), await start(SHARED)];
    const { email } = await somebody();
    for (let i = 0; i < 6; i++) {
      expect((await overRest((i % 2 ? one : other).anyone, email, WRONG)).status).toBe(401);
    }
    for (const { anyone } of [one, other]) expect((await overRest(anyone, email, PASSWORD)).status).toBe(429);
  });

  it('lock an account for longer the second time, and say that it is locked', async () => {
    const app = await start(SHARED);
    const ana = await somebody();
    const first = (await guess(app.anyone, ana.email)).stop;
    expect(first).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    // The first lock-out is over.
    await free.database.sql(`delete from rate_limits where key like 'guesses:%'`);
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

describe('trying from one address', () => {
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

  it('is limited over all accounts, and a forged address changes nothing', async () => {
    expect(await statuses(await start({ RATE_LIMIT_LOGINS: '4/15m' }))).toEqual([401, 401, 401, 401, 429, 429]);
  });

  it('is told apart by what a trusted proxy says', async () => {
    expect(await statuses(await start({ RATE_LIMIT_LOGINS: '4/15m', TRUST_PROXY: '1' }))).toEqual(Array(6).fill(401));
  });

  it('a proxy that is trusted does not make what the client put before it trusted', async () => {
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

  it('is limited for registrations, refreshes and requests of any kind, on both doors together', async () => {
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

  it('is limited for requests of any kind, with Retry-After on both doors, and never for the probes', async () => {
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

describe('mails to one address', () => {
  /** Asks thirty times, for both kinds of mail in turn where both are meant. */
  async function askThirtyTimes({ anyone }: TestApp, email: string): Promise<number[]> {
    const FORGOT = 'mutation ($email: String!) { requestPasswordReset(email: $email) }';
    const asked = Array.from({ length: 30 }, (_, i) =>
      i % 2
        ? anyone.graphql(FORGOT, { email })
        : anyone.rest('POST', '/auth/forgot-password', { email: i % 4 ? email : email.toUpperCase() }),
    );
    return (await Promise.all(asked)).map(({ status }) => status).sort();
  }

  it('are five at most of thirty that are asked for, and an unknown address is refused as often', async () => {
    limited = await start();
    const { email } = await somebody();
    const known = await askThirtyTimes(limited, email);
    await allSent(limited);
    // Whichever of the services on this database was the first to see it has sent it.
    const sent = resetLetters(limited, email).length + resetLetters(free, email).length;
    expect(sent).toBeGreaterThanOrEqual(1);
    expect(sent).toBeLessThanOrEqual(5);
    expect(known).toContain(429);
    expect(await askThirtyTimes(await start(), 'nobody@example.org')).toEqual(known);
  });

  it('are limited for verification too, and together with the others', async () => {
    limited = await start();
    const { email } = await somebody();
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

describe('one operation', () => {
  const logIn = (alias: string): string =>
    `${alias}: logIn(input: { email: "a@example.org", password: "${WRONG}" }) { expiresIn }`;
  const forgot = 'requestPasswordReset(email: "a@example.org")';
  const reset = 'resetPassword(token: "x", newPassword: "Colmena-2027")';

  it.each([
    ['two log-ins', `mutation { ${logIn('a')} ${logIn('b')} }`],
    ['a log-in and a reset', `mutation { ${logIn('a')} ${reset} }`],
    ['a reset and asking for one', `mutation { ${forgot} ${reset} }`],
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
    ['leaving with two passwords', 'mutation { a: deleteMyAccount(password: "x") b: deleteMyAccount(password: "y") }'],
  ])('with %s is refused whole', async (_what, query) => {
    const { status, data, errors } = await free.anyone.graphql(query);
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors!.length).toBeGreaterThan(0);
  });

  it('with one of them is not', async () => {
    expect((await free.anyone.graphql(`mutation { ${logIn('a')} __typename }`)).status).toBe(401);
    expect(await free.anyone.graphql(`mutation { ${forgot} }`)).toMatchObject({ status: 200 });
  });

  it('cannot be sent many at a time', async () => {
    const query = `mutation { ${logIn('a')} }`;
    const response = await fetch(`${free.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ query }, { query }]),
    });
    expect(response.status).toBe(400);
  });
});
