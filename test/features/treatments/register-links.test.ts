// Links with which an inspector reads a register, without an account, for 48 hours.
import { describe, expect, it } from '@jest/globals';
import { fingerprintOf, RegisterTokens } from '../../../src/features/treatments/register-tokens.rules.js';
import { addKeeper } from '../../support/keepers.js';
import { deleteAccount, refusalOf, share, transfer } from '../../support/members.js';
import { readSections } from '../../support/register-page.js';
import { withToken } from '../../support/tokens.js';
import { type Beekeeper, beekeeper, PASSWORD, treat } from '../../support/world.js';
import { app, sql } from './treatment-register.fixture.js';

const HOUR_MS = 3_600_000;
const MUTATION = `mutation ($input: CreateRegisterLinkInput!) { createRegisterLink(input: $input) { link expiresAt } }`;
const link = async (who: Beekeeper, input: object = {}): Promise<string> => {
  const { link: url } = (await who.ask(MUTATION, { input })).createRegisterLink;
  expect(url).toMatch(/^http:\/\/[^/]+\/register\/[\w-]+$/);
  return `${app.url}${new URL(url).pathname}`;
};
const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });
const answer = async (url: string) => {
  const response = await get(url);
  const ignored = ['date', 'x-request-id', 'connection', 'keep-alive', 'content-length'];
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !ignored.includes(name)),
    body: await response.text(),
  };
};

