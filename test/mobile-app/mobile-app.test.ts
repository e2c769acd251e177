// Runs whole flows of each version of the mobile app against the REST API, parsing responses as strictly as the app. After every step,
// both APIs must return the same records. Each flow has a file of its own in this folder.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { RouteRecord } from '../support/mobile-app/mobile-client.js';
import { playAutumn } from './autumn-2026.js';
import { playJuly } from './july-2026.js';
import { playMarch } from './march-2026.js';
import { playSpecification } from './specification-only.js';

const record = new RouteRecord();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

for (const play of [playMarch, playJuly, playAutumn, playSpecification]) play(() => ({ app, record }));

/** The last test: it fails if only some of the others have run. */
describe('all flows together', () => {
  it('call every operation of the route table', () => {
    // No app of those that were released knows OpenID Connect: test/features/identities has this one.
    expect(record.missing).toEqual(['post /auth/oidc/token: logInWithIdentity']);
  });
});
