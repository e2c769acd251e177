// The page on which beekeepers import files, in Chromium.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { FIELD_TEXTS } from '../../src/features/imports/sheets/field-texts.js';
import { KINDS } from '../../src/features/imports/sheets/kinds.js';
import { guarded } from '../features/accounts/second-factor.fixture.js';
import { browserPath, startBrowser } from '../support/browser.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { createImport, sendFile, upload } from '../support/imports.js';
import { BROWSER_ACCEPT, overflowOf, PHONE, takeScreenshot, visit, withBrowser } from '../support/visit.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

let browser: Browser;
let app: TestApp;
beforeAll(async () => {
  if (browserPath) browser = await startBrowser();
  app = await startTestApp();
});
afterAll(async () => {
  await Promise.all([browser?.close(), app?.close()]);
});

const NARROW: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 740 } };
const CSV_IN_ENGLISH = 'Apiary;Hive;Date;Notes\nEl Roble;1;3/4/2024;strong\nEl Roble;;3/5/2024;\nLa Loma;3;4/4/2024;\n';
const CSV = 'Apiario;Colmena;Fecha;Notas\nEl Roble;1;3/4/2024;fuerte\nEl Roble;;13/5/2024;\nLa Loma;3;4/4/2024;\n';

const choose = (page: Page, name: string, text: string): Promise<void> =>
  page
    .getByLabel(/Choose a file|Elija un archivo/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const logIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Log in');
};
const logInFirst = async (page: Page, email: string): Promise<void> => {
  await logIn(page, email);
  await page.getByText('There are none yet.').waitFor();
};
const numberOf = (page: Page, name: string): Promise<string> =>
  page.locator('.numbers div', { hasText: name }).first().locator('dd').innerText();
const inspectionsOf = async (who: Beekeeper): Promise<number> =>
  (await who.ask('{ apiaries { nodes { name inspections { totalCount } } } }')).apiaries.nodes.reduce(
    (sum: number, { inspections }: { inspections: { totalCount: number } }) => sum + inspections.totalCount,
    0,
  );

