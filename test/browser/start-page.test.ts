// What a visitor sees first: the page at / and at /graphql, in Chromium.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Language } from '../../src/shared/language.js';
import { LANDING_TEXTS } from '../../src/site/landing-texts.js';
import { startBrowserAndApps } from '../support/browser.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { resetMail, verificationMail } from '../support/mail.js';
import { BROWSER_ACCEPT, overflowOf, PHONE, takeScreenshot, visit, withBrowser } from '../support/visit.js';
import { beekeeper } from '../support/world.js';

const DEMO = 'demo@example.org';

const started = startBrowserAndApps();
const get = (app: TestApp, path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers: { accept: BROWSER_ACCEPT, ...headers }, redirect: 'manual' });

withBrowser('the page for an address at which there is nothing', () => {
  it('fits a phone, loads without complaint and leads to the start page', async () => {
    await visit(
      started.browser,
      `${started.demo.url}/nonsense`,
      async ({ page, complaints }) => {
        await page.getByRole('heading', { name: 'Page not found' }).waitFor();
        expect(await overflowOf(page)).toBe(0);
        await page.getByRole('link', { name: 'Go to the start page' }).click();
        await page.getByText('Running').waitFor();
        expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
      },
      PHONE,
    );
  });
});

it('the start page and the README name the same features', () => {
  const [, features] = /A backend for beekeepers: (.*?), over GraphQL and REST, on PostgreSQL\./.exec(
    readFileSync('README.md', 'utf8').replaceAll('\n', ' '),
  )!;
  const leads = Object.values(LANDING_TEXTS).map(({ lead }) => lead);
  const english = LANDING_TEXTS[Language.EN].lead;
  expect(english[0]!.toLowerCase() + english.slice(1)).toMatch(new RegExp(`^${features}, over GraphQL and REST`));
  const counts = leads.map((lead) => lead.split(/, (?:over|por) GraphQL/)[0]!.split(/,| and | e | y /).length);
  expect(new Set(counts).size).toBe(1);
});

withBrowser('the start page', () => {
  it('says what the service is, as whom one sees it, and where to go, without internet', async () => {
    await visit(started.browser, started.demo.url, async ({ page, complaints, externalRequests }) => {
      await page.getByRole('heading', { name: 'The backend for beekeepers' }).waitFor();
      await page.getByText('Running').waitFor();
      await page.getByText(`You see demo data as ${DEMO}`).waitFor();
      await takeScreenshot(page, 'start');
      const hrefs = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'))`,
      );
      expect(hrefs).toEqual([
        '/import',
        '/graphiql',
        '/graphql',
        '/api/v1/docs',
        '/schema.graphql',
        '/api/v1/openapi.json',
      ]);
      for (const path of hrefs) expect([path, (await get(started.demo, path)).status]).toEqual([path, 200]);
      expect([complaints, externalRequests]).toEqual([[], []]);
    });
  });

  it('shows commands that run as they are, with the port on which the service listens', async () => {
    await visit(started.browser, started.demo.url, async ({ page }) => {
      const commands = await page.locator('.command code').allInnerTexts();
      const run = (command: string) => promisify(execFile)('bash', ['-c', command]);
      const { stdout } = await run(commands.join('\necho\n'));
      const [graphql, rest] = stdout.split('\n').filter((line) => line !== '');
      expect(JSON.parse(graphql!).data.apiaries.nodes[0]).toMatchObject({ name: 'El Encinar' });
      expect(JSON.parse(rest!)).toContainEqual(expect.objectContaining({ name: 'El Encinar' }));
    });
  });

  it('is in the language of the started.browser, and in the other one on request', async () => {
    await visit(
      started.browser,
      started.demo.url,
      async ({ page }) => {
        await page.getByText('En marcha').waitFor();
        expect(await page.locator('html').getAttribute('lang')).toBe('es');
        await page.getByRole('link', { name: 'English' }).click();
        await page.getByText('Running').waitFor();
      },
      { locale: 'es-ES' },
    );
  });

  it('fits a phone, and follows the colour scheme', async () => {
    const colours: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const)
      await visit(
        started.browser,
        started.demo.url,
        async ({ page }) => {
          expect(await overflowOf(page)).toBe(0);
          colours.push(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'));
          if (colorScheme === 'dark') await takeScreenshot(page, 'start-phone');
        },
        { ...PHONE, colorScheme },
      );
    expect(colours[0]).not.toBe(colours[1]);
  });

  it('is what /graphql shows when Sandbox cannot be loaded', async () => {
    await visit(started.browser, `${started.demo.url}/graphql`, async ({ page }) => {
      await page.getByText('Apollo Sandbox could not be loaded').waitFor();
      await page.getByRole('heading', { name: 'The backend for beekeepers' }).waitFor();
      await page.locator('main').getByRole('link', { name: 'GraphiQL' }).click();
      await page.getByRole('button', { name: 'Execute query' }).waitFor();
    });
  });

  it('lists the newest mails in development, with their links', async () => {
    const { email } = await beekeeper(started.empty);
    await started.empty.anyone.rest('POST', '/auth/forgot-password', { email });
    const mail = await resetMail(started.empty, email);
    await visit(started.browser, started.empty.url, async ({ page, complaints }) => {
      const row = page.locator('tr', { hasText: email }).first();
      await row.getByRole('link', { name: mail.subject }).click();
      await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
      expect(complaints).toEqual([]);
    });
  });
});

