// GraphiQL in Chromium.
import { expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DEMO_ACCOUNT } from '../../src/seeds/demo.js';
import { EXAMPLE } from '../../src/shared/example-ids.js';
import { guarded } from '../features/accounts/second-factor.fixture.js';
import { startBrowserAndApps } from '../support/browser.js';
import { Client } from '../support/client.js';
import { overflowOf, PHONE, takeScreenshot, visit, withBrowser } from '../support/visit.js';
import { beekeeper, PASSWORD } from '../support/world.js';

const started = startBrowserAndApps();

const NARROW_PHONE: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 600 } };
const TABS = [
  'Apiaries',
  'Worklist',
  'Tasks',
  'Live',
  'Inspect',
  'Treatments',
  'Queens',
  'Colonies',
  'Feeding',
  'Weights',
  'Honey',
  'Complete',
  'Exit',
  'Pages',
  'Retry',
  'Refusal',
  'Members',
  'Imports',
  'LogIn',
];
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click();
const execute = (page: Page) => page.getByRole('button', { name: 'Execute query' }).click();
/** Executes one of several operations of a tab: there is a menu of them when GraphiQL has read the document. */
const executeOperation = async (page: Page, name: string): Promise<void> => {
  await page.locator('.graphiql-execute-button[aria-haspopup=menu]').click();
  await page.getByRole('menuitem', { name }).click();
};
const result = (page: Page) => page.locator('section[aria-label="Result Window"] .view-lines');
const waitForResult = (page: Page, text: string) => result(page).getByText(text).first().waitFor();
const query = (page: Page) => page.locator('section[aria-label="Operation Editor"] .view-lines');
/** Points at a word until the editor explains it: it does not look again when a mark or the schema arrives later. */
const readExplanation = async (page: Page, word: string, text: string): Promise<void> => {
  const explanation = page.locator('.monaco-hover').getByText(text);
  for (let time = 0; time < 8 && !(await explanation.isVisible()); time++) {
    await page.mouse.move(0, 0);
    await query(page).getByText(word, { exact: true }).hover();
    await explanation.waitFor({ timeout: 2000 }).catch(() => {});
  }
  await explanation.waitFor();
};
const logInDemo = async (): Promise<Client> => {
  const { body } = await started.demo.anyone.rest('POST', '/auth/login', DEMO_ACCOUNT);
  return new Client(started.demo.url, body.access_token);
};
const logIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.locator('.account summary').click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
};

