// What the mobile app trips over, one test for each: the numbers are those of the list of traps in the description of its wire format.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { startTestApp, type TestApp } from '../support/client.js';
import { MobileClient } from '../support/mobile-app/mobile-client.js';
import type { Apiary, Beehive } from '../support/mobile-app/models.js';
import { type HiveForm, JulyApp, LaterApp, MarchApp } from '../support/mobile-app/versions.js';
import { newAccount, newMobileClient, PASSWORD } from './clients.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Yard<P> {
  phone: P;
  apiary: Apiary;
  hive: Beehive;
}
/** Somebody new, with an apiary and a hive. */
async function yard<P extends MarchApp>(kind: new (url: string) => P): Promise<Yard<P>> {
  const phone = newMobileClient(kind, { app });
  await phone.register(newAccount());
  const apiary = await phone.createApiary({ name: 'El Roble', location: 'Vereda Alta' });
  return { phone, apiary, hive: await phone.createBeehive(apiary, { hive_number: 1 }) };
}
type Json = Record<string, unknown>;
const json = async (phone: MobileClient, path: string): Promise<Json[]> =>
  (await phone.send('GET', path)).json as Json[];
const statusOf = async (...[phone, ...request]: [MobileClient, ...Parameters<MobileClient['send']>]): Promise<number> =>
  (await phone.send(...request)).status;

