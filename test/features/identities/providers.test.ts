// Providers that are down, slow or answer nonsense: their log-ins fail, and nothing else.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { Surfer } from '../../support/openid-provider.js';
import { FalseProvider, type Fault } from './false-provider.js';
import { Pkce, resultOf, startUrl, WEB } from './identities.fixture.js';

const DISCOVERY = '/.well-known/openid-configuration';
let app: TestApp;
let provider: FalseProvider;
beforeAll(async () => {
  provider = await FalseProvider.start('bees');
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

/** Discovery is remembered for an hour. */
async function withApp(work: () => Promise<void>, settings: Record<string, string> = {}): Promise<void> {
  app = await startTestApp({
    OIDC_PROVIDERS: 'bees',
    OIDC_ALLOW_HTTP: 'on',
    OIDC_REDIRECT_URIS: WEB,
    OIDC_BEES_ISSUER: provider.url,
    OIDC_BEES_CLIENT_ID: 'bees',
    ...settings,
  });
  try {
    await work();
  } finally {
    await app.close();
  }
}
const begin = (surfer = new Surfer()) => surfer.get(startUrl('bees', new Pkce().query(), app.url));
async function comeBack(): Promise<string> {
  const surfer = new Surfer();
  const { searchParams } = new URL((await begin(surfer)).headers.get('location')!);
  const query = new URLSearchParams({ code: searchParams.get('nonce')!, state: searchParams.get('state')! });
  return resultOf(await surfer.get(`${app.url}/auth/oidc/bees/callback?${query}`));
}

describe('a provider', () => {
  it.each<[Fault, string]>([
    ['down', DISCOVERY],
    ['broken', DISCOVERY],
    ['huge', DISCOVERY],
    ['redirecting', DISCOVERY],
  ])('whose discovery is %s costs its log-in, and is not asked again at once', async (fault, path) => {
    await withApp(async () => {
      provider.faults.set(path, fault);
      const response = await begin();
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await response.text()).toContain('The provider does not respond');
      await begin();
      expect(provider.requests.map((request) => request.path)).toEqual([DISCOVERY]);
      expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
    });
  });

  it.each<[Fault, string]>([
    ['down', '/token'],
    ['broken', '/token'],
    ['huge', '/token'],
    ['redirecting', '/token'],
    ['down', '/jwks'],
    ['huge', '/jwks'],
  ])('that is %s at %s returns to the client with an error', async (fault, path) => {
    await withApp(async () => {
      expect(await comeBack()).toBe('code');
    });
    await withApp(async () => {
      provider.faults.set(path, fault);
      expect(['temporarily_unavailable', 'server_error']).toContain(await comeBack());
      expect(await app.database.sql('select 1 from oidc_log_ins')).toEqual([]);
      expect(provider.requests.map((request) => request.path)).not.toContain('/elsewhere');
    });
  });

  it('that names another issuer, or a page that no browser should open, is not used', async () => {
    for (const metadata of [
      { issuer: 'https://accounts.example.org' },
      { authorization_endpoint: 'javascript:alert(1)' },
      { authorization_endpoint: undefined },
    ])
      await withApp(async () => {
        provider.metadata = metadata;
        expect((await begin()).status).toBe(503);
      });
  });

  it('at an http:// address is refused by the settings, unless they allow it', async () => {
    await expect(withApp(async () => {}, { OIDC_ALLOW_HTTP: 'off' })).rejects.toThrow(
      'OIDC_BEES_ISSUER must be an https:// address',
    );
  });
});

describe('log-ins', () => {
  it('are limited by IP address, with a page', async () => {
    await withApp(
      async () => {
        const statuses: number[] = [];
        for (let tries = 0; tries < 7; tries++) statuses.push((await begin()).status);
        expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429]);
        const response = await begin();
        expect(response.headers.get('content-type')).toContain('text/html');
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await app.database.sql('select 1 from oidc_log_ins')).toHaveLength(5);
      },
      { RATE_LIMITS: 'on', RATE_LIMIT_LOGINS: '5/15m' },
    );
  });

  it('behind https have a cookie that belongs to this host alone', async () => {
    await withApp(
      async () => {
        const response = await begin();
        expect(response.headers.getSetCookie()).toEqual([
          expect.stringMatching(
            /^__Host-oidc=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
          ),
        ]);
        const { searchParams } = new URL(response.headers.get('location')!);
        expect(searchParams.get('redirect_uri')).toBe('https://bees.example.org/auth/oidc/bees/callback');
      },
      { PUBLIC_URL: 'https://bees.example.org' },
    );
  });

  it('are nowhere without a provider', async () => {
    const off = await startTestApp();
    expect((await fetch(startUrl('bees', new Pkce().query(), off.url))).status).toBe(404);
    expect((await off.anyone.ask('{ identityProviders { name } }')).identityProviders).toEqual([]);
    await off.close();
  });
});
