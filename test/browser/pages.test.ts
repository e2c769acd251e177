import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { browserPath, NO_BROWSER, type ObservedPage, openPage, startBrowser } from '../support/browser.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { operations } from '../support/openapi.js';
import { beekeeper, PASSWORD } from '../support/world.js';

const withBrowser = browserPath ? describe : describe.skip;
// Not console.log, which would bury the one line under a stack.
if (!browserPath) process.stderr.write(`${NO_BROWSER}\n`);

const pictureOf = (name: string): string => fileURLToPath(new URL(`../../../docs/images/${name}.png`, import.meta.url));
const PICTURE = pictureOf('graphiql');
/** What Chrome sends for an address that somebody typed. */
const AS_A_BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const SANDBOX_SCRIPT = 'https://embeddable-sandbox.cdn.apollographql.com';
const SANDBOX_FRAME = 'https://sandbox.embed.apollographql.com';

let browser: Browser;
let empty: TestApp;
let demo: TestApp;
beforeAll(async () => {
  if (browserPath) browser = await startBrowser();
  [empty, demo] = await Promise.all([startTestApp(), startTestApp({ DEMO_DATA: 'on' })]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), empty?.close(), demo?.close()]);
});

/** Looks at a page, and leaves it. */
async function visit(url: string, work: (watched: ObservedPage) => Promise<void>): Promise<void> {
  const watched = await openPage(browser);
  try {
    await watched.page.goto(url);
    await work(watched);
  } finally {
    await watched.context.close();
  }
}

withBrowser('the documentation of /api/v1', () => {
  const operation = (page: Page, id: string) => page.locator(`[id$="-${id}"]`);
  const open = (page: Page, id: string) => operation(page, id).locator('.opblock-summary-control').click();
  const execute = async (page: Page, id: string): Promise<void> => {
    await open(page, id);
    await operation(page, id).getByRole('button', { name: 'Try it out' }).click();
    await operation(page, id).getByRole('button', { name: 'Execute' }).click();
  };
  const answered = (page: Page, id: string, text: string) =>
    operation(page, id).locator('.live-responses-table').getByText(text).first().waitFor();

  it('shows every operation, and tries one out as the demo account, without internet', async () => {
    await visit(`${demo.url}/api/v1/docs`, async ({ page, complaints, externalRequests }) => {
      await page.getByRole('heading', { name: 'Beekeeping' }).waitFor();
      expect(await page.locator('.opblock').count()).toBe(operations.length);
      await execute(page, 'listInventory');
      await answered(page, 'listInventory', 'Láminas de cera');
      expect(complaints).toEqual([]);
      expect(externalRequests).toEqual([]);
      if (process.env.SCREENSHOTS !== '1') return;
      await page.evaluate(`document.querySelector('[id$="-listInventory"]').scrollIntoView()`);
      await page.screenshot({ path: pictureOf('docs') });
    });
  });

  it('logs in, and goes on as that account', async () => {
    const ana = await beekeeper(empty);
    await ana.apiary({ name: 'Tras la ermita' });
    await visit(`${empty.url}/api/v1/docs/`, async ({ page, complaints, externalRequests }) => {
      await open(page, 'logIn');
      await operation(page, 'logIn').getByRole('button', { name: 'Try it out' }).click();
      await operation(page, 'logIn')
        .locator('textarea')
        .fill(JSON.stringify({ email: ana.email, password: PASSWORD }));
      await operation(page, 'logIn').getByRole('button', { name: 'Execute' }).click();
      await answered(page, 'logIn', 'access_token');
      await execute(page, 'listApiaries');
      await answered(page, 'listApiaries', 'Tras la ermita');
      expect(complaints).toEqual([]);
      expect(externalRequests).toEqual([]);
    });
  });
});

