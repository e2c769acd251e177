// THE MOBILE APP AGAINST THE REST DOOR: whole flows as the app plays them, read as strictly as its code reads. After every step both
// doors must show the same. The flows are in legacy-app/, by the version of the app.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { RouteRecord } from '../support/phone.js';
import { playBeyond } from './legacy-app/beyond.js';
import { playJuly } from './legacy-app/july.js';
import { playLater } from './legacy-app/later.js';
import { playMarch } from './legacy-app/march.js';

const record = new RouteRecord();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

for (const play of [playMarch, playJuly, playLater, playBeyond]) play(() => ({ app, record }));

/** Last, because it looks back on all the others; it fails where only some of them were run. */
describe('all of it', () => {
  it('exercises every operation of the route table', () => {
    expect(record.missing).toEqual([]);
  });
});
