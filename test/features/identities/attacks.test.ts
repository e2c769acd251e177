// Attacks on a log-in with OpenID Connect: by a provider, by other sites, and by those who have seen a code.
import { describe, expect, it } from '@jest/globals';
import { Surfer } from '../../support/openid-provider.js';
import type { Signing } from './false-provider.js';
import {
  app,
  begin,
  codeOf,
  comeBack,
  evil,
  other,
  Pkce,
  person,
  reasonOf,
  redeem,
  resultOf,
  startUrl,
  WEB,
} from './identities.fixture.js';

const HOUR_S = 3600;
const now = (): number => Math.floor(Date.now() / 1000);
const codesAtProvider = (): number => evil.requests.filter(({ path }) => path === '/token').length;

describe('an answer of the provider', () => {
  it('that is right is taken', async () => {
    const begun = await begin('evil');
    expect(Object.fromEntries(begun.authorize.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client-of-evil',
      redirect_uri: `${app.url}/auth/oidc/evil/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      ui_locales: 'en',
    });
    expect(resultOf(await comeBack('evil', begun))).toBe('code');
    const { body, authorization } = evil.requests.find(({ path }) => path === '/token')!;
    expect(body.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    expect(authorization).toMatch(/^Basic /);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another issuer', { iss: 'https://accounts.example.org' }],
    ['another audience', { aud: 'somebody-else' }],
    ['an audience of several, for another client', { aud: ['client-of-evil', 'somebody-else'], azp: 'somebody-else' }],
    ['an expiry in the past', { exp: now() - HOUR_S, iat: now() - 2 * HOUR_S }],
    ['no expiry', { exp: undefined }],
    ['a beginning in the future', { nbf: now() + HOUR_S }],
    ['no subject', { sub: undefined }],
    ['a subject that is no text', { sub: 7 }],
    ['a subject that is too long', { sub: 'x'.repeat(256) }],
    ['a subject that is no ASCII', { sub: 'ñ' }],
  ])('whose ID token has %s is refused', async (_name, claims) => {
    evil.claims = (usual) => ({ ...usual, ...claims });
    expect(resultOf(await comeBack('evil', await begin('evil')))).toBe('server_error');
  });

  it.each<Signing>(['none', 'HS256', 'HS256 with the public key', 'strange key', 'no signature'])(
    'whose ID token is signed with %s is refused',
    async (signing) => {
      evil.signing = signing;
      expect(resultOf(await comeBack('evil', await begin('evil')))).toBe('server_error');
    },
  );

  it('without an ID token, or with user information of somebody else, is refused', async () => {
    evil.tokens = { id_token: undefined };
    expect(resultOf(await comeBack('evil', await begin('evil')))).toBe('server_error');
    other.claims = ({ email: _, ...claims }) => ({ ...claims, sub: 'mallory' });
    other.userinfo = { sub: 'mallory', email: 'mallory@example.org', email_verified: true };
    expect(resultOf(await comeBack('other', await begin('other')))).toBe('code');
    other.userinfo = { ...other.userinfo, sub: 'ana' };
    expect(resultOf(await comeBack('other', await begin('other')))).toBe('server_error');
  });

  it('that is an error is told with a fixed word, and never repeated', async () => {
    const words = { access_denied: 'access_denied', '<script>alert(1)</script>': 'server_error' };
    for (const [error, told] of Object.entries(words)) {
      const { surfer, state, nonce, pkce } = await begin('evil');
      const query = new URLSearchParams({ error, error_description: 'reflected', state });
      const response = await surfer.get(`${app.url}/auth/oidc/evil/callback?${query}`);
      const { searchParams, origin } = new URL(response.headers.get('location')!);
      expect(origin).toBe('https://app.example.org');
      expect(Object.fromEntries(searchParams)).toEqual({ from: 'bees', error: told, state: pkce.state });
      expect(resultOf(await comeBack('evil', { surfer, state, nonce }))).toBe('400');
    }
  });
});

describe('the callback', () => {
  it('is refused without the cookie, with that of another browser, and with another state', async () => {
    const begun = await begin('evil');
    const stranger = (await begin('evil')).surfer;
    for (const surfer of [new Surfer(), stranger]) {
      const response = await comeBack('evil', { ...begun, surfer });
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
    for (const state of ['', 'x', 'x'.repeat(43), `${begun.state}x`, begun.pkce.state])
      expect(resultOf(await comeBack('evil', { ...begun, state }))).toBe('400');
    expect(codesAtProvider()).toBe(0);
    expect(resultOf(await comeBack('evil', begun))).toBe('code');
  });

  it('is answered once: a repetition asks nothing of the provider', async () => {
    const begun = await begin('evil');
    const results = await Promise.all(Array.from({ length: 10 }, () => comeBack('evil', begun)));
    expect(results.map(resultOf).sort()).toEqual([...Array(9).fill('400'), 'code']);
    expect(codesAtProvider()).toBe(1);
  });

  it('of another provider is refused, and an answer that names another issuer (mix-up)', async () => {
    const begun = await begin('evil');
    expect(resultOf(await comeBack('other', begun))).toBe('400');
    expect(other.requests).toEqual([]);
    expect(resultOf(await comeBack('evil', begun, { iss: other.url }))).toBe('server_error');
    expect(codesAtProvider()).toBe(0);
  });

  it('is refused after ten minutes', async () => {
    const begun = await begin('evil');
    await app.database.sql(`update oidc_log_ins set expires_at = now() - interval '1 second'`);
    expect(resultOf(await comeBack('evil', begun))).toBe('400');
  });

  it('with a parameter twice is refused', async () => {
    const { surfer, state, nonce } = await begin('evil');
    for (const query of [`code=${nonce}&state=${state}&state=${state}`, `code=${nonce}&code=x&state=${state}`]) {
      const response = await surfer.get(`${app.url}/auth/oidc/evil/callback?${query}`);
      expect(['400', 'server_error']).toContain(resultOf(response));
    }
  });

  it('shows the same page for whatever it refuses, in both languages, without what was sent', async () => {
    const pages = await Promise.all(
      ['es', 'en'].map(async (language) => {
        const address = `${app.url}/auth/oidc/evil/callback?state=<b>reflected&error=reflected&lang=${language}`;
        return (await fetch(address)).text();
      }),
    );
    expect(pages[0]).toContain('Este inicio de sesión ya no es válido');
    expect(pages[1]).toContain('This log-in is no longer valid');
    expect(pages.join('')).not.toContain('reflected');
  });
});

describe('the beginning', () => {
  const good = () => new Pkce().query();
  it.each<[string, () => Record<string, string>]>([
    ['an address that is not in the settings', () => ({ ...good(), redirect_uri: 'https://evil.example.org/' })],
    ['more than the address', () => ({ ...good(), redirect_uri: `${WEB}&x=1` })],
    ['a path below the address', () => ({ ...good(), redirect_uri: `${WEB}/../evil` })],
    ['the address in another case', () => ({ ...good(), redirect_uri: WEB.replace('app.', 'APP.') })],
    ['the address with a user', () => ({ ...good(), redirect_uri: WEB.replace('//', '//evil.example.org@') })],
    ['the address with an encoded part', () => ({ ...good(), redirect_uri: WEB.replace('callback', '%63allback') })],
    ['a script', () => ({ ...good(), redirect_uri: 'javascript:alert(1)' })],
    ['no state', () => ({ ...good(), state: '' })],
    ['a state that is too long', () => ({ ...good(), state: 'x'.repeat(513) })],
    ['a state with a line break', () => ({ ...good(), state: 'x\r\nLocation: https://evil.example.org' })],
    ['no challenge', () => ({ ...good(), code_challenge: '' })],
    ['a challenge that is no hash', () => ({ ...good(), code_challenge: 'x'.repeat(44) })],
    ['the method plain', () => ({ ...good(), code_challenge_method: 'plain' })],
    ['a token instead of a code', () => ({ ...good(), response_type: 'id_token' })],
  ])('with %s is refused, and leads nowhere', async (_name, query) => {
    for (const address of [startUrl('evil', query()), `${app.url}/auth/oidc?${new URLSearchParams(query())}`]) {
      const response = await new Surfer().get(address);
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.text()).not.toContain('evil.example.org');
    }
  });

  it('without a method of PKCE, or with a parameter twice, is refused', async () => {
    const { code_challenge_method: _, ...rest } = good();
    expect((await new Surfer().get(startUrl('evil', rest))).status).toBe(400);
    expect((await new Surfer().get(`${startUrl('evil', good())}&redirect_uri=https://evil.example.org`)).status).toBe(
      400,
    );
  });

  it('sets a cookie that no script and no other site can use', async () => {
    const response = await new Surfer().get(startUrl('evil', good()));
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^oidc=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
    ]);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('at a provider that is not in the settings is nowhere', async () => {
    for (const name of ['nobody', 'EVIL', '__proto__', 'constructor'])
      expect((await fetch(startUrl(name, good()), { redirect: 'manual' })).status).toBe(404);
    expect((await fetch(startUrl('evil', good()), { method: 'POST' })).status).toBe(405);
  });

  it('leaves no secret in the database', async () => {
    const { state, nonce, surfer, pkce } = await begin('evil');
    const row = JSON.stringify(await app.database.sql('select * from oidc_log_ins'));
    const secrets = [state, nonce, surfer.cookies.get('oidc')!, pkce.verifier];
    expect(secrets.filter((secret) => row.includes(secret))).toEqual([]);
  });
});

describe('the code of the client', () => {
  it('is one session, whoever sends it twenty times at once', async () => {
    const code = await codeOf(person());
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code)));
    const opened = answers.filter(({ errors }) => !errors);
    expect(opened).toHaveLength(1);
    expect(new Set(answers.filter(({ errors }) => errors).map(reasonOf))).toEqual(
      new Set(['BAD_USER_INPUT TOKEN_INVALID']),
    );
    const { id } = opened[0]!.data.logInWithIdentity.user;
    expect(await app.database.sql('select 1 from sessions where user_id = $1', [id])).toHaveLength(1);
  });

  it('is void after a wrong verifier, because somebody else has it', async () => {
    const code = await codeOf(person());
    const wrong = await redeem({ ...code, codeVerifier: new Pkce().verifier });
    expect([reasonOf(wrong), reasonOf(await redeem(code))]).toEqual(Array(2).fill('BAD_USER_INPUT TOKEN_INVALID'));
  });

  it('is void after five minutes', async () => {
    const code = await codeOf(person());
    await app.database.sql(`update oidc_log_ins set expires_at = expires_at - interval '301 seconds'`);
    expect(reasonOf(await redeem(code))).toBe('BAD_USER_INPUT TOKEN_INVALID');
  });

  it('stays valid for the same client if the account was refused', async () => {
    const login = person({ email_verified: false });
    const code = await codeOf(login);
    for (let tries = 0; tries < 2; tries++) expect(reasonOf(await redeem(code))).toBe('CONFLICT IDENTITY_NOT_VERIFIED');
  });

  it('that is none is refused without a look at the database, and a verifier of another form with its field', async () => {
    const { codeVerifier } = await codeOf(person());
    expect(reasonOf(await redeem({ authorizationCode: 'x', codeVerifier }))).toBe('BAD_USER_INPUT TOKEN_INVALID');
    const { errors } = await redeem({ authorizationCode: 'x', codeVerifier: 'short' });
    expect(errors![0]!.extensions.fields).toEqual([expect.objectContaining({ field: 'codeVerifier' })]);
  });

  it('is gone from the database with what the provider said, once it is used or has expired', async () => {
    await redeem(await codeOf(person()));
    await codeOf(person());
    await app.database.sql(`update oidc_log_ins set expires_at = now() - interval '1 second'`);
    await app.app.expiredRows.remove();
    expect(await app.database.sql('select 1 from oidc_log_ins')).toEqual([]);
  });
});