withBrowser('GraphiQL', () => {
  it('runs the example of each tab at one press, twice, as the demo account and without internet', async () => {
    await visit(started.browser, `${started.demo.url}/graphiql`, async ({ page, complaints, externalRequests }) => {
      await page.getByText('Logged in as demo@example.org').waitFor();
      await page.getByRole('tab').last().waitFor();
      expect(await page.getByRole('tab').allInnerTexts()).toEqual(TABS);
      const demo = await logInDemo();
      const countMites = async (): Promise<number> =>
        (await demo.ask(`{ beehive(id: "${EXAMPLE.beehive}") { miteCounts { totalCount } } }`)).beehive.miteCounts
          .totalCount;
      const before = await countMites();
      for (const [tab, expected] of [
        ['Apiaries', 'El Encinar'],
        ['Worklist', 'totalCount'],
        ['Tasks', 'Build frames for the new supers'],
        ['LogIn', 'accessToken'],
        ['Inspect', 'Varroa en dos cuadros'],
        ['Treatments', 'withdrawalUntil'],
        ['Queens', 'markingColor'],
        ['Colonies', 'SPLIT_INTO'],
        ['Feeding', 'sugarGrams'],
        ['Honey', 'beehiveLabel'],
        ['Members', 'viewerRole'],
        ['Imports', 'fileImports'],
        ['Complete', 'DONE'],
        ['Exit', 'balanceAfter'],
        ['Pages', 'endCursor'],
        ['Retry', 'countedOn'],
      ] as const)
        for (let time = 1; time <= 2; time++) {
          await openTab(page, tab);
          await execute(page);
          await waitForResult(page, expected);
          expect(await result(page).innerText()).not.toContain('errors');
        }
      await openTab(page, 'Refusal');
      await execute(page);
      await waitForResult(page, 'INSUFFICIENT_STOCK');
      // The key of the tab is sent: of two requests, one counted.
      expect(await countMites()).toBe(before + 1);
      await openTab(page, 'Apiaries');
      await execute(page);
      await waitForResult(page, 'El Encinar');
      await takeScreenshot(page, 'graphiql');
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      await page.getByRole('link', { name: 'Mutation', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Query', exact: true }).click();
      await page.getByRole('link', { name: 'worklist', exact: true }).waitFor();
      // All that can be asked fits into five panels of a window of 900 pixels.
      const panel = page.locator('.graphiql-plugin');
      const panels = await panel.evaluate(({ scrollHeight }) => scrollHeight / 850);
      expect(panels).toBeLessThan(5);
      // A field of its own has all of its description.
      await page.getByRole('link', { name: 'lotByCode', exact: true }).click();
      await page.getByText('leads forward.').waitFor();
      expect([complaints, externalRequests]).toEqual([[], []]);
    });
  });

  it('completes and checks an operation by the schema, explains its fields, and formats it', async () => {
    await visit(started.browser, `${started.demo.url}/graphiql`, async ({ page, complaints, externalRequests }) => {
      await query(page).getByText('location').click();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('owne');
      await page.locator('.suggest-widget').getByText('Person!').waitFor();
      await page.keyboard.press('Tab');
      await query(page).getByText('owner').waitFor();
      await page.keyboard.type(' { nam');
      await page.locator('.suggest-widget').getByText('String!').first().waitFor();
      await page.keyboard.press('Escape');
      await page.locator('section[aria-label="Operation Editor"] .squiggly-error').first().waitFor();
      await readExplanation(page, 'nam', 'Cannot query field "nam" on type "Person"');
      await readExplanation(page, 'beehivesCount', 'The number of its living hives.');
      await page.keyboard.type('e');
      await page.locator('.squiggly-error').waitFor({ state: 'detached' });
      await execute(page);
      await waitForResult(page, 'owner');
      await page.getByRole('button', { name: 'Prettify query' }).click();
      await query(page).locator('.view-line', { hasText: 'beehives(filter: {' }).waitFor();
      expect([complaints, externalRequests]).toEqual([[], []]);
    });
  });

  it.each([[1280], [1440]])('has every tab in view at %i pixels', async (width) => {
    await visit(
      started.browser,
      `${started.demo.url}/graphiql`,
      async ({ page }) => {
        await page.getByRole('tab').last().waitFor();
        const [bar, last] = await page.evaluate<[number, number]>(`(() => {
          const right = (selector) =>
            Math.max(...[...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect().right));
          return [right('.graphiql-tab-add'), right('[role=tab]')];
        })()`);
        expect(last).toBeGreaterThan(500);
        expect(last).toBeLessThan(bar);
      },
      { viewport: { width, height: 800 } },
    );
  });

  it('shows the events of a subscription, and makes the first one itself', async () => {
    await visit(started.browser, `${started.demo.url}/graphiql`, async ({ page, complaints, externalRequests }) => {
      const demo = await logInDemo();
      const { apiaries } = await demo.ask('{ apiaries { nodes { id } } }');
      await openTab(page, 'Live');
      await executeOperation(page, 'Live');
      await waitForResult(page, apiaries.nodes[0].id);
      expect([complaints, externalRequests]).toEqual([[], []]);
    });
  });

  it('shows them again after a reload', async () => {
    await visit(started.browser, `${started.demo.url}/graphiql`, async ({ page }) => {
      await execute(page);
      await waitForResult(page, 'El Encinar');
      await page.reload();
      await execute(page);
      await waitForResult(page, 'El Encinar');
    });
  });

  it('a new tab is empty', async () => {
    await visit(started.browser, `${started.demo.url}/graphiql`, async ({ page }) => {
      await page.getByRole('button', { name: 'New tab' }).click();
      await page.getByRole('tab', { name: '<untitled>' }).waitFor();
      expect(await query(page).innerText()).not.toMatch(/[a-z]/i);
    });
  });

  it.each<[string, string, BrowserContextOptions]>([
    ['line', 'on a desktop', {}],
    ['comment', 'on a narrow phone', NARROW_PHONE],
    ['comment', 'on a narrow phone, in Spanish', { ...NARROW_PHONE, locale: 'es' }],
  ])('no %s of an example is longer than its pane, %s', async (what, _where, options) => {
    await visit(
      started.browser,
      `${started.demo.url}/graphiql`,
      async ({ page }) => {
        for (const tab of TABS) {
          await openTab(page, tab);
          await query(page).getByText(tab).first().waitFor();
          const [pane, lines] = await page.evaluate<[number, [string, number][]]>(`(() => {
            const editor = document.querySelector('section[aria-label="Operation Editor"]');
            const lines = [...editor.querySelectorAll('.view-line > span')];
            const right = (element) => element.getBoundingClientRect().right;
            return [right(editor.querySelector('.monaco-editor')), lines.map((line) => [line.textContent, right(line)])];
          })()`);
          const checked = lines.filter(([text]) => what === 'line' || text.startsWith('#'));
          expect(checked.length).toBeGreaterThanOrEqual(2);
          expect(Math.max(...checked.map(([, right]) => right))).toBeGreaterThan(200);
          expect(checked.filter(([, right]) => right > pane)).toEqual([]);
        }
      },
      options,
    );
  });

  it('lets a beekeeper log in with the control, read their hives, and log out', async () => {
    const ana = await beekeeper(started.empty);
    const apiary = await ana.apiary({ name: 'Tras la ermita', location: 'Camino viejo, 3' });
    await ana.beehive(apiary, { beehiveNumber: 17, healthStatus: 'Enfermedad', observations: 'Cría salteada' });

    await visit(started.browser, `${started.empty.url}/graphiql`, async ({ page, complaints, externalRequests }) => {
      await page.getByText('Not logged in').waitFor();
      await execute(page);
      await waitForResult(page, 'UNAUTHENTICATED');
      await logIn(page, ana.email, 'Wrong-password-1');
      await page.getByRole('alert').getByText('The e-mail address or the password is wrong').waitFor();
      // The browser itself logs a response of 401.
      expect(complaints.splice(0)).toEqual([expect.stringContaining('401'), expect.stringContaining('401')]);

      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText(`Logged in as ${ana.email}`).waitFor();
      await execute(page);
      await waitForResult(page, 'Tras la ermita');
      await waitForResult(page, 'Cría salteada');
      await page.reload();
      await page.getByText(`Logged in as ${ana.email}`).waitFor();
      await execute(page);
      await waitForResult(page, 'Camino viejo, 3');

      await page.locator('.account summary').click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await execute(page);
      await waitForResult(page, 'UNAUTHENTICATED');
      expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
      await page.reload();
      await page.getByText('Not logged in').waitFor();
      expect(externalRequests).toEqual([]);
    });
  });

  it('stays logged out after a reload, and logs in as the demo account again', async () => {
    await visit(started.browser, `${started.demo.url}/graphiql`, async ({ page }) => {
      await page.locator('.account summary').click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.reload();
      await page.getByText('Not logged in').click();
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('Logged in as demo@example.org').waitFor();
    });
  });

  it('asks for the code of an account with a second factor', async () => {
    const { ana, recoveryCodes } = await guarded(started.empty);
    await visit(started.browser, `${started.empty.url}/graphiql`, async ({ page }) => {
      expect(await page.getByLabel('Code').isVisible()).toBe(false);
      await logIn(page, ana.email, PASSWORD);
      await page.getByRole('alert').getByText('This account has a second factor').waitFor();
      await page.getByLabel('Code').fill('000000');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('alert').getByText('The code is wrong').waitFor();
      await page.getByLabel('Code').fill(recoveryCodes[0]!);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText(`Logged in as ${ana.email}`).waitFor();
    });
  });

  it('does not show an account whose session has ended', async () => {
    const ana = await beekeeper(started.empty);
    await visit(started.browser, `${started.empty.url}/graphiql`, async ({ page }) => {
      await logIn(page, ana.email, PASSWORD);
      await page.getByText(`Logged in as ${ana.email}`).waitFor();
      await ana.ask('mutation { endOtherSessions { endedSessionsCount } }');
      await execute(page);
      await waitForResult(page, 'SESSION_OVER');
      await page.getByText('Not logged in').waitFor();
    });
  });

  it('uses the account of a logIn mutation from then on', async () => {
    const ana = await beekeeper(started.demo);
    await ana.apiary({ name: 'Tras la ermita' });
    await visit(started.browser, `${started.demo.url}/graphiql`, async ({ page, context }) => {
      await openTab(page, 'LogIn');
      await page.locator('section[aria-label="Variables"] .graphiql-editor:not(.hidden) .view-lines').click();
      await page.keyboard.press('ControlOrMeta+A');
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(
        `navigator.clipboard.writeText('${JSON.stringify({ input: { email: ana.email, password: PASSWORD } })}')`,
      );
      await page.keyboard.press('ControlOrMeta+V');
      await execute(page);
      await page.getByText(`Logged in as ${ana.email}`).waitFor();
      await openTab(page, 'Apiaries');
      await execute(page);
      await waitForResult(page, 'Tras la ermita');
    });
  });

  it('no pane covers another on a low phone: the page scrolls', async () => {
    await visit(
      started.browser,
      `${started.demo.url}/graphiql`,
      async ({ page }) => {
        await openTab(page, 'Live');
        await executeOperation(page, 'AdjustStock');
        await waitForResult(page, 'balanceAfter');
        const boxOf = (label: string) => page.locator(`section[aria-label="${label}"]`).boundingBox();
        const [query, variables, result] = await Promise.all(
          ['Operation Editor', 'Variables', 'Result Window'].map(boxOf),
        );
        expect(variables!.height).toBeGreaterThan(50);
        expect(variables!.y).toBeGreaterThanOrEqual(query!.y + query!.height);
        expect(result!.y).toBeGreaterThanOrEqual(variables!.y + variables!.height);
        expect(await overflowOf(page)).toBe(0);
      },
      NARROW_PHONE,
    );
  });

  it('can be used on a phone: query, variables and result are in view', async () => {
    await visit(
      started.browser,
      `${started.demo.url}/graphiql`,
      async ({ page, complaints }) => {
        await page.getByRole('button', { name: 'Execute query' }).tap();
        await waitForResult(page, 'El Encinar');
        expect(await overflowOf(page)).toBe(0);
        const boxes = await Promise.all(
          ['Operation Editor', 'Result Window'].map((name) =>
            page.locator(`section[aria-label="${name}"]`).boundingBox(),
          ),
        );
        for (const box of boxes) {
          expect(box!.width).toBeGreaterThan(300);
          expect(box!.height).toBeGreaterThan(100);
          expect(box!.y + box!.height).toBeLessThanOrEqual(844);
        }
        await takeScreenshot(page, 'graphiql-phone');
        expect(complaints).toEqual([]);
      },
      { ...PHONE, colorScheme: 'dark' },
    );
  });
});
