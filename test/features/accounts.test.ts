// Registration, log-in, log-out and access tokens, over both APIs.
import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, Client, isOfRequest, startTestApp, statementsOf, type TestApp } from '../support/client.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

const SECRET = 'the secret of this test, of more than 32 bytes';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WEEK_S = 7 * 24 * 3600;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ JWT_SECRET: SECRET });
});
afterAll(() => app.close());

let addresses = 0;
const newAddress = (): string => `bee-${++addresses}@example.org`;

/** Registers an account; `fields` override the defaults. */
const register = (fields: Record<string, unknown> = {}): Promise<Answer<Session & { message?: string }>> =>
  app.anyone.rest('POST', '/auth/register', { username: 'bee', email: newAddress(), password: PASSWORD, ...fields });
const logIn = (email: unknown, password: unknown = PASSWORD): Promise<Answer<Session & { message?: string }>> =>
  app.anyone.rest('POST', '/auth/login', { email, password });
const as = (token: string, { url } = app): Client => new Client(url, token);
const me = (who: Client): Promise<Answer<User>> => who.rest('GET', '/auth/me');

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

const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { accessToken expiresIn user { id } } }';
const LOG_IN = `mutation ($email: String!, $password: String!, $longLived: Boolean) {
  logIn(input: { email: $email, password: $password, longLived: $longLived }) {
    accessToken tokenType expiresIn expiresAt user { id email username isVerified isActive }
  }
}`;

/** Polls until the response has this status. @throws Error after 10 seconds */
async function waitForStatus(status: number, send: () => Promise<{ status: number }>): Promise<void> {
  for (let tries = 200; tries > 0; tries--) {
    if ((await send()).status === status) return;
    await wait(50);
  }
  throw new Error(`timeout: status ${status}`);
}

/** A session over REST: flat for the mobile app, and under `user` for other clients. */
function sessionOf({ id, ...flat }: User): object {
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

describe('registration', () => {
  it('returns 201 with a flat session for the five keys that the mobile app sends', async () => {
    const email = newAddress();
    const { status, body } = await register({
      username: 'ana_perez',
      email,
      phone: '3001234567',
      confirm_password: PASSWORD,
    });
    const id = expect.stringMatching(UUID) as unknown as string;
    expect(status).toBe(201);
    expect(body).toEqual(sessionOf({ id, email, username: 'ana_perez', is_verified: false, is_active: true }));
    expect(body).toHaveProperty('token', body.access_token);
    expect(body).toHaveProperty('user.id', body.user_id);
  });

  it('returns a token that is valid at once: the app creates its first apiaries with it', async () => {
    const { body } = await register();
    const apiary = await as(body.access_token).rest('POST', '/apiaries', {
      user_id: body.user_id,
      name: 'El Roble',
      location: null,
      treatments: false,
      beehives_count: 0,
    });
    expect(apiary).toMatchObject({ status: 201, body: { user_id: body.user_id } });
  });

  it('access tokens are valid for a week over REST and 15 minutes over GraphQL, also by their claims', async () => {
    const lifetime = (token: string): number => {
      const { iat, exp } = claimsOf(token) as { iat: number; exp: number };
      return exp - iat;
    };
    const { body } = await register();
    expect(lifetime(body.access_token)).toBe(WEEK_S);
    const short = await app.anyone.ask(LOG_IN, { email: body.email, password: PASSWORD });
    expect([short.logIn.expiresIn, lifetime(short.logIn.accessToken)]).toEqual([900, 900]);
    const long = await app.anyone.ask(LOG_IN, { email: body.email, password: PASSWORD, longLived: true });
    expect([long.logIn.expiresIn, lifetime(long.logIn.accessToken)]).toEqual([WEEK_S, WEEK_S]);
  });

  it('stores the password as an argon2id hash only', async () => {
    const { body } = await register();
    const [row] = await app.database.sql<{ password_hash: string; row: object }>(
      'select password_hash, to_jsonb(users) as row from users where id = $1',
      [body.user_id],
    );
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/);
    expect(JSON.stringify(row!.row)).not.toContain(PASSWORD);
  });

  it('hashes the same password differently for two accounts', async () => {
    const [ana, luz] = await Promise.all([register(), register()]);
    const rows = await app.database.sql('select distinct password_hash from users where id = any($1)', [
      [ana.body.user_id, luz.body.user_id],
    ]);
    expect(rows).toHaveLength(2);
  });
});

