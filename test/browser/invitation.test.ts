// The page to which the link of an invitation leads, in Chromium.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserPath, startBrowser } from '../support/browser.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { verificationMail } from '../support/mail.js';
import { accept, inDays, invite, membersOf, revoke, tokenOf } from '../support/members.js';
import { overflowOf, PHONE, visit, withBrowser } from '../support/visit.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

let browser: Browser;
let app: TestApp;
let owner: Beekeeper;
beforeAll(async () => {
  if (browserPath) browser = await startBrowser();
  app = await startTestApp();
  owner = await beekeeper(app);
  await owner.ask('mutation { updateProfile(input: { username: "Ana Colmenero" }) { user { id } } }');
});
afterAll(async () => {
  await Promise.all([browser?.close(), app?.close()]);
});

const phone = (locale = 'en-GB', viewport = { width: 360, height: 740 }) => ({ ...PHONE, viewport, locale });

async function invited(fields: object = {}): Promise<{ apiary: string; link: string; id: string }> {
  const apiary = await owner.apiary({ name: 'El Encinar' });
  const { data } = await invite(owner, { apiaryId: apiary, role: 'WORKER', ...fields });
  return { apiary, link: data.inviteToApiary.link, id: data.inviteToApiary.apiaryInvitation.id };
}
const newAddress = (): string => `guest-${Date.now()}-${Math.round(Math.random() * 1e9)}@example.org`;

/** The part of the page that is shown, with its form. */
const shown = (page: Page) => page.locator('main > section:not([hidden])');
async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await shown(page).getByLabel(label, { exact: true }).fill(value);
}
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const logIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await fill(page, { 'E-mail address': email, Password: password });
  await press(page, 'Log in and accept');
};
/** Returns the names that the released app lists for an account. */
async function listOf(email: string, password = PASSWORD): Promise<string[]> {
  const { body } = await app.anyone.rest('POST', '/auth/login', { email, password });
  const list = (await new Client(app.url, body.access_token).rest('GET', '/apiaries')).body;
  return list
    .filter((row: { user_id: string }) => row.user_id === body.user_id)
    .map(({ name }: { name: string }) => name);
}

