// The e-mail address of an account is changed: confirmed at the new one, undone from the old one.
import { describe, expect, it } from '@jest/globals';
import { Client } from '../../support/client.js';
import { mailsTo, resetMail, tokenIn, verificationMail } from '../../support/mail.js';
import { accept, inviteTo } from '../../support/members.js';
import { currentCode } from '../../support/totp.js';
import { beekeeper, PASSWORD } from '../../support/world.js';
import {
  app,
  changed,
  confirm,
  confirmMail,
  emailOf,
  logIn,
  NEW_PASSWORD,
  newAddress,
  reasonOf,
  request,
  requested,
  subjectsTo,
  undo,
  undoMail,
} from './email-change.fixture.js';
import { BEGIN, CONFIRM as CONFIRM_TOTP } from './second-factor.fixture.js';

describe('a request', () => {
  it('needs the password and another address; the address stays until it is confirmed', async () => {
    const ana = await beekeeper(app);
    const address = newAddress();
    const problemsOf = async (email: string, password?: string) =>
      (await request(ana, email, password)).errors?.[0]?.extensions.fields;
    expect(await problemsOf(address, 'Zangano-2026')).toEqual([{ field: 'password', message: 'is wrong' }]);
    for (const invalid of [
      '',
      'nobody',
      'a b@example.org',
      '"a"@example.org',
      `${'x'.repeat(300)}@example.org`,
      ` ${ana.email.toUpperCase()}`,
    ])
      expect(await problemsOf(invalid)).toEqual([{ field: 'newEmail', message: expect.any(String) }]);
    expect(reasonOf(await request(app.anyone, address))).toBe('TOKEN_MISSING');
    expect(await confirmMail(address)).toBeUndefined();
    expect((await request(ana, ` ${address.toUpperCase()} `)).errors).toBeUndefined();
    expect(await emailOf(ana)).toBe(ana.email);
    expect((await subjectsTo(ana.email)).at(-1)).toBe('Se ha pedido cambiar la dirección de su cuenta');
    expect(mailsTo(app, ana.email).at(-1)!.text).toContain(address);
    expect((await confirmMail(address))!.text).toContain(`${app.url}/confirm-email/`);
    expect(await logIn(address)).toBe(401);
  });

  it('replaces the one before; its link is valid for 24 hours, once', async () => {
    const ana = await beekeeper(app);
    const [first, second] = [newAddress(), newAddress()];
    const old = await requested(ana, first);
    const token = await requested(ana, second);
    expect(reasonOf(await confirm(old))).toBe('TOKEN_INVALID');
    const expire = (age: string) =>
      app.database.sql(
        `update email_changes set expires_at = created_at + interval '24 hours' - interval '${age}' where new_email = $1`,
        [second],
      );
    const [row] = await app.database.sql<{ hours: number }>(
      'select extract(epoch from expires_at - created_at)::float / 3600 as hours from email_changes where new_email = $1',
      [second],
    );
    expect(row!.hours).toBeCloseTo(24, 1);
    await expire('25 hours');
    expect(reasonOf(await confirm(token))).toBe('TOKEN_INVALID');
    await expire('0 hours');
    expect((await confirm(token)).errors).toBeUndefined();
    expect(reasonOf(await confirm(token))).toBe('TOKEN_INVALID');
    for (const text of ['', 'nonsense', `${token}x`]) expect(reasonOf(await confirm(text))).toBe('TOKEN_INVALID');
    expect([await logIn(ana.email), await logIn(second)]).toEqual([401, 200]);
  });

  it('for the address of another account looks and takes the same; that one gets a mail, and nothing changes', async () => {
    const [ana, luz] = [await beekeeper(app), await beekeeper(app)];
    const timed = async (email: string) => {
      const started = performance.now();
      return { answer: await request(ana, email), ms: performance.now() - started };
    };
    const [free, taken] = [await timed(newAddress()), await timed(luz.email)];
    expect(taken.answer).toEqual(free.answer);
    // The least time of both hides what they do; that of a busy machine is no measure.
    expect(Math.min(taken.ms, free.ms)).toBeGreaterThan(145);
    expect(await confirmMail(luz.email)).toBeUndefined();
    const mail = mailsTo(app, luz.email).at(-1)!;
    expect(mail.subject).toBe('Esta dirección ya tiene una cuenta');
    expect(mail.text).not.toContain(ana.email);
    expect([await emailOf(ana), await emailOf(luz)]).toEqual([ana.email, luz.email]);
  });

  it('does not put the name of the account into a mail to somebody who may be a stranger, if it could be a message', async () => {
    const ana = await beekeeper(app);
    await ana.ask('mutation { updateProfile(input: { username: "You won! https://evil.example" }) { user { id } } }');
    await app.database.sql('update users set is_verified = true where id = $1', [ana.id]);
    const address = newAddress();
    await requested(ana, address);
    expect((await confirmMail(address))!.text).not.toContain('evil');
  });
});

