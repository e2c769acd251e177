// Requests without a token or with a forged one, and tokens of accounts that the database changed.
import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Client } from '../../support/client.js';
import { expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import { app, as, claimsOf, LOG_IN, logIn, me, type Part, SECRET, waitForStatus } from './accounts.fixture.js';

const overBothApis = (who: Client): Promise<[Answer<unknown>, { status: number }]> =>
  Promise.all([me(who), who.graphql('{ me { id } }')]);

describe('without a token', () => {
  it.each(['', 'Bearer', 'Bearer ', 'Basic YW5hOmJlZQ==', 'Token abc'])(
    'Authorization %j: No token found',
    async (authorization) => {
      const answer = await app.anyone.rest('GET', '/auth/me', undefined, authorization ? { authorization } : {});
      expectRefused(answer, { status: 401, code: 'TOKEN_MISSING', message: 'No token found' });
    },
  );

  it('GraphQL returns the same message', async () => {
    const answer = await app.anyone.graphql('{ me { id } }');
    expect(answer.status).toBe(401);
    expectGraphqlRefused(answer, { code: 'UNAUTHENTICATED', message: 'No token found' });
  });

  it('ignores a token in the query string', async () => {
    const { token } = await beekeeper(app);
    expect((await app.anyone.rest('GET', `/auth/me?access_token=${token}&token=${token}`)).status).toBe(401);
  });

  it('accepts the scheme in any case', async () => {
    const { token } = await beekeeper(app);
    const answer = await app.anyone.rest('GET', '/auth/me', undefined, { authorization: `bearer ${token}` });
    expect(answer.status).toBe(200);
  });
});
const encode = (part: Part): string => Buffer.from(JSON.stringify(part)).toString('base64url');
/** Signs without a JWT library, which would refuse some of these tokens. */
function hmac(header: Part, claims: Part, secret: string | Buffer = SECRET, hash = 'sha256'): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}
/** With the id of the key of the service, once a token of it is there. */
const HS256: Part = { alg: 'HS256', typ: 'JWT' };
const resigned = (claims: Part): string => hmac(HS256, claims);
const rsa = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
function rs256(claims: Part): string {
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(rsa.privateKey, 'base64url')}`;
}
const now = (): number => Math.floor(Date.now() / 1000);

describe('a forged token', () => {
  let ana: Beekeeper;
  let luz: Beekeeper;
  beforeAll(async () => {
    [ana, luz] = [await beekeeper(app), await beekeeper(app)];
    const [header] = ana.token!.split('.');
    HS256.kid = JSON.parse(Buffer.from(header!, 'base64url').toString()).kid;
  });

  it('a token that is signed here like the service signs it is accepted', async () => {
    const [rest, graphql] = await overBothApis(as(resigned(claimsOf(ana.token!))));
    expect([rest.status, graphql.status]).toEqual([200, 200]);
  });

  it.each<[string, (claims: Part, token: string) => string]>([
    ['is not a JWT', () => 'abc'],
    ['has three invalid parts', () => 'a.b.c'],
    ['has no signature', (_c, token) => token.slice(0, token.lastIndexOf('.') + 1)],
    ['has half a signature', (_c, token) => token.slice(0, -20)],
    [
      'has the signature of other claims',
      (c, token) => `${encode(HS256)}.${encode({ ...c, exp: now() + 9e6 })}.${token.split('.')[2]}`,
    ],
    ['has alg none', (c) => `${encode({ alg: 'none', typ: 'JWT' })}.${encode(c)}.`],
    ['has alg NoNe', (c) => `${encode({ alg: 'NoNe', typ: 'JWT' })}.${encode(c)}.`],
    ['has alg none and the right signature', (c) => hmac({ alg: 'none', typ: 'JWT' }, c)],
    ['has no alg', (c) => hmac({ typ: 'JWT' }, c)],
    ['is signed with another secret', (c) => hmac(HS256, c, 'another secret, also of 32 bytes and more')],
    ['is signed with an empty secret', (c) => hmac(HS256, c, '')],
    ['is signed with HS384', (c) => hmac({ alg: 'HS384', typ: 'JWT' }, c, SECRET, 'sha384')],
    ['is signed with HS512', (c) => hmac({ alg: 'HS512', typ: 'JWT' }, c, SECRET, 'sha512')],
    ['is signed with RS256', (c) => rs256(c)],
    ['is signed with a public key as the secret', (c) => hmac(HS256, c, rsa.publicKey)],
    [
      'brings its own key',
      (c) =>
        hmac(
          { ...HS256, jwk: { kty: 'oct', k: Buffer.from('own').toString('base64url') }, kid: '/dev/null' },
          c,
          'own',
        ),
    ],
    ['is from another issuer', (c) => resigned({ ...c, iss: 'another' })],
    ['has no issuer', (c) => resigned({ ...c, iss: undefined })],
    ['is for another audience', (c) => resigned({ ...c, aud: 'another' })],
    ['has no audience', (c) => resigned({ ...c, aud: undefined })],
    ['never expires', (c) => resigned({ ...c, exp: undefined })],
    ['expires in words', (c) => resigned({ ...c, exp: 'never' })],
    ['has expired', (c) => resigned({ ...c, exp: now() - 1 })],
    ['is not valid yet', (c) => resigned({ ...c, nbf: now() + 3600 })],
    ['names no account', (c) => resigned({ ...c, sub: undefined })],
    ['names no session', (c) => resigned({ ...c, sid: undefined })],
    ['names a session that does not exist', (c) => resigned({ ...c, sid: randomUUID() })],
    ['names a session by a malformed id', (c) => resigned({ ...c, sid: 'nonsense' })],
    ['names a session by an object', (c) => resigned({ ...c, sid: { $ne: '' } })],
    ['names a session of another account', (c) => resigned({ ...c, sid: claimsOf(luz.token!).sid })],
    ['names another account', (c) => resigned({ ...c, sub: luz.id })],
    ['names an account by a malformed id', (c) => resigned({ ...c, sub: 'nonsense' })],
    ['has no claims', () => resigned({})],
    ['is too long', (c) => resigned({ ...c, more: 'x'.repeat(4000) })],
  ])('is refused if it %s', async (_what, forge) => {
    const [rest, graphql] = await overBothApis(as(forge(claimsOf(ana.token!), ana.token!)));
    expect([rest.status, graphql.status]).toEqual([401, 401]);
    const { error_code } = rest.body as { error_code: string };
    expectRefused(rest, { status: 401, code: error_code });
    expect(['TOKEN_INVALID', 'SESSION_OVER']).toContain(error_code);
  });
});

describe('changes in the database', () => {
  const execute = (text: string, id: string): Promise<object[]> => app.database.sql(text, [id]);

  it('a deactivated account is refused over both APIs, and its log-in with ACCOUNT_DISABLED', async () => {
    const ana = await beekeeper(app);
    expect((await me(ana)).status).toBe(200);
    await execute('update users set is_active = false where id = $1', ana.id);
    expectRefused(await logIn(ana.email), { status: 403, code: 'ACCOUNT_DISABLED' });
    const answer = await app.anyone.graphql(LOG_IN, { email: ana.email, password: PASSWORD });
    expectGraphqlRefused(answer, { code: 'FORBIDDEN' });
    await waitForStatus(401, () => me(ana));
    expect((await ana.graphql('{ me { id } }')).status).toBe(401);
  });

  it('a wrong password does not reveal that an account is deactivated', async () => {
    const ana = await beekeeper(app);
    await execute('update users set is_active = false where id = $1', ana.id);
    expectRefused(await logIn(ana.email, 'Zangano-2026'), { status: 401, code: 'INVALID_CREDENTIALS' });
  });

  it.each([
    ['a session that an operator ended', 'update sessions set ended_at = now() where user_id = $1'],
    ['a session that an operator expired', 'update sessions set expires_at = now() where user_id = $1'],
    ['a session that was deleted', 'delete from sessions where user_id = $1'],
    ['the token of a deleted account', 'delete from users where id = $1'],
  ])('%s is refused', async (_what, text) => {
    const ana = await beekeeper(app);
    expect((await me(ana)).status).toBe(200);
    await execute(text, ana.id);
    await waitForStatus(401, () => ana.rest('GET', '/apiaries'));
    expect((await me(ana)).status).toBe(401);
    expect((await ana.graphql('{ apiaries { totalCount } }')).status).toBe(401);
  });
});

it('every 401 names the scheme', async () => {
  const json = { 'content-type': 'application/json' };
  const query = JSON.stringify({ query: '{ me { email } }' });
  for (const [path, init] of [
    ['/api/v1/auth/me', {}],
    ['/api/v1/auth/me', { headers: { authorization: 'Bearer x' } }],
    ['/api/v1/users/me/export', {}],
    ['/graphql', { method: 'POST', headers: json, body: query }],
    ['/graphql?', { method: 'POST', headers: json, body: query }],
  ] as const) {
    const { status, headers } = await fetch(app.url + path, init);
    expect([path, status, headers.get('www-authenticate')]).toEqual([path, 401, 'Bearer']);
  }
});
