// Opens the page in Chromium as a visitor does. It needs Chromium, and playwright-core, which the repository installs in its root.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { serve } from './serve.mjs';

const service = process.env.SERVICE ?? 'http://127.0.0.1:4000';
const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env.CHROMIUM_PATH || candidates.find((path) => existsSync(path));
if (!executablePath) {
  console.log('No Chromium was found: the page with charts is not checked');
  process.exit(process.env.BROWSER_TESTS === 'required' ? 1 : 0);
}

const { chromium } = await import('playwright-core');
const server = await serve(0);
const browser = await chromium.launch({ executablePath, args: ['--disable-gpu', '--no-first-run', '--disable-sync'] });
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const hosts = new Set();
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname));

  await page.goto(`http://127.0.0.1:${server.address().port}/?service=${encodeURIComponent(service)}`);
  const password = page.getByLabel('Password');
  const correct = await password.inputValue();
  await password.fill('Wrong-hives-1');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('The e-mail address or the password is wrong').waitFor();
  await password.fill(correct);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('#login').waitFor({ state: 'hidden' });
  await page.getByText(/^16 hives, health \d+ of 100/).waitFor();

  /** The captions of the charts, each with the number of pixels that are drawn. */
  const charts = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('figure')].map((figure) => {
        const canvas = figure.querySelector('canvas');
        if (!canvas) return { title: figure.querySelector('figcaption').textContent, drawn: 0 };
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const drawn = data.filter((value, i) => i % 4 === 3 && value > 0).length;
        return { title: figure.querySelector('figcaption').textContent, drawn };
      }),
    );
  await page.locator('.u-legend').first().waitFor();
  const shown = await charts();
  for (const { title, drawn } of shown) console.log(`Chart: ${title}: ${drawn} pixels`);
  assert.equal(shown.length, 5);
  assert(shown.every(({ drawn }) => drawn > 500));
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(width, 0, 'the page is wider than a phone');
  await page.getByLabel('Apiary').selectOption({ index: 1 });
  await page.getByText(/^14 hives, health/).waitFor();
  assert.equal((await charts()).length, 5);
  /** The colour of the first drawn pixel of the axis, and of the page. */
  const colours = () =>
    page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      const { data } = canvas.getContext('2d').getImageData(0, canvas.height - 30, canvas.width, 30);
      const i = data.findIndex((value, at) => at % 4 === 3 && value > 200);
      return [data.slice(i - 3, i).join(), getComputedStyle(document.body).backgroundColor];
    });
  const light = await colours();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForTimeout(500);
  const dark = await colours();
  assert(
    light.every((colour, i) => colour !== dark[i]),
    `the same colours in the dark: ${light}`,
  );
  assert.deepEqual([...hosts], ['127.0.0.1']);
  // The wrong password is a 401, which Chromium reports, as it does that this check reads the canvas more than once.
  assert.deepEqual(
    complaints.filter((text) => !/401|willReadFrequently/.test(text)),
    [],
  );
} finally {
  await browser.close();
  server.close();
}
