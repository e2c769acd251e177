// THE MOBILE APP AGAINST THE REST DOOR: whole flows as the app plays them, read as strictly as its code reads. After every step both
// doors must show the same. The flows are in legacy-app/, by the version of the app.
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

/** Last, because it looks back on all the others; it fails where only some of them were run. */
describe('all of it', () => {
  it('exercises every operation of the route table', () => {
    expect(record.missing).toEqual([]);
  });
});
