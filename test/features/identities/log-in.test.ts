// Log-in with OpenID Connect at a real provider: accounts are opened, found again and joined.
import { describe, expect, it } from '@jest/globals';
import { Client } from '../../support/client.js';
import { mailsTo, resetMail, tokenIn, verificationMail } from '../../support/mail.js';
import { Surfer } from '../../support/openid-provider.js';
import { withToken } from '../../support/tokens.js';
import { currentCode } from '../../support/totp.js';
import { beekeeper, PASSWORD } from '../../support/world.js';
import { BEGIN, CONFIRM } from '../accounts/second-factor.fixture.js';
import { app, club, codeOf, logInAs, PHONE, Pkce, person, reasonOf, redeem, startUrl } from './identities.fixture.js';

const countUsers = async (email: string): Promise<number> =>
  (await app.database.sql('select 1 from users where email = $1', [email])).length;
const countIdentities = async (): Promise<number> => (await app.database.sql('select 1 from identities')).length;
const logInByPassword = async (email: string, password: string): Promise<number> =>
  (await app.anyone.rest('POST', '/auth/login', { email, password })).status;
/** With an address that it has verified. */
async function keeper(email: string) {
  const ana = await beekeeper(app, email);
  await app.anyone.rest('POST', '/auth/verify-email', { token: tokenIn(await verificationMail(app, email)) });
  return ana;
}

describe('the first log-in', () => {
  it('opens an account with what the provider says', async () => {
    const login = person({ name: '  Ana\u202e  Abeja ', locale: 'en-GB', zoneinfo: 'Europe/Madrid' });
    const { session, client } = await logInAs(login);
    expect(session.user).toEqual({
      id: expect.any(String),
      email: `${login}@example.org`,
      username: 'Ana Abeja',
      isVerified: true,
      language: 'EN',
      timeZone: 'Europe/Madrid',
    });
    expect(await client.ask('{ me { identities { issuer subject provider { name title startUrl } } } }')).toEqual({
      me: {
        identities: [
          {
            issuer: club.url,
            subject: login,
            provider: { name: 'club', title: 'The Bee Club', startUrl: `${app.url}/auth/oidc/club/start` },
          },
        ],
      },
    });
  });

  it('fills what the provider leaves out: the name from the address, the rest from the client', async () => {
    const login = person({ name: '\u200b \u3164', locale: 5, zoneinfo: 'Mars/Olympus' });
    const headers = { 'accept-language': 'en', 'time-zone': 'America/Bogota' };
    const code = await codeOf(login);
    const { data } = await new Client(app.url).graphql(
      'mutation ($input: LogInWithIdentityInput!) { logInWithIdentity(input: $input) { user { username language timeZone } } }',
      { input: code },
      headers,
    );
    expect(data.logInWithIdentity.user).toEqual({ username: login, language: 'EN', timeZone: 'America/Bogota' });
  });

  it('opens no account before the client has exchanged its code', async () => {
    const login = person();
    await codeOf(login);
    expect(await countUsers(`${login}@example.org`)).toBe(0);
  });

  it('twice at once opens one account', async () => {
    const login = person();
    const codes = await Promise.all([codeOf(login), codeOf(login), codeOf(login), codeOf(login)]);
    const answers = await Promise.all(codes.map((code) => redeem(code)));
    expect(answers.map(reasonOf)).toEqual([undefined, undefined, undefined, undefined]);
    expect(new Set(answers.map(({ data }) => data.logInWithIdentity.user.id)).size).toBe(1);
    expect(await countUsers(`${login}@example.org`)).toBe(1);
  });

  it('of two people with one verified address, in another case, is of one account', async () => {
    const login = person();
    const namesake = person({ email: `${login.toUpperCase()}@Example.ORG` });
    const codes = await Promise.all([codeOf(login), codeOf(namesake)]);
    const [first, second] = await Promise.all(codes.map((code) => redeem(code)));
    expect(first!.data.logInWithIdentity.user.id).toBe(second!.data.logInWithIdentity.user.id);
  });

  it('is refused with an address that the provider has not verified, and changes nothing', async () => {
    const before = await countIdentities();
    for (const isVerified of [false, 'true', 1, null, undefined]) {
      const login = person({ email_verified: isVerified });
      expect(reasonOf(await redeem(await codeOf(login)))).toBe('CONFLICT IDENTITY_NOT_VERIFIED');
      expect(await countUsers(`${login}@example.org`)).toBe(0);
    }
    for (const email of [undefined, 'no address', 7, `${'x'.repeat(300)}@example.org`])
      expect(reasonOf(await redeem(await codeOf(person({ email }))))).toBe('CONFLICT IDENTITY_NOT_VERIFIED');
    expect(await countIdentities()).toBe(before);
  });
});

