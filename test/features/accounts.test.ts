// Who may come in: accounts, sessions and tokens, on both doors.
import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, Client, startTestApp, statementsOf, type TestApp } from '../support/client.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

const SECRET = 'a secret known to this test alone, of 32 bytes and more';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WEEK = 7 * 24 * 3600;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ JWT_SECRET: SECRET });
});
afterAll(() => app.close());

let people = 0;
const newAddress = (): string => `bee-${++people}@example.org`;

/** Registers somebody new, but for what is said otherwise. */
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

/** Asks until the answer has this status. How long that takes is the service's affair; that it comes about is the test's. */
async function becomes(status: number, ask: () => Promise<{ status: number }>): Promise<void> {
  for (let tries = 200; tries > 0; tries--) {
    if ((await ask()).status === status) return;
    await wait(50);
  }
  throw new Error(`it never became ${status}`);
}

/** A session as REST clients read it: flat for the mobile app, under `user` for the others. */
function sessionOf({ id, ...flat }: User): object {
  const jwt = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  return {
    access_token: jwt,
    token: jwt,
    token_type: 'Bearer',
    expires_in: WEEK,
    refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    user_id: id,
    ...flat,
    user: expect.objectContaining({ id, ...flat }),
  };
}

describe('registering', () => {
  it('answers 201 with a session, flat as the mobile app reads it, from the five keys that it sends', async () => {
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

  it('gives a token that works at once: the app makes its first apiaries with it', async () => {
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

  it('lets the access token live a week over REST and a quarter of an hour over GraphQL, as its claims say too', async () => {
    const lifetime = (token: string): number => {
      const { iat, exp } = claimsOf(token) as { iat: number; exp: number };
      return exp - iat;
    };
    const { body } = await register();
    expect(lifetime(body.access_token)).toBe(WEEK);
    const short = await app.anyone.ask(LOG_IN, { email: body.email, password: PASSWORD });
    expect([short.logIn.expiresIn, lifetime(short.logIn.accessToken)]).toEqual([900, 900]);
    const long = await app.anyone.ask(LOG_IN, { email: body.email, password: PASSWORD, longLived: true });
    expect([long.logIn.expiresIn, lifetime(long.logIn.accessToken)]).toEqual([WEEK, WEEK]);
  });

  it('keeps the password as argon2id, and nowhere as it was', async () => {
    const { body } = await register();
    const [row] = await app.database.sql<{ password_hash: string; row: object }>(
      'select password_hash, to_jsonb(users) as row from users where id = $1',
      [body.user_id],
    );
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/);
    expect(JSON.stringify(row!.row)).not.toContain(PASSWORD);
  });

  it('two people with the same password do not share a hash', async () => {
    const [ana, luz] = await Promise.all([register(), register()]);
    const rows = await app.database.sql('select distinct password_hash from users where id = any($1)', [
      [ana.body.user_id, luz.body.user_id],
    ]);
    expect(rows).toHaveLength(2);
  });
});

describe('the e-mail address', () => {
  it('is trimmed and told apart without regard to case', async () => {
    const { status, body } = await register({ email: '  Luz.Marina@Example.ORG ' });
    expect([status, body.email]).toEqual([201, 'luz.marina@example.org']);
    const again = await logIn(' LUZ.MARINA@example.org  ');
    expect(again).toMatchObject({ status: 200, body: { user_id: body.user_id, email: 'luz.marina@example.org' } });
  });

  it('is taken when somebody has it, in whatever case, on either door', async () => {
    const { body } = await register();
    const taken = await register({ email: ` ${body.email.toUpperCase()}` });
    expectRefused(taken, { status: 409, code: 'EMAIL_TAKEN' });
    const { errors } = await app.anyone.graphql(REGISTER, {
      input: { username: 'x', email: body.email.toUpperCase(), password: PASSWORD },
    });
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'EMAIL_TAKEN' } }]);
  });

  it('goes to exactly one of twenty who want it at once, in mixed case', async () => {
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
  ])('%j is none', async (email) => {
    expectBadInput(await register({ email }), 'email');
  });

  it.each(['first.last+hives@sub.example.co', "o'higgins@example.cl", 'UPPER_case-1@example.info'])(
    '%j is one',
    async (email) => {
      expect(await register({ email })).toMatchObject({ status: 201, body: { email: email.toLowerCase() } });
    },
  );
});

