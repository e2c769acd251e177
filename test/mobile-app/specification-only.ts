// The endpoints of the specification that no current version of the app calls, with the same strict client.
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { resetMail, tokenIn, verificationMail } from '../support/mail.js';
import {
  bool,
  int,
  iso,
  listOf,
  nothing,
  nullableInt,
  nullableString,
  num,
  object,
  string,
} from '../support/mobile-app/dart.js';
import { apiary, beehive, type Item, julyItem, session } from '../support/mobile-app/models.js';
import { JulyApp } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient, PASSWORD, type Service } from './clients.js';

const message = object({ message: string });
const me = object({ id: string, user_id: string, email: string, username: string, is_verified: bool, is_active: bool });
const account = object({
  id: string,
  user_id: string,
  email: string,
  username: string,
  full_name: nullableString,
  phone: nullableString,
  location: nullableString,
  photo_url: nullableString,
  role: string,
  permissions: listOf(string),
  is_verified: bool,
  is_active: bool,
  created_at: iso,
});
const inspection = object({
  id: string,
  beehive_id: string,
  apiary_id: string,
  status: string,
  occurred_at: iso,
  recorded_at: iso,
  notes: nullableString,
  revision: int,
  answers: listOf(object({ id: string, question_id: string, answer: string, number: nullableInt })),
});
const summary = object({
  total_items: int,
  total_quantity: num,
  total_value: num,
  low_stock_count: int,
  low_stock_items: int,
  in_stock_items: int,
  out_of_stock_items: int,
});