describe('mails and other secrets of the pages', () => {
  it('are shown to nobody else: not under another name, through a proxy, or to a script of another site', async () => {
    const { email } = await beekeeper(started.empty);
    await verificationMail(started.empty, email);
    const read = (headers: Record<string, string>): Promise<string> =>
      new Promise((resolve, reject) => {
        const request = http.get(
          started.empty.url,
          { headers: { accept: BROWSER_ACCEPT, ...headers } },
          async (response) => {
            let text = '';
            for await (const piece of response) text += piece;
            resolve(text);
          },
        );
        request.on('error', reject);
      });
    expect(await read({})).toContain(email);
    expect(await read({ host: 'rebound.example' })).not.toContain(email);
    expect(await read({ 'x-forwarded-for': '203.0.113.7' })).not.toContain(email);
    for (const path of ['/', '/graphql', '/graphiql', '/import', '/api/v1/docs']) {
      const { headers } = await get(started.empty, path, { origin: 'https://elsewhere.example' });
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null]);
    }
  });
});

describe('an address at which there is nothing', () => {
  const PATHS = [
    '/nonsense',
    '/reset-password',
    '/reset-password/%',
    '/verify-email/%E0%A4',
    '/non%sense',
    '/graphqls',
  ];

  it.each(PATHS)('%s: a page in browsers, in both languages', async (path) => {
    for (const [language, title] of [
      ['es', 'Página no encontrada'],
      ['en', 'Page not found'],
    ] as const) {
      const response = await get(started.empty, path, { 'accept-language': language });
      const page = await response.text();
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page).toContain(`<html lang="${language}">`);
      expect(page).toContain('href="/"');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(await (await get(started.empty, `${path}?lang=es`)).text()).toContain('href="/?lang=es"');
  });

  it.each(PATHS)('%s: JSON for programs', async (path) => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.9']) {
      const response = await get(started.empty, path, { accept });
      const { message, error, error_code } = (await response.json()) as Record<string, string>;
      expect([response.status, error_code]).toEqual(path.includes('/%') ? [400, 'BAD_USER_INPUT'] : [404, 'NOT_FOUND']);
      expect(error).toBe(message);
    }
  });

  it('is JSON under the paths of the APIs, and for other methods', async () => {
    for (const path of ['/api/v1/nonsense', '/API/v1/nonsense']) {
      const { status, headers } = await get(started.empty, path);
      expect([path, status, headers.get('content-type')]).toEqual([path, 404, expect.stringMatching(/json/)]);
    }
    const posted = await fetch(`${started.empty.url}/nonsense`, {
      method: 'POST',
      headers: { accept: BROWSER_ACCEPT },
    });
    expect([posted.status, posted.headers.get('content-type')]).toEqual([404, expect.stringMatching(/json/)]);
  });
});