withBrowser('the link of an invitation', () => {
  it('says to which apiary, by whom, as what and until when, and accepts it for the account that logs in', async () => {
    const { apiary, link } = await invited();
    const guest = await beekeeper(app);
    const until = new Date(Date.now() + 7 * 86_400_000).toLocaleDateString('en', { dateStyle: 'long' });
    await visit(
      browser,
      link,
      async ({ page, complaints, externalRequests }) => {
        await page.getByRole('heading', { name: 'Invitation to an apiary' }).waitFor();
        for (const text of ['El Encinar', 'Ana Colmenero', 'Work in it', until]) await page.getByText(text).waitFor();
        expect(await page.getByText('Access until').isVisible()).toBe(false);
        expect(await page.getByText('Only for').isVisible()).toBe(false);
        expect(await overflowOf(page)).toBe(0);
        await logIn(page, guest.email, 'Wrong-2026');
        await page.getByRole('alert').getByText('The e-mail address or the password is wrong').waitFor();
        await logIn(page, guest.email);
        await page.getByRole('heading', { name: 'Invitation accepted' }).waitFor();
        await shown(page).getByText('El Encinar').waitFor();
        await page.getByText('The app now shows this apiary beside your own').waitFor();
        expect(await page.getByText('Invited by').isVisible()).toBe(false);
        // Chromium reports the status 401 of the wrong password.
        expect([complaints.filter((text) => !text.includes('401')), externalRequests]).toEqual([[], []]);
      },
      phone(),
    );
    expect(await membersOf(owner, apiary)).toEqual({ [guest.id]: 'WORKER' });
    expect((await guest.ask('{ me { sessions { id } } }')).me.sessions).toHaveLength(1);
    expect(await listOf(guest.email)).toEqual(['El Encinar']);
  });

  it('leaves the list of the app as it is if that is chosen, and says so', async () => {
    const { link } = await invited();
    const guest = await beekeeper(app);
    await visit(browser, link, async ({ page }) => {
      await shown(page).getByLabel('Show shared apiaries in the app').uncheck();
      await logIn(page, guest.email);
      await page.getByText('The list of the app still shows only your own apiaries').waitFor();
      expect(await page.getByText('The app now shows').isVisible()).toBe(false);
    });
    expect(await listOf(guest.email)).toEqual([]);
    // Who has the setting already keeps it, and reads what is true.
    await guest.ask('mutation { updateProfile(input: { showSharedApiaries: true }) { user { id } } }');
    await visit(browser, (await invited()).link, async ({ page }) => {
      await shown(page).getByLabel('Show shared apiaries in the app').uncheck();
      await logIn(page, guest.email);
      await page.getByText('The app now shows this apiary').waitFor();
    });
  });

  it('creates an account for somebody who has none, on a small phone, in Spanish', async () => {
    const { apiary, link } = await invited({ role: 'VIEWER' });
    const email = newAddress();
    await visit(
      browser,
      link,
      async ({ page, complaints }) => {
        await page.getByText('Consultar sus registros').waitFor();
        await fill(page, { 'Correo electrónico': email });
        await press(page, 'No tengo cuenta: crear una');
        expect(await page.getByText('Ana Colmenero').isVisible()).toBe(true);
        // What was entered before is kept.
        expect(await shown(page).getByLabel('Correo electrónico').inputValue()).toBe(email);
        await fill(page, { 'Su nombre': 'Luz', Contraseña: 'colmenas' });
        await press(page, 'Crear la cuenta y aceptar');
        await page.getByRole('alert').getByText('Revise la dirección y la contraseña').waitFor();
        expect(await overflowOf(page)).toBe(0);
        await fill(page, { Contraseña: PASSWORD });
        await press(page, 'Crear la cuenta y aceptar');
        await page.getByRole('heading', { name: 'Invitación aceptada' }).waitFor();
        await page.getByText('La aplicación muestra ahora este apiario').waitFor();
        expect(complaints.filter((text) => !text.includes('400'))).toEqual([]);
      },
      phone('es-CO'),
    );
    expect(Object.values(await membersOf(owner, apiary))).toEqual(['VIEWER']);
    expect(await listOf(email)).toEqual(['El Encinar']);
    await verificationMail(app, email);
  });

  it('that is bound to an address enters it, for the log-in as for a new account, and lets nobody change it', async () => {
    const email = newAddress();
    const { apiary, link } = await invited({ role: 'INSPECTOR', memberUntil: inDays(30), email });
    await visit(browser, link, async ({ page }) => {
      for (const text of ['Only for', 'Access until', 'Inspect its records']) await page.getByText(text).waitFor();
      const field = () => shown(page).getByLabel('E-mail address');
      expect([await field().inputValue(), await field().isEditable()]).toEqual([email, false]);
      await press(page, 'I have no account: create one');
      expect([await field().inputValue(), await field().isEditable()]).toEqual([email, false]);
      await fill(page, { 'Your name': 'Vet', Password: PASSWORD });
      await press(page, 'Create the account and accept');
      await page.getByRole('heading', { name: 'Invitation accepted' }).waitFor();
    });
    expect(Object.values(await membersOf(owner, apiary))).toEqual(['INSPECTOR']);
  });

  it('says that there is an account with the address, and leads to the log-in', async () => {
    const guest = await beekeeper(app);
    const { link } = await invited({ email: guest.email });
    await visit(browser, link, async ({ page }) => {
      await page.getByText('Only for').waitFor();
      await press(page, 'I have no account: create one');
      await fill(page, { 'Your name': 'Luz', Password: PASSWORD });
      await press(page, 'Create the account and accept');
      await page.getByRole('alert').getByText('There is already an account with this address').waitFor();
      await press(page, 'I have an account: log in');
      await fill(page, { Password: PASSWORD });
      await press(page, 'Log in and accept');
      await page.getByRole('heading', { name: 'Invitation accepted' }).waitFor();
    });
  });

  it('that can no longer be used says so at once, whatever the reason, and asks for no password', async () => {
    const used = await invited();
    await accept(await beekeeper(app), tokenOf(used));
    const revoked = await invited();
    await revoke(owner, revoked.id);
    for (const link of [used.link, revoked.link, `${app.url}/accept-invitation/guessed`])
      await visit(
        browser,
        link,
        async ({ page }) => {
          await page.getByRole('heading', { name: 'La invitación ya no sirve' }).waitFor();
          expect(await page.getByRole('button').count()).toBe(0);
          for (const name of ['El Encinar', 'Ana Colmenero']) expect(await page.getByText(name).count()).toBe(0);
          expect(await overflowOf(page)).toBe(0);
        },
        phone('es-CO'),
      );
  });

  it('that is revoked while its page is open says so', async () => {
    const { link, id } = await invited();
    const guest = await beekeeper(app);
    await visit(browser, link, async ({ page }) => {
      await page.getByText('El Encinar').waitFor();
      await revoke(owner, id);
      await logIn(page, guest.email);
      await page.getByRole('heading', { name: 'The invitation is no longer valid' }).waitFor();
      expect(await page.getByText('El Encinar').isVisible()).toBe(false);
    });
  });

  it('shows names as text', async () => {
    const apiary = await owner.apiary({ name: '<b>Bold</b>' });
    const { data } = await invite(owner, { apiaryId: apiary, role: 'WORKER' });
    await visit(browser, data.inviteToApiary.link, async ({ page }) => {
      await page.getByText('Ana Colmenero').waitFor();
      expect(await page.locator('main b').count()).toBe(0);
    });
  });

  it('where addresses must be verified: the account is created, and accepts afterwards', async () => {
    const strict = await startTestApp({ EMAIL_VERIFICATION: 'required' }, app.database);
    try {
      const { apiary, link } = await invited();
      const email = newAddress();
      await visit(browser, link.replace(app.url, strict.url), async ({ page }) => {
        await page.getByText('El Encinar').waitFor();
        await press(page, 'I have no account: create one');
        await fill(page, { 'Your name': 'Luz', 'E-mail address': email, Password: PASSWORD });
        await press(page, 'Create the account and accept');
        await page.getByRole('alert').getByText('Confirm your address first').waitFor();
        await app.database.sql('update users set is_verified = true where email = $1', [email]);
        expect(await shown(page).getByLabel('E-mail address').inputValue()).toBe(email);
        await fill(page, { Password: PASSWORD });
        await press(page, 'Log in and accept');
        await page.getByRole('heading', { name: 'Invitation accepted' }).waitFor();
      });
      expect(Object.values(await membersOf(owner, apiary))).toEqual(['WORKER']);
    } finally {
      await strict.close();
    }
  });
});

it.each([
  ['sandbox', true],
  ['graphiql', true],
  ['status', false],
  ['off', false],
] as const)('LANDING_PAGE=%s: the page shows text for users of the API: %p', async (landingPage, isShown) => {
  const other = await startTestApp({ LANDING_PAGE: landingPage }, app.database);
  try {
    const page = await (await fetch(`${other.url}/accept-invitation/a-token?lang=en`)).text();
    expect(page.includes('Using the API?')).toBe(isShown);
    expect(page.includes('Authorization: Bearer')).toBe(isShown);
  } finally {
    await other.close();
  }
});
