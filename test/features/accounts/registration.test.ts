// Registration: the mail address, the username, the password, and invalid input.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { PASSWORD } from '../../support/world.js';
import { app, as, claimsOf, LOG_IN, logIn, newAddress, register, sessionOf, WEEK_S } from './accounts.fixture.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { accessToken expiresIn user { id } } }';

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
    ['every field is invalid', { username: '', email: 'x', password: PASSWORD, phone: 'x'.repeat(51) }],
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

it.each(['Password123', 'Qwerty123', 'Passw0rd'])('refuses the common password %s', async (password) => {
  const { status, body } = await register({ password });
  expect({ status, field: body.message?.split(' ')[0] }).toEqual({ status: 400, field: 'password' });
});

describe('one mail address', () => {
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
    ['a blank letter', 'be\u3164e@example.org'],
    ['a control character', 'be\u0007e@example.org'],
    ['quotes', '"bee"@example.org'],
    ['quotes with a line break', '"bee\r\nBcc: all"@example.org'],
  ])('is refused with %s', async (_what, email) => {
    expectBadInput(await registerAs(email), 'email');
    const { errors } = await app.anyone.graphql(REGISTER, { input: { username: 'bee', email, password: PASSWORD } });
    expectGraphqlRefused({ errors }, { code: 'BAD_USER_INPUT', field: 'email' });
  });

  it.each([
    ['a zero-width space before it', '\u200b%@example.org'],
    ['one in the local part', 'be\u200b%@example.org'],
    ['one in the domain', '%@exam\u200bple.org'],
    ['one after it', '%@example.org\u200b'],
    ['a soft hyphen', '%\u00ad@example.org'],
    ['marks of the direction, as copied from a list of contacts', '\u202a%@example.org\u202c'],
    ['a byte order mark', '\ufeff%@example.org\u2060'],
  ])('loses what nobody sees: %s', async (what, pasted) => {
    const name = what.replace(/\W/g, '');
    const typed = pasted.replace(/[^\w@.%]/g, '').replace('%', name);
    const { status, body } = await registerAs(pasted.replace('%', name));
    expect({ status, email: body.email }).toEqual({ status: 201, email: typed.toLowerCase() });
    expect((await registerAs(typed)).status).toBe(409);
    for (const email of [typed, pasted.replace('%', name)]) expect((await logIn(email, PASSWORD)).status).toBe(200);
  });

  it('has one password, however a keyboard composes it', async () => {
    const { body } = await register({ password: 'Colmen\u0303a-2026' });
    expect((await logIn(body.email, 'Colme\u00f1a-2026')).status).toBe(200);
  });
});

it('refuses the own e-mail address as a password', async () => {
  const email = `Some.Body${Date.now()}@example.org`;
  expect((await register({ email, password: email })).status).toBe(400);
});
