// A personal access token in the place of a password: how accounts with a second factor use the released app, which sends no code.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, startTestApp, type TestApp } from '../../support/client.js';
import { MarchApp } from '../../support/mobile-app/versions.js';
import { insertToken } from '../../support/tokens.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { guarded, overGraphql, overRest } from '../accounts/second-factor.fixture.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ({ ana } = await guarded(app));
});
afterAll(() => app.close());

it('the released app logs in, lists, and records', async () => {
  const { token } = await insertToken(app, ana, { scope: 'MANAGE' });
  const apiary = await ana.apiary({ name: 'El Roble' });
  const phone = new MarchApp(app.url);
  await phone.logIn({ email: ana.email, password: token });
  expect(phone.session).toMatchObject({ access_token: token, user_id: ana.id, email: ana.email });
  expect((await phone.apiaries()).map(({ id }) => id)).toEqual([apiary]);
  await phone.createApiary({ name: 'La Ceiba' });
  expect(await phone.apiaries()).toHaveLength(2);
});

describe.each([
  ['REST', overRest],
  ['GraphQL', overGraphql],
])('over %s', (_api, logIn) => {
  it('returns the token itself, which is renewed as itself, for as long as it lasts', async () => {
    const { id, token } = await insertToken(app, ana);
    expect(await logIn(app.anyone, ana.email.toUpperCase(), undefined, token)).toMatchObject({ status: 200, token });
    const refresh = () => app.anyone.rest('POST', '/auth/refresh', { refresh_token: token });
    expect(await refresh()).toMatchObject({ status: 200, body: { access_token: token, refresh_token: token } });
    await ana.ask(`mutation { revokePersonalAccessToken(input: { id: "${id}" }) { deletedId } }`);
    expect((await refresh()).status).toBe(401);
    expect((await logIn(app.anyone, ana.email, undefined, token)).reason).toBe('INVALID_CREDENTIALS');
  });

  it('refuses that of another account, an unknown and an expired one like a wrong password', async () => {
    const other = await beekeeper(app);
    const [foreign, expired, unknown] = [
      await insertToken(app, other),
      await insertToken(app, ana, { expiresAt: '2026-01-01' }),
      await insertToken(app, ana),
    ];
    await app.database.sql('delete from personal_access_tokens where id = $1', [unknown.id]);
    for (const { token } of [foreign, expired, unknown])
      expect((await logIn(app.anyone, ana.email, undefined, token)).reason).toBe('INVALID_CREDENTIALS');
    // Text that only looks like one is a password.
    expect((await logIn(app.anyone, ana.email, undefined, `bk_${'0'.repeat(36)}`)).reason).toBe('INVALID_CREDENTIALS');
    expect((await logIn(app.anyone, other.email, undefined, foreign.token)).token).toBe(foreign.token);
  });

  it('gives no session: what needs one is refused', async () => {
    const { token } = await insertToken(app, ana, { scope: 'MANAGE' });
    const { token: accessToken } = await logIn(app.anyone, ana.email, undefined, token);
    const { errors } = await new Client(app.url, accessToken).graphql('{ me { sessions { id } } }');
    expect(errors![0]!.extensions.reason).toBe('SESSION_REQUIRED');
  });
});

it('is limited by the address from which it is sent, and neither counts as a guess of the password nor forgets any', async () => {
  const limits = { RATE_LIMITS: 'on', RATE_LIMIT_GUESSES: '3/15m', RATE_LIMIT_LOGINS: '9/15m' };
  const limited = await startTestApp(limits);
  try {
    const bea = await beekeeper(limited);
    const { token } = await insertToken(limited, bea);
    const { token: foreign } = await insertToken(limited, await beekeeper(limited));
    const reasons: unknown[] = [];
    for (const password of ['Wrong-2026', foreign, token, 'Wrong-2026', foreign, token, 'Wrong-2026', 'Wrong-2026'])
      reasons.push((await overRest(limited.anyone, bea.email, undefined, password)).reason ?? 'in');
    const wrong = 'INVALID_CREDENTIALS';
    expect(reasons).toEqual([wrong, wrong, 'in', wrong, wrong, 'in', wrong, 'RATE_LIMITED']);
    expect((await overRest(limited.anyone, bea.email, undefined, token)).reason).toBeUndefined();
    expect((await overRest(limited.anyone, bea.email, undefined, token)).reason).toBe('RATE_LIMITED');
  } finally {
    await limited.close();
  }
});
