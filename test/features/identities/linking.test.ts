// Identities of an account: linked by whoever is logged in, and removed, but for the last way to log in.
import { describe, expect, it } from '@jest/globals';
import { Client } from '../../support/client.js';
import { eventually, mailsTo, resetMail, tokenIn } from '../../support/mail.js';
import { currentCode } from '../../support/totp.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';
import { BEGIN, CONFIRM } from '../accounts/second-factor.fixture.js';
import { app, club, codeOf, logInAs, person, reasonOf, redeem } from './identities.fixture.js';

const LINK = 'mutation ($input: LinkIdentityInput!) { linkIdentity(input: $input) { identity { id issuer subject } } }';
const link = async (who: Client, login: string, password: string | null = PASSWORD) =>
  who.graphql(LINK, { input: { ...(await codeOf(login)), password } });
const unlink = (who: Client, id: string) =>
  who.graphql('mutation ($id: ID!) { unlinkIdentity(input: { id: $id }) { deletedId } }', { id });
const identitiesOf = async (who: Client): Promise<{ id: string; subject: string }[]> =>
  (await who.ask('{ me { identities { id subject } } }')).me.identities;
const subjectsOf = async (who: Client) => (await identitiesOf(who)).map(({ subject }) => subject);
const mailWith = (email: string, subject: string) =>
  eventually(`mail ${subject}`, () => mailsTo(app, email).find((mail) => mail.subject === subject));

describe('linkIdentity', () => {
  it('links an identity with any address, which then opens the account', async () => {
    const ana = await beekeeper(app);
    const login = person({ email: 'elsewhere@example.org', email_verified: false });
    const { data } = await link(ana, login);
    expect(data.linkIdentity.identity).toEqual({ id: expect.any(String), issuer: club.url, subject: login });
    expect((await logInAs(login)).session.user.id).toBe(ana.id);
    await mailWith(ana.email, 'Nueva forma de iniciar sesión: The Bee Club');
    expect((await link(ana, login)).data.linkIdentity.identity).toEqual(data.linkIdentity.identity);
    expect(await subjectsOf(ana)).toEqual([login]);
  });

  it('asks for the password of an account that has one', async () => {
    const ana = await beekeeper(app);
    const login = person();
    for (const [password, message] of [
      [null, 'is required'],
      ['wrong', 'is wrong'],
    ] as const) {
      const { errors } = await link(ana, login, password);
      expect(errors![0]!.extensions.fields).toEqual([{ field: 'password', message }]);
    }
    expect(await subjectsOf(ana)).toEqual([]);
  });

  it('asks an account without a password for a recent log-in', async () => {
    const login = person();
    const { session } = await logInAs(login);
    const who = new Client(app.url, session.accessToken);
    expect((await link(who, person(), null)).errors).toBeUndefined();
    await app.database.sql(
      `update sessions set created_at = created_at - interval '11 minutes', expires_at = expires_at where user_id = $1`,
      [session.user.id],
    );
    await new Promise((done) => setTimeout(done, 1100));
    expect(reasonOf(await link(who, person(), null))).toBe('FORBIDDEN LOG_IN_TOO_OLD');
  });

  it('asks for the code of an account with a second factor, by the name of its field', async () => {
    const ana = await beekeeper(app);
    const { secret } = (await ana.ask(BEGIN, { p: PASSWORD })).beginSecondFactor;
    await ana.ask(CONFIRM, { c: await currentCode(secret) });
    const { errors } = await link(ana, person());
    expect(errors![0]!.extensions).toMatchObject({
      reason: 'SECOND_FACTOR_REQUIRED',
      fields: [{ field: 'secondFactorCode', message: 'is required' }],
    });
  });

  it('refuses the identity of another account, and leaves it there', async () => {
    const login = person();
    const { session } = await logInAs(login);
    const ana = await beekeeper(app);
    expect(reasonOf(await link(ana, login))).toBe('CONFLICT IDENTITY_LINKED');
    expect((await logInAs(login)).session.user.id).toBe(session.user.id);
  });

  it('of one identity by two accounts at once links it to one', async () => {
    const login = person();
    const [ana, bea] = [await beekeeper(app), await beekeeper(app)];
    const answers = await Promise.all([link(ana, login), link(bea, login)]);
    expect(answers.map(reasonOf).sort()).toEqual(['CONFLICT IDENTITY_LINKED', undefined]);
  });

  it('links at most ten, also at once', async () => {
    const ana = await beekeeper(app);
    await addIdentities(ana, 8);
    const answers = await Promise.all([1, 2, 3, 4].map(() => link(ana, person())));
    expect(answers.map(reasonOf).sort()).toEqual([
      ...Array(2).fill('CONFLICT TOO_MANY_IDENTITIES'),
      undefined,
      undefined,
    ]);
    const login = person({ email: ana.email });
    await app.database.sql('update users set is_verified = true where id = $1', [ana.id]);
    expect(reasonOf(await redeem({ ...(await codeOf(login)), password: PASSWORD }))).toBe(
      'CONFLICT TOO_MANY_IDENTITIES',
    );
  });
});