describe('the e-mail address', () => {
  it('is trimmed and compared without regard to case', async () => {
    const { status, body } = await register({ email: '  Luz.Marina@Example.ORG ' });
    expect([status, body.email]).toEqual([201, 'luz.marina@example.org']);
    const again = await logIn(' LUZ.MARINA@example.org  ');
    expect(again).toMatchObject({ status: 200, body: { user_id: body.user_id, email: 'luz.marina@example.org' } });
  });

  it('is refused if an account has it, in any case, over both APIs', async () => {
    const { body } = await register();
    const taken = await register({ email: ` ${body.email.toUpperCase()}` });
    expectRefused(taken, { status: 409, code: 'EMAIL_TAKEN' });
    const { errors } = await app.anyone.graphql(REGISTER, {
      input: { username: 'x', email: body.email.toUpperCase(), password: PASSWORD },
    });
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'EMAIL_TAKEN' } }]);
  });

  it('goes to exactly one of twenty concurrent registrations, in mixed case', async () => {
    const address = newAddress();
    const cased = (i: number): string => (i % 3 === 0 ? address.toUpperCase() : i % 3 === 1 ? ` ${address}` : address);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => register({ email: cased(i) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
    const accounts = await app.database.sql('select 1 from users where lower(trim(email)) = $1', [address]);
    expect(accounts).toHaveLength(1);
    expect((await logIn(address)).status).toBe(200);
  });

  it.each([
    'plain',
    '@example.org',
    'bee@',
    'bee@example',
    'bee@@example.org',
    'two words@example.org',
    'bee@example.org\nBcc: all@example.org',
    `${'a'.repeat(300)}@example.org`,
    '   ',
    '',
  ])('%j is refused', async (email) => {
    expectBadInput(await register({ email }), 'email');
  });

  it.each(['first.last+hives@sub.example.co', "o'higgins@example.cl", 'UPPER_case-1@example.info'])(
    '%j is accepted',
    async (email) => {
      expect(await register({ email })).toMatchObject({ status: 201, body: { email: email.toLowerCase() } });
    },
  );
});

describe('the username', () => {
  it('need not be unique: the app derives it and its user cannot change it', async () => {
    const [one, other] = [await register({ username: 'ana' }), await register({ username: 'ana' })];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body.user_id).not.toBe(other.body.user_id);
  });

  it.each(['ana+colmenas', '50%miel', 'a', 'ana_maría', 'x'.repeat(100)])(
    '%j is returned unchanged',
    async (username) => {
      expect(await register({ username })).toMatchObject({ status: 201, body: { username } });
    },
  );

  it.each(['', '   ', 'x'.repeat(101)])('%j is refused', async (username) => {
    expectBadInput(await register({ username }), 'username');
  });
});

