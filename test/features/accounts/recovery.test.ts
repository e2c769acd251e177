// A forgotten password: the request, the mail, an SMTP server, and changing a known password.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Client, startTestApp } from '../../support/client.js';
import {
  allSent,
  eventually,
  mailsTo,
  resetMail,
  resetMails,
  retryNow,
  startMailServer,
  tokenIn,
  verificationMail,
} from '../../support/mail.js';
import { expectBadInput, expectGraphqlRefused } from '../../support/refusals.js';
import { beekeeper, PASSWORD } from '../../support/world.js';
import {
  app,
  CHANGE,
  expectBadToken,
  forgot,
  logIn,
  me,
  NEW_PASSWORD,
  register,
  reset,
  resetToken,
  VERIFY,
} from './recovery.fixture.js';

const FORGOT = 'mutation ($email: String!) { requestPasswordReset(input: { email: $email }) { success } }';

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
    expect(known).toEqual({ status: 200, data: { requestPasswordReset: { success: true } } });
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
    await ana.ask('mutation { updateProfile(input: { language: EN }) { user { id } } }');
    await resetToken(ana.email);
    expect((await resetMail(app, ana.email)).subject).toBe('Reset your password');
  });

  it('its link can be copied from the file as it is, from both parts', async () => {
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

  it('without settings, its link leads to the port on which the service listens; with PUBLIC_URL, there', async () => {
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

  it('has no header of a username: one with a line break is refused', async () => {
    const body = { username: 'bee\r\nBcc: all@example.org', email: 'bee@example.org', password: 'Bees-1234-and-more' };
    expect((await app.anyone.rest('POST', '/auth/register', body)).status).toBe(400);
  });

  it('a name that could carry a message to another person is left out until the address is verified', async () => {
    for (const username of [
      'you have won! www.example.com',
      'see https://bees.example',
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

  it('lies in a folder that only the service can list', async () => {
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
    expect(await change(ana, PASSWORD, NEW_PASSWORD)).toMatchObject({ data: { changePassword: { success: true } } });
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
    await eventually(
      'both mails were attempted',
      async () => (await mailing.database.sql(`select from jobs.job where state = 'retry'`)).length === 2 || undefined,
    );
    const server = await startMailServer(port);
    try {
      expect(await retryNow(mailing.database)).toBe(2);
      await eventually('both mails arrive', () => server.received.length === 2 || undefined);
      expect(server.received.map(({ mail }) => mail.to).sort()).toEqual(emails);
      await allSent(mailing);
    } finally {
      await mailing.close();
      await server.close();
    }
  });
});