describe('a confirmation', () => {
  it('changes and verifies the address, keeps the sessions, and voids what was sent to the old one', async () => {
    const ana = await beekeeper(app);
    const other = new Client(
      app.url,
      (await app.anyone.rest('POST', '/auth/login', { email: ana.email, password: PASSWORD })).body.access_token,
    );
    await app.anyone.rest('POST', '/auth/forgot-password', { email: ana.email });
    const reset = tokenIn(await resetMail(app, ana.email));
    const verification = tokenIn(await verificationMail(app, ana.email));
    const address = newAddress();
    const undoToken = await changed(ana, ana.email, address);
    for (const client of [ana, other])
      expect((await client.rest('GET', '/auth/me')).body).toMatchObject({ email: address, is_verified: true });
    expect(
      (await app.anyone.rest('POST', '/auth/reset-password', { token: reset, new_password: NEW_PASSWORD })).status,
    ).toBe(400);
    expect((await app.anyone.rest('POST', '/auth/verify-email', { token: verification })).status).toBe(400);
    expect((await undo(undoToken)).errors).toBeUndefined();
    // Also when the account is back at the address.
    expect(
      (await app.anyone.rest('POST', '/auth/reset-password', { token: reset, new_password: 'Zangano-2028' })).status,
    ).toBe(400);
  });

  it('of two accounts for one address, one wins', async () => {
    const address = newAddress();
    const accounts = [await beekeeper(app), await beekeeper(app)];
    const tokens = [await requested(accounts[0]!, address), await requested(accounts[1]!, address)];
    const reasons = (await Promise.all(tokens.map(confirm))).map(reasonOf);
    expect(reasons.sort()).toEqual(['EMAIL_TAKEN', undefined]);
    expect((await Promise.all(accounts.map(emailOf))).filter((email) => email === address)).toHaveLength(1);
  });

  it('in twenty requests at once is made once', async () => {
    const ana = await beekeeper(app);
    const token = await requested(ana, newAddress());
    const reasons = (await Promise.all(Array.from({ length: 20 }, () => confirm(token)))).map(reasonOf);
    expect(reasons.filter((reason) => reason === undefined)).toHaveLength(1);
    expect(new Set(reasons)).toEqual(new Set([undefined, 'TOKEN_INVALID']));
    expect((await subjectsTo(ana.email)).filter((subject) => subject.includes('ha cambiado'))).toHaveLength(1);
  });

  it('of an address that somebody has registered meanwhile is refused', async () => {
    const [ana, address] = [await beekeeper(app), newAddress()];
    const token = await requested(ana, address);
    await app.anyone.rest('POST', '/auth/register', { username: 'x', email: address, password: PASSWORD });
    expect(reasonOf(await confirm(token))).toBe('EMAIL_TAKEN');
    expect(await emailOf(ana)).toBe(ana.email);
  });
});

