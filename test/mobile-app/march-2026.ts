// The app of March 2026, which the specification describes.
import { describe, expect, it } from '@jest/globals';
import type { Apiary } from '../support/mobile-app/models.js';
import { type HiveForm, MarchApp, type QuestionForm } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient, PASSWORD, type Service } from './clients.js';

const HIVE: HiveForm = {
  hive_number: 7,
  activity_level: 'Alta',
  bee_population: 'Media',
  food_frames: 4,
  brood_frames: 6,
  hive_status: 'Cámara de cría y doble alza de producción',
  health_status: 'Presencia barroa',
  has_production_chamber: 'Si',
  observations: 'Cerca del río',
};

export function playMarch(service: Service): void {
  const march = (): MarchApp => newMobileClient(MarchApp, service());
  /** Somebody who has just registered with one apiary. */
  async function keeper(): Promise<{ phone: MarchApp; apiary: Apiary }> {
    const phone = march();
    await phone.register(newAccount(), { name: 'El Roble' });
    const [apiary] = await phone.apiaries();
    return { phone, apiary: apiary! };
  }

  describe('the app of March', () => {
    it('registers somebody with every row of the form, and shows the apiaries', async () => {
      const [phone, { email, password }] = [march(), newAccount()];
      const local = `Ana.Maria-Lopez+${email.split('@')[0]}`;
      await phone.register(
        { email: `${local}@example.org`, password },
        { name: 'El Roble', location: 'Vereda Alta', treatments: true },
        { name: 'La Ceiba', location: '' },
      );
      const shown = (await phone.apiaries()).filter(({ user_id }) => user_id === phone.userId);
      expect(shown).toMatchObject([
        { name: 'El Roble', location: 'Vereda Alta', treatments: true, beehives_count: 0 },
        { name: 'La Ceiba', location: null, treatments: false, beehives_count: 0 },
      ]);

      const namesake = march();
      await namesake.register({ email: `${local}@example.net`, password }, { name: 'El Roble' });
      expect(namesake.session.username).toBe(phone.session.username);
      expect(await namesake.apiaries()).toHaveLength(1);
    });

    it('logs in again, as the same user', async () => {
      const [phone, other, account] = [march(), march(), newAccount()];
      await phone.register(account, { name: 'El Roble' });
      await other.logIn(account);
      expect({ ...other.session, access_token: '', refresh_token: '' }).toEqual({
        ...phone.session,
        access_token: '',
        refresh_token: '',
      });
      expect(await other.apiaries()).toEqual(await phone.apiaries());
    });

    it('is told in `error` why it could not register', async () => {
      const [phone, { email }] = [march(), newAccount()];
      const fields = { username: 'a', email, phone: '3001234567', password: PASSWORD, confirm_password: PASSWORD };
      await phone.register({ email, password: PASSWORD });
      expect((await phone.refused('POST', '/auth/register', fields)).status).toBe(409);
      for (const wrong of [{ confirm_password: 'Other-2026' }, { password: 'short', confirm_password: 'short' }]) {
        const body = { ...fields, email: newAccount().email, ...wrong };
        expect((await phone.refused('POST', '/auth/register', body)).status).toBe(400);
      }
    });

    it('started anew with the token that it kept, goes on without a call', async () => {
      const { phone, apiary } = await keeper();
      const again = phone.restarted();
      expect(await again.apiaries()).toEqual([apiary]);
      const hive = await again.createBeehive(apiary, { hive_number: 1 });
      expect(await phone.beehives(apiary)).toEqual([hive]);
    });

    it('keeps apiaries: what an edit leaves out stays', async () => {
      const { phone } = await keeper();
      const made = await phone.createApiary({ name: 'La Loma', location: 'Vereda Alta', treatments: true });
      const renamed = await phone.updateApiary(made, { name: 'La Colina' });
      expect(renamed).toEqual({ ...made, name: 'La Colina' });
      expect(await phone.updateApiary(renamed, { treatments: false })).toEqual({ ...renamed, treatments: false });
      await phone.deleteApiary(made);
      expect((await phone.apiaries()).map(({ name }) => name)).toEqual(['El Roble']);
    });

    it('keeps hives: one with nothing said of it, one with everything, edited and deleted', async () => {
      const { phone, apiary } = await keeper();
      const empty = await phone.createBeehive(apiary, {});
      const nothing = Object.fromEntries(Object.keys(HIVE).map((key) => [key, null]));
      expect(empty).toMatchObject({ apiary_id: apiary.id, ...nothing });
      const full = await phone.createBeehive(apiary, HIVE);
      expect(full).toMatchObject(HIVE);
      expect(await phone.apiaries()).toMatchObject([{ beehives_count: 2 }]);

      const edited = await phone.updateBeehive(full, { health_status: 'Enfermedad', food_frames: 0 });
      expect({ ...edited, updated_at: null }).toEqual({
        ...full,
        health_status: 'Enfermedad',
        food_frames: 0,
        updated_at: null,
      });
      const numbered = await phone.updateBeehive(empty, { hive_number: 8 });
      expect(new Set(await phone.beehives(apiary))).toEqual(new Set([edited, numbered]));

      await phone.deleteBeehive(edited);
      expect(await phone.beehives(apiary)).toEqual([numbered]);
      expect(await phone.apiaries()).toMatchObject([{ beehives_count: 1 }]);
      await phone.deleteApiary(apiary);
      expect(await phone.apiaries()).toEqual([]);
    });

    it('keeps questions: made without an id, edited by its dialog, switched off, ordered and deleted', async () => {
      const { phone, apiary } = await keeper();
      const forms: QuestionForm[] = [
        { question_text: '¿Cuántos cuadros?', question_type: 'numero', is_required: true, min_value: 0, max_value: 20 },
        { question_text: '¿Qué se ve?', question_type: 'texto', category: 'Salud', min_value: 0, max_value: 20 },
        { question_text: '¿Hay reina?', question_type: 'opciones', options: ['Sí', 'No'] },
        { question_text: 'Cuadros sin límites', question_type: 'numero' },
      ];
      for (const form of forms) await phone.createQuestion(apiary, form);
      const [frames, seen, queen, open] = await phone.questions(apiary);
      expect([frames, seen, queen, open]).toMatchObject([
        { ...forms[0], category: null, options: null },
        { question_text: '¿Qué se ve?', category: 'Salud' },
        { question_text: '¿Hay reina?', options: ['Sí', 'No'] },
        { min_value: null, max_value: null },
      ]);

      const off = await phone.switchQuestion(seen!, false);
      expect((await phone.questions(apiary)).map(({ is_active }) => is_active)).toEqual([true, false, true, true]);
      expect(await phone.editQuestion(off, { question_text: '¿Qué más se ve?' })).toMatchObject({
        question_text: '¿Qué más se ve?',
        category: 'Salud',
        is_active: true,
        display_order: seen!.display_order,
      });
      const choice = await phone.editQuestion(queen!, { question_text: '¿Se ve la reina?' });
      expect(choice).toEqual({ ...queen, question_text: '¿Se ve la reina?' });

      await phone.reorder(apiary, [open!, queen!, frames!, seen!]);
      const ids = async () => (await phone.questions(apiary)).map(({ id }) => id);
      expect(await ids()).toEqual([open!.id, queen!.id, frames!.id, seen!.id]);
      await phone.deleteQuestion(queen!);
      expect(await ids()).toEqual([open!.id, frames!.id, seen!.id]);
    });

    it('keeps the inventory: made with an empty description, edited, adjusted and deleted', async () => {
      const { phone, apiary } = await keeper();
      const made = await phone.createItem(apiary, { name: 'Láminas de cera', quantity: 10, unit: 'Láminas' });
      expect(made).toMatchObject({ quantity: 10, unit: 'Láminas', description: '', minimum_stock: 0 });
      const form = { name: 'Cera estampada', quantity: 8, unit: 'Láminas', description: 'Calibre 5' };
      await phone.updateItem(made, form);
      expect(await phone.items(apiary)).toMatchObject([{ id: made.id, apiary_id: apiary.id, ...form }]);
      await phone.adjust(made, -3);
      await phone.adjust(made, 1);
      expect(await phone.item(made)).toMatchObject({ quantity: 6 });
      const tooMany = await phone.refused('PUT', `/inventory/${made.id}/adjust`, { adjustment_amount: -7 });
      expect(tooMany).toMatchObject({ status: 409, message: expect.stringContaining('6') });
      expect(await phone.items(apiary)).toMatchObject([{ quantity: 6 }]);
      await phone.deleteItem(made);
      expect(await phone.items(apiary)).toEqual([]);
    });

    it('sees nothing of somebody else, and changes nothing there', async () => {
      const [{ phone, apiary }, eve] = [await keeper(), (await keeper()).phone];
      const hive = await phone.createBeehive(apiary, HIVE);
      expect((await eve.refused('GET', `/beehives/apiary/${apiary.id}`)).status).toBe(404);
      expect((await eve.refused('DELETE', `/beehives/${hive.id}`, { apiary_id: apiary.id })).status).toBe(404);
      const stolen = { user_id: eve.userId, name: 'Mine' };
      expect((await eve.refused('PUT', `/apiaries/${apiary.id}`, stolen)).status).toBe(404);
      expect((await eve.refused('DELETE', `/apiaries/${apiary.id}`, { user_id: phone.userId })).status).toBe(404);
      expect(await phone.beehives(apiary)).toEqual([hive]);
    });
  });
}