describe('the username', () => {
  it('may be that of somebody else: the app derives it and its user cannot change it', async () => {
    const [one, other] = [await register({ username: 'ana' }), await register({ username: 'ana' })];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body.user_id).not.toBe(other.body.user_id);
  });

  it.each(['ana+colmenas', '50%miel', 'a', 'ana_maría', 'x'.repeat(100)])('%j comes back as sent', async (username) => {
    expect(await register({ username })).toMatchObject({ status: 201, body: { username } });
  });

  it.each(['', '   ', 'x'.repeat(101)])('%j is refused', async (username) => {
    expectBadInput(await register({ username }), 'username');
  });
});

describe('the password', () => {
  it.each([
    ['eight characters of three kinds', 'Panal26x'],
    ["what the app's form asks for", 'Abeja-2026'],
    ["what the app's form asks for, with spaces", 'La abeja 1!'],
    ['letters beyond ASCII', 'Ñandú_26'],
    ['eight characters as the app counts them, which is in UTF-16', 'Aa1!🐝🐝'],
    ['a passphrase of 16 characters of any kind', 'miel y cera 2026'],
    ['a passphrase without a digit', 'las abejas vuelan despacio'],
    ['128 characters', `Aa1${'x'.repeat(125)}`],
    ['128 characters of two bytes', 'ñ'.repeat(128)],
  ])('may have %s', async (_what, password) => {
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
    ['nothing', ''],
    ['half a surrogate pair', 'Abeja-2026\ud83d'],
    ['a NUL', 'Abeja-2026\0'],
  ])('must not have %s', async (_what, password) => {
    expectBadInput(await register({ password }), 'password');
    const { errors } = await app.anyone.graphql(REGISTER, {
      input: { username: 'bee', email: newAddress(), password },
    });
    expectGraphqlRefused({ errors }, { code: 'BAD_USER_INPUT', field: 'password' });
  });

  it('is taken as it is: neither trimmed nor cut nor folded', async () => {
    const password = `  Abeja-${'x'.repeat(119)}1`;
    const { body } = await register({ password });
    expect((await logIn(body.email, password)).status).toBe(200);
    for (const other of [password.trim(), `${password.slice(0, -1)}2`, password.toLowerCase()]) {
      expect((await logIn(body.email, other)).status).toBe(401);
    }
  });

  it.each(['confirm_password', 'confirmPassword'])('must be repeated where %s is sent', async (name) => {
    const email = newAddress();
    expectBadInput(await register({ email, [name]: `${PASSWORD}x` }), name);
    expect((await register({ email, [name]: PASSWORD })).status).toBe(201);
  });

  it('must be repeated over GraphQL too, where it is repeated at all', async () => {
    const input = { username: 'bee', email: newAddress(), password: PASSWORD };
    const answer = await app.anyone.graphql(REGISTER, { input: { ...input, passwordConfirmation: 'Zangano-2026' } });
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT', field: 'passwordConfirmation' });
    expect(
      (await app.anyone.graphql(REGISTER, { input: { ...input, passwordConfirmation: null } })).errors,
    ).toBeUndefined();
  });
});

describe('input that is not what it should be', () => {
  const required = ['username', 'email', 'password'];

  it.each(required)('without %s there is no account', async (field) => {
    expectBadInput(await register({ [field]: undefined }), field);
    expectBadInput(await register({ [field]: null }), field);
  });

  it.each(['email', 'password'])('without %s there is no log-in', async (field) => {
    const body = { email: newAddress(), password: PASSWORD, [field]: undefined };
    expectBadInput(await app.anyone.rest('POST', '/auth/login', body), field);
  });

  it.each([...required, 'phone', 'confirm_password'])('%s must be text', async (field) => {
    for (const value of [5, true, ['text'], { text: 'text' }]) {
      expectBadInput(await register({ [field]: value }), field);
    }
  });

  it('a number or an object for a password is no log-in, and no fault', async () => {
    const { body } = await register();
    for (const password of [5, {}, [PASSWORD], { $ne: '' }])
      expectBadInput(await logIn(body.email, password), 'password');
  });

  it.each([
    ['a field is missing', { email: 'x@example.org', password: PASSWORD }],
    ['a field is unknown', { username: 'x', email: 'x@example.org', password: PASSWORD, admin: true }],
    ['a field is of another type', { username: 5, email: 'x@example.org', password: PASSWORD }],
    ['it is of another type itself', { username: 'x', email: 'x@example.org', password: [PASSWORD] }],
    ['a field is not valid', { username: '', email: 'x@example.org', password: PASSWORD }],
    ['all are wrong', { username: '', email: 'x', password: PASSWORD, passwordConfirmation: 'other' }],
  ])('the answer never repeats the password when %s', async (_what, input) => {
    const answer = await app.anyone.graphql(REGISTER, { input });
    expect(answer.errors).toBeDefined();
    expect(JSON.stringify(answer)).not.toContain(PASSWORD);
    const { status, body } = await app.anyone.rest('POST', '/auth/register', { ...input, email: 'x' });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toContain(PASSWORD);
  });

  it('an account can not make itself active, verified or somebody else', async () => {
    const id = randomUUID();
    const { status, body } = await register({ id, user_id: id, is_verified: true, isVerified: true, role: 'ADMIN' });
    expect([status, body.is_verified]).toEqual([201, false]);
    expect(body.user_id).not.toBe(id);
  });
});