describe('the old address', () => {
  it('belongs to nobody else while the change can be undone, and is free afterwards', async () => {
    const [ana, luz] = [await beekeeper(app), await beekeeper(app)];
    await changed(ana, ana.email, newAddress());
    const register = () =>
      app.anyone.rest('POST', '/auth/register', { username: 'x', email: ana.email, password: PASSWORD });
    expect((await register()).body.error_code).toBe('EMAIL_TAKEN');
    expect((await request(luz, ana.email)).errors).toBeUndefined();
    expect(await confirmMail(ana.email)).toBeUndefined();
    await app.database.sql(`update email_changes set undo_until = now() where user_id = $1`, [ana.id]);
    expect((await register()).status).toBe(201);
  });

  it('registered while the change is confirmed, is refused too: the undo link works', async () => {
    for (let round = 0; round < 5; round++) {
      const ana = await beekeeper(app);
      const token = await requested(ana, newAddress());
      const registration = { username: 'x', email: ana.email, password: PASSWORD };
      const [confirmed, ...others] = await Promise.all([
        confirm(token),
        ...[0, 1, 2].map(() => app.anyone.rest('POST', '/auth/register', registration)),
      ]);
      expect([reasonOf(confirmed), ...others.map(({ status }) => status)]).toEqual([undefined, 409, 409, 409]);
    }
  });

  it('gets a link that takes the account back, for seven days, once', async () => {
    const [ana, address] = [await beekeeper(app), newAddress()];
    const token = await changed(ana, ana.email, address);
    const [row] = await app.database.sql<{ days: number }>(
      'select extract(epoch from undo_until - confirmed_at)::float / 86400 as days from email_changes where user_id = $1',
      [ana.id],
    );
    expect(row!.days).toBeCloseTo(7, 2);
    expect((await undo(token, 'weak')).errors?.[0]?.extensions.fields).toMatchObject([{ field: 'newPassword' }]);
    expect((await undo(token, ana.email)).errors?.[0]?.extensions.fields).toMatchObject([{ field: 'newPassword' }]);
    await app.database.sql(`update email_changes set undo_until = now() - interval '1 second' where user_id = $1`, [
      ana.id,
    ]);
    expect(reasonOf(await undo(token))).toBe('TOKEN_INVALID');
    await app.database.sql(`update email_changes set undo_until = now() + interval '1 minute' where user_id = $1`, [
      ana.id,
    ]);
    const reasons = (await Promise.all(Array.from({ length: 10 }, () => undo(token)))).map(reasonOf);
    expect(reasons.filter((reason) => reason === undefined)).toHaveLength(1);
    expect([await logIn(address), await logIn(ana.email), await logIn(ana.email, NEW_PASSWORD)]).toEqual([
      401, 401, 200,
    ]);
    expect(await subjectsTo(ana.email)).toContain('Ha recuperado su cuenta');
    expect(await subjectsTo(address)).toContain('Su cuenta ha vuelto a su dirección anterior');
  });

  it('takes everything from somebody who went on to other addresses', async () => {
    const [ana, second, third] = [await beekeeper(app), newAddress(), newAddress()];
    const first = await changed(ana, ana.email, second);
    const later = await changed(ana, second, third);
    const pending = await requested(ana, newAddress());
    await app.anyone.rest('POST', '/auth/forgot-password', { email: third });
    const reset = tokenIn(await resetMail(app, third));
    const { link } = (await ana.ask('mutation { createCalendarFeed(input: {}) { link } }')).createCalendarFeed;
    const invitation = await inviteTo(ana, await ana.apiary(), 'MANAGER');
    const { secret } = (await ana.ask(BEGIN, { p: PASSWORD })).beginSecondFactor;
    await ana.ask(CONFIRM_TOTP, { c: await currentCode(secret) });
    expect((await fetch(link)).status).toBe(200);
    expect((await undo(first)).errors).toBeUndefined();
    expect(await emailOf(ana)).toBe(ana.email);
    expect((await ana.rest('GET', '/auth/me')).status).toBe(401);
    expect((await fetch(link)).status).toBe(404);
    expect(reasonOf(await accept(await beekeeper(app), invitation.token))).toBe('TOKEN_INVALID');
    expect([reasonOf(await undo(later)), reasonOf(await confirm(pending))]).toEqual(['TOKEN_INVALID', 'TOKEN_INVALID']);
    expect(
      (await app.anyone.rest('POST', '/auth/reset-password', { token: reset, new_password: 'Zangano-2028' })).status,
    ).toBe(400);
    // The second factor was turned on after the change.
    expect(await logIn(ana.email, NEW_PASSWORD)).toBe(200);
  });

  it('does not open an account whose second factor is more than a week older than the change', async () => {
    const ana = await beekeeper(app);
    const { secret } = (await ana.ask(BEGIN, { p: PASSWORD })).beginSecondFactor;
    const codes = (await ana.ask(CONFIRM_TOTP, { c: await currentCode(secret) })).confirmSecondFactor.recoveryCodes;
    await app.database.sql(
      `update second_factors set created_at = now() - interval '8 days', confirmed_at = now() - interval '8 days' where user_id = $1`,
      [ana.id],
    );
    const WITH_CODE =
      'mutation ($e: String!, $p: String!, $c: String) { requestEmailChange(input: { newEmail: $e, password: $p, secondFactorCode: $c }) { success } }';
    const address = newAddress();
    await ana.ask(WITH_CODE, { e: address, p: PASSWORD, c: codes[0] });
    await confirm(tokenIn((await confirmMail(address))!));
    expect((await undo(tokenIn((await undoMail(ana.email))!))).errors).toBeUndefined();
    expect(await logIn(ana.email, NEW_PASSWORD)).toBe(401);
    const body = { email: ana.email, password: NEW_PASSWORD, code: codes[1] };
    expect((await app.anyone.rest('POST', '/auth/login', body)).status).toBe(200);
  });

  it('taken again by its account leaves nothing to undo at the other one', async () => {
    const [ana, second] = [await beekeeper(app), newAddress()];
    const first = await changed(ana, ana.email, second);
    await confirm(await requested(ana, ana.email));
    expect(await emailOf(ana)).toBe(ana.email);
    expect(await undoMail(second)).toBeUndefined();
    expect(reasonOf(await undo(first))).toBe('TOKEN_INVALID');
    expect(
      (await app.anyone.rest('POST', '/auth/register', { username: 'x', email: second, password: PASSWORD })).status,
    ).toBe(201);
  });
});

