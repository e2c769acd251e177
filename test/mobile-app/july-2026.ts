// The app of July 2026: templates, voice monitoring and stock movements.
import { describe, expect, it } from '@jest/globals';
import type { VoiceAnswer } from '../support/mobile-app/forms.js';
import type { Apiary, Beehive, Question } from '../support/mobile-app/models.js';
import { JulyApp } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient, type Service } from './clients.js';

/** The codes for which the app has a text of its own; for others it shows the message of the server. */
const LOGIN_CODES = ['EMPTY_FIELDS', 'INVALID_EMAIL', 'EMAIL_NOT_REGISTERED', 'INVALID_PASSWORD', 'SERVER_ERROR'];
/** The app compares templates with questions by this key. */
const textKey = (text: string): string => text.trim().toLowerCase();

export function playJuly(service: Service): void {
  interface Keeper {
    client: JulyApp;
    apiary: Apiary;
    hive: Beehive;
  }
  async function keeper(): Promise<Keeper> {
    const client = newMobileClient(JulyApp, service());
    await client.register(newAccount());
    const apiary = await client.createApiary({ name: 'El Roble' });
    return { client, apiary, hive: await client.createBeehive(apiary, { hive_number: 1 }) };
  }
  /** Creates a question of each type: text, number, choice. */
  async function createQuestions({ client, apiary }: Keeper): Promise<[Question, Question, Question]> {
    return [
      await client.createQuestion(apiary, { question_text: '¿Qué se ve?', question_type: 'texto' }),
      await client.createQuestion(apiary, {
        question_text: 'Cuadros',
        question_type: 'numero',
        min_value: 0,
        max_value: 20,
      }),
      await client.createQuestion(apiary, {
        question_text: 'Población',
        question_type: 'opciones',
        options: ['Alta', 'Media', 'Baja'],
      }),
    ];
  }
  const SPOKEN = ['Polen', '8', 'media'];
  const PARSED = ['Polen', '8', 'Media'];
  const spoken = (questions: { id: string }[]): VoiceAnswer[] =>
    questions.map(({ id }, i) => ({ hive_question_id: id, answer: SPOKEN[i]!, score: i + 1 }));

  describe('the app of July 2026', () => {
    it('shows the message of a failed log-in, which is the same for an unknown address and a wrong password', async () => {
      const [client, account] = [newMobileClient(JulyApp, service()), newAccount()];
      await client.register(account);
      client.token = undefined;
      const wrong = await client.refused('POST', '/auth/login', { ...account, password: 'Wrong-2026' });
      const unknown = await client.refused('POST', '/auth/login', newAccount());
      expect(unknown).toEqual(wrong);
      expect(wrong.status).toBe(401);
      expect(LOGIN_CODES).not.toContain(wrong.error_code);
      expect((await client.refused('POST', '/auth/login', { ...account, email: '' })).status).toBe(400);
    });

    it('gets the code of a disabled account, for which it has a text', async () => {
      const [client, account] = [newMobileClient(JulyApp, service()), newAccount()];
      await client.register(account);
      await service().app.database.sql('update users set is_active = false where email = $1', [account.email]);
      client.token = undefined;
      const { status, error_code } = await client.refused('POST', '/auth/login', account);
      expect([status, error_code]).toEqual([403, 'ACCOUNT_DISABLED']);
    });

    it('imports a template; the id that it sends is ignored', async () => {
      const { client, apiary } = await keeper();
      const [template] = await client.templates();
      expect(template!.id).toBe('');
      const elsewhere = await client.createApiary({ name: 'La Loma' });
      const first = await client.importTemplate(apiary, template!, 'template-1');
      const second = await client.importTemplate(elsewhere, template!, first.id);
      expect(new Set([first.id, second.id, 'template-1']).size).toBe(3);
      const { question_text, question_type, category, is_required, options } = template!;
      for (const at of [apiary, elsewhere]) {
        expect(await client.questions(at)).toMatchObject([
          { question_text, question_type, category, is_required, options },
        ]);
      }
    });

    it('loads the default questions once, without those imported before', async () => {
      const { client, apiary } = await keeper();
      const templates = await client.templates();
      const [first] = templates;
      await client.importTemplate(apiary, { ...first!, question_text: ` ${first!.question_text.toUpperCase()} ` }, 't');
      await client.loadDefaults(apiary);
      const loaded = await client.questions(apiary);
      expect(loaded).toHaveLength(10);
      const bank = templates.map(({ question_text }) => question_text);
      for (const { question_text } of loaded.slice(1)) expect(bank).toContain(question_text);
      expect(new Set(loaded.map(({ question_text }) => textKey(question_text))).size).toBe(10);
      await client.loadDefaults(apiary);
      expect(await client.questions(apiary)).toEqual(loaded);
    });

    it('joins options with commas; empty parts are dropped, and null keeps the options', async () => {
      const { client, apiary } = await keeper();
      const form = {
        question_text: 'Población',
        question_type: 'opciones',
        options: ['Alta', ' Media ', '', '{}', 'Baja'],
      };
      const made = await client.createQuestion(apiary, form);
      expect(made.options).toEqual(['Alta', 'Media', 'Baja']);
      const text = await client.createQuestion(apiary, { question_text: '¿Qué se ve?', question_type: 'texto' });
      expect(text.options).toBeNull();
      expect((await client.switchQuestion(made, false)).options).toEqual(['Alta', 'Media', 'Baja']);
      expect(await client.questions(apiary)).toMatchObject([{ is_active: false }, { question_text: '¿Qué se ve?' }]);
    });

    it('creates and deletes overrides of questions for a hive', async () => {
      const world = await keeper();
      const { client, hive } = world;
      const [text, number] = await createQuestions(world);
      expect(await client.hiveQuestions(hive)).toEqual([]);
      const first = await client.assign(hive, number);
      const second = await client.assign(hive, text, 2);
      expect(first).toMatchObject({
        hive_id: hive.id,
        apiary_question_id: number.id,
        display_order: 0,
        is_active: true,
        apiary_question: { id: number.id, question_text: 'Cuadros' },
      });
      expect(await client.hiveQuestions(hive)).toEqual([first, second]);
      await client.unassign(first);
      expect(await client.hiveQuestions(hive)).toEqual([second]);
    });

    it.each(['answers', 'respuestas'] as const)('monitors by voice, and sends the answers as `%s`', async (key) => {
      const world = await keeper();
      const { client, hive } = world;
      const questions = await createQuestions(world);
      const form = await client.startMonitoring(hive);
      expect(form).toMatchObject([
        { texto: '¿Qué se ve?', tipo: 'texto', opciones: null, obligatoria: false },
        { texto: 'Cuadros', tipo: 'numero', min: 0, max: 20 },
        { texto: 'Población', tipo: 'opciones', opciones: ['Alta', 'Media', 'Baja'] },
      ]);
      await client.saveAnswers(hive, spoken(form), key);
      const answers = await client.answers(hive);
      expect(answers.map(({ answer }) => answer)).toEqual(PARSED);
      expect(answers.map(({ score }) => score)).toEqual([1, 2, 3]);
      expect(answers.map(({ hive_question }) => hive_question?.apiary_question?.id)).toEqual(
        questions.map(({ id }) => id),
      );
      for (const question of questions) await client.deleteQuestion(question);
      expect(await client.answers(hive)).toEqual(answers);
    });

    it('gets one answered_at for a batch, without skipped answers', async () => {
      const world = await keeper();
      const { client, hive } = world;
      const [text, number, choice] = await createQuestions(world);
      const skipped = { hive_question_id: text.id, answer: '', score: 0 };
      await client.saveAnswers(hive, [skipped, ...spoken([text, number, choice]).slice(1)]);
      const monitored = await client.answers(hive);
      expect(monitored).toHaveLength(2);
      const times = new Set(monitored.map(({ answered_at }) => answered_at.valueOf()));
      expect(times.size).toBe(1);
      expect(Math.abs(Date.now() - [...times][0]!)).toBeLessThan(60_000);
    });

    it('sends a batch of answers to overrides of the hive', async () => {
      const world = await keeper();
      const { client, hive } = world;
      const assigned = [];
      for (const question of await createQuestions(world)) assigned.push(await client.assign(hive, question));
      const answers = await client.postBatch(spoken(assigned));
      expect(answers.map(({ answer }) => answer)).toEqual(PARSED);
      expect(await client.answers(hive)).toEqual(answers);
    });

    it('posts a single answer, and a batch with the ids of the monitoring', async () => {
      const world = await keeper();
      const { client, hive } = world;
      await createQuestions(world);
      const asked = spoken(await client.startMonitoring(hive));
      const single = await client.postAnswer({ ...asked[0]!, hive_id: hive.id });
      expect([single]).toEqual(await client.answers(hive));
      expect((await client.postBatch(asked)).map(({ answer }) => answer)).toEqual(PARSED);
    });

    it('gets the question of an invalid answer in `error`; nothing of the batch is stored', async () => {
      const world = await keeper();
      const { client, hive } = world;
      const [text, number] = await createQuestions(world);
      const answers = spoken([text, number]).map((answer, i) => (i === 1 ? { ...answer, answer: '99' } : answer));
      const { status, error } = await client.refused('POST', '/maya/guardar-respuestas', { hive_id: hive.id, answers });
      expect([status, error]).toEqual([400, expect.stringContaining('Cuadros')]);
      expect((await client.refused('POST', '/maya/iniciar-monitoreo', { hive_id: 'nonsense' })).status).toBe(404);
      expect(await client.answers(hive)).toEqual([]);
    });

    it('manages the inventory with all fields, and its movements', async () => {
      const { client, apiary } = await keeper();
      const form = {
        name: 'Ácido oxálico',
        quantity: 5,
        unit: 'Gramos',
        category: 'Tratamientos',
        batch_number: 'L-7',
        expiry_date: '2027-05-01',
        purchase_date: '2026-06-30',
        supplier: 'Apícola Sur',
        storage_location: 'Bodega',
      };
      const plain = await client.createItem(apiary, { name: 'Guantes', quantity: 1, unit: 'Pares' });
      expect(plain).toMatchObject({ category: 'General', batch_number: '', supplier: '', expiry_date: null });
      const made = await client.createItem(apiary, form);
      const { expiry_date, purchase_date, ...texts } = form;
      expect(made).toMatchObject({
        ...texts,
        expiry_date: new Date(expiry_date),
        purchase_date: new Date(purchase_date),
      });

      await client.move(made, { movement_type: 'entry', quantity: 10, reason: 'Compra', notes: '' });
      await client.move(made, { movement_type: 'exit', quantity: 4, reason: 'Uso en Colmena', notes: 'Colmena 1' });
      expect(await client.item(made)).toMatchObject({ quantity: 11 });
      expect(await client.movements(made)).toMatchObject([
        {
          movement_type: 'exit',
          quantity: 4,
          stock_before: 15,
          stock_after: 11,
          reason: 'Uso en Colmena',
          notes: 'Colmena 1',
        },
        { movement_type: 'entry', quantity: 10, stock_before: 5, stock_after: 15, reason: 'Compra' },
        { movement_type: 'entry', quantity: 5, stock_before: 0, stock_after: 5 },
      ]);
      const tooMany = { inventory_id: made.id, movement_type: 'exit', quantity: 12, reason: 'Venta', notes: '' };
      expect(await client.refused('POST', '/inventory/movement', tooMany)).toMatchObject({
        status: 409,
        error_code: 'INSUFFICIENT_STOCK',
        message: expect.stringContaining('11'),
      });
      expect(await client.movements(made)).toHaveLength(3);

      await client.updateItem(made, { ...form, quantity: 9, description: 'Polvo' });
      expect(await client.item(made)).toMatchObject({ ...texts, quantity: 9, description: 'Polvo' });
      expect(await client.movements(made)).toMatchObject([
        { movement_type: 'exit', quantity: 2, stock_after: 9 },
        {},
        {},
        {},
      ]);
    });

    it('shows the figures, trends and levels of an apiary, also of one without anything', async () => {
      const world = await keeper();
      const { client, apiary, hive } = world;
      const empty = await client.insights(await client.createApiary({ name: 'La Loma' }));
      expect(empty).toMatchObject({
        figures: {
          total_beehives: 0,
          active_treatments: 0,
          avg_health_score: 0,
          total_inventory_items: 0,
          low_stock_items: 0,
        },
        healthTrends: [],
        treatmentShares: [],
        inventoryLevels: [],
      });
      await client.updateBeehive(hive, { health_status: 'Presencia barroa' });
      await client.createBeehive(apiary, { hive_number: 2, health_status: 'Ninguno' });
      await client.createItem(apiary, { name: 'Cera', quantity: 3, unit: 'Láminas' });
      await client.createItem(apiary, { name: 'Frascos', quantity: 0, unit: 'Unidades' });
      await createQuestions(world);
      await client.saveAnswers(hive, spoken(await client.startMonitoring(hive)));
      expect(await client.insights(apiary)).toMatchObject({
        figures: {
          apiary_id: apiary.id,
          total_beehives: 2,
          avg_health_score: 75,
          total_inventory_items: 2,
          low_stock_items: 1,
        },
        healthTrends: [{ hive_id: hive.id, hive_number: 1, data_points: [{ score: 2, count: 3 }] }],
        inventoryLevels: [
          { item_name: 'Cera', current_quantity: 3, minimum_stock: 0, status: 'ok' },
          { item_name: 'Frascos', current_quantity: 0, minimum_stock: 0, status: 'critical' },
        ],
      });
    });

    it.each(['', '/health-trends', '/treatment-distribution', '/inventory-levels'])(
      'gets 401 for %j with the token `null`, and 404 for an unknown apiary',
      async (path) => {
        const { client, hive } = await keeper();
        expect((await client.refused('GET', `/statistics/apiary/${hive.id}${path}`)).status).toBe(404);
        client.token = 'null';
        expect((await client.refused('GET', `/statistics/apiary/${hive.id}${path}`)).status).toBe(401);
      },
    );

    it('marks a hive as treated, and filters the list by it', async () => {
      const { client, apiary, hive } = await keeper();
      const treated = await client.updateBeehive(hive, { treatments: true });
      await client.createBeehive(apiary, { hive_number: 2 });
      expect((await client.beehives(apiary)).filter(({ treatments }) => treatments)).toEqual([treated]);
    });

    it('records treatments of a hive, with follow-ups', async () => {
      const { client, apiary, hive } = await keeper();
      const form = {
        treatment_type: 'Químico',
        product_name: 'Apivar',
        start_date: '2026-06-01T00:00:00.000',
        dosage_applied: '2 tiras',
        dosage_unit: 'tiras',
        estimated_duration_days: 42,
      };
      const made = await client.recordTreatment(hive, form);
      expect(made).toMatchObject({
        ...form,
        hive_id: hive.id,
        start_date: new Date('2026-06-01'),
        end_date: null,
        status: 'active',
        requires_repeat: false,
        followups: [],
      });
      const review = await client.recordTreatmentFollowUp(made, {
        review_date: '2026-06-15',
        infestation_level: 'Baja',
      });
      expect(review).toMatchObject({ treatment_id: made.id, infestation_level: 'Baja', notes: null });
      const older = await client.recordTreatment(hive, { ...form, start_date: '2025-06-01', end_date: '2025-07-13' });
      expect(older).toMatchObject({ status: 'Completado', end_date: new Date('2025-07-13') });
      expect(await client.treatments(hive)).toEqual([{ ...made, followups: [review] }, older]);
      expect(await client.beehives(apiary)).toMatchObject([{ treatments: true }]);
    });

    it('gets 401 for treatments, because it sends no token', async () => {
      const { client, hive } = await keeper();
      client.token = undefined;
      const treated = { hive_id: hive.id, treatment_type: 'a', product_name: 'b', start_date: '2026-06-01' };
      for (const [method, path, body] of [
        ['GET', `/treatments/hive/${hive.id}`, undefined],
        ['POST', '/treatments', treated],
        ['POST', '/treatments/followup', { treatment_id: hive.id, review_date: '2026-06-15' }],
      ] as const)
        expect((await client.refused(method, path, body)).status).toBe(401);
    });
  });
}
