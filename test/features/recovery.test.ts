// Password reset, password change and e-mail verification.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, Client, startTestApp, type TestApp } from '../support/client.js';
import {
  allSent,
  eventually,
  mailsTo,
  resetMail,
  resetMails,
  startMailServer,
  tokenIn,
  verificationMail,
} from '../support/mail.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

const NEW_PASSWORD = 'Colmena-2027';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    PASSWORD_RESET_URL: 'https://bees.example/reset-password/{token}?from=mail',
    EMAIL_VERIFICATION_URL: 'https://bees.example/verify-email/{token}',
  });
});
afterAll(() => app.close());

let addresses = 0;
const newAddress = (): string => `reader-${++addresses}@example.org`;
const register = async (fields: object = {}, headers: Record<string, string> = {}): Promise<string> => {
  const email = newAddress();
  const body = { username: 'bee', email, password: PASSWORD, ...fields };
  expect((await app.anyone.rest('POST', '/auth/register', body, headers)).status).toBe(201);
  return email;
};
const logIn = (email: string, password: string, { anyone } = app): Promise<Answer<{ access_token: string }>> =>
  anyone.rest('POST', '/auth/login', { email, password });
const me = async (who: Client): Promise<number> => (await who.rest('GET', '/auth/me')).status;

const forgot = (email: string): Promise<Answer<{ message: string }>> =>
  app.anyone.rest('POST', '/auth/forgot-password', { email });
const reset = (token: string, password = NEW_PASSWORD): Promise<Answer<{ message: string }>> =>
  app.anyone.rest('POST', '/auth/reset-password', { token, new_password: password });
const FORGOT = 'mutation ($email: String!) { requestPasswordReset(email: $email) }';
const RESET = 'mutation ($token: String!, $password: String!) { resetPassword(token: $token, newPassword: $password) }';
const VERIFY = 'mutation ($token: String!) { verifyEmail(token: $token) { id isVerified } }';
const RESEND = 'mutation ($email: String!) { resendVerification(email: $email) }';
const CHANGE = `mutation ($current: String!, $password: String!) {
  changePassword(currentPassword: $current, newPassword: $password)
}`;

/** Requests a password reset. Returns the token of the mail. */
async function resetToken(email: string): Promise<string> {
  const before = resetMails(app, email).length;
  expect((await forgot(email)).status).toBe(200);
  return tokenIn(await resetMail(app, email, before + 1));
}

/** The contents of every table, as JSON. */
async function dumpDatabase(): Promise<string> {
  const tables = await app.database.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => app.database.sql(`select * from "${name}"`)));
  return JSON.stringify(rows);
}

function expectBadToken(answer: Answer<unknown>): void {
  expectRefused(answer, { status: 400, code: 'TOKEN_INVALID' });
}

describe('requesting a reset', () => {
  it('returns the same response for a known and an unknown address over REST', async () => {
    const [known, unknown] = [await forgot(await register()), await forgot('nobody@example.org')];
    expect({ status: known.status, body: known.body }).toEqual({
      status: 200,
      body: { message: expect.stringMatching(/\w/) },
    });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
  });

  it('returns the same response for a known and an unknown address over GraphQL', async () => {
    const known = await app.anyone.graphql(FORGOT, { email: await register() });
    expect(known).toEqual({ status: 200, data: { requestPasswordReset: true } });
    expect(await app.anyone.graphql(FORGOT, { email: 'nobody@example.org' })).toEqual(known);
  });

  it('sends no mail to an unknown address or a deactivated account', async () => {
    const deactivated = await register();
    await app.database.sql('update users set is_active = false where email = $1', [deactivated]);
    await forgot('nobody@example.org');
    await forgot(deactivated);
    // Mails are sent in order: once this one has arrived, the others would have too.
    const ana = await register();
    await forgot(ana);
    await resetMail(app, ana);
    await allSent(app);
    expect(mailsTo(app, 'nobody@example.org')).toEqual([]);
    expect(resetMails(app, deactivated)).toEqual([]);
  });

  it('ignores case and surrounding spaces of the address', async () => {
    const email = await register();
    expect((await forgot(`  ${email.toUpperCase()} `)).status).toBe(200);
    expect(await resetMail(app, email)).toMatchObject({ to: email });
  });

  it('requires an address that is valid text', async () => {
    expectBadInput(await app.anyone.rest('POST', '/auth/forgot-password', {}), 'email');
    expectBadInput(await app.anyone.rest('POST', '/auth/forgot-password', { email: 5 }), 'email');
    for (const email of ['a\0@example.org', '\ud800@example.org'])
      expectBadInput(await app.anyone.rest('POST', '/auth/forgot-password', { email }), 'email');
  });
});