describe('logging in', () => {
  it('answers 200 with the session, and the id is the same string everywhere', async () => {
    const { body: registered } = await register({ username: 'ana' });
    const { user_id: id, email } = registered;
    const { status, body } = await logIn(email);
    expect(status).toBe(200);
    expect(body).toEqual(sessionOf({ id, email, username: 'ana', is_verified: false, is_active: true }));
    expect(body).toHaveProperty('token', body.access_token);
    expect(body.access_token).not.toBe(registered.access_token);
  });

  it('over GraphQL gives the token and the account', async () => {
    const { body } = await register({ username: 'ana' });
    const { logIn: session } = await app.anyone.ask(LOG_IN, { email: body.email.toUpperCase(), password: PASSWORD });
    expect(session).toMatchObject({
      tokenType: 'Bearer',
      user: { id: body.user_id, email: body.email, username: 'ana', isVerified: false, isActive: true },
    });
    expect(await me(as(session.accessToken))).toMatchObject({ status: 200, body: { id: body.user_id } });
  });

  it('does not tell a wrong password from an unknown address', async () => {
    const { body } = await register();
    const [wrong, unknown] = [await logIn(body.email, 'Zangano-2026'), await logIn('nobody@example.org')];
    expectRefused(wrong, { status: 401, code: 'INVALID_CREDENTIALS' });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: wrong.status, body: wrong.body });
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
    const [wrongly, unknowingly] = [
      await app.anyone.graphql(LOG_IN, { email: body.email, password: 'Zangano-2026' }),
      await app.anyone.graphql(LOG_IN, { email: 'nobody@example.org', password: PASSWORD }),
    ];
    expectGraphqlRefused(wrongly, { code: 'UNAUTHENTICATED' });
    expect(unknowingly).toEqual(wrongly);
  });

  it('needs the whole password, also when there is none', async () => {
    const { body } = await register();
    for (const password of [PASSWORD.slice(0, -1), `${PASSWORD} `, 'x'.repeat(500)]) {
      expect((await logIn(body.email, password)).status).toBe(401);
    }
  });
});