describe('later log-ins', () => {
  it('open the same account, whatever the provider says of the address then', async () => {
    const login = person();
    const first = await logInAs(login);
    const { email } = await beekeeper(app);
    club.people.set(login, { email, email_verified: true });
    expect((await logInAs(login)).session.user).toMatchObject({
      id: first.session.user.id,
      email: `${login}@example.org`,
    });
    club.people.set(login, { email: 'other@example.org', email_verified: false });
    expect((await logInAs(login)).session.user.id).toBe(first.session.user.id);
  });

  it('of a disabled account are refused', async () => {
    const login = person();
    const { session } = await logInAs(login);
    await app.database.sql('update users set is_active = false where id = $1', [session.user.id]);
    expect(reasonOf(await redeem(await codeOf(login)))).toBe('FORBIDDEN ACCOUNT_DISABLED');
    const email = `joined-${login}@example.org`;
    await keeper(email);
    await app.database.sql('update users set is_active = false where email = $1', [email]);
    expect(reasonOf(await redeem(await codeOf(person({ email }))))).toBe('FORBIDDEN ACCOUNT_DISABLED');
  });

  it('end nothing: refresh tokens and sessions are those of any log-in', async () => {
    const { session, client } = await logInAs(person());
    const { body } = await app.anyone.rest('POST', '/auth/refresh', { refresh_token: session.refreshToken });
    expect(body.user.id).toBe(session.user.id);
    expect((await client.ask('{ me { sessions { isCurrent } } }')).me.sessions).toHaveLength(1);
  });
});

