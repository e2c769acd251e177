// The page of examples/openid-connect in Chromium: a person logs in on the provider's own page, and comes back.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserPath, startBrowser } from '../support/browser.js';
import { startTestApp, type TestApp } from '../support/client.js';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  closeServer,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../support/openid-provider.js';
import { visit, withBrowser } from '../support/visit.js';

type Serve = (port: number, readService: () => string) => Promise<Server>;

let browser: Browser;
let app: TestApp;
let club: OpenIdProvider;
let page: Server;
let address: string;
beforeAll(async () => {
  if (browserPath) browser = await startBrowser();
  const { serve } = (await import(pathToFileURL('examples/openid-connect/serve.mjs').href)) as { serve: Serve };
  club = await startOpenIdProvider();
  page = await serve(0, () => app.url);
  address = `http://127.0.0.1:${(page.address() as AddressInfo).port}/`;
  app = await startTestApp({
    OIDC_PROVIDERS: 'club',
    OIDC_ALLOW_HTTP: 'on',
    OIDC_REDIRECT_URIS: address,
    OIDC_CLUB_ISSUER: club.url,
    OIDC_CLUB_CLIENT_ID: CLIENT_ID,
    OIDC_CLUB_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_CLUB_TITLE: 'The Bee Club',
  });
  club.serve(`${app.url}/auth/oidc/club/callback`);
  club.people.set('ana', { email: 'ana@example.org', email_verified: true, name: 'Ana Abeja' });
});
afterAll(async () => {
  await Promise.all([browser?.close(), app?.close(), club?.close(), page && closeServer(page)]);
});

const logInAtProvider = async (at: Page, login: string): Promise<void> => {
  await at.locator('input[name=login]').fill(login);
  await at.locator('input[name=password]').fill('any');
  await at.locator('button[type=submit]').click();
  await at.locator('button[type=submit]').getByText('Continue').click();
};

withBrowser('the page of the example', () => {
  it('logs in a person at the provider', async () => {
    await visit(browser, address, async ({ page: at }) => {
      await at.getByRole('button', { name: 'Log in with The Bee Club' }).click();
      await logInAtProvider(at, 'ana');
      await at.getByText('Logged in as Ana Abeja').waitFor();
      expect(at.url()).toBe(address);
      // The provider still knows her.
      await at.getByRole('button', { name: 'Log in with The Bee Club' }).click();
      await at.getByText('Logged in as Ana Abeja').waitFor();
    });
    expect(await app.database.sql('select 1 from identities')).toHaveLength(1);
    expect(await app.database.sql('select 1 from sessions')).toHaveLength(2);
  });

  it('says why somebody was not logged in: the provider has not verified the address, or she cancelled', async () => {
    await visit(browser, address, async ({ page: at }) => {
      await at.getByRole('button', { name: 'Log in with The Bee Club' }).click();
      await logInAtProvider(at, 'stranger');
      await at.getByText('Not logged in: The provider has not verified your e-mail address').waitFor();
    });
    await visit(browser, address, async ({ page: at }) => {
      await at.getByRole('button', { name: 'Log in with The Bee Club' }).click();
      await at.getByText('Cancel').click();
      await at.getByText('Not logged in: access_denied').waitFor();
    });
  });

  it('takes no answer that it has not asked for', async () => {
    await visit(browser, `${address}?code=${'A'.repeat(43)}&state=another`, async ({ page: at }) => {
      await at.getByText('Not logged in: This log-in was not begun here').waitFor();
    });
  });
});

withBrowser('the page of the service on which people choose', () => {
  it('leads to the provider, in the language of the reader, which can be changed', async () => {
    const query = new URLSearchParams({
      ...{ redirect_uri: address, state: 'x', code_challenge: 'A'.repeat(43), code_challenge_method: 'S256' },
    });
    await visit(browser, `${app.url}/auth/oidc?${query}`, async ({ page: at, complaints, externalRequests }) => {
      await at.getByRole('heading', { name: 'Log in' }).waitFor();
      await at.getByRole('link', { name: 'Español' }).click();
      await at.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
      expect([complaints, externalRequests]).toEqual([[], []]);
      await at.getByRole('link', { name: 'Continuar con The Bee Club' }).click();
      await at.locator('input[name=login]').waitFor();
      expect(at.url().startsWith(club.url)).toBe(true);
    });
  });
});
