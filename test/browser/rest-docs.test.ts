// The documentation of the REST API in Chromium.
import { expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startBrowserAndApps } from '../support/browser.js';
import { operations } from '../support/openapi.js';
import { overflowOf, PHONE, takeScreenshot, visit, withBrowser } from '../support/visit.js';
import { beekeeper, PASSWORD } from '../support/world.js';

// Swagger UI takes seconds to draw all operations.
jest.setTimeout(120_000);

const started = startBrowserAndApps();

const operation = (page: Page, id: string) => page.locator(`[id$="-${id}"]`);
const open = async (page: Page, id: string): Promise<void> => {
  const [tag] = operations.find(({ described }) => described.operationId === id)!.described.tags;
  const section = page.locator(`#operations-tag-${tag}`);
  if ((await section.getAttribute('data-is-open')) !== 'true') await section.click();
  await operation(page, id).locator('.opblock-summary-control').click();
  await operation(page, id).getByRole('button', { name: 'Try it out' }).click();
};
const press = (page: Page, id: string) => operation(page, id).getByRole('button', { name: 'Execute' }).click();
const execute = async (page: Page, id: string): Promise<void> => {
  await open(page, id);
  await press(page, id);
};
const waitForResponse = (page: Page, id: string, text: string) =>
  operation(page, id).locator('.live-responses-table').getByText(text).first().waitFor();

withBrowser('the documentation of /api/v1', () => {
  it('says that one is the demo account, and executes an operation as it, without internet', async () => {
    await visit(started.browser, `${started.demo.url}/api/v1/docs`, async ({ page, complaints, externalRequests }) => {
      await page.getByText('You are trying it as the demo account demo@example.org').waitFor();
      await execute(page, 'listInventory');
      await waitForResponse(page, 'listInventory', 'Láminas de cera');
      expect([complaints, externalRequests]).toEqual([[], []]);
      await page.evaluate(`document.querySelector('[id$="-listInventory"]').scrollIntoView()`);
      await takeScreenshot(page, 'docs');
    });
  });

  it('begins with the groups of operations, closed, and has the errors below them', async () => {
    await visit(started.browser, `${started.demo.url}/api/v1/docs`, async ({ page }) => {
      await page.locator('.opblock-tag').last().waitFor();
      const tops = await page.evaluate<{ first: number; last: number; errors: number }>(`(() => {
        const top = (element) => element.getBoundingClientRect().top + scrollY;
        const tags = [...document.querySelectorAll('.opblock-tag')];
        return { first: top(tags[0]), last: top(tags.at(-1)), errors: top(document.querySelector('#errors')) };
      })()`);
      expect(tops.first).toBeLessThan(page.viewportSize()!.height);
      expect(tops.errors).toBeGreaterThan(tops.last);
      expect(await page.locator('.opblock').count()).toBe(0);
      for (const tag of await page.locator('.opblock-tag').all()) await tag.click();
      expect(await page.locator('.opblock').count()).toBe(operations.length);
    });
  });

  it('lists the error codes with their meaning, also on a phone', async () => {
    await visit(
      started.browser,
      `${started.demo.url}/api/v1/docs`,
      async ({ page }) => {
        const row = page.locator('.reference tr', { hasText: 'INSUFFICIENT_STOCK' });
        expect(await row.innerText()).toMatch(/There is less in stock/);
        const conflict = page.getByRole('row', { name: /^CONFLICT 409/ });
        expect(await conflict.innerText()).toMatch(/nothing was changed/);
        expect(await overflowOf(page)).toBe(0);
      },
      PHONE,
    );
  });

  it('executes examples twice that use something up: registration, refresh, log-out, a new hive', async () => {
    await visit(started.browser, `${started.demo.url}/api/v1/docs`, async ({ page, complaints }) => {
      await page.locator('#demo').waitFor();
      for (const [id, status] of [
        ['createBeehive', '201'],
        ['register', '201'],
        ['refreshSession', '200'],
        ['logOut', '204'],
      ] as const) {
        await open(page, id);
        for (let time = 1; time <= 2; time++) {
          const path = operations.find(({ described }) => described.operationId === id)!.path;
          const [response] = await Promise.all([
            page.waitForResponse((r) => r.url().endsWith(`/api/v1${path}`) && r.request().method() === 'POST'),
            press(page, id),
          ]);
          expect([id, time, response.status()]).toEqual([id, time, Number(status)]);
        }
      }
      // After the log-out the page is the demo account again.
      await page.locator('#demo').waitFor();
      await execute(page, 'listApiaries');
      await waitForResponse(page, 'listApiaries', 'El Encinar');
      expect(complaints).toEqual([]);
    });
  });

  it('logs in and continues as that account', async () => {
    const ana = await beekeeper(started.empty);
    await ana.apiary({ name: 'Tras la ermita' });
    await visit(
      started.browser,
      `${started.empty.url}/api/v1/docs/`,
      async ({ page, complaints, externalRequests }) => {
        await page.getByText('Not logged in').waitFor();
        await open(page, 'logIn');
        await operation(page, 'logIn')
          .locator('textarea')
          .fill(JSON.stringify({ email: ana.email, password: PASSWORD }));
        await press(page, 'logIn');
        await waitForResponse(page, 'logIn', 'access_token');
        await execute(page, 'listApiaries');
        await waitForResponse(page, 'listApiaries', 'Tras la ermita');
        expect([complaints, externalRequests]).toEqual([[], []]);
      },
    );
  });
});