describe('me', () => {
  it('is who the token stands for, on both doors', async () => {
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

  it('never shows the password or its hash', async () => {
    const ana = await beekeeper(app);
    const { body } = await me(ana);
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
    const { errors } = await ana.graphql('{ me { passwordHash } }');
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });
});

it('a trailing slash is the same resource, never a redirect', async () => {
  const email = newAddress();
  const account = { username: 'bee', email, password: PASSWORD };
  expect((await app.anyone.rest('POST', '/auth/register/', account)).status).toBe(201);
  const { status, body } = await app.anyone.rest('POST', '/auth/login/', { email, password: PASSWORD });
  expect(status).toBe(200);
  expect((await as(body.access_token).rest('GET', '/auth/me/')).body.email).toBe(email);
  expect((await as(body.access_token).rest('POST', '/auth/logout/')).status).toBe(204);
});

describe('logging out', () => {
  it('answers 204 with no body, and the session is over on both doors at once', async () => {
    const ana = await beekeeper(app);
    expect((await me(ana)).status).toBe(200);
    expect(await ana.rest('POST', '/auth/logout')).toMatchObject({ status: 204, body: undefined });
    expectRefused(await me(ana), { status: 401, code: 'SESSION_OVER' });
    const answer = await ana.graphql('{ me { id } }');
    expect(answer.status).toBe(401);
    expectGraphqlRefused(answer, { code: 'UNAUTHENTICATED' });
    expect((await ana.rest('POST', '/auth/logout')).status).toBe(401);
  });

  it('over GraphQL ends it on both doors too', async () => {
    const ana = await beekeeper(app);
    expect(await ana.ask('mutation { logOut }')).toEqual({ logOut: true });
    expect((await me(ana)).status).toBe(401);
    expect((await ana.graphql('{ me { id } }')).status).toBe(401);
  });

  it('leaves the other sessions of the same person alone', async () => {
    const ana = await beekeeper(app);
    const { body } = await logIn(ana.email);
    await ana.rest('POST', '/auth/logout');
    expect((await me(as(body.access_token))).status).toBe(200);
    expect((await logIn(ana.email)).status).toBe(200);
  });

  it('holds also among requests under way: none that comes after it is let in', async () => {
    const ana = await beekeeper(app);
    await Promise.all([...Array.from({ length: 20 }, () => me(ana)), ana.rest('POST', '/auth/logout')]);
    expect((await me(ana)).status).toBe(401);
  });
});

const doors = (who: Client): Promise<[Answer<unknown>, { status: number }]> =>
  Promise.all([me(who), who.graphql('{ me { id } }')]);

describe('without a token', () => {
  it.each(['', 'Bearer', 'Bearer ', 'Basic YW5hOmJlZQ==', 'Token abc'])(
    'Authorization %j: No token found',
    async (authorization) => {
      const answer = await app.anyone.rest('GET', '/auth/me', undefined, authorization ? { authorization } : {});
      expectRefused(answer, { status: 401, code: 'TOKEN_MISSING', message: 'No token found' });
    },
  );

  it('GraphQL says the same', async () => {
    const answer = await app.anyone.graphql('{ me { id } }');
    expect(answer.status).toBe(401);
    expectGraphqlRefused(answer, { code: 'UNAUTHENTICATED', message: 'No token found' });
  });

  it('a token in the address is none', async () => {
    const { token } = await beekeeper(app);
    expect((await app.anyone.rest('GET', `/auth/me?access_token=${token}&token=${token}`)).status).toBe(401);
  });

  it('the scheme is read in any case', async () => {
    const { token } = await beekeeper(app);
    const answer = await app.anyone.rest('GET', '/auth/me', undefined, { authorization: `bearer ${token}` });
    expect(answer.status).toBe(200);
  });
});

type Part = Record<string, unknown>;
const encode = (part: Part): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const claimsOf = (token: string): Part => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
/** Signed without any JWT library, so that a test can also say what no library would. */
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

describe('a token that is not ours', () => {
  let ana: Beekeeper;
  let luz: Beekeeper;
  beforeAll(async () => {
    [ana, luz] = [await beekeeper(app), await beekeeper(app)];
  });

  it('(one made here just as the service makes them is accepted: what follows is refused for what is said)', async () => {
    const [rest, graphql] = await doors(as(resigned(claimsOf(ana.token!))));
    expect([rest.status, graphql.status]).toEqual([200, 200]);
  });

  it.each<[string, (claims: Part, token: string) => string]>([
    ['is no token at all', () => 'abc'],
    ['has three parts of nonsense', () => 'a.b.c'],
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
    ['is from another issuer', (c) => resigned({ ...c, iss: 'somebody' })],
    ['has no issuer', (c) => resigned({ ...c, iss: undefined })],
    ['is for another audience', (c) => resigned({ ...c, aud: 'somebody' })],
    ['has no audience', (c) => resigned({ ...c, aud: undefined })],
    ['never expires', (c) => resigned({ ...c, exp: undefined })],
    ['expires in words', (c) => resigned({ ...c, exp: 'never' })],
    ['has expired', (c) => resigned({ ...c, exp: now() - 1 })],
    ['is not valid yet', (c) => resigned({ ...c, nbf: now() + 3600 })],
    ['names nobody', (c) => resigned({ ...c, sub: undefined })],
    ['names no session', (c) => resigned({ ...c, sid: undefined })],
    ['names a session that never was', (c) => resigned({ ...c, sid: randomUUID() })],
    ['names a session that could not be', (c) => resigned({ ...c, sid: 'nonsense' })],
    ['names a session by an object', (c) => resigned({ ...c, sid: { $ne: '' } })],
    ["names somebody else's session", (c) => resigned({ ...c, sid: claimsOf(luz.token!).sid })],
    ['names somebody else', (c) => resigned({ ...c, sub: luz.id })],
    ['names somebody who could not be', (c) => resigned({ ...c, sub: 'nonsense' })],
    ['claims nothing', () => resigned({})],
    ['is endless', (c) => resigned({ ...c, more: 'x'.repeat(4000) })],
  ])('is refused when it %s', async (_what, forge) => {
    const [rest, graphql] = await doors(as(forge(claimsOf(ana.token!), ana.token!)));
    expect([rest.status, graphql.status]).toEqual([401, 401]);
    const { error_code } = rest.body as { error_code: string };
    expectRefused(rest, { status: 401, code: error_code });
    expect(['TOKEN_INVALID', 'SESSION_OVER']).toContain(error_code);
  });
});

describe('what happens behind the back of a session', () => {
  const behindItsBack = (text: string, id: string): Promise<object[]> => app.database.sql(text, [id]);

  it('a deactivated account is refused on both doors, and in the words of an account that is closed at log-in', async () => {
    const ana = await beekeeper(app);
    expect((await me(ana)).status).toBe(200);
    await behindItsBack('update users set is_active = false where id = $1', ana.id);
    expectRefused(await logIn(ana.email), { status: 403, code: 'ACCOUNT_DISABLED' });
    const answer = await app.anyone.graphql(LOG_IN, { email: ana.email, password: PASSWORD });
    expectGraphqlRefused(answer, { code: 'FORBIDDEN' });
    await becomes(401, () => me(ana));
    expect((await ana.graphql('{ me { id } }')).status).toBe(401);
  });

  it('who does not know the password does not learn that an account is deactivated', async () => {
    const ana = await beekeeper(app);
    await behindItsBack('update users set is_active = false where id = $1', ana.id);
    expectRefused(await logIn(ana.email, 'Zangano-2026'), { status: 401, code: 'INVALID_CREDENTIALS' });
  });

  it.each([
    ['a session that an operator ended', 'update sessions set ended_at = now() where user_id = $1'],
    ['a session that an operator let expire', 'update sessions set expires_at = now() where user_id = $1'],
    ['a session that was deleted', 'delete from sessions where user_id = $1'],
    ['the token of somebody who was deleted', 'delete from users where id = $1'],
  ])('%s is refused', async (_what, text) => {
    const ana = await beekeeper(app);
    expect((await me(ana)).status).toBe(200);
    await behindItsBack(text, ana.id);
    await becomes(401, () => ana.rest('GET', '/apiaries'));
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

  it('a session is good in both, and what ends it in one ends it in the other', async () => {
    const ana = await beekeeper(app);
    const there = as(ana.token!, other);
    const { body } = await logIn(ana.email);
    const sister = as(body.access_token, other);
    for (const client of [ana, there, sister]) expect((await me(client)).status).toBe(200);
    await ana.rest('POST', '/auth/logout');
    await becomes(401, () => me(there));
    expect((await there.graphql('{ me { id } }')).status).toBe(401);
    expect((await me(sister)).status).toBe(200);
  });

  it('a token of another secret is good in neither', async () => {
    const strangers = await startTestApp({ JWT_SECRET: 'the secret of another service, of 32 bytes' }, app.database);
    try {
      const { token } = await beekeeper(strangers);
      expect((await me(as(token!, strangers))).status).toBe(200);
      expect((await me(as(token!, other))).status).toBe(401);
    } finally {
      await strangers.close();
    }
  });
});

it('a request by a known session costs its own statement and no other', async () => {
  const ana = await beekeeper(app);
  const statements = async (requests: number): Promise<string[]> => {
    const texts = await statementsOf(app.app, async () => {
      for (let i = 0; i < requests; i++) expect((await me(ana)).status).toBe(200);
    });
    // What ended elsewhere, and mail, are looked for by the clock, not by the request.
    return texts.filter((text) => !/session_changes|mails/.test(text));
  };
  // It may take more than one request to be known: an answer that news of other sessions overtakes is not remembered.
  for (let tries = 20; (await statements(1)).length > 1; tries--) expect(tries).toBeGreaterThan(0);
  const asked = await statements(20);
  expect(asked).toHaveLength(20);
  expect(asked.filter((text) => /\bsessions\b/.test(text))).toEqual([]);
});

it.each(['Password123', 'Qwerty123', 'Passw0rd'])('%s, which everybody tries first, is refused', async (password) => {
  const { status, body } = await register({ password });
  expect({ status, named: body.message?.split(' ')[0] }).toEqual({ status: 400, named: 'password' });
});

it('the own address is no password', async () => {
  const email = `Some.Body${Date.now()}@example.org`;
  expect((await register({ email, password: email })).status).toBe(400);
});

it('fifty log-ins at once do not hold up the request of somebody else', async () => {
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