describe('the password', () => {
  it.each([
    ['eight characters of three kinds', 'Panal26x'],
    ["the characters that the app's form requires", 'Abeja-2026'],
    ["the characters that the app's form requires, with spaces", 'La abeja 1!'],
    ['letters beyond ASCII', 'Ñandú_26'],
    ['eight UTF-16 code units, as the app counts', 'Aa1!🐝🐝'],
    ['a passphrase of 16 characters of any kind', 'miel y cera 2026'],
    ['a passphrase without a digit', 'las abejas vuelan despacio'],
    ['128 characters', `Aa1${'x'.repeat(125)}`],
    ['128 characters of two bytes', 'ñ'.repeat(128)],
  ])('is accepted with %s', async (_what, password) => {
    const { status, body } = await register({ password, confirm_password: password });
    expect([status, body.message]).toEqual([201, undefined]);
    expect((await logIn(body.email, password)).status).toBe(200);
  });

  it.each([
    ['seven characters', 'Abcd-12'],
    ['no upper-case letter', 'abeja-2026'],
    ['no lower-case letter', 'ABEJA-2026'],
    ['no digit', 'Abeja-mia'],
    ['15 characters of two kinds', 'miel y cera 202'],
    ['129 characters', `Aa1${'x'.repeat(126)}`],
    ['129 characters of two bytes', 'ñ'.repeat(129)],
    ['no character', ''],
    ['half a surrogate pair', 'Abeja-2026\ud83d'],
    ['a NUL', 'Abeja-2026\0'],
  ])('is refused with %s', async (_what, password) => {
    expectBadInput(await register({ password }), 'password');
    const { errors } = await app.anyone.graphql(REGISTER, {
      input: { username: 'bee', email: newAddress(), password },
    });
    expectGraphqlRefused({ errors }, { code: 'BAD_USER_INPUT', field: 'password' });
  });

  it('is neither trimmed, truncated nor folded', async () => {
    const password = `  Abeja-${'x'.repeat(119)}1`;
    const { body } = await register({ password });
    expect((await logIn(body.email, password)).status).toBe(200);
    for (const other of [password.trim(), `${password.slice(0, -1)}2`, password.toLowerCase()]) {
      expect((await logIn(body.email, other)).status).toBe(401);
    }
  });

  it.each(['confirm_password', 'confirmPassword'])('must equal %s if that is sent', async (name) => {
    const email = newAddress();
    expectBadInput(await register({ email, [name]: `${PASSWORD}x` }), name);
    expect((await register({ email, [name]: PASSWORD })).status).toBe(201);
  });

  it('must equal passwordConfirmation over GraphQL if that is sent', async () => {
    const input = { username: 'bee', email: newAddress(), password: PASSWORD };
    const answer = await app.anyone.graphql(REGISTER, { input: { ...input, passwordConfirmation: 'Zangano-2026' } });
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field: 'passwordConfirmation' });
    expect(
      (await app.anyone.graphql(REGISTER, { input: { ...input, passwordConfirmation: null } })).errors,
    ).toBeUndefined();
  });
});

describe('invalid input', () => {
  const required = ['username', 'email', 'password'];

  it.each(required)('registration requires %s', async (field) => {
    expectBadInput(await register({ [field]: undefined }), field);
    expectBadInput(await register({ [field]: null }), field);
  });

  it.each(['email', 'password'])('log-in requires %s', async (field) => {
    const body = { email: newAddress(), password: PASSWORD, [field]: undefined };
    expectBadInput(await app.anyone.rest('POST', '/auth/login', body), field);
  });

  it.each([...required, 'phone', 'confirm_password'])('%s must be text', async (field) => {
    for (const value of [5, true, ['text'], { text: 'text' }]) {
      expectBadInput(await register({ [field]: value }), field);
    }
  });

  it('a password that is not text is refused with 400', async () => {
    const { body } = await register();
    for (const password of [5, {}, [PASSWORD], { $ne: '' }])
      expectBadInput(await logIn(body.email, password), 'password');
  });

  it.each([
    ['a field is missing', { email: 'x@example.org', password: PASSWORD }],
    ['a field is unknown', { username: 'x', email: 'x@example.org', password: PASSWORD, admin: true }],
    ['a field is of another type', { username: 5, email: 'x@example.org', password: PASSWORD }],
    ['the password is of another type', { username: 'x', email: 'x@example.org', password: [PASSWORD] }],
    ['a field is not valid', { username: '', email: 'x@example.org', password: PASSWORD }],
    ['every field is invalid', { username: '', email: 'x', password: PASSWORD, passwordConfirmation: 'other' }],
  ])('the response does not repeat the password if %s', async (_what, input) => {
    const answer = await app.anyone.graphql(REGISTER, { input });
    expect(answer.errors).toBeDefined();
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
    const { status, body } = await app.anyone.rest('POST', '/auth/register', { ...input, email: 'x' });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toContain(PASSWORD);
  });

  it('a registration cannot set the id, the role or the verification', async () => {
    const id = randomUUID();
    const { status, body } = await register({ id, user_id: id, is_verified: true, isVerified: true, role: 'ADMIN' });
    expect([status, body.is_verified]).toEqual([201, false]);
    expect(body.user_id).not.toBe(id);
  });
});