withBrowser('GraphiQL', () => {
  const execute = async (page: Page, operation: string): Promise<void> => {
    await page.getByRole('button', { name: 'Execute query' }).click();
    await page.getByRole('menuitem', { name: operation }).click();
  };
  const fill = async (page: Page, editor: 'Variables' | 'Headers', content: object): Promise<void> => {
    await page.getByRole('button', { name: editor, exact: true }).click();
    await page.locator(`section[aria-label="${editor}"] .graphiql-editor:not(.hidden) .CodeMirror`).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(JSON.stringify(content));
  };
  const result = (page: Page) => page.locator('section[aria-label="Result Window"] .CodeMirror-code');
  const shown = (page: Page, text: string) => result(page).getByText(text).first().waitFor();

  it('shows the demo apiaries at the press of a button, without internet', async () => {
    await visit(`${demo.url}/graphiql`, async ({ page, complaints, externalRequests }) => {
      await execute(page, 'Apiaries');
      await shown(page, 'El Encinar');
      await shown(page, 'Ladera sur, junto al arroyo');
      await shown(page, 'Presencia barroa');
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      await page.getByRole('link', { name: 'Mutation' }).waitFor();
      await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
      expect(complaints).toEqual([]);
      expect(externalRequests).toEqual([]);
      if (process.env.SCREENSHOTS === '1') await photograph(page);
    });
  });

  const photograph = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Hide editor tools' }).click();
    // Room for the query's longest line.
    await page.mouse.move(664, 400);
    await page.mouse.down();
    await page.mouse.move(745, 400);
    await page.mouse.up();
    await page.evaluate('document.activeElement.blur()');
    await page.mouse.move(745, 795);
    mkdirSync(dirname(PICTURE), { recursive: true });
    await page.screenshot({ path: PICTURE });
  };

  it('still shows them when the page is loaded again', async () => {
    await visit(`${demo.url}/graphiql`, async ({ page }) => {
      await execute(page, 'Apiaries');
      await shown(page, 'El Encinar');
      await page.reload();
      await execute(page, 'Apiaries');
      await shown(page, 'El Encinar');
    });
  });

  it('lets a beekeeper log in and see their hives, without internet', async () => {
    const ana = await beekeeper(empty);
    const apiary = await ana.apiary({ name: 'Tras la ermita', location: 'Camino viejo, 3' });
    await ana.beehive(apiary, { number: 17, healthStatus: 'Enfermedad', observations: 'Cría salteada' });

    await visit(`${empty.url}/graphiql`, async ({ page, complaints, externalRequests }) => {
      await execute(page, 'Apiaries');
      await shown(page, 'UNAUTHENTICATED');
      // The browser itself notes an answer of 401.
      expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);

      await fill(page, 'Variables', { email: ana.email, password: PASSWORD });
      await execute(page, 'LogIn');
      await shown(page, 'accessToken');
      const [token] = /ey[\w-]+\.[\w-]+\.[\w-]+/.exec(await result(page).innerText()) ?? [];
      await fill(page, 'Headers', { Authorization: `Bearer ${token}` });
      await execute(page, 'Apiaries');
      await shown(page, 'Tras la ermita');
      await shown(page, 'Camino viejo, 3');
      await shown(page, '17');
      await shown(page, 'Cría salteada');
      expect(complaints).toEqual([]);
      expect(externalRequests).toEqual([]);
    });
  });
});

withBrowser('the Sandbox', () => {
  /** Apollo's own page, cut down to what needs permission: a frame, a font, and the operation that it opens on. */
  const SCRIPT = `window.EmbeddedSandbox = class {
    constructor({ target, initialEndpoint, initialState }) {
      const frame = document.createElement('iframe');
      frame.src = '${SANDBOX_FRAME}/sandbox/explorer';
      document.querySelector(target).append(frame);
      document.fonts.load('16px Sandbox').catch(() => {});
      const { document: query, headers } = initialState;
      window.answer = fetch(initialEndpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, operationName: 'Apiaries' }),
      }).then((response) => response.json());
    }
  };`;
  const FONT = `@font-face { font-family: Sandbox; src: url(https://fonts.gstatic.com/s/sandbox.woff2) }`;

  /** Plays the whole internet, in which everything exists and lets everybody in: what fails here, the page's policy refused. */
  const internet = (asked: string[]) => async (route: Route) => {
    const url = new URL(route.request().url());
    if (url.hostname === '127.0.0.1') return route.continue();
    asked.push(url.origin);
    const body = url.origin === SANDBOX_SCRIPT ? SCRIPT : url.hostname === 'fonts.googleapis.com' ? FONT : '';
    const kinds: Record<string, string> = { script: 'text/javascript', stylesheet: 'text/css', document: 'text/html' };
    const contentType = kinds[route.request().resourceType()] ?? 'application/octet-stream';
    return route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } });
  };

  const visitSandbox = async (work: (watched: ObservedPage, asked: string[]) => Promise<void>): Promise<void> => {
    const watched = await openPage(browser);
    const asked: string[] = [];
    try {
      await watched.context.route('**', internet(asked));
      await watched.page.goto(`${demo.url}/graphql`, { waitUntil: 'load' });
      await work(watched, asked);
    } finally {
      await watched.context.close();
    }
  };
  const refused = (complaints: string[]) => complaints.filter((text) => text.startsWith('CSP: ')).sort();

  it('may load what it is made of, and opens on an operation that shows the demo data', async () => {
    await visitSandbox(async ({ page, complaints }, asked) => {
      const { data } = await page.evaluate<{ data: { apiaries: { nodes: { name: string }[] } } }>('window.answer');
      expect(data.apiaries.nodes.map(({ name }) => name)).toEqual(['El Encinar', 'La Vega', 'Orchard Hill']);
      await page.evaluate('document.fonts.ready.then(() => {})');
      expect(asked).toEqual(
        expect.arrayContaining([
          SANDBOX_SCRIPT,
          SANDBOX_FRAME,
          'https://fonts.googleapis.com',
          'https://fonts.gstatic.com',
        ]),
      );
      expect(page.frames().map((frame) => new URL(frame.url()).origin)).toEqual([demo.url, SANDBOX_FRAME]);
      expect(refused(complaints)).toEqual([]);
    });
  });

  it('may load nothing else', async () => {
    await visitSandbox(async ({ page, complaints }, asked) => {
      await page.evaluate(`(async () => {
        const add = (tag, attributes) => document.body.append(Object.assign(document.createElement(tag), attributes));
        add('script', { src: 'https://elsewhere.example/script.js' });
        add('script', { textContent: 'window.intruder = true' });
        add('iframe', { src: 'https://elsewhere.example/frame' });
        add('img', { src: 'https://elsewhere.example/picture.png' });
        add('link', { rel: 'stylesheet', href: 'https://elsewhere.example/style.css' });
        add('base', { href: 'https://elsewhere.example/' });
        await fetch('https://elsewhere.example/', { method: 'POST', body: 'a secret' }).catch(() => {});
      })()`);
      const from = 'https://elsewhere.example';
      const expected = [
        `CSP: base-uri ${from}/`,
        `CSP: connect-src ${from}/`,
        `CSP: frame-src ${from}`,
        `CSP: img-src ${from}/picture.png`,
        `CSP: script-src-elem ${from}/script.js`,
        'CSP: script-src-elem inline',
        `CSP: style-src-elem ${from}/style.css`,
      ];
      // Some are told twice: by the policy in the header, and by that of Apollo's <meta>.
      const told = () => [...new Set(refused(complaints))];
      const more = () => page.waitForEvent('console').catch(() => undefined);
      while (told().length < expected.length && (await more()));
      expect(told()).toEqual(expected);
      expect(asked).not.toContain('https://elsewhere.example');
      expect(await page.evaluate('window.intruder')).toBeUndefined();
    });
  });
});