describe('LANDING_PAGE', () => {
  const withSettings = async (settings: Record<string, string>, work: (app: TestApp) => Promise<void>) => {
    const app = await startTestApp(settings, started.empty.database);
    try {
      await work(app);
    } finally {
      await app.close();
    }
  };

  it('sandbox: / is JSON for programs; /graphql opens Sandbox in browsers and serves GraphQL', async () => {
    const { status, body } = await get(started.empty, '/', { accept: '*/*' }).then(async (r) => ({
      status: r.status,
      body: await r.json(),
    }));
    expect([status, body]).toEqual([
      200,
      { name: 'beekeeping-backend', version: expect.stringMatching(/^\d/), status: 'ready' },
    ]);
    expect(await (await get(started.empty, '/graphql')).text()).toContain('id="sandbox"');
    expect((await started.empty.anyone.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' });
  });

  it('/api/v1 leads a browser to its documentation, whatever the setting', async () => {
    for (const path of ['/api/v1', '/api/v1/']) {
      const { status, headers } = await get(started.empty, path);
      expect([status, headers.get('location')]).toEqual([302, '/api/v1/docs']);
      expect((await get(started.empty, path, { accept: 'application/json' })).status).toBe(404);
    }
  });

  it('a language that a visitor has chosen stays on the other pages', async () => {
    const headers = { 'accept-language': 'en' };
    for (const path of ['/', '/graphql', '/graphiql', '/import', '/api/v1/docs', '/reset-password/a-token']) {
      const page = await (await get(started.empty, `${path}?lang=es`, headers)).text();
      const pages = [...page.matchAll(/<a [^>]*href="(\/(?!schema|livez|readyz)[^".]*)"/g)].map(([, href]) => href!);
      expect(pages).toContain('/?lang=es');
      expect(pages.filter((href) => !href.endsWith('?lang=es'))).toEqual([]);
    }
    expect(await (await get(started.empty, '/', headers)).text()).not.toMatch(/href="\/[^"]*lang=/);
  });

  it('graphiql: redirects browsers from /graphql to /graphiql, and still serves GraphQL', async () => {
    await withSettings({ LANDING_PAGE: 'graphiql' }, async (app) => {
      const { status, headers } = await get(app, '/graphql');
      expect([status, headers.get('location')]).toEqual([302, '/graphiql']);
      expect(await (await get(app, '/')).text()).not.toContain('Sandbox');
      expect((await app.anyone.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' });
    });
  });

  it('status, the default in production: name, version and health, and no tools', async () => {
    await withSettings({ NODE_ENV: 'production' }, async (app) => {
      const page = await get(app, '/', { 'accept-language': 'en' });
      const text = await page.text();
      expect([page.status, text]).toEqual([200, expect.stringMatching(/Running[\s\S]*Version \d/)]);
      expect(text).not.toMatch(/graphiql|curl|example\.org|\.eml/i);
      // It is for beekeepers.
      expect(text).toMatch(/<a class="card" href="\/import">/);
      expect((await get(app, '/import')).status).toBe(200);
      for (const path of ['/graphiql', '/schema.graphql']) expect((await get(app, path)).status).toBe(404);
      const { status, headers } = await get(app, '/graphql');
      expect([status, headers.get('location')]).toEqual([302, '/']);
      expect((await app.anyone.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' });
    });
  });

  it('off: serves no pages for developers, only JSON, and still serves GraphQL', async () => {
    await withSettings({ LANDING_PAGE: 'off' }, async (app) => {
      for (const [path, status] of [
        ['/', 404],
        ['/graphiql', 404],
        ['/schema.graphql', 404],
        ['/import', 404],
        ['/graphql', 400],
        ['/nonsense', 404],
        ['/reset-password', 404],
        ['/reset-password/%', 400],
      ] as const) {
        const answer = await get(app, path);
        expect([path, answer.status]).toEqual([path, status]);
        expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
        const body = (await answer.json()) as { message?: string; errors?: { message: string }[] };
        expect(body.message ?? body.errors?.[0]?.message).toMatch(/\w/);
      }
      // The pages that remain have no link to the start page.
      for (const path of ['/api/v1/docs', '/reset-password/a-token'])
        expect([path, await (await get(app, path)).text()]).toEqual([path, expect.not.stringContaining('href="/"')]);
      expect((await app.anyone.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' });
    });
  });

  it('INTROSPECTION=off hides the schema, also in the error for a misspelt field', async () => {
    const [introspect, misspell] = ['{ __schema { types { name } } }', '{ apiariez { nodes { name } } }'];
    expect((await started.empty.anyone.graphql(introspect)).data.__schema.types).toContainEqual({ name: 'Apiary' });
    expect((await started.empty.anyone.graphql(misspell)).errors?.[0]?.message).toMatch('Did you mean "apiaries"');
    await withSettings({ INTROSPECTION: 'off' }, async (app) => {
      const refused = await app.anyone.graphql(introspect);
      expect([refused.status, refused.data]).toEqual([400, undefined]);
      expect(refused.errors?.[0]?.message).toBe('This service does not show its schema: introspection is switched off');
      expect((await app.anyone.graphql(misspell)).errors?.[0]?.message).not.toMatch('apiaries');
      expect((await get(app, '/schema.graphql')).status).toBe(404);
    });
  });
});
