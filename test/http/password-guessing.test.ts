// Guessing a password is limited, and people are not locked out by others.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Client, type TestApp } from '../support/client.js';
import { allSent, resetMails, tokenIn } from '../support/mail.js';
import { expectRefused } from '../support/refusals.js';
import { type Beekeeper, PASSWORD } from '../support/world.js';
import {
  type Attempt,
  type AttemptResult,
  limited,
  newAccount,
  overGraphql,
  start,
  startLimited,
  unlimited,
  WRONG,
} from './rate-limits.fixture.js';

const at = ({ url }: TestApp, { token }: Client): Client => new Client(url, token);

const overRest: Attempt = async (who, email, password) => {
  const { status, body, headers } = await who.rest('POST', '/auth/login', { email, password });
  return { status, code: body.error_code, retryAfter: Number(headers.get('retry-after')) };
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
    await startLimited();
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
    await startLimited();
    const { email } = await newAccount();
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, i) => bothApis[i % bothApis.length]!(limited.anyone, email, WRONG)),
    );
    const verified = all.filter(({ status }) => status === 401);
    expect(verified.length).toBeGreaterThanOrEqual(1);
    expect(verified.length).toBeLessThanOrEqual(12);
  });

  it('has the same responses for an unknown address', async () => {
    await startLimited();
    const [known, unknown] = [
      await guess(limited.anyone, (await newAccount()).email),
      await guess(limited.anyone, 'nobody@example.org'),
    ];
    expect(unknown.tries).toEqual(known.tries);
    expect({ ...unknown.stop, retryAfter: 0 }).toEqual({ ...known.stop, retryAfter: 0 });
  });

  it('counts for that account, in any case, and for no other', async () => {
    await startLimited();
    const [ana, luz] = [await newAccount(), await newAccount()];
    await guess(limited.anyone, ana.email);
    expect((await overRest(limited.anyone, ` ${ana.email.toUpperCase()}`, PASSWORD)).status).toBe(429);
    for (const attempt of bothApis) expect((await attempt(limited.anyone, luz.email, PASSWORD)).status).toBe(200);
  });

  it('does not lock out a session of the account', async () => {
    await startLimited();
    const ana = await newAccount();
    await guess(limited.anyone, ana.email);
    expect((await at(limited, ana).rest('GET', '/auth/me')).status).toBe(200);
    for (const attempt of bothApis) expect((await attempt(at(limited, ana), ana.email, PASSWORD)).status).toBe(200);
  });

  it('locks out a session of another account', async () => {
    await startLimited();
    const [ana, luz] = [await newAccount(), await newAccount()];
    await guess(limited.anyone, ana.email);
    expect((await overRest(at(limited, luz), ana.email, PASSWORD)).status).toBe(429);
  });

  it('is limited with a token of the account too, in every operation that takes the password', async () => {
    await startLimited({ RATE_LIMIT_LOGINS: '1000/15m' });
    const CHANGE = `mutation { changePassword(input: { currentPassword: "${WRONG}", newPassword: "Colmena-2027" }) { success } }`;
    const DELETE = `mutation { deleteMyAccount(input: { password: "${WRONG}" }) { success } }`;
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
    await startLimited({ RATE_LIMIT_GUESSES: '5/15m' });
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

  it('attempts on an address that reads like the key of a session do not lock that session out', async () => {
    await startLimited({ RATE_LIMIT_GUESSES: '5/15m' });
    const ana = await newAccount();
    for (const email of [`known ${ana.email}`, `password of ${ana.id}`, `session,${ana.id}`, `["session","${ana.id}"]`])
      for (let i = 0; i < 6; i++) await overRest(limited.anyone, email, WRONG);
    const CHANGE = `mutation { changePassword(input: { currentPassword: "${PASSWORD}", newPassword: "Colmena-2027" }) { success } }`;
    expect((await overRest(at(limited, ana), ana.email, PASSWORD)).status).toBe(200);
    expect((await at(limited, ana).graphql(CHANGE)).errors).toBeUndefined();
  });

  it('ten wrong passwords from one network do not lock the account for another', async () => {
    await startLimited({ TRUST_PROXY: '1' });
    const { email } = await newAccount();
    const [attacker, owner] = [from(limited, '203.0.113.1'), from(limited, '198.51.100.7')];
    for (let i = 0; i < 12; i++) await attacker.logIn(email, WRONG);
    expect(await attacker.logIn(email, PASSWORD)).toBe(429);
    expect(await owner.logIn(email, PASSWORD)).toBe(200);
  });

  it('guesses from many networks are limited by account; a reset link opens the account again', async () => {
    await startLimited({ TRUST_PROXY: '1', RATE_LIMIT_GUESSES_BY_ACCOUNT: '20/1h' });
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

  it('IPv6 addresses count by their /64, IPv4 addresses written as IPv6 as themselves', async () => {
    await startLimited({ TRUST_PROXY: '1', RATE_LIMIT_LOGINS: '2/15m' });
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
  it('an address of any length is counted, and answered like any other', async () => {
    const app = await start(SHARED);
    const email = `${randomBytes(6000).toString('hex')}@example.org`;
    const FORGOT = 'mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { success } }';
    expect((await app.anyone.rest('POST', '/auth/forgot-password', { email })).status).toBe(200);
    expect((await app.anyone.graphql(FORGOT, { email })).errors).toBeUndefined();
    expect((await overRest(app.anyone, email, WRONG)).status).toBe(400);
    for (let i = 0; i < 3; i++) await app.anyone.rest('POST', '/auth/forgot-password', { email });
    expect((await app.anyone.rest('POST', '/auth/forgot-password', { email })).status).toBe(429);
    const [longest] = await unlimited.database.sql<{ n: number }>('select max(length(key)) as n from rate_limits');
    expect(longest!.n).toBeLessThan(100);
  });

  const SHARED = { RATE_LIMIT_GUESSES: '6/15m' };

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