describe('LANDING_PAGE', () => {
  const get = (app: TestApp, path: string) =>
    fetch(`${app.url}${path}`, { headers: { accept: AS_A_BROWSER }, redirect: 'manual' });

  const withSettings = async (settings: Record<string, string>, work: (app: TestApp) => Promise<void>) => {
    const app = await startTestApp(settings, empty.database);
    try {
      await work(app);
    } finally {
      await app.close();
    }
  };

  it('sandbox: a browser gets a page at /graphql and is led there from /', async () => {
    const page = await get(empty, '/graphql');
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(await page.text()).toContain('EmbeddedSandbox');
    const start = await get(empty, '/');
    expect([start.status, start.headers.get('location')]).toEqual([302, '/graphql']);
  });

  it('graphiql: a browser is led to /graphiql, from / too, and GraphQL is served as ever', async () => {
    await withSettings({ LANDING_PAGE: 'graphiql' }, async (app) => {
      for (const [path, next] of [
        ['/', '/graphql'],
        ['/graphql', '/graphiql'],
      ] as const) {
        const { status, headers } = await get(app, path);
        expect([status, headers.get('location')]).toEqual([302, next]);
      }
      const page = await get(app, '/graphiql');
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('id="graphiql"')]);
      expect((await app.anyone.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' });
    });
  });

  it('off: no address has a page, all answer in JSON, and GraphQL is served as ever', async () => {
    await withSettings({ LANDING_PAGE: 'off' }, async (app) => {
      for (const [path, status] of [
        ['/', 404],
        ['/graphiql', 404],
        ['/graphiql/start.js', 404],
        ['/graphql', 400],
      ] as const) {
        const answer = await get(app, path);
        expect([path, answer.status]).toEqual([path, status]);
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
        const body = (await answer.json()) as { message?: string; errors?: { message: string }[] };
        expect(body.message ?? body.errors?.[0]?.message).toMatch(/\w/);
      }
      expect((await app.anyone.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' });
    });
  });

  it('INTROSPECTION=off keeps the schema to itself, also in what it says of a misspelt field', async () => {
    const [ask, misspell] = ['{ __schema { types { name } } }', '{ apiariez { nodes { name } } }'];
    expect((await empty.anyone.graphql(ask)).data.__schema.types).toContainEqual({ name: 'Apiary' });
    expect((await empty.anyone.graphql(misspell)).errors?.[0]?.message).toMatch('Did you mean "apiaries"');
    await withSettings({ INTROSPECTION: 'off' }, async (app) => {
      const refused = await app.anyone.graphql(ask);
      expect([refused.status, refused.data]).toEqual([400, undefined]);
      expect(refused.errors?.[0]?.message).toMatch(/introspection is not allowed/i);
      expect((await app.anyone.graphql(misspell)).errors?.[0]?.message).not.toMatch('apiaries');
    });
  });
});
