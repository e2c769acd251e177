// A later app: it refreshes its session, has a profile, and sends what it queued without a net.
import { describe, expect, it } from '@jest/globals';
import { LaterApp } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient, type Service } from './clients.js';

export function playAutumn(service: Service): void {
  async function keeper(): Promise<LaterApp> {
    const phone = newMobileClient(LaterApp, service());
    await phone.register(newAccount());
    return phone;
  }

  describe('the later app', () => {
    it('refreshes its session on the first 401, and again where the answer to that was lost', async () => {
      const phone = await keeper();
      const made = await phone.createApiary({ name: 'El Roble' });
      const before = phone.session;
      phone.token = 'worn out';
      expect(await phone.apiaries()).toEqual([made]);
      expect(phone.userId).toBe(before.user_id);
      expect(phone.session.refresh_token).not.toBe(before.refresh_token);
      phone.session = before;
      phone.token = 'worn out';
      expect(await phone.apiaries()).toEqual([made]);
    });

    it('is told to log in where a refresh token is none', async () => {
      const phone = await keeper();
      const { status } = await phone.refused('POST', '/auth/refresh', { refresh_token: 'worn out' });
      expect(status).toBe(401);
    });

    it('shows a profile, and clears what is left empty in it', async () => {
      const phone = await keeper();
      const { email } = phone.session;
      expect(await phone.profile()).toMatchObject({ id: phone.userId, email, phone: '3001234567', full_name: null });
      const full = {
        username: 'ana',
        full_name: 'Ana López',
        phone: '3007654321',
        location: 'Pasto',
        photo_url: 'https://example.org/a.png',
      };
      expect(await phone.saveProfile(full)).toMatchObject(full);
      expect(await phone.profile()).toMatchObject(full);
      await phone.saveProfile({ ...full, full_name: '', phone: '', location: '', photo_url: '' });
      const { username, full_name, phone: number, location, photo_url } = await phone.profile();
      expect(username).toBe('ana');
      expect([full_name, number, location, photo_url].filter(Boolean)).toEqual([]);
    });

    it('sees no profile but its own', async () => {
      const [phone, other] = [await keeper(), await keeper()];
      expect((await phone.refused('GET', `/users/${other.userId}`)).status).toBe(404);
      expect((await phone.refused('PUT', `/users/${other.userId}`, { username: 'x' })).status).toBe(404);
    });

    it('replays its queue in the order of time: what was made without a net gets the id that the server gives', async () => {
      const phone = await keeper();
      const apiary = await phone.createApiary({ name: 'temp_1' });
      const hive = await phone.createBeehive(apiary, { hive_number: 3 });
      const item = await phone.createItem(apiary, { name: 'Cajas', quantity: 2, unit: 'Unidades' });
      const question = await phone.createQuestion(apiary, { question_text: '¿Hay reina?', question_type: 'texto' });
      await phone.updateApiary(apiary, { name: 'El Roble' });
      await phone.updateBeehive(hive, { observations: 'Tranquila' });
      await phone.deleteQuestion(question);
      await phone.deleteItem(item);
      expect(await phone.apiaries()).toMatchObject([{ name: 'El Roble', beehives_count: 1 }]);
      expect(await phone.beehives(apiary)).toMatchObject([{ hive_number: 3, observations: 'Tranquila' }]);
      expect([await phone.questions(apiary), await phone.items(apiary)]).toEqual([[], []]);
    });

    it('sends a change again whose answer was lost: it is made once', async () => {
      const phone = await keeper();
      const apiary = await phone.createApiary({ name: 'El Roble' });
      const hive = await phone.createBeehive(apiary, { hive_number: 3 });
      const item = await phone.createItem(apiary, { name: 'Cajas', quantity: 2, unit: 'Unidades' });
      for (const _time of ['lost', 'heard']) {
        await phone.updateApiary(apiary, { name: 'La Ceiba' });
        await phone.updateBeehive(hive, { food_frames: 5 });
        await phone.updateItem(item, { name: 'Cajas', quantity: 7, unit: 'Unidades' });
      }
      expect(await phone.apiaries()).toMatchObject([{ name: 'La Ceiba', beehives_count: 1 }]);
      expect(await phone.beehives(apiary)).toMatchObject([{ hive_number: 3, food_frames: 5 }]);
      expect(await phone.items(apiary)).toMatchObject([{ quantity: 7 }]);
      expect((await phone.movements(item)).map(({ stock_after }) => stock_after)).toEqual([7, 2]);
    });
  });
}
