// Opens pages of the service in Chromium, and takes the screenshots of the README (SCREENSHOTS=1).
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { browserPath, NO_BROWSER, type ObservedPage, openPage } from './browser.js';

export const withBrowser = browserPath ? describe : describe.skip;
// console.log would add a stack trace to the line.
if (!browserPath) process.stderr.write(`${NO_BROWSER}\n`);

/** The Accept header that Chrome sends for a typed address. */
export const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Opens a page, runs `work` on it, and closes it. */
export async function visit(
  browser: Browser,
  url: string,
  work: (observed: ObservedPage) => Promise<void>,
  options?: BrowserContextOptions,
): Promise<void> {
  const observed = await openPage(browser, options);
  try {
    await observed.page.goto(url);
    await work(observed);
  } finally {
    await observed.context.close();
  }
}

/** By how many pixels the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Renews an image of the README, if SCREENSHOTS=1. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  const path = fileURLToPath(new URL(`../../../docs/images/${name}.png`, import.meta.url));
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path });
}