export function playSpecification(service: Service): void {
  async function keeper(): Promise<JulyApp> {
    const client = newMobileClient(JulyApp, service());
    await client.register(newAccount());
    return client;
  }

  describe('a password reset over REST', () => {
    it('works with the link of the mail, and ends the old password and every session', async () => {
      const [client, { email, password }] = [newMobileClient(JulyApp, service()), newAccount()];
      await client.register({ email, password }, { name: 'El Roble' });
      const visitor = newMobileClient(JulyApp, service());
      const forgot = (address: string) =>
        visitor.call('POST', '/auth/forgot-password', { status: 200, reads: message, body: { email: address } });
      expect(await forgot(email)).toEqual(await forgot(newAccount().email));
      const token = tokenIn(await resetMail(service().app, email));

      const body = { token, new_password: 'Colmena-2027' };
      await visitor.call('POST', '/auth/reset-password', { status: 200, reads: message, body });
      expect((await visitor.refused('POST', '/auth/reset-password', body)).status).toBe(400);
      expect((await visitor.refused('POST', '/auth/login', { email, password })).status).toBe(401);
      expect((await client.refused('GET', '/apiaries')).status).toBe(401);
      await visitor.logIn({ email, password: 'Colmena-2027' });
      expect(await visitor.apiaries()).toMatchObject([{ name: 'El Roble' }]);
    });

    it('refuses the test token of the app with a readable message', async () => {
      const body = { token: 'invalid_token', new_password: 'Colmena-2027' };
      expect((await newMobileClient(JulyApp, service()).refused('POST', '/auth/reset-password', body)).status).toBe(
        400,
      );
    });
  });

  describe('verifying an address over REST', () => {
    it('works with the link of the latest mail', async () => {
      const [client, { email, password }] = [newMobileClient(JulyApp, service()), newAccount()];
      await client.register({ email, password });
      expect(client.session.is_verified).toBe(false);
      const open = (path: string, body: object) =>
        client.call('POST', `/auth/${path}`, { status: 200, reads: message, body });
      await open('resend-verification', { email });
      await open('verify-email', { token: tokenIn(await verificationMail(service().app, email, 2)) });
      expect(await client.call('GET', '/auth/me', { status: 200, reads: me })).toMatchObject({ is_verified: true });
    });
  });

  describe('a session over REST', () => {
    it('returns its account, and ends at once on log-out', async () => {
      const client = await keeper();
      const { user_id, email, username, is_verified, is_active } = client.session;
      expect(await client.call('GET', '/auth/me', { status: 200, reads: me })).toEqual({
        id: user_id,
        user_id,
        email,
        username,
        is_verified,
        is_active,
      });
      const other = newMobileClient(JulyApp, service());
      await other.logIn({ email, password: PASSWORD });
      client.afterStep = undefined;
      await client.call('POST', '/auth/logout', { status: 204, reads: nothing });
      expect((await client.refused('GET', '/apiaries')).status).toBe(401);
      expect((await client.refused('POST', '/auth/refresh', client.session)).status).toBe(401);
      expect(await other.apiaries()).toEqual([]);
    });

    it('cannot be opened with a code that is none', async () => {
      const body = { code: 'none', code_verifier: 'A'.repeat(43) };
      expect((await newMobileClient(JulyApp, service()).refused('POST', '/auth/oidc/token', body)).status).toBe(400);
    });

    it('is the same at the top level and under `user`, with the token under both names', async () => {
      const [client, registered] = [newMobileClient(JulyApp, service()), newAccount()];
      await client.register(registered);
      const nested = object({
        token: string,
        token_type: string,
        expires_in: int,
        user: object({ id: string, email: string, username: string, is_verified: bool, is_active: bool }),
      });
      const { json } = await client.send('POST', '/auth/login', registered);
      const [flat, { token, token_type, expires_in, user }] = [session(json, 'login'), nested(json, 'login')];
      const { access_token, user_id: id, email, username, is_verified, is_active } = flat;
      expect([token, token_type]).toEqual([access_token, 'Bearer']);
      expect(expires_in).toBeGreaterThanOrEqual(86_400);
      expect(user).toEqual({ id, email, username, is_verified, is_active });
    });
  });

  describe('the paths of the specification', () => {
    it('return one apiary, one hive, and the hives of an apiary by a parameter', async () => {
      const client = await keeper();
      const loma = await client.createApiary({ name: 'La Loma' });
      const hive = await client.createBeehive(loma, { hive_number: 1 });
      const shown = await client.call('GET', `/apiaries/${loma.id}`, { status: 200, reads: apiary });
      expect(shown).toEqual({ ...loma, beehives_count: 1 });
      expect(await client.call('GET', `/beehives/${hive.id}`, { status: 200, reads: beehive })).toEqual(hive);
      const list = await client.call('GET', `/beehives?apiary_id=${loma.id}`, { status: 200, reads: listOf(beehive) });
      expect(list).toEqual(await client.beehives(loma));
    });

    it('search the inventory, list low stock, return totals, record an exit with a person, and return one item', async () => {
      const client = await keeper();
      const loma = await client.createApiary({ name: 'La Loma' });
      const wax = await client.createItem(loma, { name: 'Cera', quantity: 9, unit: 'Láminas' });
      const jars = await client.createItem(loma, { name: 'Frascos', quantity: 0, unit: 'Unidades' });
      const list = async (path: string): Promise<string[]> => {
        const items: Item[] = await client.call('GET', `/inventory/${loma.id}/${path}`, {
          status: 200,
          reads: listOf(julyItem),
        });
        return items.map(({ id }) => id);
      };
      expect([await list('search?q=cera'), await list('search?query=FRASCO')]).toEqual([[wax.id], [jars.id]]);
      expect(await list('low-stock')).toEqual([jars.id]);
      const whole = { status: 200, reads: listOf(julyItem) };
      expect(await client.call('GET', `/inventory/apiary/${loma.id}`, whole)).toHaveLength(2);
      const exit = { status: 200, reads: julyItem, body: { quantity: 4, person: 'Luz' } };
      expect(await client.call('POST', `/inventory/${wax.id}/exit`, exit)).toMatchObject({ id: wax.id, quantity: 5 });
      const one = { status: 200, reads: julyItem };
      expect(await client.call('GET', `/inventory/items/${wax.id}`, one)).toMatchObject({ id: wax.id, quantity: 5 });
      expect(await client.call('GET', `/inventory/${loma.id}/summary`, { status: 200, reads: summary })).toEqual({
        total_items: 2,
        total_quantity: 5,
        total_value: 0,
        low_stock_count: 1,
        low_stock_items: 1,
        in_stock_items: 1,
        out_of_stock_items: 1,
      });
    });

    it('record an inspection, and return it alone and in the history of the hive', async () => {
      const client = await keeper();
      const loma = await client.createApiary({ name: 'La Loma' });
      const hive = await client.createBeehive(loma, { hive_number: 1 });
      const question = await client.createQuestion(loma, { question_text: 'Cuadros', question_type: 'numero' });
      const made = await client.call('POST', '/inspections', {
        status: 201,
        reads: inspection,
        body: { beehive_id: hive.id, answers: [{ question_id: question.id, answer: '8' }], notes: 'Sol' },
      });
      expect(made).toMatchObject({ beehive_id: hive.id, notes: 'Sol', answers: [{ answer: '8', number: 8 }] });
      expect(await client.call('GET', `/inspections/${made.id}`, { status: 200, reads: inspection })).toEqual(made);
      const history = { status: 200, reads: listOf(inspection) };
      expect(await client.call('GET', `/inspections?beehive_id=${hive.id}`, history)).toEqual([made]);
    });

    it('keep a draft of an inspection, and change, complete or discard it', async () => {
      const client = await keeper();
      const loma = await client.createApiary({ name: 'La Loma' });
      const hive = await client.createBeehive(loma, { hive_number: 1 });
      const question = await client.createQuestion(loma, { question_text: 'Cuadros', question_type: 'numero' });
      const start = () =>
        client.call('POST', '/inspections', {
          status: 201,
          reads: inspection,
          body: { beehive_id: hive.id, answers: [], draft: true },
        });
      const [kept, discarded] = [await start(), await start()];
      const drafts = { status: 200, reads: listOf(inspection) };
      expect(await client.call('GET', '/inspections/drafts', drafts)).toEqual([discarded, kept]);
      await client.call('DELETE', `/inspections/${discarded.id}`, { status: 204, reads: nothing });
      const body = { answers: [{ question_id: question.id, answer: '8' }] };
      await client.call('PUT', `/inspections/${kept.id}/answers`, { status: 200, reads: inspection, body });
      const done = await client.call('POST', `/inspections/${kept.id}/complete`, { status: 200, reads: inspection });
      expect(done).toMatchObject({ id: kept.id, status: 'COMPLETED', answers: [{ answer: '8', number: 8 }] });
      expect(await client.call('GET', '/inspections/drafts', drafts)).toEqual([]);
    });
  });

  describe('feedings', () => {
    it('are recorded for several hives, corrected and deleted', async () => {
      const client = await keeper();
      const place = await client.call('POST', '/apiaries', { status: 201, reads: apiary, body: { name: 'El Roble' } });
      const hive = await client.call('POST', '/beehives', {
        ...{ status: 201, reads: beehive, body: { apiary_id: place.id, beehive_number: 1 } },
      });
      const feeding = object({
        id: string,
        hive_id: string,
        fed_on: string,
        kind: string,
        grams: int,
        sugar_grams: nullableInt,
      });
      const body = { hive_ids: [hive.id], kind: 'SYRUP', amount: { grams_per_hive: 900 }, sugar_percent: '50' };
      const [fed] = await client.call('POST', '/feedings', { status: 201, reads: listOf(feeding), body });
      expect(fed).toMatchObject({ hive_id: hive.id, sugar_grams: 450 });
      const path = `/feedings/${fed!.id}`;
      await client.call('PUT', path, { status: 200, reads: feeding, body: { grams: 800 } });
      const list = await client.call('GET', `/feedings/hive/${hive.id}`, { status: 200, reads: listOf(feeding) });
      expect(list).toMatchObject([{ grams: 800, sugar_grams: 400 }]);
      await client.call('DELETE', path, { status: 204, reads: nothing });
      const products = listOf(object({ id: string, name: string, kind: string }));
      expect(await client.call('GET', '/products', { status: 200, reads: products })).toEqual([]);
    });
  });

  describe('readings of devices', () => {
    it('are recorded once', async () => {
      const client = await keeper();
      const place = await client.call('POST', '/apiaries', { status: 201, reads: apiary, body: { name: 'El Roble' } });
      const hive = await client.call('POST', '/beehives', {
        ...{ status: 201, reads: beehive, body: { apiary_id: place.id, beehive_number: 1 } },
      });
      const recorded = object({ recorded_count: int, known_count: int, refused_count: int });
      const reading = { beehive_id: hive.id, kind: 'WEIGHT', value: 38.4, measured_at: new Date().toISOString() };
      const sent = { status: 200, reads: recorded, body: { readings: [reading] } };
      expect((await client.call('POST', '/measurements', sent)).recorded_count).toBe(1);
      expect((await client.call('POST', '/measurements', sent)).known_count).toBe(1);
    });
  });

  describe('imports', () => {
    it('become records, and are undone', async () => {
      const client = await keeper();
      const imported = object({ id: string, file_name: string, status: string, rows_total: int, upload_path: string });
      const body = { file_name: 'colmenas.csv' };
      const { id, upload_path } = await client.call('POST', '/imports', { status: 201, reads: imported, body });
      // Jobs write meanwhile: the two APIs are compared when they have ended.
      const { afterStep } = client;
      client.afterStep = undefined;
      await fetch(`${service().app.url}${upload_path}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${client.session.access_token}` },
        body: 'Apiario,Colmena\nEl Roble,7\n',
      });
      const read = () => client.call('GET', `/imports/${id}`, { status: 200, reads: imported });
      const settled = async (status: string): Promise<void> => {
        while ((await read()).status !== status) await wait(50);
      };
      await settled('READY');
      const rows = listOf(object({ id: string, row: int, summary: string }));
      expect(await client.call('GET', `/imports/${id}/rows`, { status: 200, reads: rows })).toHaveLength(1);
      const sheets = [{ sheet: 1, kind: 'HIVES' }];
      await client.call('PUT', `/imports/${id}`, { status: 202, reads: imported, body: { sheets } });
      await settled('READY');
      await client.call('POST', `/imports/${id}/run`, { status: 202, reads: imported, body: {} });
      await settled('DONE');
      await client.call('POST', `/imports/${id}/undo`, { status: 202, reads: imported, body: {} });
      await settled('UNDONE');
      client.afterStep = afterStep;
      const other = await client.call('POST', '/imports', { status: 201, reads: imported, body });
      await client.call('POST', `/imports/${other.id}/cancel`, { status: 200, reads: imported, body: {} });
      expect(await client.call('GET', '/imports', { status: 200, reads: listOf(imported) })).toHaveLength(2);
    });
  });

  describe('administration', () => {
    it('lists accounts, disables one, and grants permissions', async () => {
      const [admin, ana] = [await keeper(), await keeper()];
      expect((await ana.refused('GET', '/users')).status).toBe(403);
      await service().app.database.sql(`update users set role = 'ADMIN' where id = $1`, [admin.userId]);
      await admin.logIn({ email: admin.session.email, password: PASSWORD });
      const list = await admin.call('GET', '/users', { status: 200, reads: listOf(account) });
      expect(list.map(({ id }) => id)).toEqual(expect.arrayContaining([admin.userId, ana.userId]));
      const one = await admin.call('GET', `/users/${ana.userId}`, { status: 200, reads: account });
      expect(list).toContainEqual(one);

      const put = (what: string, body: object) =>
        admin.call('PUT', `/users/${ana.userId}/${what}`, { status: 200, reads: account, body });
      expect(await put('status', { is_active: false })).toEqual({ ...one, is_active: false });
      expect((await ana.refused('GET', '/apiaries')).status).toBe(401);
      await put('status', { is_active: true, is_verified: true });
      await ana.logIn({ email: ana.session.email, password: PASSWORD });
      expect(ana.session).toMatchObject({ user_id: ana.userId, is_verified: true, is_active: true });
      expect(await put('permissions', { permissions: ['users:read'] })).toMatchObject({ permissions: ['users:read'] });
      expect((await ana.call('GET', '/users', { status: 200, reads: listOf(account) })).length).toBeGreaterThan(1);
      expect((await ana.refused('PUT', `/users/${ana.userId}/permissions`, { role: 'ADMIN' })).status).toBe(403);
    });
  });
}
