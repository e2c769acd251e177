// The pages to which the links in mails lead, in Chromium.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserPath, startBrowser } from '../support/browser.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { allSent, mailsTo, type ReceivedMail, resetMail, verificationMail } from '../support/mail.js';
import { BROWSER_ACCEPT, overflowOf, PHONE, takeScreenshot, visit, withBrowser } from '../support/visit.js';
import { beekeeper, PASSWORD } from '../support/world.js';

const NEW_PASSWORD = 'Zangano-2028';

let browser: Browser;
let app: TestApp;
beforeAll(async () => {
  if (browserPath) browser = await startBrowser();
  app = await startTestApp();
});
afterAll(async () => {
  await Promise.all([browser?.close(), app?.close()]);
});

/** Returns the link as it stands in the mail. */
const linkIn = ({ text }: ReceivedMail): string => /^http\S+/m.exec(text)![0];
async function requestReset(email: string, count = 1): Promise<string> {
  await app.anyone.rest('POST', '/auth/forgot-password', { email });
  return linkIn(await resetMail(app, email, count));
}
const logIn = async (email: string, password: string): Promise<number> =>
  (await app.anyone.rest('POST', '/auth/login', { email, password })).status;
const submit = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Save the password' }).click();
};

withBrowser('the link of a reset mail', () => {
  it('also works with a slash after it', async () => {
    const { email } = await beekeeper(app);
    await visit(browser, `${await requestReset(email)}/`, async ({ page }) => {
      await submit(page, NEW_PASSWORD);
      await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    });
  });

  it('sets the new password', async () => {
    const { email } = await beekeeper(app);
    await visit(browser, await requestReset(email), async ({ page, complaints, externalRequests }) => {
      await takeScreenshot(page, 'reset-password');
      await submit(page, NEW_PASSWORD);
      await page.getByRole('heading', { name: 'Password changed' }).waitFor();
      expect([complaints, externalRequests]).toEqual([[], []]);
    });
    expect([await logIn(email, PASSWORD), await logIn(email, NEW_PASSWORD)]).toEqual([401, 200]);
  });

  it('refuses a weak password with the rule, in the language of the reader, and then takes a better one', async () => {
    const { email } = await beekeeper(app);
    await visit(
      browser,
      await requestReset(email),
      async ({ page }) => {
        await page.getByLabel('Contraseña nueva').fill('colmenas');
        await page.getByRole('button', { name: 'Guardar la contraseña' }).click();
        await page.getByRole('alert').getByText('Esta contraseña no sirve').waitFor();
        await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD);
        await page.getByRole('button', { name: 'Guardar la contraseña' }).click();
        await page.getByRole('heading', { name: 'Contraseña cambiada' }).waitFor();
      },
      { locale: 'es-MX' },
    );
    expect(await logIn(email, NEW_PASSWORD)).toBe(200);
  });

  it.each(['used', 'expired'])('that was %s says so, and offers a new one, on a phone', async (what) => {
    const { email } = await beekeeper(app);
    const link = await requestReset(email);
    const change = what === 'used' ? 'used_at = now()' : 'expires_at = now()';
    await app.database.sql(`update one_time_tokens set ${change} where email = $1`, [email]);
    await visit(
      browser,
      link,
      async ({ page }) => {
        await submit(page, NEW_PASSWORD);
        await page.getByRole('heading', { name: 'The link is no longer valid' }).waitFor();
        expect(await overflowOf(page)).toBe(0);
        await page.getByLabel('E-mail address').fill(email);
        await page.getByRole('button', { name: 'Send a new link' }).click();
        await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
        await page.goto(linkIn(await resetMail(app, email, 2)));
        await submit(page, NEW_PASSWORD);
        await page.getByRole('heading', { name: 'Password changed' }).waitFor();
      },
      PHONE,
    );
    expect(await logIn(email, NEW_PASSWORD)).toBe(200);
  });

  it('that meets a service without a connection says so', async () => {
    await visit(browser, `${app.url}/reset-password/token`, async ({ page, context }) => {
      await context.setOffline(true);
      await submit(page, NEW_PASSWORD);
      await page.getByRole('alert').getByText('The service cannot be reached').waitFor();
    });
  });
});