describe('an account with the same address', () => {
  it('is joined if both have verified it and its password is sent, once, with a mail, and keeps everything', async () => {
    const login = person();
    const email = `${login}@example.org`;
    const ana = await keeper(email);
    const code = await codeOf(login);
    expect(reasonOf(await redeem(code))).toBe('UNAUTHENTICATED PASSWORD_REQUIRED');
    expect(reasonOf(await redeem({ ...code, password: 'wrong' }))).toBe('UNAUTHENTICATED INVALID_CREDENTIALS');
    const { data } = await redeem({ ...code, password: PASSWORD });
    expect(data.logInWithIdentity.user.id).toBe(ana.id);
    const mail = await mailsToWith(email, 'Nueva forma de iniciar sesión: The Bee Club');
    expect(mail.text).toContain('la contraseña sigue igual');
    expect(await logInByPassword(email, PASSWORD)).toBe(200);
    expect((await ana.ask('{ me { id } }')).me.id).toBe(ana.id);
    expect((await logInAs(login)).session.user.id).toBe(ana.id);
  });

  it('that somebody else has registered, and whose mail its owner has clicked on, is theirs alone after they have discarded its password', async () => {
    const [login, own] = [person(), person()];
    const email = `${login}@example.org`;
    const attacker = await keeper(email);
    const LINK = 'mutation ($input: LinkIdentityInput!) { linkIdentity(input: $input) { identity { id } } }';
    await attacker.ask(LINK, { input: { ...(await codeOf(own)), password: PASSWORD } });
    const { link } = (await attacker.ask('mutation { createCalendarFeed(input: {}) { link } }')).createCalendarFeed;
    const program = await withToken(app, attacker);
    const elsewhere = `elsewhere-${login}@example.org`;
    await attacker.ask(
      'mutation ($email: String!, $password: String!) { requestEmailChange(input: { newEmail: $email, password: $password }) { success } }',
      { email: elsewhere, password: PASSWORD },
    );
    const change = tokenIn(await mailsToWith(elsewhere, 'Confirmar la dirección nueva'));

    const code = await codeOf(login);
    expect(reasonOf(await redeem(code))).toBe('UNAUTHENTICATED PASSWORD_REQUIRED');
    const { data } = await redeem({ ...code, discardPassword: true });
    expect(data.logInWithIdentity.user).toMatchObject({ id: attacker.id, email });
    await mailsToWith(email, 'Nueva forma de iniciar sesión: The Bee Club', 'ya no tiene contraseña');

    expect(await logInByPassword(email, PASSWORD)).toBe(401);
    expect((await attacker.graphql('{ me { id } }')).errors?.[0]?.extensions.reason).toBe('SESSION_OVER');
    expect((await program.graphql('{ me { id } }')).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect((await logInAs(own)).session.user.id).not.toBe(attacker.id);
    expect((await fetch(link)).status).toBe(404);
    const confirm = await app.anyone.graphql(
      'mutation ($token: String!) { confirmEmailChange(input: { token: $token }) { success } }',
      { token: change },
    );
    expect(reasonOf(confirm)).toBe('BAD_USER_INPUT TOKEN_INVALID');
    const owner = (await logInAs(login)).client;
    expect((await owner.ask('{ me { identities { subject } } }')).me.identities).toEqual([{ subject: login }]);
  });

  it('whose password was discarded still asks for its second factor, and loses nothing without it', async () => {
    const login = person();
    const email = `${login}@example.org`;
    const ana = await keeper(email);
    const { secret } = (await ana.ask(BEGIN, { p: PASSWORD })).beginSecondFactor;
    await ana.ask(CONFIRM, { c: await currentCode(secret) });
    const code = await codeOf(login);
    expect(reasonOf(await redeem({ ...code, discardPassword: true }))).toBe('UNAUTHENTICATED SECOND_FACTOR_REQUIRED');
    expect((await ana.ask('{ me { id } }')).me.id).toBe(ana.id);
    const refused = await redeem({ ...code, password: PASSWORD });
    expect(reasonOf(refused)).toBe('UNAUTHENTICATED SECOND_FACTOR_REQUIRED');
    await app.database.sql('update second_factors set last_step = 0 where user_id = $1', [ana.id]);
    const secondFactorCode = await currentCode(secret);
    const { data } = await redeem({ ...code, password: PASSWORD, secondFactorCode });
    expect(data.logInWithIdentity.user.id).toBe(ana.id);
    expect((await ana.ask('{ me { id } }')).me.id).toBe(ana.id);
  });

  it('that somebody else has registered is neither taken over nor shared: a reset link proves whose it is', async () => {
    const login = person();
    const email = `${login}@example.org`;
    const attacker = await beekeeper(app, email);
    expect(reasonOf(await redeem(await codeOf(login)))).toBe('CONFLICT ACCOUNT_NOT_VERIFIED');
    expect((await attacker.ask('{ me { identities { id } } }')).me.identities).toEqual([]);
    await app.anyone.rest('POST', '/auth/forgot-password', { email });
    const token = tokenIn(await resetMail(app, email));
    await app.anyone.rest('POST', '/auth/reset-password', { token, new_password: 'Victima-2027' });
    const joined = await redeem({ ...(await codeOf(login)), password: 'Victima-2027' });
    expect(joined.data.logInWithIdentity.user.email).toBe(email);
    expect(await logInByPassword(email, PASSWORD)).toBe(401);
    expect((await attacker.graphql('{ me { id } }')).errors?.[0]?.extensions.reason).toBe('SESSION_OVER');
  });

  it('that somebody else has registered, and linked to an identity of their own, is not shared after that either', async () => {
    const [login, own] = [person(), person()];
    const email = `${login}@example.org`;
    const attacker = await beekeeper(app, email);
    const LINK = 'mutation ($input: LinkIdentityInput!) { linkIdentity(input: $input) { identity { id } } }';
    await attacker.ask(LINK, { input: { ...(await codeOf(own)), password: PASSWORD } });
    const { link } = (await attacker.ask('mutation { createCalendarFeed(input: {}) { link } }')).createCalendarFeed;
    await app.anyone.rest('POST', '/auth/forgot-password', { email });
    const token = tokenIn(await resetMail(app, email));
    await app.anyone.rest('POST', '/auth/reset-password', { token, new_password: 'Victima-2027' });
    expect((await logInAs(own)).session.user.id).not.toBe(attacker.id);
    expect((await fetch(link)).status).toBe(404);
    const joined = await redeem({ ...(await codeOf(login)), password: 'Victima-2027' });
    expect(joined.data.logInWithIdentity.user.id).toBe(attacker.id);
  });

  it.each([
    ['a soft hyphen', (address: string) => address.replace('-', '\u00ad-')],
    ['the sign of kelvin', (address: string) => `\u212a${address.slice(1)}`],
  ])('is not joined by one that has %s, which may be another mailbox at the provider', async (_name, similar) => {
    const email = `k-${person()}@example.org`;
    const ana = await keeper(email);
    const login = person({ email: similar(email) });
    expect(reasonOf(await redeem(await codeOf(login)))).toBe('CONFLICT IDENTITY_NOT_VERIFIED');
    expect((await ana.ask('{ me { identities { id } } }')).me.identities).toEqual([]);
  });
});

async function mailsToWith(email: string, subject: string, text = '') {
  for (let tries = 100; tries > 0; tries--) {
    const mail = mailsTo(app, email).find((one) => one.subject === subject && one.text.includes(text));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail: ${subject}`);
}

describe('the client', () => {
  it('may be the app of a phone, and log in over REST', async () => {
    const pkce = new Pkce();
    const called = await new Surfer().logIn(startUrl('club', pkce.query(PHONE)), person());
    expect(called.href).toMatch(/^org\.example\.bees:\/callback\?code=[\w-]{43}&state=/);
    expect(called.searchParams.get('state')).toBe(pkce.state);
    const body = { code: called.searchParams.get('code'), code_verifier: pkce.verifier };
    const answer = await app.anyone.rest('POST', '/auth/oidc/token', body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 604_800, username: 'Ana Abeja' });
    expect(await app.anyone.rest('POST', '/auth/oidc/token', body)).toMatchObject({
      status: 400,
      body: { error_code: 'TOKEN_INVALID' },
    });
  });

  it('asks which providers there are', async () => {
    const { identityProviders } = await app.anyone.ask('{ identityProviders { name title } }');
    expect(identityProviders).toEqual([
      { name: 'club', title: 'The Bee Club' },
      { name: 'evil', title: 'evil' },
      { name: 'other', title: 'other' },
    ]);
  });

  it('logs in with two tabs of a browser at once', async () => {
    const surfer = new Surfer();
    const [ana, bea] = [new Pkce(), new Pkce()];
    const first = await surfer.get(startUrl('club', ana.query()));
    const second = await surfer.logIn(startUrl('club', bea.query()), person());
    expect(second.searchParams.get('state')).toBe(bea.state);
    const called = await surfer.logIn(first.headers.get('location')!, 'nobody');
    expect(called.searchParams.get('state')).toBe(ana.state);
  });
});
