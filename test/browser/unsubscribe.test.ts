// The page that ends a digest, in Chromium: its form is sent under the content security policy, with and without scripts.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { UnsubscribeTokens } from '../../src/features/reminders/unsubscribe-tokens.rules.js';
import { browserPath, startBrowser } from '../support/browser.js';
import { JWT_SECRET, startTestApp, type TestApp } from '../support/client.js';
import { visit, withBrowser } from '../support/visit.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let browser: Browser;
let app: TestApp;
beforeAll(async () => {
  if (browserPath) browser = await startBrowser();
  app = await startTestApp();
});
afterAll(async () => {
  await Promise.all([browser?.close(), app?.close()]);
});

const frequencyOf = async (who: Beekeeper): Promise<string> =>
  (await who.ask('{ me { digest { frequency } } }')).me.digest.frequency;

withBrowser('the link of a digest', () => {
  it('ends it when the button is pressed, and not before', async () => {
    const who = await beekeeper(app);
    await who.ask('mutation { setDigest(input: { frequency: DAILY }) { digest { hour } } }');
    const token = new UnsubscribeTokens([Buffer.from(JWT_SECRET)]).create(who.id);
    await visit(browser, `${app.url}/unsubscribe/${token}`, async ({ page, complaints, externalRequests }) => {
      await page.getByRole('heading', { name: 'Stop the digest?' }).waitFor();
      expect(await frequencyOf(who)).toBe('DAILY');
      await page.getByRole('button', { name: 'Send no more digests' }).click();
      await page.getByRole('heading', { name: 'No more digests will be sent' }).waitFor();
      expect([complaints, externalRequests]).toEqual([[], []]);
    });
    expect(await frequencyOf(who)).toBe('OFF');
  });
});
