// The app after July 2026: it refreshes its session, has a profile, and queues changes while it is offline.
import { describe, expect, it } from '@jest/globals';
import { LaterApp } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient, type Service } from './clients.js';

export function playAutumn(service: Service): void {
  async function keeper(): Promise<LaterApp> {
    const client = newMobileClient(LaterApp, service());
    await client.register(newAccount());
    return client;
  }

  describe('the app of autumn 2026', () => {
    it('refreshes its session on a 401, also with the old refresh token after a lost response', async () => {
      const client = await keeper();
      const made = await client.createApiary({ name: 'El Roble' });
      const before = client.session;
      client.token = 'expired';
      expect(await client.apiaries()).toEqual([made]);
      expect(client.userId).toBe(before.user_id);
      expect(client.session.refresh_token).not.toBe(before.refresh_token);
      client.session = before;
      client.token = 'expired';
      expect(await client.apiaries()).toEqual([made]);
    });

    it('gets 401 for an invalid refresh token', async () => {
      const client = await keeper();
      const { status } = await client.refused('POST', '/auth/refresh', { refresh_token: 'expired' });
      expect(status).toBe(401);
    });

    it('shows the profile, and clears empty fields', async () => {
      const client = await keeper();
      const { email } = client.session;
      expect(await client.profile()).toMatchObject({ id: client.userId, email, phone: '3001234567', full_name: null });
      const full = {
        username: 'ana',
        full_name: 'Ana López',
        phone: '3007654321',
        location: 'Pasto',
        photo_url: 'https://example.org/a.png',
      };
      expect(await client.saveProfile(full)).toMatchObject(full);
      expect(await client.profile()).toMatchObject(full);
      await client.saveProfile({ ...full, full_name: '', phone: '', location: '', photo_url: '' });
      const { username, full_name, phone: number, location, photo_url } = await client.profile();
      expect(username).toBe('ana');
      expect([full_name, number, location, photo_url].filter(Boolean)).toEqual([]);
    });

    it('sees only the own profile', async () => {
      const [client, other] = [await keeper(), await keeper()];
      expect((await client.refused('GET', `/users/${other.userId}`)).status).toBe(404);
      expect((await client.refused('PUT', `/users/${other.userId}`, { username: 'x' })).status).toBe(404);
    });

    it('replays its offline queue in order, with the ids that the server returns', async () => {
      const client = await keeper();
      const apiary = await client.createApiary({ name: 'temp_1' });
      const hive = await client.createBeehive(apiary, { hive_number: 3 });
      const item = await client.createItem(apiary, { name: 'Cajas', quantity: 2, unit: 'Unidades' });
      const question = await client.createQuestion(apiary, { question_text: '¿Hay reina?', question_type: 'texto' });
      await client.updateApiary(apiary, { name: 'El Roble' });
      await client.updateBeehive(hive, { observations: 'Tranquila' });
      await client.deleteQuestion(question);
      await client.deleteItem(item);
      expect(await client.apiaries()).toMatchObject([{ name: 'El Roble', beehives_count: 1 }]);
      expect(await client.beehives(apiary)).toMatchObject([{ hive_number: 3, observations: 'Tranquila' }]);
      expect([await client.questions(apiary), await client.items(apiary)]).toEqual([[], []]);
    });

    it('repeats a change after a lost response: it takes effect once', async () => {
      const client = await keeper();
      const apiary = await client.createApiary({ name: 'El Roble' });
      const hive = await client.createBeehive(apiary, { hive_number: 3 });
      const item = await client.createItem(apiary, { name: 'Cajas', quantity: 2, unit: 'Unidades' });
      for (const _attempt of [1, 2]) {
        await client.updateApiary(apiary, { name: 'La Ceiba' });
        await client.updateBeehive(hive, { food_frames: 5 });
        await client.updateItem(item, { name: 'Cajas', quantity: 7, unit: 'Unidades' });
      }
      expect(await client.apiaries()).toMatchObject([{ name: 'La Ceiba', beehives_count: 1 }]);
      expect(await client.beehives(apiary)).toMatchObject([{ hive_number: 3, food_frames: 5 }]);
      expect(await client.items(apiary)).toMatchObject([{ quantity: 7 }]);
      expect((await client.movements(item)).map(({ stock_after }) => stock_after)).toEqual([7, 2]);
    });

    it('edits and deletes treatments and their follow-ups; a deletion that is sent again succeeds', async () => {
      const client = await keeper();
      const apiary = await client.createApiary({ name: 'El Roble' });
      const hive = await client.createBeehive(apiary, { hive_number: 3 });
      const form = { treatment_type: 'Químico', product_name: 'Apivar', start_date: '2026-06-01', dosage_applied: '2' };
      const made = await client.recordTreatment(hive, form);
      const review = await client.recordTreatmentFollowUp(made, { review_date: '2026-06-15' });
      const edited = await client.editFollowUp(review, { hive_condition: 'Buena' });
      expect(edited).toEqual({ ...review, hive_condition: 'Buena' });
      await client.editTreatment(made, { ...form, status: 'Completado', end_date: '2026-07-13', final_result: 'Bien' });
      const done = await client.treatment(made.id);
      expect(done).toMatchObject({
        id: made.id,
        status: 'Completado',
        end_date: new Date('2026-07-13'),
        dosage_applied: '2',
        final_result: 'Bien',
        followups: [edited],
      });
      expect(await client.beehives(apiary)).toMatchObject([{ treatments: false }]);
      for (const _attempt of [1, 2]) await client.deleteTreatmentFollowUp(review);
      expect((await client.treatment(made.id)).followups).toEqual([]);
      for (const _attempt of [1, 2]) await client.deleteTreatment(made);
      expect(await client.treatments(hive)).toEqual([]);
      expect(await client.treatment(made.id)).toMatchObject({ status: 'Anulado' });
      expect((await client.refused('PUT', `/treatments/${made.id}`, { final_result: 'Mal' })).error_code).toBe(
        'TREATMENT_VOIDED',
      );
    });
  });
}