describe('a link', () => {
  it('shows the register of its period and apiary in its language, as a page and as PDF, to anybody', async () => {
    const ana = await beekeeper(app);
    const [apiary, other] = [await ana.apiary({ name: 'La Dehesa' }), await ana.apiary({ name: 'Otro' })];
    await treat(ana, await ana.beehive(apiary), 'Timol');
    await treat(ana, await ana.beehive(other), 'Fórmico');
    await addKeeper(ana, '2020-01-01', 'Ana S.L.', { taxId: 'B-1' });
    await sql(
      'update apiaries set latitude = 41.12345, longitude = -5.54321, country = $2, mobility = $3 where id = $1',
      [apiary, 'ES', 'MIGRATORY'],
    );
    const { createRegisterLink } = await ana.ask(MUTATION, { input: { language: 'ES', apiaryId: apiary } });
    const hours = (Date.parse(createRegisterLink.expiresAt) - Date.now()) / HOUR_MS;
    expect(hours).toBeGreaterThan(47.9);
    expect(hours).toBeLessThanOrEqual(48);
    const url = `${app.url}${new URL(createRegisterLink.link).pathname}`;
    const page = await get(url, { 'accept-language': 'en' });
    expect([
      page.status,
      ...['cache-control', 'referrer-policy', 'x-robots-tag', 'content-language'].map((name) => page.headers.get(name)),
    ]).toEqual([200, 'no-store', 'no-referrer', 'noindex', 'es']);
    const html = await page.text();
    const [section] = readSections(html);
    expect(section).toMatchObject({ title: 'Titular: Ana S.L.', groups: [{ title: 'Apiario: La Dehesa' }] });
    expect(html).toContain('<td>Timol</td>');
    expect(html).toContain('Tipo: Trashumante · País: España');
    // Not even a link says where hives are.
    expect(html).not.toMatch(/Fórmico|Otro|41\.12345/);
    expect(html).toContain(`href="${new URL(url).pathname}/pdf"`);
    const pdf = await get(`${url}/pdf`);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.headers.get('x-robots-tag')]).toEqual([
      200,
      'application/pdf',
      'noindex',
    ]);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(await (await get(await link(ana, { to: '2026-04-30' }))).text()).toContain('No hay tratamientos.');
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });

  it('that is wrong, changed, expired or of another path is answered with the same page', async () => {
    const ana = await beekeeper(app);
    const url = await link(ana);
    const token = url.split('/').at(-1)!;
    const missing = await answer(`${app.url}/register/nonsense`);
    expect(missing.status).toBe(404);
    expect(Object.fromEntries(missing.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const bytes = Buffer.from(token, 'base64url');
    const flipped = [0, 15, 16, 40, bytes.length - 1].map((i) => {
      const copy = Buffer.from(bytes);
      copy[i]! ^= 1;
      return copy.toString('base64url');
    });
    const content = JSON.parse(bytes.subarray(16).toString());
    const forged = new RegisterTokens([Buffer.alloc(32, 7)]).create({ ...content });
    const others = [
      forged,
      `${token}A`,
      token.slice(0, -1),
      `${token}=`,
      token.toUpperCase(),
      `${token}/csv`,
      `${token}/pdf/x`,
      '%E0%A4%A',
      '',
    ];
    for (const path of [...flipped, ...others, ...flipped.map((one) => `${one}/pdf`)])
      expect([path, await answer(`${app.url}/register/${path}`)]).toEqual([path, missing]);
    expect(await answer(`${app.url}/register`)).toEqual(missing);
    expect((await get(url)).status).toBe(200);
  });

  it('ends when the password changes, the account is deactivated or deleted, or its apiary is given away', async () => {
    const [ana, bea, eva, dan] = [
      await beekeeper(app),
      await beekeeper(app),
      await beekeeper(app),
      await beekeeper(app),
    ];
    const statusOf = async (url: string): Promise<number> => (await get(url)).status;
    const password = await link(ana);
    await ana.ask(
      `mutation { changePassword(input: { currentPassword: "${PASSWORD}", newPassword: "Colmena-2027-nueva" }) { success } }`,
    );
    expect(await statusOf(password)).toBe(404);
    const disabled = await link(bea);
    await sql('update users set is_active = false where id = $1', [bea.id]);
    expect(await statusOf(disabled)).toBe(404);
    await sql('update users set is_active = true where id = $1', [bea.id]);
    expect(await statusOf(disabled)).toBe(200);
    const deleted = await link(eva);
    expect((await deleteAccount(eva, PASSWORD)).errors).toBeUndefined();
    expect(await statusOf(deleted)).toBe(404);
    const apiary = await dan.apiary();
    const [given, whole] = [await link(dan, { apiaryId: apiary }), await link(dan)];
    await share(dan, apiary, bea, 'VIEWER');
    expect((await transfer(dan, apiary, bea.id)).errors).toBeUndefined();
    expect([await statusOf(given), await statusOf(whole)]).toEqual([404, 200]);
  });

  it('ends with all others of its account when they are revoked; those of others, and later ones, do not', async () => {
    const [ana, bea] = [await beekeeper(app), await beekeeper(app)];
    const apiary = await ana.apiary();
    const before = [await link(ana), await link(ana, { apiaryId: apiary })];
    const other = await link(bea);
    const statuses = async (urls: string[]): Promise<number[]> => {
      const all = [];
      for (const url of urls) all.push((await answer(url)).status);
      return all;
    };
    expect(await statuses([...before, other])).toEqual([200, 200, 200]);
    const revoke = 'mutation { revokeRegisterLinks { success } }';
    const token = await withToken(app, ana, { scope: 'MANAGE' });
    expect(refusalOf(await token.graphql(revoke))).toBe('FORBIDDEN SESSION_REQUIRED');
    const { revokeRegisterLinks } = await ana.ask(revoke);
    expect(revokeRegisterLinks).toEqual({ success: true });
    const later = await link(ana);
    expect(await statuses([...before, `${before[0]}/pdf`, other, later])).toEqual([404, 404, 404, 200, 200]);
    expect(await answer(before[0]!)).toEqual(await answer(`${app.url}/register/nonsense`));
    await ana.ask(revoke);
    expect(await statuses([...before, later, await link(ana)])).toEqual([404, 404, 404, 200]);
  });

  it('is made by the owner of the register alone, with a session', async () => {
    const [ana, manager] = [await beekeeper(app), await beekeeper(app)];
    const apiary = await ana.apiary();
    await share(ana, apiary, manager, 'MANAGER');
    expect(refusalOf(await manager.graphql(MUTATION, { input: { apiaryId: apiary } }))).toBe('NOT_FOUND');
    expect(refusalOf(await manager.graphql(MUTATION, { input: { apiaryId: 'x' } }))).toBe('NOT_FOUND');
    const token = await withToken(app, ana, { scope: 'MANAGE' });
    expect(refusalOf(await token.graphql(MUTATION, { input: {} }))).toBe('FORBIDDEN SESSION_REQUIRED');
    expect(refusalOf(await app.anyone.graphql(MUTATION, { input: {} }))).toMatch(/^UNAUTHENTICATED/);
    const { errors } = await ana.graphql(MUTATION, { input: { from: '2026-02-01', to: '2026-01-01' } });
    expect(errors![0]!.extensions).toMatchObject({
      fields: [{ field: 'to', message: 'must not be before the first day' }],
    });
  });
});

describe('the tokens', () => {
  const [current, previous] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const content = {
    account: '0199aaaa-0000-7000-8000-000000000001',
    expires: Math.floor(Date.now() / 1000) + 60,
    from: '2026-01-01',
    to: null,
    apiary: null,
    language: 'en' as const,
    password: fingerprintOf('x'),
  };

  it('of the previous secret are accepted, and those that have expired are not', () => {
    const token = new RegisterTokens([previous]).create(content);
    expect(new RegisterTokens([current, previous]).read(token)).toEqual(content);
    expect(new RegisterTokens([current]).read(token)).toBeUndefined();
    const tokens = new RegisterTokens([current]);
    expect(tokens.read(tokens.create({ ...content, expires: Math.floor(Date.now() / 1000) - 1 }))).toBeUndefined();
  });

  it('have more characters than a path of the log shows', () => {
    expect(new RegisterTokens([current]).create(content).length).toBeGreaterThan(100);
  });
});