describe('what knows the address', () => {
  it('an invitation is for the address that the account has when it is accepted', async () => {
    const [owner, ana, address] = [await beekeeper(app), await beekeeper(app), newAddress()];
    const apiary = await owner.apiary();
    const to = async (email: string) => (await inviteTo(owner, apiary, 'WORKER', { email })).token;
    const [toOld, toNew] = [await to(ana.email), await to(address)];
    await changed(ana, ana.email, address);
    expect(reasonOf(await accept(ana, toOld))).toBe('INVITATION_FOR_ANOTHER');
    expect((await accept(ana, toNew)).errors).toBeUndefined();
  });

  it('the export has the changes without tokens; they go with the account, and by themselves', async () => {
    const [ana, address] = [await beekeeper(app), newAddress()];
    await changed(ana, ana.email, address);
    const { emailChanges } = (await ana.rest('GET', '/users/me/export')).body;
    expect(emailChanges).toEqual([expect.objectContaining({ oldEmail: ana.email, newEmail: address })]);
    expect(Object.keys(emailChanges[0]).filter((key) => /hash/i.test(key))).toEqual([]);
    const count = async (): Promise<number> =>
      (await app.database.sql('select 1 from email_changes where user_id = $1', [ana.id])).length;
    await app.app.expiredRows.remove();
    expect(await count()).toBe(1);
    await app.database.sql(`update email_changes set undo_until = now() - interval '31 days' where user_id = $1`, [
      ana.id,
    ]);
    await app.app.expiredRows.remove();
    expect(await count()).toBe(0);
  });
});