withBrowser('the link of a verification mail', () => {
  it('confirms the address when its button is pressed, not when it is fetched', async () => {
    const ana = await beekeeper(app);
    const link = linkIn(await verificationMail(app, ana.email));
    const isVerified = async (): Promise<boolean> => (await ana.rest('GET', '/auth/me')).body.is_verified;
    await visit(browser, link, async ({ page, complaints }) => {
      expect(await isVerified()).toBe(false);
      await page.getByRole('button', { name: 'Confirm the address' }).click();
      await page.getByRole('heading', { name: 'Address confirmed' }).waitFor();
      expect(complaints).toEqual([]);
    });
    expect(await isVerified()).toBe(true);
    await visit(browser, link, async ({ page }) => {
      await page.getByRole('button', { name: 'Confirm the address' }).click();
      await page.getByRole('heading', { name: 'The link is no longer valid' }).waitFor();
      await page.getByText('If you have already confirmed the address, you are done').waitFor();
    });
  });
});

it('the pages exist in production and with LANDING_PAGE=off, and tell nobody the address of the link', async () => {
  for (const [name, value] of Object.entries({ NODE_ENV: 'production', LANDING_PAGE: 'off' })) {
    const other = await startTestApp({ [name]: value }, app.database);
    try {
      for (const path of ['/reset-password/a-token', '/verify-email/a-token', '/accept-invitation/a-token']) {
        const page = await fetch(other.url + path, { headers: { accept: BROWSER_ACCEPT } });
        expect(page.status).toBe(200);
        expect(page.headers.get('referrer-policy')).toBe('no-referrer');
        expect(page.headers.get('cache-control')).toBe('no-store');
        expect(page.headers.get('content-security-policy')).toMatch(
          /default-src 'none';script-src 'self';style-src 'self';/,
        );
        expect(await page.text()).not.toContain('a-token');
      }
      expect((await fetch(`${other.url}/assets/account.js`)).status).toBe(200);
    } finally {
      await other.close();
    }
  }
});

withBrowser('the links of a changed address', () => {
  const REQUEST =
    'mutation ($e: String!, $p: String!) { requestEmailChange(input: { newEmail: $e, password: $p }) { success } }';
  const newest = async (address: string): Promise<string> => {
    await allSent(app);
    return linkIn(mailsTo(app, address).at(-1)!);
  };

  it('change the address, and take the account back, once each', async () => {
    const ana = await beekeeper(app);
    const address = `moved-${ana.email}`;
    await ana.ask(REQUEST, { e: address, p: PASSWORD });
    const [confirmation, title] = [await newest(address), 'The link is no longer valid'];
    await visit(browser, confirmation, async ({ page, complaints }) => {
      await page.getByRole('button', { name: 'Change the address' }).click();
      await page.getByRole('heading', { name: 'Address changed' }).waitFor();
      expect(complaints).toEqual([]);
    });
    expect(await logIn(address, PASSWORD)).toBe(200);
    await visit(browser, confirmation, async ({ page }) => {
      await page.getByRole('button', { name: 'Change the address' }).click();
      await page.getByRole('heading', { name: title }).waitFor();
    });
    await visit(
      browser,
      await newest(ana.email),
      async ({ page }) => {
        await page.getByLabel('Contraseña nueva').fill('colmenas');
        await page.getByRole('button', { name: 'Recuperar la cuenta' }).click();
        await page.getByRole('alert').getByText('Esta contraseña no sirve').waitFor();
        expect(await overflowOf(page)).toBe(0);
        await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD);
        await page.getByRole('button', { name: 'Recuperar la cuenta' }).click();
        await page.getByRole('heading', { name: 'Cuenta recuperada' }).waitFor();
      },
      { ...PHONE, locale: 'es-MX' },
    );
    expect([await logIn(address, PASSWORD), await logIn(ana.email, NEW_PASSWORD)]).toEqual([401, 200]);
  });
});
