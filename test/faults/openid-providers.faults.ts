// OpenID providers that are slow or silent: a log-in ends after ten seconds, and everybody else goes on meanwhile.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FalseProvider, type Fault } from '../features/identities/false-provider.js';
import { Pkce, resultOf, startUrlOf, WEB } from '../features/identities/oidc-client.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { Surfer } from '../support/openid-provider.js';
import { beekeeper } from '../support/world.js';

const DISCOVERY = '/.well-known/openid-configuration';
const MOST_MS = 12_000;

let app: TestApp;
let silent: FalseProvider;
let busy: FalseProvider;
beforeAll(async () => {
  [silent, busy] = await Promise.all([FalseProvider.start('silent'), FalseProvider.start('busy')]);
  app = await startTestApp({
    OIDC_PROVIDERS: 'silent,busy',
    OIDC_ALLOW_HTTP: 'on',
    OIDC_REDIRECT_URIS: WEB,
    OIDC_SILENT_ISSUER: silent.url,
    OIDC_SILENT_CLIENT_ID: 'silent',
    OIDC_BUSY_ISSUER: busy.url,
    OIDC_BUSY_CLIENT_ID: 'busy',
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([silent.close(), busy.close()]);
});

const begin = (name: string, surfer = new Surfer()) => surfer.get(startUrlOf(app.url, name, new Pkce().query()));

it.each<Fault>(['silent', 'slow'])(
  'one whose discovery is %s gets an answer after ten seconds',
  async (fault) => {
    silent.faults.set(DISCOVERY, fault);
    const started = performance.now();
    const answers = await Promise.all([begin('silent'), begin('silent'), begin('silent')]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(performance.now() - started).toBeLessThan(MOST_MS);
    // A failure is remembered for five seconds.
    await new Promise((resolve) => setTimeout(resolve, 5500));
  },
  40_000,
);

it.each<Fault>(['silent', 'slow'])(
  'forty log-ins at one whose token endpoint is %s delay no request of the APIs',
  async (fault) => {
    const ana = await beekeeper(app);
    const surfer = new Surfer();
    // The cookie of the first is that of the others.
    await begin('busy', surfer);
    const begun = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { searchParams } = new URL((await begin('busy', surfer)).headers.get('location')!);
        return new URLSearchParams({ code: searchParams.get('nonce')!, state: searchParams.get('state')! });
      }),
    );
    busy.faults.set('/token', fault);
    const started = performance.now();
    const waiting = Promise.all(begun.map((query) => surfer.get(`${app.url}/auth/oidc/busy/callback?${query}`)));
    for (let requests = 0; requests < 50; requests++) {
      const before = performance.now();
      await ana.ask('{ me { id } }');
      expect(performance.now() - before).toBeLessThan(1000);
    }
    const results = (await waiting).map(resultOf);
    expect(performance.now() - started).toBeLessThan(MOST_MS + 6000);
    expect(new Set(results)).toEqual(new Set(['temporarily_unavailable', '503']));
    busy.faults.clear();
  },
  60_000,
);
