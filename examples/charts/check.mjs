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

/** Asks as somebody. @returns the data */
async function ask(token, query, variables) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const body = JSON.stringify({ query, variables });
  const { data, errors } = await (await fetch(new URL('/graphql', service), { method: 'POST', headers, body })).json();
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

const DEMO = { email: 'demo@example.org', password: 'Demo-hives-1' };
const GUEST = { username: 'guest', email: `guest-${Date.now()}@example.org`, password: 'Guest-hives-1' };
const CIRCLE = {
  ...{ name: 'Outbreak by the river', source: 'Order 2026/7' },
  shape: { circle: { latitude: 40.16, longitude: -5.3, radiusKm: 3 } },
};
/** Around the date line: what leads the wrong way around the earth is seen. */
const AREA = {
  ...{ name: 'Outbreak on the islands', from: '2026-05-01', until: '2199-12-31', disease: 'SMALL_HIVE_BEETLE' },
  shape: {
    area: {
      type: 'Polygon',
      coordinates: [
        [
          [179, -17],
          [-179, -17],
          [-179, -16],
          [179, -16],
          [179, -17],
        ],
      ],
    },
  },
};
const CREATE = `mutation Zone($input: CreateRestrictedZoneInput!) {
  createRestrictedZone(input: $input) { restrictedZone { id } } }`;
const DELETE = 'mutation NoZone($id: ID!) { deleteRestrictedZone(input: { id: $id }) { deletedId } }';

/** Two zones of the demo account, and an account that may only look at its first apiary. @returns what removes them */
async function prepare() {
  const { logIn } = await ask(
    undefined,
    'mutation LogIn($input: LogInInput!) { logIn(input: $input) { accessToken } }',
    { input: DEMO },
  );
  const token = logIn.accessToken;
  const zones = [];
  for (const input of [{ ...CIRCLE, from: '2026-05-01', disease: 'AMERICAN_FOULBROOD' }, AREA])
    zones.push((await ask(token, CREATE, { input })).createRestrictedZone.restrictedZone.id);
  const { register } = await ask(
    undefined,
    'mutation Register($input: RegisterInput!) { register(input: $input) { accessToken } }',
    { input: GUEST },
  );
  const { apiaries } = await ask(token, '{ apiaries(first: 1) { nodes { id } } }');
  const { inviteToApiary } = await ask(
    token,
    'mutation Invite($id: ID!) { inviteToApiary(input: { apiaryId: $id, role: VIEWER }) { link } }',
    { id: apiaries.nodes[0].id },
  );
  await ask(
    register.accessToken,
    'mutation Accept($token: String!) { acceptInvitation(input: { token: $token }) { apiary { id } } }',
    { token: inviteToApiary.link.split('/').at(-1) },
  );
  return async () => {
    for (const id of zones) await ask(token, DELETE, { id });
    await ask(
      register.accessToken,
      'mutation Leave($password: String!) { deleteMyAccount(input: { password: $password }) { success } }',
      { password: GUEST.password },
    );
  };
}

const { chromium } = await import('playwright-core');
const cleanUp = await prepare();
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
  assert.equal(shown.length, 8);
  assert(shown.every(({ drawn }) => drawn > 500));
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(width, 0, 'the page is wider than a phone');
  await page.getByRole('combobox').selectOption({ index: 1 });
  await page.getByText(/^14 hives, health/).waitFor();
  assert.equal((await charts()).length, 8);

  const list = (name) => page.getByRole('list', { name });
  assert.equal(await list('Apiaries').getByRole('button').count(), 3);
  assert.equal(await page.locator('#map path.apiary:not(.rounded)').count(), 3);
  assert((await page.locator('#map path.country').count()) > 100);
  await list('Restricted zones').getByText('Small hive beetle; 1 May 2026 to 31 Dec 2199').waitFor();
  /** How wide a zone is on the map, in pixels, once the map stands still there. */
  const showZone = async (name) => {
    const button = list('Restricted zones').getByRole('button', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.locator('.leaflet-popup').getByText(name).waitFor();
    await page.waitForTimeout(800);
    return page.evaluate(() => {
      const map = document.getElementById('map').getBoundingClientRect();
      const zones = [...document.querySelectorAll('#map path.zone')].map((path) => path.getBoundingClientRect());
      return zones
        .filter(({ width }) => width > 0)
        .map(({ left, right, width }) => [left >= map.left && right <= map.right, width]);
    });
  };
  for (const name of [CIRCLE.name, AREA.name]) {
    const drawn = await showZone(name);
    assert(
      drawn.some(([isInside, width]) => isInside && width > 30),
      `${name} is not seen whole: ${JSON.stringify(drawn)}`,
    );
  }
  await list('Apiaries')
    .getByRole('button', { name: /^El Encinar/ })
    .click();
  await page.locator('.leaflet-popup').getByText('16 hives; Candeleda, Spain; ES050470000031').waitFor();

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
  const fillOf = (which) => page.evaluate((path) => getComputedStyle(document.querySelector(path)).fill, which);
  const darkLand = await fillOf('#map path.country');
  await page.emulateMedia({ colorScheme: 'light' });
  assert.notEqual(darkLand, await fillOf('#map path.country'));

  // Who may only look sees about where it is.
  await page.reload();
  await page.getByLabel('E-mail address').fill(GUEST.email);
  await password.fill(GUEST.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await list('Apiaries').getByText('within about a kilometre').waitFor();
  assert.deepEqual(
    await page.locator('#map path.apiary').evaluateAll((all) => all.map((path) => path.classList.contains('rounded'))),
    [true],
  );
  assert.equal(await list('Restricted zones').getByRole('button').count(), 0);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  assert.deepEqual([...hosts], ['127.0.0.1']);
  // The wrong password is a 401, which Chromium reports, as it does that this check reads the canvas more than once.
  assert.deepEqual(
    complaints.filter((text) => !/401|willReadFrequently/.test(text)),
    [],
  );
} finally {
  await browser.close();
  server.close();
  await cleanUp();
}