const addIdentities = (ana: Beekeeper, count: number) =>
  app.database.sql(
    `insert into identities (id, created_at, updated_at, user_id, issuer, subject)
      select gen_random_uuid(), now(), now(), $1, 'https://example.org', gen_random_uuid() from generate_series(1, $2::int)`,
    [ana.id, count],
  );

describe('unlinkIdentity', () => {
  it('ends the log-in with the identity', async () => {
    const ana = await beekeeper(app);
    const login = person();
    const { id } = (await link(ana, login)).data.linkIdentity.identity;
    expect((await unlink(ana, id)).data).toEqual({ unlinkIdentity: { deletedId: id } });
    await mailWith(ana.email, 'Ya no es una forma de iniciar sesión: The Bee Club');
    expect((await logInAs(login)).session.user.id).not.toBe(ana.id);
  });

  it('of another account is the same as of nobody', async () => {
    const { client } = await logInAs(person());
    const [{ id }] = (await identitiesOf(client)) as [{ id: string; subject: string }];
    const ana = await beekeeper(app);
    for (const one of [id, '0199aaaa-0000-7000-8000-000000000001', 'x'])
      expect((await unlink(ana, one)).errors?.[0]?.message).toBe('Identity not found');
    expect(await identitiesOf(client)).toHaveLength(1);
  });

  it('keeps the last way to log in: of two that are removed at once, one stays', async () => {
    const { client } = await logInAs(person());
    expect(reasonOf(await link(client, person(), null))).toBeUndefined();
    const ids = (await identitiesOf(client)).map(({ id }) => id);
    const answers = await Promise.all(ids.map((id) => unlink(client, id)));
    expect(answers.map(reasonOf).sort()).toEqual(['CONFLICT LAST_IDENTITY', undefined]);
    expect(await identitiesOf(client)).toHaveLength(1);
  });
});

describe('an account without a password', () => {
  it('cannot log in by one, and says so where one is asked for', async () => {
    const { session, client } = await logInAs(person());
    for (const password of [PASSWORD, 'nobody has this password']) {
      const { status, body } = await app.anyone.rest('POST', '/auth/login', { email: session.user.email, password });
      expect([status, body.error_code]).toEqual([401, 'INVALID_CREDENTIALS']);
    }
    const change =
      'mutation { changePassword(input: { currentPassword: "x", newPassword: "Abeja-2027" }) { success } }';
    expect(reasonOf(await client.graphql(change))).toBe('CONFLICT NO_PASSWORD');
    const remove = 'mutation { deleteMyAccount(input: { password: "x" }) { success } }';
    expect(reasonOf(await client.graphql(remove))).toBe('CONFLICT NO_PASSWORD');
  });

  it('gets one by a reset link; then the identity may go, and the account, with its identities', async () => {
    const login = person();
    const { session, client } = await logInAs(login);
    const { email } = session.user;
    await app.anyone.rest('POST', '/auth/forgot-password', { email });
    const token = tokenIn(await resetMail(app, email));
    await app.anyone.rest('POST', '/auth/reset-password', { token, new_password: PASSWORD });
    expect((await client.graphql('{ me { id } }')).errors?.[0]?.extensions.reason).toBe('SESSION_OVER');
    const again = (await logInAs(login)).client;
    const exported = await again.rest('GET', '/users/me/export');
    expect(exported.body.identities).toEqual([
      expect.objectContaining({ issuer: club.url, subject: login, createdAt: expect.any(String) }),
    ]);
    expect(JSON.stringify(exported.body)).not.toContain('argon2');
    const [{ id }] = (await identitiesOf(again)) as [{ id: string; subject: string }];
    expect(reasonOf(await unlink(again, id))).toBeUndefined();
    expect(reasonOf(await link(again, login))).toBeUndefined();
    const { errors } = await again.graphql(
      `mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`,
    );
    expect(errors).toBeUndefined();
    expect(await app.database.sql('select 1 from identities where subject = $1', [login])).toEqual([]);
  });
});
