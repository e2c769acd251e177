// Providers that are down or answer nonsense: their log-ins fail, and nothing else. Those that are slow are in faults/openid-providers.faults.ts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../src/config.js';
import { JWT_SECRET, startTestApp, type TestApp } from '../../support/client.js';
import { Surfer } from '../../support/openid-provider.js';
import { FalseProvider, type Fault } from './false-provider.js';
import { Pkce, resultOf, startUrlOf, WEB } from './oidc-client.js';

const DISCOVERY = '/.well-known/openid-configuration';
const NAMES = ['good', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

let app: TestApp;
/** What a provider has said is remembered, so each case has one of its own. */
let providers: Record<string, FalseProvider>;
beforeAll(async () => {
  const started = NAMES.map(async (name) => [name, await FalseProvider.start(name)] as const);
  providers = Object.fromEntries(await Promise.all(started));
  app = await startTestApp(settingsOf(providers));
});
afterAll(async () => {
  await app.close();
  await Promise.all(Object.values(providers).map((provider) => provider.close()));
});

const settingsOf = (named: Record<string, { url: string }>): Record<string, string> => ({
  OIDC_PROVIDERS: Object.keys(named).join(','),
  OIDC_ALLOW_HTTP: 'on',
  OIDC_REDIRECT_URIS: WEB,
  ...Object.fromEntries(
    Object.entries(named).flatMap(([name, { url }]) => [
      [`OIDC_${name.toUpperCase()}_ISSUER`, url],
      [`OIDC_${name.toUpperCase()}_CLIENT_ID`, name],
    ]),
  ),
});
const begin = (name: string, surfer = new Surfer(), { url } = app) =>
  surfer.get(startUrlOf(url, name, new Pkce().query()));
async function comeBack(name: string): Promise<string> {
  const surfer = new Surfer();
  const { searchParams } = new URL((await begin(name, surfer)).headers.get('location')!);
  const query = new URLSearchParams({ code: searchParams.get('nonce')!, state: searchParams.get('state')! });
  return resultOf(await surfer.get(`${app.url}/auth/oidc/${name}/callback?${query}`));
}

describe('a provider', () => {
  it.each<[string, Fault]>([
    ['a', 'down'],
    ['b', 'broken'],
    ['c', 'huge'],
    ['d', 'redirecting'],
  ])('%s whose discovery is %s costs its log-in, and is not asked again at once', async (name, fault) => {
    const provider = providers[name]!;
    provider.faults.set(DISCOVERY, fault);
    const response = await begin(name);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.text()).toContain('The provider does not respond');
    await begin(name);
    expect(provider.requests.map(({ path }) => path)).toEqual([DISCOVERY]);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    expect((await begin('good')).status).toBe(303);
  });

  it.each<[string, Record<string, unknown>]>([
    ['e', { issuer: 'https://accounts.example.org' }],
    ['f', { authorization_endpoint: 'javascript:alert(1)' }],
    ['g', { authorization_endpoint: undefined }],
  ])('%s that says %j of itself is not used', async (name, metadata) => {
    providers[name]!.metadata = metadata;
    expect([400, 503]).toContain((await begin(name)).status);
  });

  it.each<[string, Fault, string, string]>([
    ['good', 'down', '/token', 'temporarily_unavailable'],
    ['good', 'broken', '/token', 'server_error'],
    ['good', 'huge', '/token', 'temporarily_unavailable'],
    ['good', 'redirecting', '/token', 'temporarily_unavailable'],
    ['h', 'down', '/jwks', 'temporarily_unavailable'],
    ['i', 'huge', '/jwks', 'temporarily_unavailable'],
  ])('%s that is %s at %s returns to the client with the error %s', async (name, fault, path, error) => {
    const provider = providers[name]!;
    provider.reset();
    provider.faults.set(path, fault);
    await app.database.sql('delete from oidc_log_ins');
    expect(await comeBack(name)).toBe(error);
    expect(await app.database.sql('select 1 from oidc_log_ins')).toEqual([]);
    expect(provider.requests.map((request) => request.path)).not.toContain('/elsewhere');
    provider.faults.clear();
    expect(await comeBack(name)).toBe('code');
  });

  it('at an http:// address is refused by the settings, unless they allow it', () => {
    const settings = { NODE_ENV: 'test', JWT_SECRET, ...settingsOf({ good: providers.good! }) };
    expect(loadConfig(settings).oidc?.providers).toMatchObject([{ name: 'good', scopes: 'openid email profile' }]);
    expect(() => loadConfig({ ...settings, OIDC_ALLOW_HTTP: 'off' })).toThrow(
      'OIDC_GOOD_ISSUER must be an https:// address',
    );
  });
});

describe('log-ins', () => {
  it('are limited by IP address, with a page; behind https, they have a cookie of this host alone', async () => {
    const limited = await startTestApp({
      ...settingsOf({ good: providers.good! }),
      ...{ RATE_LIMITS: 'on', RATE_LIMIT_LOGINS: '5/15m', PUBLIC_URL: 'https://bees.example.org' },
    });
    const response = await begin('good', new Surfer(), limited);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-oidc=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const { searchParams } = new URL(response.headers.get('location')!);
    expect(searchParams.get('redirect_uri')).toBe('https://bees.example.org/auth/oidc/good/callback');
    const statuses: number[] = [];
    for (let tries = 1; tries < 7; tries++) statuses.push((await begin('good', new Surfer(), limited)).status);
    expect(statuses).toEqual([303, 303, 303, 303, 429, 429]);
    const refused = await begin('good', new Surfer(), limited);
    expect(refused.headers.get('content-type')).toContain('text/html');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await limited.database.sql('select 1 from oidc_log_ins')).toHaveLength(5);
    await limited.close();
  });

  it('are nowhere without a provider', async () => {
    const off = await startTestApp();
    expect((await begin('good', new Surfer(), off)).status).toBe(404);
    expect((await off.anyone.ask('{ identityProviders { name } }')).identityProviders).toEqual([]);
    await off.close();
  });
});
