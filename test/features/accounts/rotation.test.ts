// JWT_SECRET is rotated while two processes serve one database, in the order of docs/operations.md, without a log-out.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { cloneDatabase, type TestDatabase } from '../../support/database.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import { claimsOf } from './accounts.fixture.js';

const OLD = 'the old secret of this test, of more than 32 bytes';
const NEW = 'the new secret of this test, of more than 32 bytes';

let database: TestDatabase;
/** The settings of the service before, during each step and after the rotation. */
let apps: Record<'before' | 'accepting' | 'signing' | 'after', TestApp>;
let ana: Beekeeper;
beforeAll(async () => {
  database = await cloneDatabase();
  const start = (settings: Record<string, string>): Promise<TestApp> => startTestApp(settings, database);
  apps = {
    before: await start({ JWT_SECRET: OLD }),
    accepting: await start({ JWT_SECRET: OLD, JWT_SECRET_PREVIOUS: NEW }),
    signing: await start({ JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD }),
    after: await start({ JWT_SECRET: NEW }),
  };
  ana = await beekeeper(apps.before);
});
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close();
  await database.drop();
});

type Tokens = { accessToken: string; refreshToken: string };
const REFRESH =
  'mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) { accessToken refreshToken } }';
const LOG_IN = 'mutation ($i: LogInInput!) { logIn(input: $i) { accessToken refreshToken } }';

const logIn = async (app: TestApp): Promise<Tokens> =>
  (await app.anyone.ask<{ logIn: Tokens }>(LOG_IN, { i: { email: ana.email, password: PASSWORD } })).logIn;
const refresh = async (app: TestApp, token: string): Promise<Tokens> =>
  (await app.anyone.ask<{ refreshSession: Tokens }>(REFRESH, { token })).refreshSession;
const statusOf = async ({ url }: TestApp, token: string): Promise<number> =>
  (await new Client(url, token).rest('GET', '/auth/me')).status;
const statuses = (token: string): Promise<number[]> =>
  Promise.all(Object.values(apps).map((app) => statusOf(app, token)));

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
function sign(claims: object, secret: string, header: object = {}): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
const headerOf = (token: string): { kid: string } =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());

it('the processes of neighbouring steps accept the tokens of each other', async () => {
  expect(await statuses((await logIn(apps.before)).accessToken)).toEqual([200, 200, 200, 401]);
  expect(await statuses((await logIn(apps.accepting)).accessToken)).toEqual([200, 200, 200, 401]);
  expect(await statuses((await logIn(apps.signing)).accessToken)).toEqual([401, 200, 200, 200]);
  expect(await statuses((await logIn(apps.after)).accessToken)).toEqual([401, 200, 200, 200]);
});

it('a token names its key; one that names none is accepted by no key', async () => {
  const { accessToken: old } = await logIn(apps.accepting);
  const { accessToken: current } = await logIn(apps.signing);
  expect(headerOf(old)).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{12}$/) });
  expect(headerOf(current).kid).not.toBe(headerOf(old).kid);
  for (const secret of [OLD, NEW]) expect(await statuses(sign(claimsOf(old), secret))).toEqual([401, 401, 401, 401]);
});

it('the name of a key is no proof', async () => {
  const { accessToken } = await logIn(apps.signing);
  const claims = claimsOf(accessToken);
  const { kid: newKid } = headerOf(accessToken);
  const { kid: oldKid } = headerOf((await logIn(apps.before)).accessToken);
  const forged = [
    sign(claims, 'a secret that the service has never known', { kid: newKid }),
    sign(claims, OLD, { kid: newKid }),
    sign(claims, NEW, { kid: oldKid }),
    ...['', 'unknown', 0, null, [newKid], { toString: newKid }, '__proto__', '../jwt-secret'].map((kid) =>
      sign(claims, NEW, { kid }),
    ),
    `${encode({ alg: 'none', typ: 'JWT', kid: newKid })}.${encode(claims)}.`,
    sign(claims, NEW, { kid: newKid, alg: 'HS512' }),
    sign({ ...claims, exp: 1 }, NEW, { kid: newKid }),
    sign({ ...claims, exp: 1 }, OLD),
  ];
  for (const token of forged)
    expect([await statusOf(apps.signing, token), headerOf(token)]).toEqual([401, headerOf(token)]);
  expect(await statusOf(apps.signing, sign(claims, NEW, { kid: newKid }))).toBe(200);
});

it('a refresh that is repeated across the rotation has the same successor', async () => {
  const neighbours = [
    [apps.before, apps.accepting],
    [apps.accepting, apps.signing],
    [apps.signing, apps.accepting],
    [apps.signing, apps.after],
  ] as const;
  for (const [one, other] of neighbours) {
    const { refreshToken } = await logIn(one);
    const first = await refresh(one, refreshToken);
    const second = await refresh(other, refreshToken);
    expect(second.refreshToken).toBe(first.refreshToken);
    const [session] = await database.sql<{ n: number }>(
      'select count(*)::int as n from refresh_tokens where session_id = $1 and used_at is null',
      [claimsOf(first.accessToken).sid],
    );
    expect(session).toEqual({ n: 1 });
    expect(await statusOf(other, (await refresh(other, second.refreshToken)).accessToken)).toBe(200);
  }
});