describe('log-in', () => {
  it('returns 200 with a session; the id is the same string everywhere', async () => {
    const { body: registered } = await register({ username: 'ana' });
    const { user_id: id, email } = registered;
    const { status, body } = await logIn(email);
    expect(status).toBe(200);
    expect(body).toEqual(sessionOf({ id, email, username: 'ana', is_verified: false, is_active: true }));
    expect(body).toHaveProperty('token', body.access_token);
    expect(body.access_token).not.toBe(registered.access_token);
  });

  it('returns the token and the account over GraphQL', async () => {
    const { body } = await register({ username: 'ana' });
    const { logIn: session } = await app.anyone.ask(LOG_IN, { email: body.email.toUpperCase(), password: PASSWORD });
    expect(session).toMatchObject({
      tokenType: 'Bearer',
      user: { id: body.user_id, email: body.email, username: 'ana', isVerified: false, isActive: true },
    });
    expect(await me(as(session.accessToken))).toMatchObject({ status: 200, body: { id: body.user_id } });
  });

  it('returns the same response for a wrong password and an unknown address', async () => {
    const { body } = await register();
    const [wrong, unknown] = [await logIn(body.email, 'Zangano-2026'), await logIn('nobody@example.org')];
    expectRefused(wrong, { status: 401, code: 'INVALID_CREDENTIALS' });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body });
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
    const [wrongPassword, unknownAddress] = [
      await app.anyone.graphql(LOG_IN, { email: body.email, password: 'Zangano-2026' }),
      await app.anyone.graphql(LOG_IN, { email: 'nobody@example.org', password: PASSWORD }),
    ];
    expectGraphqlRefused(wrongPassword, { code: 'UNAUTHENTICATED' });
    expect(unknownAddress).toEqual(wrongPassword);
  });

  it('compares the whole password', async () => {
    const { body } = await register();
    for (const password of [PASSWORD.slice(0, -1), `${PASSWORD} `, 'x'.repeat(500)]) {
      expect((await logIn(body.email, password)).status).toBe(401);
    }
  });
});

describe('me', () => {
  it('returns the account of the token over both APIs', async () => {
    const { body } = await register({ username: 'ana', phone: '3001234567' });
    const { user_id: id, email } = body;
    expect(await me(as(body.access_token))).toMatchObject({
      status: 200,
      body: { id, user_id: id, email, username: 'ana', is_verified: false, is_active: true },
    });
    const account = await as(body.access_token).ask('{ me { id email username phone isVerified isActive } }');
    expect(account).toEqual({
      me: { id, email, username: 'ana', phone: '3001234567', isVerified: false, isActive: true },
    });
  });

  it('never contains the password or its hash', async () => {
    const ana = await beekeeper(app);
    const { body } = await me(ana);
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
    const { errors } = await ana.graphql('{ me { passwordHash } }');
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });
});

it('serves paths with a trailing slash without a redirect', async () => {
  const email = newAddress();
  const account = { username: 'bee', email, password: PASSWORD };
  expect((await app.anyone.rest('POST', '/auth/register/', account)).status).toBe(201);
  const { status, body } = await app.anyone.rest('POST', '/auth/login/', { email, password: PASSWORD });
  expect(status).toBe(200);
  expect((await as(body.access_token).rest('GET', '/auth/me/')).body.email).toBe(email);
  expect((await as(body.access_token).rest('POST', '/auth/logout/')).status).toBe(204);
});

