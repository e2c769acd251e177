// A real browser for the tests of pages: the Chromium, or Chrome, of the machine.
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** One that CHROMIUM_PATH names is believed to be there: when it is not, its tests fail rather than be skipped. */
export const browserPath = process.env.CHROMIUM_PATH || USUAL_PLACES.find((path) => existsSync(path));

/** CI wants the tests of pages run, not skipped. */
if (!browserPath && process.env.BROWSER_TESTS === 'required')
  throw new Error('No Chromium was found, and the tests of pages are required');

/** For the one who runs the tests: what they leave out, and how to have it. */
export const NO_BROWSER =
  'No Chromium was found, so the tests of pages are SKIPPED. Install it (Debian: apt-get install chromium; ' +
  'macOS: brew install --cask chromium), or name one in CHROMIUM_PATH.';

/** With no network but this machine, whatever a page or the browser itself tries. Its profile is new and empty. */
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

export interface Watched {
  page: Page;
  context: BrowserContext;
  /** Errors and warnings on the page's console, uncaught exceptions, violations of its content security policy. */
  complaints: string[];
  /** Everything it asked for that is not on this machine. */
  strangers: string[];
}

/** A new page that nobody has been to before. */
export async function openPage(browser: Browser): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') strangers.push(request.url());
  });
  await page.addInitScript(`document.addEventListener('securitypolicyviolation', (violation) =>
    console.error('CSP: ' + violation.effectiveDirective + ' ' + violation.blockedURI))`);
  return { page, context, complaints, strangers };
}
