// Guessing codes is limited by account, over both APIs and all processes, and a password alone does not begin again.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { currentCode } from '../../support/totp.js';
import { PASSWORD } from '../../support/world.js';
import { DISABLE, guarded, overGraphql, overRest } from './second-factor.fixture.js';

let unlimited: TestApp;
/** Two processes on one database, behind a proxy that names the client. */
let limited: [TestApp, TestApp];
beforeAll(async () => {
  unlimited = await startTestApp();
  const settings = {
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
    RATE_LIMIT_GUESSES: '6/15m',
    RATE_LIMIT_GUESSES_BY_ACCOUNT: '1000/1h',
    RATE_LIMIT_LOGINS: '1000/1h',
  };
  limited = [await startTestApp(settings, unlimited.database), await startTestApp(settings, unlimited.database)];
});
afterAll(async () => {
  for (const app of [...limited, unlimited]) await app.close();
});

let addresses = 0;
/** From another network each time, as guesses of somebody who knows the password can be. */
const logIn = async ({ anyone }: TestApp, email: string, code?: string) => {
  const from = { 'x-forwarded-for': `203.0.113.${++addresses}` };
  const body = { email, password: PASSWORD, ...(code !== undefined && { code }) };
  const answer = await anyone.rest('POST', '/auth/login', body, from);
  return { status: answer.status, reason: answer.body.error_code as string | undefined };
};
const INVALID = { status: 401, reason: 'SECOND_FACTOR_INVALID' };
const REQUIRED = { status: 401, reason: 'SECOND_FACTOR_REQUIRED' };
const LIMITED = { status: 429, reason: 'RATE_LIMITED' };

describe('guesses of codes', () => {
  it('are limited for the account, from whatever network, by log-ins with the password alone too', async () => {
    const { ana, secret } = await guarded(unlimited);
    for (let i = 0; i < 6; i++) {
      expect(await logIn(limited[(i % 2) as 0 | 1], ana.email, `00000${i}`)).toEqual(INVALID);
      expect(await logIn(limited[0], ana.email)).toEqual(REQUIRED);
    }
    const right = await currentCode(secret);
    for (const app of limited) {
      expect(await logIn(app, ana.email, right)).toEqual(LIMITED);
      // Without a code, it says what is missing.
      expect(await logIn(app, ana.email)).toEqual(REQUIRED);
    }
    // Neither other accounts nor the session are locked.
    const { ana: luz, secret: other } = await guarded(unlimited);
    expect((await logIn(limited[0], luz.email, await currentCode(other))).status).toBe(200);
    expect((await ana.rest('GET', '/auth/me')).status).toBe(200);
  });

  it('are counted together over REST, GraphQL and what a session can do; recovery codes too', async () => {
    const { ana, recoveryCodes } = await guarded(unlimited);
    const session: Client = Object.assign(Object.create(Object.getPrototypeOf(ana)), ana, { url: limited[1].url });
    const attempts = [
      async (code: string) => (await overRest(limited[0].anyone, ana.email, code)).reason,
      async (code: string) => (await overGraphql(limited[1].anyone, ana.email, code)).reason,
      async (code: string) =>
        (await session.graphql(DISABLE, { p: PASSWORD, c: code })).errors?.[0]?.extensions.reason ?? 'RATE_LIMITED',
    ];
    const wrong = ['000000', `${'A'.repeat(24)}`];
    const reasons: (string | undefined)[] = [];
    for (let i = 0; i < 9; i++) reasons.push(await attempts[i % 3]!(wrong[i % 2]!));
    expect(reasons.slice(0, 6)).toEqual(Array(6).fill('SECOND_FACTOR_INVALID'));
    expect(reasons.slice(6)).not.toContain('SECOND_FACTOR_INVALID');
    expect(await logIn(limited[0], ana.email, recoveryCodes[0])).toEqual(LIMITED);
  });

  it('at the same time are limited too', async () => {
    const { ana } = await guarded(unlimited);
    const all = await Promise.all(
      Array.from({ length: 24 }, (_, i) => logIn(limited[(i % 2) as 0 | 1], ana.email, `${100_000 + i}`)),
    );
    expect(all.filter(({ reason }) => reason === INVALID.reason).length).toBeLessThanOrEqual(6);
    expect(all.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(18);
  });

  it('start again after a right code', async () => {
    const { ana, secret, recoveryCodes } = await guarded(unlimited);
    for (const right of [await currentCode(secret), recoveryCodes[0]]) {
      for (let i = 0; i < 4; i++) expect(await logIn(limited[0], ana.email, '000000')).toEqual(INVALID);
      expect((await logIn(limited[1], ana.email, right)).status).toBe(200);
    }
  });
});

it('a wrong password is limited before any code is looked at', async () => {
  const { ana, secret } = await guarded(unlimited);
  const guess = async (password: string) =>
    (await overRest(limited[0].anyone, ana.email, await currentCode(secret), password)).reason;
  const reasons: (string | undefined)[] = [];
  for (let i = 0; i < 7; i++) reasons.push(await guess('Zangano-2026'));
  expect(reasons).toEqual([...Array(6).fill('INVALID_CREDENTIALS'), 'RATE_LIMITED']);
});
