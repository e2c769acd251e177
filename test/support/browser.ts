// Starts the installed Chromium or Chrome for the tests of pages.
import { existsSync } from 'node:fs';
import { afterAll, beforeAll } from '@jest/globals';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { startTestApp, type TestApp } from './client.js';

const DEFAULT_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** CHROMIUM_PATH is not checked: if the browser does not exist, the tests fail and are not skipped. */
export const browserPath = process.env.CHROMIUM_PATH || DEFAULT_PATHS.find((path) => existsSync(path));

/** CI requires these tests, so they must not be skipped. */
if (!browserPath && process.env.BROWSER_TESTS === 'required')
  throw new Error('No Chromium was found, but BROWSER_TESTS=required');

/** Printed when the tests are skipped. */
export const NO_BROWSER =
  'No Chromium was found, so the tests of pages are SKIPPED. Install it (Debian: apt-get install chromium; ' +
  'macOS: brew install --cask chromium), or set CHROMIUM_PATH.';

/** Starts a browser with a new profile that can reach only this machine. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath!,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

interface Started {
  browser: Browser;
  /** A service without data. */
  empty: TestApp;
  /** A service with the demo account. */
  demo: TestApp;
}

/** Starts a browser and two services before the tests of a file, and stops them afterwards. Without Chromium there is no browser. */
export function startBrowserAndApps(): Started {
  const started = {} as Started;
  beforeAll(async () => {
    if (browserPath) started.browser = await startBrowser();
    [started.empty, started.demo] = await Promise.all([startTestApp(), startTestApp({ DEMO_DATA: 'on' })]);
  });
  afterAll(async () => {
    await Promise.all([started.browser?.close(), started.empty?.close(), started.demo?.close()]);
  });
  return started;
}

export interface ObservedPage {
  page: Page;
  context: BrowserContext;
  /** Errors and warnings on the console, uncaught exceptions and violations of the content security policy. */
  complaints: string[];
  /** URLs of requests to other machines. */
  externalRequests: string[];
}

/** Opens a page in a new browser context. */
export async function openPage(browser: Browser, options?: BrowserContextOptions): Promise<ObservedPage> {
  const desktop = { viewport: { width: 1280, height: 800 }, colorScheme: 'light', locale: 'en-GB' } as const;
  const context = await browser.newContext({ ...desktop, ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  const externalRequests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') externalRequests.push(request.url());
  });
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (violation) =>
    console.error('CSP: ' + violation.effectiveDirective + ' ' + violation.blockedURI))`);
  return { page, context, complaints, externalRequests };
}