describe('the mail', () => {
  it('is in Spanish by default, as text and as HTML, with the configured link', async () => {
    const email = await register({ username: 'Íñigo' });
    const token = await resetToken(email);
    const { subject, text, html, to } = await resetMail(app, email);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect({ to, subject }).toEqual({ to: email, subject: 'Restablecer la contraseña' });
    const link = `https://bees.example/reset-password/${token}?from=mail`;
    expect(text).toContain(link);
    expect(text).toContain('Hola, Íñigo');
    expect(html).toContain(`href="${link}"`);
    expect(html).toContain('lang="es"');
  });

  it('is in English after a registration with Accept-Language: en', async () => {
    const email = await register({}, { 'accept-language': 'en-GB,en;q=0.9,es;q=0.5' });
    await resetToken(email);
    const { subject, text, html } = await resetMail(app, email);
    expect(subject).toBe('Reset your password');
    expect(text).toContain('Hello bee');
    expect(html).toContain('lang="en"');
  });

  it.each([
    ['en;q=0.5, es-MX', 'Restablecer la contraseña'],
    ['es;q=0, en', 'Reset your password'],
    ['fr, en;q=0.1', 'Reset your password'],
    ['fr', 'Restablecer la contraseña'],
  ])('follows the weights of Accept-Language: %s', async (languages, expected) => {
    const email = await register({}, { 'accept-language': languages });
    await resetToken(email);
    expect((await resetMail(app, email)).subject).toBe(expected);
  });

  it('follows the language of the profile', async () => {
    const ana = await beekeeper(app);
    await ana.ask('mutation { updateProfile(input: { language: EN }) { id } }');
    await resetToken(ana.email);
    expect((await resetMail(app, ana.email)).subject).toBe('Reset your password');
  });

  it('E5: its link can be copied from the file as it is, from both parts', async () => {
    const email = await register({ username: 'Íñigo de la Peña' });
    const token = await resetToken(email);
    const folder = join(app.dataDir, 'mail');
    const [file] = readdirSync(folder).filter((name) => name.includes(email) && readMail(name).includes(token));
    const link = `https://bees.example/reset-password/${token}?from=mail`;
    const eml = readMail(file!);
    expect(eml).toContain(`\r\n${link}\r\n`);
    expect(eml).toContain(`href="${link}"`);
    expect(eml).toContain('Hola, Íñigo de la Peña:');
    expect(eml).not.toMatch(/quoted-printable|base64/);

    function readMail(name: string): string {
      return readFileSync(join(folder, name), 'utf8');
    }
  });

  it('E2: without settings, its link leads to the port on which the service listens; with PUBLIC_URL, there', async () => {
    for (const [settings, base] of [
      [{}, undefined],
      [{ PUBLIC_URL: 'https://api.bees.example/' }, 'https://api.bees.example'],
    ] as [Record<string, string>, string?][]) {
      const other = await startTestApp(settings);
      try {
        const { email } = await beekeeper(other);
        await other.anyone.rest('POST', '/auth/forgot-password', { email });
        expect((await verificationMail(other, email)).text).toContain(`\n${base ?? other.url}/verify-email/`);
        expect((await resetMail(other, email)).html).toContain(`href="${base ?? other.url}/reset-password/`);
      } finally {
        await other.close();
      }
    }
  });

  it('escapes a username that contains HTML', async () => {
    const email = await register({ username: '<img src=x onerror="alert(1)">' });
    const { text, html } = await verificationMail(app, email);
    expect(text).toContain('<img src=x onerror="alert(1)">');
    expect(html).not.toMatch(/<img/i);
    expect(html).not.toContain('"alert');
    expect(html).toMatch(/(&lt;|&#60;)img/);
  });

  it('ignores header injection by a username with a line break', async () => {
    const email = await register({ username: 'bee\r\nBcc: all@example.org' });
    expect(await verificationMail(app, email)).toMatchObject({ to: email });
    await allSent(app);
    expect(mailsTo(app, 'all@example.org')).toEqual([]);
  });

  it('C12: a name that could carry a message to another person is left out until the address is verified', async () => {
    for (const username of [
      'you have won! www.example.com',
      'see https://bees.example',
      'a\nb',
      'bee\u2028bee',
      'x'.repeat(51),
    ]) {
      const email = await register({ username });
      const { text, html } = await verificationMail(app, email);
      expect(text).toMatch(/^Hola:\n\nConfirme/);
      expect(html).toContain('<p>Hola:</p>');
      await resetToken(email);
      expect((await resetMail(app, email)).text).toMatch(/^Hola:\n/);
      await app.database.sql('update users set is_verified = true where email = $1', [email]);
      await resetToken(email);
      expect((await resetMail(app, email, 2)).text).toMatch(/^Hola, /);
    }
  });

  it('C13: lies in a folder that only the service can list', async () => {
    const email = await register();
    await verificationMail(app, email);
    expect(statSync(join(app.dataDir, 'mail')).mode & 0o777).toBe(0o700);
  });

  it('is deleted from the database after it has been sent', async () => {
    const email = await register();
    await resetToken(email);
    await allSent(app);
    expect(await app.database.sql('select 1 from mails')).toEqual([]);
  });
});

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

  it('C11: refuses the own e-mail address and username; the token stays valid', async () => {
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

describe('changing the password', () => {
  const change = (who: Client, current: string, password: string) => who.graphql(CHANGE, { current, password });

  it('requires the current password and a strong new one', async () => {
    const ana = await beekeeper(app);
    expectGraphqlRefused(await change(ana, 'Zangano-2026', NEW_PASSWORD), {
      code: 'BAD_USER_INPUT',
      field: 'currentPassword',
    });
    expectGraphqlRefused(await change(ana, PASSWORD, 'weak'), { code: 'BAD_USER_INPUT', field: 'newPassword' });
    expect((await logIn(ana.email, PASSWORD)).status).toBe(200);
  });

  it('ends all other sessions at once', async () => {
    const ana = await beekeeper(app);
    const secondSession = new Client(app.url, (await logIn(ana.email, PASSWORD)).body.access_token);
    expect(await me(secondSession)).toBe(200);
    expect(await change(ana, PASSWORD, NEW_PASSWORD)).toMatchObject({ data: { changePassword: true } });
    expect([await me(ana), await me(secondSession)]).toEqual([200, 401]);
    expect((await logIn(ana.email, NEW_PASSWORD)).status).toBe(200);
    expect((await logIn(ana.email, PASSWORD)).status).toBe(401);
  });

  it('requires authentication', async () => {
    expect((await change(app.anyone, PASSWORD, NEW_PASSWORD)).status).toBe(401);
  });

  it('revokes reset links that were sent before', async () => {
    const ana = await beekeeper(app);
    const token = await resetToken(ana.email);
    await change(ana, PASSWORD, NEW_PASSWORD);
    expectBadToken(await reset(token, 'Zangano-2028'));
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
      data: { verifyEmail: { id: ana.id, isVerified: true } },
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
    expect(answer).toEqual({ status: 200, data: { resendVerification: true } });
    const second = tokenIn(await verificationMail(app, ana.email, 2));
    expectGraphqlRefused(await verify(first), { code: 'BAD_USER_INPUT' });
    expect((await verify(second)).data).toMatchObject({ verifyEmail: { isVerified: true } });
  });

  it('E9: is done over REST with the token in the body, which is valid once', async () => {
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
    expect(answer).toEqual({ status: 200, data: { resendVerification: true } });
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

/** Of `eventually`: two seconds. */
const CHECKS_BETWEEN = 40;

describe('an SMTP server', () => {
  it('receives the mail from the configured sender', async () => {
    const server = await startMailServer();
    const mailing = await startTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Colmenas <no-reply@bees.example>' });
    try {
      const { email } = await beekeeper(mailing);
      const [delivery] = await eventually('the mail', () => (server.received.length > 0 ? server.received : undefined));
      expect(delivery).toMatchObject({
        from: 'no-reply@bees.example',
        recipients: [email],
        mail: { from: 'Colmenas <no-reply@bees.example>', to: email, subject: 'Confirmar la dirección de correo' },
      });
      expect((await mailing.anyone.graphql(VERIFY, { token: tokenIn(delivery!.mail) })).errors).toBeUndefined();
      await allSent(mailing);
    } finally {
      await mailing.close();
      await server.close();
    }
  });

  it('that is down delays mails; neither a mail nor the request is lost', async () => {
    const { url, port, close } = await startMailServer();
    await close();
    const mailing = await startTestApp({ SMTP_URL: url });
    const emails = [(await beekeeper(mailing)).email, (await beekeeper(mailing)).email].sort();
    const bothAttempted = async (): Promise<true | undefined> =>
      (await mailing.database.sql('select 1 from mails where attempts > 0')).length === 2 || undefined;
    await eventually('both mails were attempted', bothAttempted);
    const server = await startMailServer(port);
    try {
      // The failure of an attempt that is still under way postpones its mail again.
      let checks = 0;
      await eventually('both mails arrive', async () => {
        if (checks++ % CHECKS_BETWEEN === 0) await mailing.database.sql('update mails set due_at = now()');
        return server.received.length === 2 || undefined;
      });
      expect(server.received.map(({ mail }) => mail.to).sort()).toEqual(emails);
      await allSent(mailing);
    } finally {
      await mailing.close();
      await server.close();
    }
  });
});