withBrowser('the page of imports', () => {
  it('takes a file, shows its problems, imports the other rows, and undoes that', async () => {
    const ana = await beekeeper(app);
    await visit(browser, `${app.url}/import`, async ({ page, complaints, externalRequests }) => {
      await logIn(page, ana.email, 'Wrong-password-1');
      await page.getByRole('alert').getByText('The e-mail address or the password is wrong').waitFor();
      // The browser itself logs a response of 401.
      expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
      await logInFirst(page, ana.email);

      // The days fit both orders: the visitor is asked which it is.
      await choose(page, 'visitas.csv', CSV_IN_ENGLISH);
      await page.getByRole('heading', { name: 'visitas.csv' }).waitFor();
      const question = page.getByLabel('What is first in the days of Date');
      await question.waitFor();
      await page.getByText('Has questions', { exact: true }).waitFor();
      expect([await numberOf(page, 'Rows'), await numberOf(page, 'With problems')]).toEqual(['3', '2']);
      const rows = page.locator('section[data-part=rows]');
      await rows.getByText('An inspection: El Roble · 1 · 2024-04-03').waitFor();
      await page.evaluate(`document.querySelector('.imports').scrollIntoView()`);
      await takeScreenshot(page, 'import');
      await press(page, 'Import');
      await page.getByRole('alert').getByText('One question is open').waitFor();
      await question.selectOption('month, day, year');
      await press(page, 'Answer');
      await rows.getByText('An inspection: El Roble · 1 · 2024-03-04').waitFor();
      const problems = page.locator('section[data-part=withProblems]').getByRole('row').nth(1);
      await problems.getByText('has no value').waitFor();
      expect(await problems.getByRole('cell').first().innerText()).toBe('3');
      expect(await question.count()).toBe(0);

      await press(page, 'Import');
      await page.getByRole('alert').getByText('One row has problems').waitFor();
      expect(await inspectionsOf(ana)).toBe(0);
      await page.getByLabel('Leave out the rows with problems (1)').check();
      await press(page, 'Import');
      await page.getByText('Imported', { exact: true }).waitFor();
      expect(await page.getByRole('status').innerText()).toBe('visitas.csv: Imported');
      expect(await numberOf(page, 'Left out or with remarks')).toBe('1');
      expect(await inspectionsOf(ana)).toBe(2);

      await press(page, 'Undo');
      await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
      await press(page, 'Undo');
      await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone', { exact: true }).waitFor();
      expect(await numberOf(page, 'Records kept')).toBe('0');
      expect(await inspectionsOf(ana)).toBe(0);

      await press(page, 'Remove from the list');
      await page.getByRole('dialog').getByRole('button', { name: 'Remove from the list' }).click();
      await page.getByText('There are none yet.').waitFor();
      expect([complaints, externalRequests]).toEqual([[], []]);
    });
  });

  it('goes on with a file whose connection broke, where it was', async () => {
    const ana = await beekeeper(app);
    const text = `Apiario;Colmena;Notas\n${Array.from({ length: 30 }, (_, i) => `El Roble;${i + 1};${'x'.repeat(20_000)}\n`).join('')}`;
    await visit(browser, `${app.url}/import`, async ({ page }) => {
      await logInFirst(page, ana.email);
      const sent: string[] = [];
      await page.route('**/file', (route) => {
        sent.push(route.request().headers()['content-range']!);
        return sent.length === 2 ? route.abort('connectionreset') : route.continue();
      });
      await choose(page, 'large.csv', text);
      await page.getByText('No connection: it goes on at 256 kB').waitFor();
      await page.getByText('Ready to import', { exact: true }).waitFor();
      const [first, broken, again] = sent;
      expect(first).toBe(`bytes 0-262143/${text.length}`);
      expect(broken).toMatch(/^bytes 262144-/);
      expect(again).toMatch(/^bytes 262144-/);
      expect(await numberOf(page, 'Rows')).toBe('30');
    });
  });

  it('refuses another file of the same size when it goes on, and takes the same one', async () => {
    const ana = await beekeeper(app);
    const id = await createImport(ana, 'later.csv');
    const bytes = Buffer.from(CSV);
    const digest = createHash('sha256').update(bytes).digest('base64');
    await sendFile(ana, id, bytes.subarray(0, 30), {
      'content-range': `bytes 0-29/${bytes.length}`,
      'repr-digest': `sha-256=:${digest}:`,
    });
    await visit(browser, `${app.url}/import`, async ({ page, complaints }) => {
      await logIn(page, ana.email);
      const resume = async (buffer: Buffer): Promise<void> => {
        const chooser = page.waitForEvent('filechooser');
        await press(page, 'Go on sending');
        await (await chooser).setFiles({ name: 'later.csv', mimeType: 'text/csv', buffer });
      };
      await resume(Buffer.from(bytes).fill('x', 40, 50));
      await page.getByRole('alert').getByText('The parts that have arrived are of another file').waitFor();
      // The browser itself logs a response of 409.
      expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
      await resume(bytes);
      await page.getByText('Ready to import', { exact: true }).waitFor();
    });
  });

  it('asks for the code of a second factor, in Spanish, on a narrow phone in the dark', async () => {
    const { ana, recoveryCodes } = await guarded(app);
    await upload(ana, CSV, `visitas (${'x'.repeat(120)}).csv`);
    await visit(
      browser,
      `${app.url}/import`,
      async ({ page }) => {
        expect(await page.getByLabel('Código').isVisible()).toBe(false);
        await page.getByLabel('Correo electrónico').fill(ana.email);
        await page.getByLabel('Contraseña').fill(PASSWORD);
        await press(page, 'Entrar');
        await page.getByRole('alert').getByText('Esta cuenta tiene un segundo factor').waitFor();
        await page.getByLabel('Código').fill(recoveryCodes[0]!);
        await press(page, 'Entrar');
        await page.getByText('Lista para importar').waitFor();
        await page.getByText('Las filas, y cómo se leen').tap();
        await page.getByText('Una inspección: El Roble').first().waitFor();
        await page.getByText('no tiene valor').first().waitFor();
        expect(await page.getByText('Hoja «visitas').innerText()).toMatch(/inspección$/);
        expect(await overflowOf(page)).toBe(0);
      },
      { ...NARROW, locale: 'es-ES', colorScheme: 'dark' },
    );
  });

  it('asks to log in again when the session has ended, keeps the account for the tab, and ends its session at a log-out', async () => {
    const ana = await beekeeper(app);
    const sessions = async (): Promise<number> => (await ana.ask('{ me { sessions { id } } }')).me.sessions.length;
    await visit(browser, `${app.url}/import`, async ({ page }) => {
      await logInFirst(page, ana.email);
      await ana.ask('mutation { endOtherSessions { endedSessionsCount } }');
      await choose(page, 'visitas.csv', CSV);
      await page.getByRole('alert').getByText('The session has ended').waitFor();
      await logInFirst(page, ana.email);
      await page.reload();
      await page.getByText('There are none yet.').waitFor();
      const before = await sessions();
      await press(page, 'Log out');
      await page.getByRole('heading', { name: 'Log in with your account' }).waitFor();
      await logInFirst(page, ana.email);
      expect(await page.getByLabel('Password').inputValue()).toBe('');
      await press(page, 'Log out');
      await page.getByRole('heading', { name: 'Log in with your account' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Log in with your account' }).waitFor();
      expect(await sessions()).toBe(before - 1);
    });
  });
});

withBrowser('the page of imports, with odd files and a keyboard', () => {
  it('says that a file has changed since it was chosen, and takes another one instead of an empty one', async () => {
    const ana = await beekeeper(app);
    await createImport(ana, 'later.csv');
    const folder = mkdtempSync(join(tmpdir(), 'import-'));
    const path = join(folder, 'visitas.csv');
    writeFileSync(path, CSV);
    await visit(browser, `${app.url}/import`, async ({ page }) => {
      await logIn(page, ana.email);
      const resume = async (text: string): Promise<void> => {
        const chooser = page.waitForEvent('filechooser');
        await press(page, 'Go on sending');
        await (await chooser).setFiles({ name: 'later.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      };
      await resume('');
      await page.getByRole('alert').getByText('The file is empty').waitFor();
      await resume(CSV);
      await page.getByText('Ready to import', { exact: true }).waitFor();
      await page.route('**/file', (route) => {
        writeFileSync(path, `${CSV}La Loma;4;5/4/2024;\n`);
        return route.continue();
      });
      await page.getByLabel('Choose a file').setInputFiles(path);
      await page.getByRole('alert').getByText('The file has changed').waitFor();
    });
    rmSync(folder, { recursive: true });
  });

  it('keeps the focus where something was done', async () => {
    const ana = await beekeeper(app);
    await upload(ana, CSV.replace(';;13', ';2;13'), 'visitas.csv');
    await visit(browser, `${app.url}/import`, async ({ page }) => {
      const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
      const use = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).press('Enter');
      await page.getByLabel('E-mail address').fill(ana.email);
      await page.getByLabel('Password').fill('Wrong-password-1');
      await use('Log in');
      await page.getByRole('alert').waitFor();
      expect(await focused()).toBe('Log in');
      await page.getByLabel('Password').fill(PASSWORD);
      await use('Log in');
      await page.getByText('Ready to import', { exact: true }).waitFor();
      expect(await focused()).toBe('Import a file');
      await use('Import');
      await page.getByText('Imported', { exact: true }).waitFor();
      expect(await focused()).toBe('visitas.csv');
    });
  });
});

withBrowser('the questions of an import', () => {
  it('are answered with a keyboard alone, one after the other', async () => {
    const ana = await beekeeper(app);
    await upload(
      ana,
      'Yard;Hive;Date;Honey (arrobas)\nOak;1;3/4/2024;1\n;2;4/4/2024;2\nOak;3;5/4/2024;3\n',
      'honey.csv',
    );
    await visit(browser, `${app.url}/import`, async ({ page }) => {
      const isFocused = (name: string): Promise<unknown> =>
        page.waitForFunction(
          `document.activeElement.name === '${name}' || document.activeElement.textContent === '${name}'`,
        );
      const keys = async (...all: string[]): Promise<void> => {
        for (const key of all) await page.keyboard.press(key);
      };
      await logIn(page, ana.email);
      await page.getByText('Has questions', { exact: true }).waitFor();
      await page.getByText('The rows, and how they are read').press('Enter');
      await page.getByLabel('In which apiary').waitFor();
      await keys('Tab');
      await isFocused('question.1.APIARY');
      await keys('ArrowDown', 'Tab', 'Tab');
      await isFocused('question.1.3.DATE_ORDER');
      // Each press of an arrow chooses, and sends nothing.
      await keys('ArrowDown', 'ArrowDown', 'ArrowUp', 'Tab', 'Tab', 'Enter');
      await page.getByLabel('What is first in the days').waitFor({ state: 'detached' });
      await isFocused('answer');
      await page.getByText('A harvest: Oak · 2 · 2024-04-04').first().waitFor();
      await keys('Shift+Tab', 'ArrowDown', 'ArrowDown', 'Tab', 'Enter');
      await page.getByText('Ready to import', { exact: true }).waitFor();
      await page.getByText('A harvest: Oak · 3 · 2024-04-05 · Miel: 37,5 kg').waitFor();
      await isFocused('honey.csv');
    });
  });
});

withBrowser('the page of imports, with slow answers', () => {
  /** Keeps back the answer to the next request with an operation. @returns when it has it, and lets it go */
  const holdBack = (page: Page, operation: string): Promise<() => Promise<void>> =>
    new Promise((resolve) => {
      let isHeld = false;
      void page.route('**/graphql', async (route) => {
        if (isHeld || !route.request().postData()!.startsWith(`{"query":"query ${operation}`)) return route.fallback();
        isHeld = true;
        const response = await route.fetch();
        resolve(() => route.fulfill({ response }));
      });
    });

  it('shows the rows of the latest mapping, and keeps the focus', async () => {
    const ana = await beekeeper(app);
    await upload(ana, CSV, 'visitas.csv');
    await visit(browser, `${app.url}/import`, async ({ page }) => {
      await logIn(page, ana.email);
      await page.getByText('The rows, and how they are read').click();
      const kind = page.getByLabel('Each row is');
      await kind.focus();
      const first = holdBack(page, 'Details');
      await kind.selectOption('a hive');
      const answer = await first;
      await kind.selectOption('a harvest');
      await page.getByText('Sheet “visitas”: a harvest').waitFor();
      await answer();
      await page.waitForTimeout(200);
      expect(await kind.inputValue()).toBe('HARVESTS');
      expect(await page.evaluate('document.activeElement.name')).toBe('1.kind');
    });
  });

  it('keeps a new file in the list when an older list arrives', async () => {
    const ana = await beekeeper(app);
    await visit(browser, `${app.url}/import`, async ({ page }) => {
      await logInFirst(page, ana.email);
      const list = holdBack(page, 'Imports');
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      const answer = await list;
      await page.route('**/file', () => {});
      await choose(page, 'new.csv', CSV);
      await page.getByText('Sending:').waitFor();
      await answer();
      await page.waitForTimeout(200);
      expect(await page.getByText('Sending:').isVisible()).toBe(true);
    });
  });
});

describe('the page of imports', () => {
  it('has a name for every field, in both languages', () => {
    const fields = Object.values(KINDS).flatMap((kind) => Object.keys(kind.fields));
    for (const texts of Object.values(FIELD_TEXTS)) expect(fields.filter((field) => !texts[field])).toEqual([]);
  });

  it('allows no script but its own, and no other site to show or to list it', async () => {
    for (const [lang, title] of [
      ['es', 'Importar un archivo'],
      ['en', 'Import a file'],
    ]) {
      const { headers, ...response } = await fetch(`${app.url}/import?lang=${lang}`, {
        headers: { accept: BROWSER_ACCEPT },
      }).then(async (answer) => ({ headers: answer.headers, text: await answer.text() }));
      expect(response.text).toContain(`>${title}</h1>`);
      expect(headers.get('content-security-policy')).toMatch(
        /default-src 'none';script-src 'self';style-src 'self';.*connect-src 'self';.*frame-ancestors 'none'/,
      );
      expect([headers.get('x-robots-tag'), headers.get('access-control-allow-origin')]).toEqual(['noindex', null]);
    }
  });
});
