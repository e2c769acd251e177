// The app of July 2026: templates, voice monitoring and stock movements.
import { describe, expect, it } from '@jest/globals';
import type { Apiary, Beehive, Question } from '../support/mobile-app/models.js';
import { JulyApp, type VoiceAnswer } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient, type Service } from './clients.js';

/** What it has a text of its own for; anything else it shows as the server says it. */
const LOGIN_CODES = ['EMPTY_FIELDS', 'INVALID_EMAIL', 'EMAIL_NOT_REGISTERED', 'INVALID_PASSWORD', 'SERVER_ERROR'];
/** How it tells a template that is there already. */
const same = (text: string): string => text.trim().toLowerCase();

export function playJuly(service: Service): void {
  interface Apiculture {
    phone: JulyApp;
    apiary: Apiary;
    hive: Beehive;
  }
  async function keeper(): Promise<Apiculture> {
    const phone = newMobileClient(JulyApp, service());
    await phone.register(newAccount());
    const apiary = await phone.createApiary({ name: 'El Roble' });
    return { phone, apiary, hive: await phone.createBeehive(apiary, { hive_number: 1 }) };
  }
  /** A question of each kind: text, number, choice. */
  async function ask({ phone, apiary }: Apiculture): Promise<[Question, Question, Question]> {
    return [
      await phone.createQuestion(apiary, { question_text: '¿Qué se ve?', question_type: 'texto' }),
      await phone.createQuestion(apiary, {
        question_text: 'Cuadros',
        question_type: 'numero',
        min_value: 0,
        max_value: 20,
      }),
      await phone.createQuestion(apiary, {
        question_text: 'Población',
        question_type: 'opciones',
        options: ['Alta', 'Media', 'Baja'],
      }),
    ];
  }
  const SPOKEN = ['Polen', '8', 'media'];
  const UNDERSTOOD = ['Polen', '8', 'Media'];
  const spoken = (questions: { id: string }[]): VoiceAnswer[] =>
    questions.map(({ id }, i) => ({ hive_question_id: id, answer: SPOKEN[i]!, score: i + 1 }));

  describe('the app of July', () => {
    it('shows why a log-in failed, whatever the code: the same for an unknown address as for a wrong password', async () => {
      const [phone, account] = [newMobileClient(JulyApp, service()), newAccount()];
      await phone.register(account);
      phone.token = undefined;
      const wrong = await phone.refused('POST', '/auth/login', { ...account, password: 'Wrong-2026' });
      const unknown = await phone.refused('POST', '/auth/login', newAccount());
      expect(unknown).toEqual(wrong);
      expect(wrong.status).toBe(401);
      expect(LOGIN_CODES).not.toContain(wrong.error_code);
      expect((await phone.refused('POST', '/auth/login', { ...account, email: '' })).status).toBe(400);
    });

    it('tells of an account that is disabled by the code that it has a text for', async () => {
      const [phone, account] = [newMobileClient(JulyApp, service()), newAccount()];
      await phone.register(account);
      await service().app.database.sql('update users set is_active = false where email = $1', [account.email]);
      phone.token = undefined;
      const { status, error_code } = await phone.refused('POST', '/auth/login', account);
      expect([status, error_code]).toEqual([403, 'ACCOUNT_DISABLED']);
    });

    it('imports a template: the id that it sends with it is not taken', async () => {
      const { phone, apiary } = await keeper();
      const [template] = await phone.templates();
      expect(template!.id).toBe('');
      const elsewhere = await phone.createApiary({ name: 'La Loma' });
      const first = await phone.importTemplate(apiary, template!, 'template-1');
      const second = await phone.importTemplate(elsewhere, template!, first.id);
      expect(new Set([first.id, second.id, 'template-1']).size).toBe(3);
      const { question_text, question_type, category, is_required, options } = template!;
      for (const at of [apiary, elsewhere]) {
        expect(await phone.questions(at)).toMatchObject([
          { question_text, question_type, category, is_required, options },
        ]);
      }
    });

    it('loads the defaults, once: a second time, and one that was imported before, add nothing', async () => {
      const { phone, apiary } = await keeper();
      const templates = await phone.templates();
      const [known] = templates;
      await phone.importTemplate(apiary, { ...known!, question_text: ` ${known!.question_text.toUpperCase()} ` }, 't');
      await phone.loadDefaults(apiary);
      const loaded = await phone.questions(apiary);
      expect(loaded).toHaveLength(10);
      const bank = templates.map(({ question_text }) => question_text);
      for (const { question_text } of loaded.slice(1)) expect(bank).toContain(question_text);
      expect(new Set(loaded.map(({ question_text }) => same(question_text))).size).toBe(10);
      await phone.loadDefaults(apiary);
      expect(await phone.questions(apiary)).toEqual(loaded);
    });

    it('joins options with commas: empty parts are dropped, none at all keep what is there', async () => {
      const { phone, apiary } = await keeper();
      const form = {
        question_text: 'Población',
        question_type: 'opciones',
        options: ['Alta', ' Media ', '', '{}', 'Baja'],
      };
      const made = await phone.createQuestion(apiary, form);
      expect(made.options).toEqual(['Alta', 'Media', 'Baja']);
      const text = await phone.createQuestion(apiary, { question_text: '¿Qué se ve?', question_type: 'texto' });
      expect(text.options).toBeNull();
      expect((await phone.switchQuestion(made, false)).options).toEqual(['Alta', 'Media', 'Baja']);
      expect(await phone.questions(apiary)).toMatchObject([{ is_active: false }, { question_text: '¿Qué se ve?' }]);
    });

    it('gives a hive questions of its own, and takes one away', async () => {
      const world = await keeper();
      const { phone, hive } = world;
      const [text, number] = await ask(world);
      expect(await phone.hiveQuestions(hive)).toEqual([]);
      const first = await phone.assign(hive, number);
      const second = await phone.assign(hive, text, 2);
      expect(first).toMatchObject({
        hive_id: hive.id,
        apiary_question_id: number.id,
        display_order: 0,
        is_active: true,
        apiary_question: { id: number.id, question_text: 'Cuadros' },
      });
      expect(await phone.hiveQuestions(hive)).toEqual([first, second]);
      await phone.unassign(first);
      expect(await phone.hiveQuestions(hive)).toEqual([second]);
    });

    it.each(['answers', 'respuestas'] as const)('monitors by voice, and saves under %s', async (key) => {
      const world = await keeper();
      const { phone, hive } = world;
      const questions = await ask(world);
      const asked = await phone.startMonitoring(hive);
      expect(asked).toMatchObject([
        { texto: '¿Qué se ve?', tipo: 'texto', opciones: null, obligatoria: false },
        { texto: 'Cuadros', tipo: 'numero', min: 0, max: 20 },
        { texto: 'Población', tipo: 'opciones', opciones: ['Alta', 'Media', 'Baja'] },
      ]);
      await phone.saveAnswers(hive, spoken(asked), key);
      const answers = await phone.answers(hive);
      expect(answers.map((said) => said.answer)).toEqual(UNDERSTOOD);
      expect(answers.map(({ score }) => score)).toEqual([1, 2, 3]);
      expect(answers.map((said) => said.hive_question?.apiary_question?.id)).toEqual(questions.map(({ id }) => id));
      for (const question of questions) await phone.deleteQuestion(question);
      expect(await phone.answers(hive)).toEqual(answers);
    });

    it('groups answers by the minute of answered_at: one batch has one moment, and nothing for what was skipped', async () => {
      const world = await keeper();
      const { phone, hive } = world;
      const [text, number, choice] = await ask(world);
      const skipped = { hive_question_id: text.id, answer: '', score: 0 };
      await phone.saveAnswers(hive, [skipped, ...spoken([text, number, choice]).slice(1)]);
      const monitored = await phone.answers(hive);
      expect(monitored).toHaveLength(2);
      const moments = new Set(monitored.map(({ answered_at }) => answered_at.valueOf()));
      expect(moments.size).toBe(1);
      expect(Math.abs(Date.now() - [...moments][0]!)).toBeLessThan(60_000);
    });

    it('posts answers in a batch, for questions that were assigned to the hive', async () => {
      const world = await keeper();
      const { phone, hive } = world;
      const assigned = [];
      for (const question of await ask(world)) assigned.push(await phone.assign(hive, question));
      const said = await phone.postBatch(spoken(assigned));
      expect(said.map(({ answer }) => answer)).toEqual(UNDERSTOOD);
      expect(await phone.answers(hive)).toEqual(said);
    });

    it('is told in `error` which answer does not fit, and nothing of the batch is kept', async () => {
      const world = await keeper();
      const { phone, hive } = world;
      const [text, number] = await ask(world);
      const answers = spoken([text, number]).map((said, i) => (i === 1 ? { ...said, answer: '99' } : said));
      const { status, error } = await phone.refused('POST', '/maya/guardar-respuestas', { hive_id: hive.id, answers });
      expect([status, error]).toEqual([400, expect.stringContaining('Cuadros')]);
      expect((await phone.refused('POST', '/maya/iniciar-monitoreo', { hive_id: 'nonsense' })).status).toBe(404);
      expect(await phone.answers(hive)).toEqual([]);
    });

    it('keeps the inventory with all its keys, and a history of what came and went', async () => {
      const { phone, apiary } = await keeper();
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
      const plain = await phone.createItem(apiary, { name: 'Guantes', quantity: 1, unit: 'Pares' });
      expect(plain).toMatchObject({ category: 'General', batch_number: '', supplier: '', expiry_date: null });
      const made = await phone.createItem(apiary, form);
      const { expiry_date, purchase_date, ...texts } = form;
      expect(made).toMatchObject({
        ...texts,
        expiry_date: new Date(expiry_date),
        purchase_date: new Date(purchase_date),
      });

      await phone.move(made, { movement_type: 'entry', quantity: 10, reason: 'Compra', notes: '' });
      await phone.move(made, { movement_type: 'exit', quantity: 4, reason: 'Uso en Colmena', notes: 'Colmena 1' });
      expect(await phone.item(made)).toMatchObject({ quantity: 11 });
      expect(await phone.movements(made)).toMatchObject([
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
      expect(await phone.refused('POST', '/inventory/movement', tooMany)).toMatchObject({
        status: 409,
        error_code: 'INSUFFICIENT_STOCK',
        message: expect.stringContaining('11'),
      });
      expect(await phone.movements(made)).toHaveLength(3);

      await phone.updateItem(made, { ...form, quantity: 9, description: 'Polvo' });
      expect(await phone.item(made)).toMatchObject({ ...texts, quantity: 9, description: 'Polvo' });
      expect(await phone.movements(made)).toMatchObject([
        { movement_type: 'exit', quantity: 2, stock_after: 9 },
        {},
        {},
        {},
      ]);
    });

    it('marks a hive as treated: those are the ones of its page on treatments', async () => {
      const { phone, apiary, hive } = await keeper();
      const treated = await phone.updateBeehive(hive, { treatments: true });
      await phone.createBeehive(apiary, { hive_number: 2 });
      expect((await phone.beehives(apiary)).filter(({ treatments }) => treatments)).toEqual([treated]);
    });
  });
}
