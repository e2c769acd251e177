// Links of mails reset a password and verify an address, once.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { allSent, mailsTo, tokenIn, verificationMail } from '../../support/mail.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import {
  app,
  CHANGE,
  expectBadToken,
  logIn,
  me,
  NEW_PASSWORD,
  newAddress,
  register,
  reset,
  resetToken,
  VERIFY,
} from './recovery.fixture.js';

const RESET =
  'mutation ($token: String!, $password: String!) { resetPassword(input: { token: $token, newPassword: $password }) { success } }';
const RESEND = 'mutation ($email: String!) { resendVerification(input: { email: $email }) { success } }';

/** The contents of every table, as JSON. */
async function dumpDatabase(): Promise<string> {
  const tables = await app.database.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => app.database.sql(`select * from "${name}"`)));
  return JSON.stringify(rows);
}

describe('resetting the password', () => {
  it.each<[string, (token: string) => Promise<{ status: number }>]>([
    ['REST', (token) => reset(token)],
    [
      'REST with the key `password`',
      (token) => app.anyone.rest('POST', '/auth/reset-password', { token, password: NEW_PASSWORD }),
    ],
    ['GraphQL', (token) => app.anyone.graphql(RESET, { token, password: NEW_PASSWORD })],
  ])('sets the new password over %s; the old one is refused', async (_api, resetWith) => {
    const email = await register();
    expect((await resetWith(await resetToken(email))).status).toBe(200);
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
    expectRefused(await logIn(email, PASSWORD), { status: 401, code: 'INVALID_CREDENTIALS' });
  });

  it('ends all sessions at once, and their refresh tokens', async () => {
    const ana = await beekeeper(app);
    const { body } = await app.anyone.rest('POST', '/auth/login', { email: ana.email, password: PASSWORD });
    const secondSession = new Client(app.url, body.access_token);
    const token = await resetToken(ana.email);
    expect([await me(ana), await me(secondSession)]).toEqual([200, 200]);
    await reset(token);
    expect([await me(ana), await me(secondSession)]).toEqual([401, 401]);
    expect((await ana.graphql('{ me { id } }')).status).toBe(401);
    const refreshed = await app.anyone.rest('POST', '/auth/refresh', { refresh_token: body.refresh_token });
    expect(refreshed.status).toBe(401);
  });

  it('stores only a hash of the token', async () => {
    const token = await resetToken(await register());
    await allSent(app);
    const dump = await dumpDatabase();
    expect(dump).toContain('RESET_PASSWORD');
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('accepts a token once', async () => {
    const email = await register();
    const token = await resetToken(email);
    expect((await reset(token)).status).toBe(200);
    expectBadToken(await reset(token, 'Zangano-2028'));
    const answer = await app.anyone.graphql(RESET, { token, password: 'Zangano-2028' });
    expectGraphqlRefused(answer, { code: 'BAD_USER_INPUT' });
    expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('accepts a token once in twenty concurrent requests', async () => {
    const email = await register();
    const token = await resetToken(email);
    const passwords = Array.from({ length: 20 }, (_, i) => `Colmena-${2000 + i}`);
    const statuses = (await Promise.all(passwords.map((password) => reset(token, password)))).map((a) => a.status);
    expect([...statuses].sort()).toEqual([200, ...Array<number>(19).fill(400)]);
    expect((await logIn(email, passwords[statuses.indexOf(200)]!)).status).toBe(200);
  });

  it('accepts only the newest token', async () => {
    const email = await register();
    const [older, newer] = [await resetToken(email), await resetToken(email)];
    expectBadToken(await reset(older));
    expect((await logIn(email, PASSWORD)).status).toBe(200);
    expect((await reset(newer)).status).toBe(200);
  });

  it('refuses an expired token', async () => {
    const email = await register();
    const token = await resetToken(email);
    await app.database.sql(
      `update one_time_tokens set expires_at = now() - interval '1 second'
       where purpose = 'RESET_PASSWORD' and email = $1`,
      [email],
    );
    expectBadToken(await reset(token));
    expect((await logIn(email, PASSWORD)).status).toBe(200);
  });

  it('a token is valid for 30 minutes', async () => {
    const email = await register();
    await resetToken(email);
    const [row] = await app.database.sql<{ minutes: number }>(
      `select extract(epoch from expires_at - created_at)::float / 60 as minutes from one_time_tokens
       where purpose = 'RESET_PASSWORD' and email = $1`,
      [email],
    );
    expect(Math.round(row!.minutes)).toBe(30);
  });

  it.each([
    ['an unknown token', () => 'nonsense'],
    ['an empty token', () => ''],
    [
      'another text of the same length',
      (token: string) => `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`,
    ],
    ['a very long token', (token: string) => token.repeat(100)],
  ])('refuses %s', async (_what, forge) => {
    expectBadToken(await reset(forge(await resetToken(await register()))));
  });

  it('refuses a verification token', async () => {
    const email = await register();
    expectBadToken(await reset(tokenIn(await verificationMail(app, email))));
  });

  it('refuses a weak password; the token stays valid', async () => {
    const token = await resetToken(await register());
    expectBadInput(await reset(token, 'weak'), 'new_password');
    expect((await reset(token)).status).toBe(200);
  });

  it('refuses the own e-mail address and username; the token stays valid', async () => {
    const email = `Reset-1-${newAddress()}`;
    await register({ email, username: 'Colmenar-2026' });
    const token = await resetToken(email.toLowerCase());
    for (const password of [email, 'Colmenar-2026']) expectBadInput(await reset(token, password), 'new_password');
    const { body } = await logIn(email, PASSWORD);
    const ana = new Client(app.url, body.access_token);
    for (const password of [email, 'Colmenar-2026'])
      expectGraphqlRefused(await ana.graphql(CHANGE, { current: PASSWORD, password }), {
        code: 'BAD_USER_INPUT',
        field: 'newPassword',
      });
    expect((await reset(token)).status).toBe(200);
  });

  it('verifies the e-mail address', async () => {
    const email = await register();
    await reset(await resetToken(email));
    expect((await logIn(email, NEW_PASSWORD)).body).toMatchObject({ is_verified: true });
  });
});

describe('verifying an address', () => {
  const verify = (token: string) => app.anyone.graphql(VERIFY, { token });
  const isVerified = async (ana: Beekeeper): Promise<boolean> => (await ana.rest('GET', '/auth/me')).body.is_verified;

  it('is requested at registration and done with the token of the mail', async () => {
    const ana = await beekeeper(app);
    const mail = await verificationMail(app, ana.email);
    expect(mail.subject).toBe('Confirmar la dirección de correo');
    expect(mail.html).toContain(`href="https://bees.example/verify-email/${tokenIn(mail)}"`);
    expect(await isVerified(ana)).toBe(false);
    expect(await verify(tokenIn(mail))).toEqual({
      status: 200,
      data: { verifyEmail: { user: { id: ana.id, isVerified: true } } },
    });
    expect(await isVerified(ana)).toBe(true);
  });

  it('accepts a token once; refuses unknown and expired tokens', async () => {
    const [ana, luz] = [await beekeeper(app), await beekeeper(app)];
    const token = tokenIn(await verificationMail(app, ana.email));
    await verify(token);
    for (const invalid of [token, 'nonsense', '']) {
      expectGraphqlRefused(await verify(invalid), { code: 'BAD_USER_INPUT' });
    }
    const old = tokenIn(await verificationMail(app, luz.email));
    await app.database.sql('update one_time_tokens set expires_at = now() where email = $1', [luz.email]);
    expectGraphqlRefused(await verify(old), { code: 'BAD_USER_INPUT' });
    expect(await isVerified(luz)).toBe(false);
  });

  it('refuses a password reset token', async () => {
    const ana = await beekeeper(app);
    expectGraphqlRefused(await verify(await resetToken(ana.email)), { code: 'BAD_USER_INPUT' });
    expect(await isVerified(ana)).toBe(false);
  });

  it('can be requested again: only the newest token is valid', async () => {
    const ana = await beekeeper(app);
    const first = tokenIn(await verificationMail(app, ana.email));
    const answer = await app.anyone.graphql(RESEND, { email: ana.email });
    expect(answer).toEqual({ status: 200, data: { resendVerification: { success: true } } });
    const second = tokenIn(await verificationMail(app, ana.email, 2));
    expectGraphqlRefused(await verify(first), { code: 'BAD_USER_INPUT' });
    expect((await verify(second)).data).toMatchObject({ verifyEmail: { user: { isVerified: true } } });
  });

  it('is done over REST with the token in the body, which is valid once', async () => {
    const ana = await beekeeper(app);
    const old = tokenIn(await verificationMail(app, ana.email));
    const again = await app.anyone.rest('POST', '/auth/resend-verification', { email: ana.email });
    expect(again).toMatchObject({ status: 200, body: { message: expect.stringMatching(/mail/) } });
    const token = tokenIn(await verificationMail(app, ana.email, 2));
    const send = (body: object) => app.anyone.rest('POST', '/auth/verify-email', body);
    const refused = { status: 400, code: 'TOKEN_INVALID' };
    expectRefused(await send({ token: old }), refused);
    expectBadInput(await send({}), 'token');
    expect(await isVerified(ana)).toBe(false);
    expect(await send({ token })).toMatchObject({ status: 200, body: { message: expect.stringMatching(/verified/) } });
    expect(await isVerified(ana)).toBe(true);
    expectRefused(await send({ token }), refused);
    // The response tells neither an unknown nor a verified address from one that gets a mail.
    for (const email of [ana.email, 'nobody@example.org'])
      expect((await app.anyone.rest('POST', '/auth/resend-verification', { email })).body).toEqual(again.body);
  });

  it('a repeated request has the same response for an unknown and a verified address', async () => {
    const ana = await beekeeper(app);
    await verify(tokenIn(await verificationMail(app, ana.email)));
    const answer = await app.anyone.graphql(RESEND, { email: ana.email });
    expect(answer).toEqual({ status: 200, data: { resendVerification: { success: true } } });
    expect(await app.anyone.graphql(RESEND, { email: 'nobody@example.org' })).toEqual(answer);
    await allSent(app);
    expect(mailsTo(app, ana.email)).toHaveLength(1);
  });
});

describe('with EMAIL_VERIFICATION=required', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startTestApp({ EMAIL_VERIFICATION: 'required' });
  });
  afterAll(() => strict.close());

  it('refuses a session until the e-mail address is verified', async () => {
    const ana = await beekeeper(strict);
    expectRefused(await ana.rest('GET', '/apiaries'), { status: 403, code: 'EMAIL_NOT_VERIFIED' });
    expectGraphqlRefused(await ana.graphql('{ apiaries { totalCount } }'), { code: 'FORBIDDEN' });
    const token = tokenIn(await verificationMail(strict, ana.email));
    await strict.anyone.ask(VERIFY, { token });
    expect((await ana.rest('GET', '/apiaries')).status).toBe(200);
    expect((await ana.graphql('{ apiaries { totalCount } }')).errors).toBeUndefined();
    const { body } = await logIn(ana.email, PASSWORD, strict);
    expect(await me(new Client(strict.url, body.access_token))).toBe(200);
  });

  it('allows an unverified session to log out', async () => {
    const ana = await beekeeper(strict);
    expect((await ana.rest('POST', '/auth/logout')).status).toBe(204);
  });
});