describe('log-out', () => {
  it('returns 204 without a body and ends the session at once over both APIs', async () => {
    const ana = await beekeeper(app);
    expect((await me(ana)).status).toBe(200);
    expect(await ana.rest('POST', '/auth/logout')).toMatchObject({ status: 204, body: undefined });
    expectRefused(await me(ana), { status: 401, code: 'SESSION_OVER' });
    const answer = await ana.graphql('{ me { id } }');
    expect(answer.status).toBe(401);
    expectGraphqlRefused(answer, { code: 'UNAUTHENTICATED' });
    expect((await ana.rest('POST', '/auth/logout')).status).toBe(401);
  });

  it('ends the session for both APIs over GraphQL too', async () => {
    const ana = await beekeeper(app);
    expect(await ana.ask('mutation { logOut }')).toEqual({ logOut: true });
    expect((await me(ana)).status).toBe(401);
    expect((await ana.graphql('{ me { id } }')).status).toBe(401);
  });

  it('does not end other sessions of the account', async () => {
    const ana = await beekeeper(app);
    const { body } = await logIn(ana.email);
    await ana.rest('POST', '/auth/logout');
    expect((await me(as(body.access_token))).status).toBe(200);
    expect((await logIn(ana.email)).status).toBe(200);
  });

  it('is effective for requests after it, also among concurrent ones', async () => {
    const ana = await beekeeper(app);
    await Promise.all([...Array.from({ length: 20 }, () => me(ana)), ana.rest('POST', '/auth/logout')]);
    expect((await me(ana)).status).toBe(401);
  });
});

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

type Part = Record<string, unknown>;
const encode = (part: Part): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const claimsOf = (token: string): Part => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
/** Signs without a JWT library, which would refuse some of these tokens. */
function hmac(header: Part, claims: Part, secret: string | Buffer = SECRET, hash = 'sha256'): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}
const HS256 = { alg: 'HS256', typ: 'JWT' };
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

describe('two processes on one database', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startTestApp({ JWT_SECRET: SECRET }, app.database);
  });
  afterAll(() => other.close());

  it('a session is valid in both, and ending it in one ends it in the other', async () => {
    const ana = await beekeeper(app);
    const onOther = as(ana.token!, other);
    const { body } = await logIn(ana.email);
    const secondSession = as(body.access_token, other);
    for (const client of [ana, onOther, secondSession]) expect((await me(client)).status).toBe(200);
    await ana.rest('POST', '/auth/logout');
    await waitForStatus(401, () => me(onOther));
    expect((await onOther.graphql('{ me { id } }')).status).toBe(401);
    expect((await me(secondSession)).status).toBe(200);
  });

  it('a token that is signed with another secret is refused', async () => {
    const foreign = await startTestApp({ JWT_SECRET: 'the secret of another service, of 32 bytes' }, app.database);
    try {
      const { token } = await beekeeper(foreign);
      expect((await me(as(token!, foreign))).status).toBe(200);
      expect((await me(as(token!, other))).status).toBe(401);
    } finally {
      await foreign.close();
    }
  });
});

it('a request of a cached session runs only its own statement', async () => {
  const ana = await beekeeper(app);
  const statements = async (requests: number): Promise<string[]> => {
    const texts = await statementsOf(app.app, async () => {
      for (let i = 0; i < requests; i++) expect((await me(ana)).status).toBe(200);
    });
    // Session changes and mails are polled by timers, not by requests.
    return texts.filter(isOfRequest);
  };
  // Caching may take more than one request: a lookup is not cached if another session is invalidated meanwhile.
  for (let tries = 20; (await statements(1)).length > 1; tries--) expect(tries).toBeGreaterThan(0);
  const texts = await statements(20);
  expect(texts).toHaveLength(20);
  expect(texts.filter((text) => /\bsessions\b/.test(text))).toEqual([]);
});