describe('the traps of the mobile app', () => {
  it('trap 1: dates of apiaries are RFC 1123, those of hives ISO 8601', async () => {
    const { phone, apiary, hive } = await yard(MarchApp);
    const [seen] = await json(phone, '/apiaries');
    expect(seen!.created_at).toBe(apiary.created_at!.toUTCString());
    const [first] = await json(phone, `/beehives/apiary/${apiary.id}`);
    expect([first!.created_at, first!.updated_at]).toEqual([
      hive.created_at!.toISOString(),
      hive.updated_at!.toISOString(),
    ]);
  });

  it('trap 2: a JSON content type with an empty body is no error, on GET, DELETE and POST', async () => {
    const { phone, apiary } = await yard(JulyApp);
    await phone.loadDefaults(apiary);
    const [question] = await phone.questions(apiary);
    await phone.deleteQuestion(question!);
    await phone.deleteItem(await phone.createItem(apiary, { name: 'Cera', quantity: 1, unit: 'Láminas' }));
    expect([(await phone.questions(apiary)).length, await phone.items(apiary)]).toEqual([9, []]);
  });

  it('trap 3: /inventory/ with a slash, /apiaries without: neither is redirected', async () => {
    const { phone, apiary } = await yard(MarchApp);
    const body = {
      apiary_id: apiary.id,
      name: 'Cera',
      quantity: 1,
      unit: 'Láminas',
      description: '',
      minimum_stock: 0,
    };
    for (const path of ['/inventory/', '/inventory']) expect(await statusOf(phone, 'POST', path, body)).toBe(201);
    for (const path of ['/apiaries', '/apiaries/']) {
      expect(await statusOf(phone, 'POST', path, { user_id: phone.userId, name: 'La Loma' })).toBe(201);
      expect(await statusOf(phone, 'GET', path)).toBe(200);
    }
  });

  it('trap 4: deleting an apiary or a hive takes a JSON body, and answers 204', async () => {
    const { phone, apiary, hive } = await yard(MarchApp);
    expect(await statusOf(phone, 'DELETE', `/beehives/${hive.id}`, { apiary_id: apiary.id })).toBe(204);
    expect(await statusOf(phone, 'DELETE', `/apiaries/${apiary.id}`, { user_id: phone.userId })).toBe(204);
  });

  it('trap 5: 201 for what is made, 200 for what is changed, 204 for what is deleted', async () => {
    const { phone, apiary, hive } = await yard(MarchApp);
    const item = await phone.createItem(apiary, { name: 'Cera', quantity: 1, unit: 'Láminas' });
    const codes = [
      await statusOf(phone, 'POST', '/apiaries', { name: 'La Loma' }),
      await statusOf(phone, 'POST', '/beehives', { apiary_id: apiary.id }),
      await statusOf(phone, 'POST', '/inventory/', { apiary_id: apiary.id, name: 'Miel', quantity: 1, unit: 'Litros' }),
      await statusOf(phone, 'PUT', `/apiaries/${apiary.id}`, { name: 'La Ceiba' }),
      await statusOf(phone, 'PUT', `/beehives/${hive.id}`, { apiary_id: apiary.id, food_frames: 1 }),
      await statusOf(phone, 'PUT', `/inventory/${item.id}`, { name: 'Cera', quantity: 2, unit: 'Láminas' }),
      await statusOf(phone, 'PUT', `/inventory/${item.id}/adjust`, { adjustment_amount: 1 }),
      await statusOf(phone, 'DELETE', `/inventory/${item.id}`),
      await statusOf(phone, 'DELETE', `/beehives/${hive.id}`, { apiary_id: apiary.id }),
      await statusOf(phone, 'DELETE', `/apiaries/${apiary.id}`, { user_id: phone.userId }),
    ];
    expect(codes).toEqual([201, 201, 201, 200, 200, 200, 200, 204, 204, 204]);
  });

  it('trap 6: lists are whole and bare; questions come in their order, inactive ones too', async () => {
    const { phone, apiary } = await yard(JulyApp);
    const more = Array.from({ length: 119 }, (_, i) => ({ apiary_id: apiary.id, hive_number: i + 2 }));
    await Promise.all(more.map((body) => statusOf(phone, 'POST', '/beehives', body)));
    expect(await phone.beehives(apiary)).toHaveLength(120);
    await phone.loadDefaults(apiary);
    const [first, ...others] = await phone.questions(apiary);
    await phone.switchQuestion(first!, false);
    await phone.reorder(apiary, [...others, first!]);
    const shown = await phone.questions(apiary);
    expect(shown.map(({ id }) => id)).toEqual([...others, first!].map(({ id }) => id));
    expect(shown.map(({ display_order }) => display_order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(shown.at(-1)!.is_active).toBe(false);
  });

  it('trap 7: user_id is a string, and the same everywhere', async () => {
    const { phone, apiary } = await yard(LaterApp);
    const other = newMobileClient(LaterApp, { app });
    await other.logIn({ email: phone.session.email, password: PASSWORD });
    await other.refresh();
    const [listed] = await json(phone, '/apiaries');
    const ids = [other.userId, listed!.user_id, (await phone.updateApiary(apiary, { name: 'La Ceiba' })).user_id];
    expect(ids).toEqual(Array(3).fill(phone.userId));
    expect((await phone.profile()).id).toBe(phone.userId);
  });

  it('trap 8: what is chosen from a menu comes back to the byte, has_production_chamber as text', async () => {
    const { phone, apiary } = await yard(MarchApp);
    const menus = {
      activity_level: ['Alta', 'Media', 'Baja'],
      bee_population: ['Alta', 'Media', 'Baja'],
      hive_status: [
        'Cámara de cría',
        'Cámara de producción',
        'Cámara de cría y producción',
        'Cámara de cría y doble alza de producción',
      ],
      health_status: [
        ...['Ninguno', 'Presencia barroa', 'Presencia de plagas', 'Enfermedad'],
        ...['Presencia de polilla', 'Presencia de curruncho', 'Mortalidad- malformación en nodrizas'],
      ],
      has_production_chamber: ['Si', 'No', 'Sí'],
    } satisfies Partial<Record<keyof HiveForm, string[]>>;
    const forms = Object.entries(menus).flatMap(([key, words]) => words.map((word) => ({ [key]: word })));
    for (const form of forms) expect(await phone.createBeehive(apiary, form)).toMatchObject(form);
    const listed = await phone.beehives(apiary);
    for (const form of forms) expect(listed).toContainEqual(expect.objectContaining(form));
  });

  it('trap 9: a change leaves alone what it leaves out, and creating takes null for what is not known', async () => {
    const { phone, apiary } = await yard(MarchApp);
    const empty = await phone.createBeehive(apiary, {});
    expect(empty).toMatchObject({ hive_number: null, food_frames: null, observations: null });
    const seen = await phone.updateBeehive(empty, { food_frames: 3, observations: 'Tranquila' });
    expect(await phone.updateBeehive(seen, { brood_frames: 2 })).toMatchObject({
      food_frames: 3,
      brood_frames: 2,
      observations: 'Tranquila',
    });
    expect(await phone.updateApiary(apiary, { treatments: true })).toMatchObject({
      name: 'El Roble',
      location: 'Vereda Alta',
      treatments: true,
    });
  });

  it('trap 10: options go out as an array, and come in as one, with commas, as null or not at all', async () => {
    const { phone, apiary } = await yard(MarchApp);
    const create = async (fields: object): Promise<unknown> => {
      const body = { apiary_id: apiary.id, question_text: 'Población', question_type: 'opciones', ...fields };
      const { status, json } = await phone.send('POST', '/questions', body);
      expect(status).toBe(201);
      return (json as Json).options;
    };
    for (const options of [['Alta', 'Baja'], 'Alta,Baja', 'Alta, ,{},Baja,']) {
      expect(await create({ options })).toEqual(['Alta', 'Baja']);
    }
    for (const nothing of [{ options: null }, { options: '' }, {}]) expect(await create(nothing)).toBeNull();
    expect((await phone.questions(apiary)).map(({ options }) => options)).toEqual([
      ...Array(3).fill(['Alta', 'Baja']),
      ...Array(3).fill(null),
    ]);
  });

  it('trap 11: an id, unknown keys, bounds of a text, a choice without options and place 0 are no error', async () => {
    const { phone, apiary } = await yard(JulyApp);
    const first = await phone.createQuestion(apiary, {
      question_text: '¿Qué se ve?',
      question_type: 'texto',
      min_value: 1,
      max_value: 9,
    });
    const body = {
      id: first.id,
      apiary_id: apiary.id,
      question_text: '¿Hay reina?',
      question_type: 'opciones',
      display_order: 0,
      is_active: true,
      shoe_size: 42,
    };
    const { status, json } = await phone.send('POST', '/questions', body);
    expect(status).toBe(201);
    expect((json as Json).id).not.toBe(first.id);
    expect(await phone.questions(apiary)).toMatchObject([
      { id: first.id, question_text: '¿Qué se ve?', question_type: 'texto' },
      { id: (json as Json).id, question_text: '¿Hay reina?', options: null },
    ]);
    for (const template of (await phone.send('GET', '/questions/templates')).json as Json[])
      expect(template).not.toHaveProperty('id');
  });

  it('trap 12: whatever is wrong is told in JSON and in words, under `message` and `error`', async () => {
    const { phone, apiary } = await yard(MarchApp);
    const visitor = new MobileClient(app.url);
    const strict = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_LOGINS: '1/15m' });
    try {
      const knocking = new MobileClient(strict.url);
      await knocking.refused('POST', '/auth/login', newAccount());
      await strict.database.sql('alter table users rename to lost');
      const { status: registered } = await knocking.refused('POST', '/auth/register', {
        username: 'a',
        ...newAccount(),
      });
      const told = [
        await phone.refused('POST', '/beehives', { apiary_id: apiary.id, food_frames: 'many' }),
        await visitor.refused('POST', '/auth/register', { username: 'a', email: 'a', password: PASSWORD }),
        await visitor.refused('GET', '/apiaries'),
        await phone.refused('GET', `/beehives/apiary/${phone.userId}`),
        await phone.refused('GET', '/nothing/at/all'),
        await visitor.refused('GET', '/nothing/at/all'),
        await phone.refused('POST', '/apiaries', { name: 'x'.repeat(300_000) }),
        await knocking.refused('POST', '/auth/login', newAccount()),
      ];
      expect([...told.map(({ status }) => status), registered]).toEqual([400, 400, 401, 404, 404, 404, 413, 429, 500]);
      expect(told[2]!.message).toBe('No token found');
    } finally {
      await strict.close();
    }
  });

  it('trap 13: two people whose addresses begin alike have the same username', async () => {
    const [first, second] = [newMobileClient(MarchApp, { app }), newMobileClient(MarchApp, { app })];
    const { email } = newAccount();
    const local = `Ana.Maria-Lopez+${email.split('@')[0]}`;
    await first.register({ email: `${local}@example.org`, password: PASSWORD });
    await second.register({ email: `${local}@example.net`, password: PASSWORD });
    expect(first.session.username).toBe(local.replace('.', '_').replace('-', '_'));
    expect(second.session.username).toBe(first.session.username);
    expect(second.userId).not.toBe(first.userId);
  });

  it('trap 14: an e-mail address is the same in any case and with blanks around it', async () => {
    const [phone, other, { email }] = [
      newMobileClient(MarchApp, { app }),
      newMobileClient(MarchApp, { app }),
      newAccount(),
    ];
    await phone.register({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    await other.logIn({ email: `${email} `, password: PASSWORD });
    expect([other.userId, other.session.email]).toEqual([phone.userId, email]);
    const again = { username: 'a', email, phone: '3001234567', password: PASSWORD, confirm_password: PASSWORD };
    expect((await phone.refused('POST', '/auth/register', again)).status).toBe(409);
  });

  it('trap 15: the token of an app that cannot refresh lives for a day and more', async () => {
    const { phone } = await yard(MarchApp);
    const registered = phone.session;
    await phone.logIn({ email: registered.email, password: PASSWORD });
    for (const { access_token } of [registered, phone.session]) {
      const { iat, exp } = jwt.decode(access_token) as { iat: number; exp: number };
      expect(exp - iat).toBeGreaterThanOrEqual(86_400);
    }
  });

  it('trap 16: a stale number of hives does not overwrite the real one', async () => {
    const { phone, apiary } = await yard(MarchApp);
    expect(apiary.beehives_count).toBe(0);
    const edited = await phone.updateApiary(apiary, { name: 'La Ceiba' });
    expect([edited.beehives_count, (await phone.apiaries())[0]!.beehives_count]).toEqual([1, 1]);
  });

  it('trap 17: an edit in March, which sends 0 for the minimum, leaves alone what only July knows', async () => {
    const { phone, apiary } = await yard(JulyApp);
    const form = {
      name: 'Cera',
      quantity: 5,
      unit: 'Láminas',
      minimum_stock: 4,
      supplier: 'Apícola Sur',
      batch_number: 'L-7',
    };
    const made = await phone.createItem(apiary, form);
    expect(made).toMatchObject(form);
    const march = newMobileClient(MarchApp, { app });
    await march.logIn({ email: phone.session.email, password: PASSWORD });
    await march.updateItem(made, { name: 'Cera estampada', quantity: 5, unit: 'Láminas' });
    expect(await phone.items(apiary)).toMatchObject([{ ...form, name: 'Cera estampada', minimum_stock: 0 }]);
  });

  it('trap 18: GET /inventory/{id} is the list of an apiary, else an item', async () => {
    const { phone, apiary } = await yard(MarchApp);
    expect(await phone.items(apiary)).toEqual([]);
    const made = await phone.createItem(apiary, { name: 'Cera', quantity: 5, unit: 'Láminas' });
    expect([await phone.items(apiary), await phone.item(made)]).toEqual([[made], made]);
    expect((await phone.refused('GET', `/inventory/${phone.userId}`)).status).toBe(404);
  });

  it('trap 19: a change of stock with neither person, reason nor key is taken, each time it comes', async () => {
    const { phone, apiary } = await yard(JulyApp);
    const item = await phone.createItem(apiary, { name: 'Cera', quantity: 5, unit: 'Láminas' });
    for (const _time of [1, 2]) await phone.adjust(item, -2);
    expect(await phone.item(item)).toMatchObject({ quantity: 1 });
    const [last] = await json(phone, `/inventory/${item.id}/movements`);
    expect(last).toMatchObject({ person: null, reason: null, quantity: 2 });
  });

  describe('trap 20: July sends no token with treatments, the later app sends blindly again', () => {
    it('treatments are not let in without a token', async () => {
      const visitor = new MobileClient(app.url);
      const { hive } = await yard(JulyApp);
      for (const [method, path] of [
        ['GET', `/treatments/hive/${hive.id}`],
        ['POST', '/treatments'],
        ['POST', '/treatments/followup'],
      ] as const) {
        expect([401, 404]).toContain((await visitor.refused(method, path, method === 'POST' ? {} : undefined)).status);
      }
    });

    type Place = Yard<LaterApp>;
    const make = async ({ phone, apiary, hive }: Place) => ({
      hive,
      question: await phone.createQuestion(apiary, { question_text: '¿Hay reina?', question_type: 'texto' }),
      item: await phone.createItem(apiary, { name: 'Cera', quantity: 1, unit: 'Láminas' }),
    });
    type Things = Awaited<ReturnType<typeof make>>;
    const PARTS: [string, (things: Things) => string, (place: Place, things: Things) => Promise<void>][] = [
      ['a hive', ({ hive }) => `/beehives/${hive.id}`, ({ phone }, { hive }) => phone.deleteBeehive(hive)],
      ['a question', ({ question }) => `/questions/${question.id}`, ({ phone }, t) => phone.deleteQuestion(t.question)],
      ['an item', ({ item }) => `/inventory/${item.id}`, ({ phone }, { item }) => phone.deleteItem(item)],
    ];

    it.each(PARTS)('deleting %s again is 204 again, for its owner alone', async (_what, path, remove) => {
      const [place, { phone: eve }] = [await yard(LaterApp), await yard(LaterApp)];
      const things = await make(place);
      await remove(place, things);
      expect((await eve.refused('DELETE', path(things))).status).toBe(404);
      await remove(place, things);
    });

    it('deleting an apiary again is 204 again, for its owner alone', async () => {
      const [{ phone, apiary }, { phone: eve }] = [await yard(LaterApp), await yard(LaterApp)];
      await phone.deleteApiary(apiary);
      expect((await eve.refused('DELETE', `/apiaries/${apiary.id}`)).status).toBe(404);
      await phone.deleteApiary(apiary);
    });

    it.each(PARTS)('deleting %s whose apiary was deleted before it is 204', async (_what, path, remove) => {
      const [place, { phone: eve }] = [await yard(LaterApp), await yard(LaterApp)];
      const things = await make(place);
      await place.phone.deleteApiary(place.apiary);
      expect((await eve.refused('DELETE', path(things))).status).toBe(404);
      await remove(place, things);
    });

    it.each<[string, string, (place: Place, things: Things) => object, (place: Place) => string]>([
      ['an apiary', '/apiaries', () => ({ name: 'La Loma', beehives_count: 0 }), () => '/apiaries'],
      [
        'a hive',
        '/beehives',
        ({ apiary: { id } }) => ({ apiary_id: id, hive_number: 9 }),
        ({ apiary: { id } }) => `/beehives/apiary/${id}`,
      ],
      [
        'a question',
        '/questions',
        ({ apiary: { id } }) => ({ apiary_id: id, question_text: '¿Qué se ve?', question_type: 'texto' }),
        ({ apiary: { id } }) => `/questions/apiary/${id}`,
      ],
      [
        'an item',
        '/inventory/',
        ({ apiary: { id } }) => ({ apiary_id: id, name: 'Miel', quantity: 1, unit: 'Litros' }),
        ({ apiary: { id } }) => `/inventory/${id}`,
      ],
      [
        'answers',
        '/maya/guardar-respuestas',
        ({ hive: { id } }, { question }) => ({
          hive_id: id,
          answers: [{ hive_question_id: question.id, answer: 'Sí', score: 1 }],
        }),
        ({ hive: { id } }) => `/answers/hive/${id}`,
      ],
    ])(
      'creating %s again with the same Idempotency-Key gives the first answer again',
      async (_what, path, body, list) => {
        const place = await yard(LaterApp);
        const sent = body(place, await make(place));
        const create = async (key: string) => {
          const { status, json } = await place.phone.send('POST', path, sent, { 'idempotency-key': key });
          return { status, json };
        };
        const first = await create(`once-${place.hive.id}`);
        expect(first.status).toBe(201);
        const shown = await json(place.phone, list(place));
        expect(await create(`once-${place.hive.id}`)).toEqual(first);
        expect(await json(place.phone, list(place))).toEqual(shown);
      },
    );
  });
});
