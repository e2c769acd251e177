// The flows of the app of March 2026, which the specification describes.
import { describe, expect, it } from '@jest/globals';
import type { HiveForm, QuestionForm } from '../support/mobile-app/forms.js';
import type { Apiary } from '../support/mobile-app/models.js';
import { MarchApp } from '../support/mobile-app/versions.js';
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
  /** Registers an account with one apiary. */
  async function keeper(): Promise<{ client: MarchApp; apiary: Apiary }> {
    const client = march();
    await client.register(newAccount(), { name: 'El Roble' });
    const [apiary] = await client.apiaries();
    return { client, apiary: apiary! };
  }

  describe('the app of March 2026', () => {
    it('registers an account with the apiaries of the form, and lists them', async () => {
      const [client, { email, password }] = [march(), newAccount()];
      const local = `Ana.Maria-Lopez+${email.split('@')[0]}`;
      await client.register(
        { email: `${local}@example.org`, password },
        { name: 'El Roble', location: 'Vereda Alta', treatments: true },
        { name: 'La Ceiba', location: '' },
      );
      const shown = (await client.apiaries()).filter(({ user_id }) => user_id === client.userId);
      expect(shown).toMatchObject([
        { name: 'El Roble', location: 'Vereda Alta', treatments: true, beehives_count: 0 },
        { name: 'La Ceiba', location: null, treatments: false, beehives_count: 0 },
      ]);

      const namesake = march();
      await namesake.register({ email: `${local}@example.net`, password }, { name: 'El Roble' });
      expect(namesake.session.username).toBe(client.session.username);
      expect(await namesake.apiaries()).toHaveLength(1);
    });

    it('logs in again as the same user', async () => {
      const [client, other, account] = [march(), march(), newAccount()];
      await client.register(account, { name: 'El Roble' });
      await other.logIn(account);
      expect({ ...other.session, access_token: '', refresh_token: '' }).toEqual({
        ...client.session,
        access_token: '',
        refresh_token: '',
      });
      expect(await other.apiaries()).toEqual(await client.apiaries());
    });

    it('gets the reason of a failed registration in `error`', async () => {
      const [client, { email }] = [march(), newAccount()];
      const fields = { username: 'a', email, phone: '3001234567', password: PASSWORD, confirm_password: PASSWORD };
      await client.register({ email, password: PASSWORD });
      expect((await client.refused('POST', '/auth/register', fields)).status).toBe(409);
      for (const wrong of [{ confirm_password: 'Other-2026' }, { password: 'short', confirm_password: 'short' }]) {
        const body = { ...fields, email: newAccount().email, ...wrong };
        expect((await client.refused('POST', '/auth/register', body)).status).toBe(400);
      }
    });

    it('continues after a restart with the stored token', async () => {
      const { client, apiary } = await keeper();
      const again = client.restarted();
      expect(await again.apiaries()).toEqual([apiary]);
      const hive = await again.createBeehive(apiary, { hive_number: 1 });
      expect(await client.beehives(apiary)).toEqual([hive]);
    });

    it('creates, updates and deletes apiaries; omitted fields stay', async () => {
      const { client } = await keeper();
      const made = await client.createApiary({ name: 'La Loma', location: 'Vereda Alta', treatments: true });
      const renamed = await client.updateApiary(made, { name: 'La Colina' });
      expect(renamed).toEqual({ ...made, name: 'La Colina' });
      expect(await client.updateApiary(renamed, { treatments: false })).toEqual({ ...renamed, treatments: false });
      await client.deleteApiary(made);
      expect((await client.apiaries()).map(({ name }) => name)).toEqual(['El Roble']);
    });

    it('creates, updates and deletes hives, with no field and with all fields', async () => {
      const { client, apiary } = await keeper();
      const empty = await client.createBeehive(apiary, {});
      const nothing = Object.fromEntries(Object.keys(HIVE).map((key) => [key, null]));
      expect(empty).toMatchObject({ apiary_id: apiary.id, ...nothing });
      const full = await client.createBeehive(apiary, HIVE);
      expect(full).toMatchObject(HIVE);
      expect(await client.apiaries()).toMatchObject([{ beehives_count: 2 }]);

      const edited = await client.updateBeehive(full, { health_status: 'Enfermedad', food_frames: 0 });
      expect({ ...edited, updated_at: null }).toEqual({
        ...full,
        health_status: 'Enfermedad',
        food_frames: 0,
        updated_at: null,
      });
      const numbered = await client.updateBeehive(empty, { hive_number: 8 });
      expect(new Set(await client.beehives(apiary))).toEqual(new Set([edited, numbered]));

      await client.deleteBeehive(edited);
      expect(await client.beehives(apiary)).toEqual([numbered]);
      expect(await client.apiaries()).toMatchObject([{ beehives_count: 1 }]);
      await client.deleteApiary(apiary);
      expect(await client.apiaries()).toEqual([]);
    });

    it('creates, edits, switches off, reorders and deletes questions', async () => {
      const { client, apiary } = await keeper();
      const forms: QuestionForm[] = [
        { question_text: '¿Cuántos cuadros?', question_type: 'numero', is_required: true, min_value: 0, max_value: 20 },
        { question_text: '¿Qué se ve?', question_type: 'texto', category: 'Salud', min_value: 0, max_value: 20 },
        { question_text: '¿Hay reina?', question_type: 'opciones', options: ['Sí', 'No'] },
        { question_text: 'Cuadros sin límites', question_type: 'numero' },
      ];
      for (const form of forms) await client.createQuestion(apiary, form);
      const [frames, seen, queen, open] = await client.questions(apiary);
      expect([frames, seen, queen, open]).toMatchObject([
        { ...forms[0], category: null, options: null },
        { question_text: '¿Qué se ve?', category: 'Salud' },
        { question_text: '¿Hay reina?', options: ['Sí', 'No'] },
        { min_value: null, max_value: null },
      ]);

      const off = await client.switchQuestion(seen!, false);
      expect((await client.questions(apiary)).map(({ is_active }) => is_active)).toEqual([true, false, true, true]);
      expect(await client.editQuestion(off, { question_text: '¿Qué más se ve?' })).toMatchObject({
        question_text: '¿Qué más se ve?',
        category: 'Salud',
        is_active: true,
        display_order: seen!.display_order,
      });
      const choice = await client.editQuestion(queen!, { question_text: '¿Se ve la reina?' });
      expect(choice).toEqual({ ...queen, question_text: '¿Se ve la reina?' });

      await client.reorder(apiary, [open!, queen!, frames!, seen!]);
      const ids = async () => (await client.questions(apiary)).map(({ id }) => id);
      expect(await ids()).toEqual([open!.id, queen!.id, frames!.id, seen!.id]);
      await client.deleteQuestion(queen!);
      expect(await ids()).toEqual([open!.id, frames!.id, seen!.id]);
    });

    it('creates, updates, adjusts and deletes inventory items', async () => {
      const { client, apiary } = await keeper();
      const made = await client.createItem(apiary, { name: 'Láminas de cera', quantity: 10, unit: 'Láminas' });
      expect(made).toMatchObject({ quantity: 10, unit: 'Láminas', description: '', minimum_stock: 0 });
      const form = { name: 'Cera estampada', quantity: 8, unit: 'Láminas', description: 'Calibre 5' };
      await client.updateItem(made, form);
      expect(await client.items(apiary)).toMatchObject([{ id: made.id, apiary_id: apiary.id, ...form }]);
      await client.adjust(made, -3);
      await client.adjust(made, 1);
      expect(await client.item(made)).toMatchObject({ quantity: 6 });
      const tooMany = await client.refused('PUT', `/inventory/${made.id}/adjust`, { adjustment_amount: -7 });
      expect(tooMany).toMatchObject({ status: 409, message: expect.stringContaining('6') });
      expect(await client.items(apiary)).toMatchObject([{ quantity: 6 }]);
      await client.deleteItem(made);
      expect(await client.items(apiary)).toEqual([]);
    });

    it('neither sees nor changes records of another account', async () => {
      const [{ client, apiary }, eve] = [await keeper(), (await keeper()).client];
      const hive = await client.createBeehive(apiary, HIVE);
      expect((await eve.refused('GET', `/beehives/apiary/${apiary.id}`)).status).toBe(404);
      expect((await eve.refused('DELETE', `/beehives/${hive.id}`, { apiary_id: apiary.id })).status).toBe(404);
      const body = { user_id: eve.userId, name: 'Renamed' };
      expect((await eve.refused('PUT', `/apiaries/${apiary.id}`, body)).status).toBe(404);
      expect((await eve.refused('DELETE', `/apiaries/${apiary.id}`, { user_id: client.userId })).status).toBe(404);
      expect(await client.beehives(apiary)).toEqual([hive]);
    });
  });
}