it.each(['Password123', 'Qwerty123', 'Passw0rd'])('refuses the common password %s', async (password) => {
  const { status, body } = await register({ password });
  expect({ status, field: body.message?.split(' ')[0] }).toEqual({ status: 400, field: 'password' });
});

describe('C8: one mail address', () => {
  const registerAs = (email: string) => register({ email });

  it.each([
    ['composed and decomposed letters', 'ñandú@example.org', 'n\u0303andu\u0301@example.org'],
    ['a domain in Unicode and in ASCII', 'bee@bücher.example', 'bee@xn--bcher-kva.example'],
    ['a domain with full-width letters', 'wide@example.org', 'wide@ｅxample.org'],
  ])('has one account: %s', async (_what, one, other) => {
    expect((await registerAs(one)).status).toBe(201);
    expect((await registerAs(other)).status).toBe(409);
    for (const email of [one, other, other.toUpperCase()]) expect((await logIn(email, PASSWORD)).status).toBe(200);
  });

  it.each([
    ['a zero-width space in the local part', 'be\u200be@example.org'],
    ['a soft hyphen', 'be\u00ade@example.org'],
    ['quotes', '"bee"@example.org'],
    ['quotes with a line break', '"bee\r\nBcc: all"@example.org'],
    ['an override of the direction', 'bee\u202e@example.org'],
  ])('is refused with %s', async (_what, email) => {
    expectBadInput(await registerAs(email), 'email');
    const { errors } = await app.anyone.graphql(REGISTER, { input: { username: 'bee', email, password: PASSWORD } });
    expectGraphqlRefused({ errors }, { code: 'BAD_USER_INPUT', field: 'email' });
  });

  it('is not doubled by a zero-width space in its domain', async () => {
    expect((await registerAs('zero@example.org')).status).toBe(201);
    expect([400, 409]).toContain((await registerAs('zero@exam\u200bple.org')).status);
  });

  it('has one password, however a keyboard composes it', async () => {
    const { body } = await register({ password: 'Colmen\u0303a-2026' });
    expect((await logIn(body.email, 'Colme\u00f1a-2026')).status).toBe(200);
  });

  it('a password that was hashed before it was normalized is still valid', async () => {
    const { body } = await register({});
    const { hash } = await import('argon2');
    const old = 'Colmen\u0303a-2026';
    await app.database.sql('update users set password_hash = $2 where email = $1', [body.email, await hash(old)]);
    expect((await logIn(body.email, old)).status).toBe(200);
  });
});

it('C10: answers of both APIs are not stored by caches', async () => {
  const { body } = await register({});
  const headers = { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' };
  const query = JSON.stringify({ query: '{ me { email } }' });
  for (const [path, init] of [
    ['/api/v1/auth/me', { headers }],
    ['/api/v1/auth/me', {}],
    ['/api/v1/users/me/export', { headers }],
    ['/graphql', { headers, method: 'POST', body: query }],
    ['/graphql?', { headers, method: 'POST', body: query }],
    [`/graphql?query=${encodeURIComponent('{ me { email } }')}`, { headers }],
  ] as const)
    expect((await fetch(app.url + path, init)).headers.get('cache-control')).toBe('no-store');
});

it('C14: every 401 names the scheme', async () => {
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

it('refuses the own e-mail address as a password', async () => {
  const email = `Some.Body${Date.now()}@example.org`;
  expect((await register({ email, password: email })).status).toBe(400);
});

it('fifty concurrent log-ins do not delay the request of another session', async () => {
  const ana = await beekeeper(app);
  await me(ana);
  let finished = 0;
  const logIns = Array.from({ length: 50 }, async () => {
    await logIn(ana.email, 'Wrong-password-1');
    finished += 1;
  });
  expect((await me(ana)).status).toBe(200);
  expect(finished).toBeLessThan(50);
  await Promise.all(logIns);
});
