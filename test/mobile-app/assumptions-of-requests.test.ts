// One test for each assumption of the mobile app about what it may send, that a server can easily violate.
import { describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import { Client, startTestApp } from '../support/client.js';
import { MobileClient } from '../support/mobile-app/mobile-client.js';
import { JulyApp, LaterApp, MarchApp } from '../support/mobile-app/versions.js';
import { app, createWorld, type Json, json, type World } from './assumptions.fixture.js';
import { newAccount, newMobileClient, PASSWORD } from './clients.js';

describe('the assumptions of the mobile app', () => {
  it('an update keeps omitted fields, and a create accepts null', async () => {
    const { client, apiary } = await createWorld(MarchApp);
    const empty = await client.createBeehive(apiary, {});
    expect(empty).toMatchObject({ hive_number: null, food_frames: null, observations: null });
    const seen = await client.updateBeehive(empty, { food_frames: 3, observations: 'Tranquila' });
    expect(await client.updateBeehive(seen, { brood_frames: 2 })).toMatchObject({
      food_frames: 3,
      brood_frames: 2,
      observations: 'Tranquila',
    });
    expect(await client.updateApiary(apiary, { treatments: true })).toMatchObject({
      name: 'El Roble',
      location: 'Vereda Alta',
      treatments: true,
    });
  });

  it('options are returned as an array, and accepted as an array, comma-separated, null or omitted', async () => {
    const { client, apiary } = await createWorld(MarchApp);
    const create = async (fields: object): Promise<unknown> => {
      const body = { apiary_id: apiary.id, question_text: 'Población', question_type: 'opciones', ...fields };
      const { status, json } = await client.send('POST', '/questions', body);
      expect(status).toBe(201);
      return (json as Json).options;
    };
    for (const options of [['Alta', 'Baja'], 'Alta,Baja', 'Alta, ,{},Baja,']) {
      expect(await create({ options })).toEqual(['Alta', 'Baja']);
    }
    for (const nothing of [{ options: null }, { options: '' }, {}]) expect(await create(nothing)).toBeNull();
    expect((await client.questions(apiary)).map(({ options }) => options)).toEqual([
      ...Array(3).fill(['Alta', 'Baja']),
      ...Array(3).fill(null),
    ]);
  });

  it('an id, unknown keys, bounds of a text, a choice without options and position 0 are accepted', async () => {
    const { client, apiary } = await createWorld(JulyApp);
    const first = await client.createQuestion(apiary, {
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
    const { status, json } = await client.send('POST', '/questions', body);
    expect(status).toBe(201);
    expect((json as Json).id).not.toBe(first.id);
    expect(await client.questions(apiary)).toMatchObject([
      { id: first.id, question_text: '¿Qué se ve?', question_type: 'texto' },
      { id: (json as Json).id, question_text: '¿Hay reina?', options: null },
    ]);
    for (const template of (await client.send('GET', '/questions/templates')).json as Json[])
      expect(template).not.toHaveProperty('id');
  });

  it('every error is JSON with a readable text in `message` and `error`', async () => {
    const { client, apiary } = await createWorld(MarchApp);
    const visitor = new MobileClient(app.url);
    const strict = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_LOGINS: '1/15m' });
    try {
      const limited = new MobileClient(strict.url);
      await limited.refused('POST', '/auth/login', newAccount());
      await strict.database.sql('alter table users rename to lost');
      const { status: registered } = await limited.refused('POST', '/auth/register', {
        username: 'a',
        ...newAccount(),
      });
      const refusals = [
        await client.refused('POST', '/beehives', { apiary_id: apiary.id, food_frames: 'many' }),
        await visitor.refused('POST', '/auth/register', { username: 'a', email: 'a', password: PASSWORD }),
        await visitor.refused('GET', '/apiaries'),
        await client.refused('GET', `/beehives/apiary/${client.userId}`),
        await client.refused('GET', '/nothing/at/all'),
        await visitor.refused('GET', '/nothing/at/all'),
        await client.refused('POST', '/apiaries', { name: 'x'.repeat(300_000) }),
        await limited.refused('POST', '/auth/login', newAccount()),
      ];
      expect([...refusals.map(({ status }) => status), registered]).toEqual([
        400, 400, 401, 404, 404, 404, 413, 429, 500,
      ]);
      expect(refusals[2]!.message).toBe('No token found');
    } finally {
      await strict.close();
    }
  });

  it('two accounts whose addresses have the same local part have the same username', async () => {
    const [first, second] = [newMobileClient(MarchApp, { app }), newMobileClient(MarchApp, { app })];
    const { email } = newAccount();
    const local = `Ana.Maria-Lopez+${email.split('@')[0]}`;
    await first.register({ email: `${local}@example.org`, password: PASSWORD });
    await second.register({ email: `${local}@example.net`, password: PASSWORD });
    expect(first.session.username).toBe(local.replace('.', '_').replace('-', '_'));
    expect(second.session.username).toBe(first.session.username);
    expect(second.userId).not.toBe(first.userId);
  });

  it('the case of an e-mail address and blanks around it do not matter', async () => {
    const [client, other, { email }] = [
      newMobileClient(MarchApp, { app }),
      newMobileClient(MarchApp, { app }),
      newAccount(),
    ];
    await client.register({ email: ` ${email.toUpperCase()} `, password: PASSWORD });
    await other.logIn({ email: `${email} `, password: PASSWORD });
    expect([other.userId, other.session.email]).toEqual([client.userId, email]);
    const again = { username: 'a', email, phone: '3001234567', password: PASSWORD, confirm_password: PASSWORD };
    expect((await client.refused('POST', '/auth/register', again)).status).toBe(409);
  });

  it('the token of an app that cannot refresh is valid for at least a day', async () => {
    const { client } = await createWorld(MarchApp);
    const registered = client.session;
    await client.logIn({ email: registered.email, password: PASSWORD });
    for (const { access_token } of [registered, client.session]) {
      const { iat, exp } = jwt.decode(access_token) as { iat: number; exp: number };
      expect(exp - iat).toBeGreaterThanOrEqual(86_400);
    }
  });

  it('a stale number of hives does not overwrite the real one', async () => {
    const { client, apiary } = await createWorld(MarchApp);
    expect(apiary.beehives_count).toBe(0);
    const edited = await client.updateApiary(apiary, { name: 'La Ceiba' });
    expect([edited.beehives_count, (await client.apiaries())[0]!.beehives_count]).toEqual([1, 1]);
  });

  it('an update by the March version, which sends a minimum of 0, keeps the fields that only July has', async () => {
    const { client, apiary } = await createWorld(JulyApp);
    const form = {
      name: 'Cera',
      quantity: 5,
      unit: 'Láminas',
      minimum_stock: 4,
      supplier: 'Apícola Sur',
      batch_number: 'L-7',
    };
    const made = await client.createItem(apiary, form);
    expect(made).toMatchObject(form);
    const march = newMobileClient(MarchApp, { app });
    await march.logIn({ email: client.session.email, password: PASSWORD });
    await march.updateItem(made, { name: 'Cera estampada', quantity: 5, unit: 'Láminas' });
    expect(await client.items(apiary)).toMatchObject([{ ...form, name: 'Cera estampada', minimum_stock: 0 }]);
  });

  it('GET /inventory/{id} returns the list of an apiary, or an item', async () => {
    const { client, apiary } = await createWorld(MarchApp);
    expect(await client.items(apiary)).toEqual([]);
    const made = await client.createItem(apiary, { name: 'Cera', quantity: 5, unit: 'Láminas' });
    expect([await client.items(apiary), await client.item(made)]).toEqual([[made], made]);
    expect((await client.refused('GET', `/inventory/${client.userId}`)).status).toBe(404);
  });

  it('a change of stock without person, reason or key is applied each time', async () => {
    const { client, apiary } = await createWorld(JulyApp);
    const item = await client.createItem(apiary, { name: 'Cera', quantity: 5, unit: 'Láminas' });
    for (const _attempt of [1, 2]) await client.adjust(item, -2);
    expect(await client.item(item)).toMatchObject({ quantity: 1 });
    const [last] = await json(client, `/inventory/${item.id}/movements`);
    expect(last).toMatchObject({ person: null, reason: null, quantity: 2 });
  });

  describe('July sends no token for treatments, and the later app retries without checks', () => {
    it('treatments require a token', async () => {
      const visitor = new MobileClient(app.url);
      const { hive } = await createWorld(JulyApp);
      for (const [method, path] of [
        ['GET', `/treatments/hive/${hive.id}`],
        ['POST', '/treatments'],
        ['POST', '/treatments/followup'],
      ] as const) {
        expect([401, 404]).toContain((await visitor.refused(method, path, method === 'POST' ? {} : undefined)).status);
      }
    });

    type Owner = World<LaterApp>;
    const createRecords = async ({ client, apiary, hive }: Owner) => ({
      hive,
      question: await client.createQuestion(apiary, { question_text: '¿Hay reina?', question_type: 'texto' }),
      item: await client.createItem(apiary, { name: 'Cera', quantity: 1, unit: 'Láminas' }),
    });
    type Records = Awaited<ReturnType<typeof createRecords>>;
    const PARTS: [string, (records: Records) => string, (owner: Owner, records: Records) => Promise<void>][] = [
      ['a hive', ({ hive }) => `/beehives/${hive.id}`, ({ client }, { hive }) => client.deleteBeehive(hive)],
      [
        'a question',
        ({ question }) => `/questions/${question.id}`,
        ({ client }, t) => client.deleteQuestion(t.question),
      ],
      ['an item', ({ item }) => `/inventory/${item.id}`, ({ client }, { item }) => client.deleteItem(item)],
    ];

    it.each(PARTS)('deleting %s again returns 204 again, only to its owner', async (_what, path, remove) => {
      const [owner, { client: eve }] = [await createWorld(LaterApp), await createWorld(LaterApp)];
      const records = await createRecords(owner);
      await remove(owner, records);
      expect((await eve.refused('DELETE', path(records))).status).toBe(404);
      await remove(owner, records);
    });

    it('deleting an apiary again returns 204 again, only to its owner', async () => {
      const [{ client, apiary }, { client: eve }] = [await createWorld(LaterApp), await createWorld(LaterApp)];
      await client.deleteApiary(apiary);
      expect((await eve.refused('DELETE', `/apiaries/${apiary.id}`)).status).toBe(404);
      await client.deleteApiary(apiary);
    });

    it.each(PARTS)('deleting %s after its apiary returns 204', async (_what, path, remove) => {
      const [owner, { client: eve }] = [await createWorld(LaterApp), await createWorld(LaterApp)];
      const records = await createRecords(owner);
      await owner.client.deleteApiary(owner.apiary);
      expect((await eve.refused('DELETE', path(records))).status).toBe(404);
      await remove(owner, records);
    });

    it.each<[string, string, (owner: Owner, records: Records) => object, (owner: Owner) => string]>([
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
      'creating %s again with the same Idempotency-Key returns the stored response',
      async (_what, path, body, list) => {
        const owner = await createWorld(LaterApp);
        const sent = body(owner, await createRecords(owner));
        const create = async (key: string) => {
          const { status, json } = await owner.client.send('POST', path, sent, { 'idempotency-key': key });
          return { status, json };
        };
        const first = await create(`key-${owner.hive.id}`);
        expect(first.status).toBe(201);
        const shown = await json(owner.client, list(owner));
        expect(await create(`key-${owner.hive.id}`)).toEqual(first);
        expect(await json(owner.client, list(owner))).toEqual(shown);
      },
    );
  });
});

/** The keys of a treatment, each with its field in GraphQL, what the app sends first, and then. No value is sent for two keys. */
const TREATMENT_KEYS: [key: string, field: string, first: unknown, then: unknown][] = [
  ['treatment_type', 'kind', 'Químico', 'Orgánico'],
  ['product_name', 'productName', 'Apivar', 'Timol 15 g'],
  ['start_date', 'startedOn', '2026-06-01', '2026-06-02'],
  ['active_ingredient', 'activeIngredient', 'Amitraz', 'Timol'],
  ['target_disease', 'target', 'Varroosis', 'Nosemosis'],
  ['estimated_duration_days', 'plannedDays', 41, 42],
  ['end_date', 'endedOn', '2026-07-13', '2026-07-14'],
  ['application_method', 'method', 'Tiras', 'Tabletas'],
  ['dosage_applied', 'doseText', 'dos', 'tres'],
  ['dosage_unit', 'doseUnit', 'tiras', 'tabletas'],
  ['batch_number', 'batchNumber', 'L-1', 'L-2'],
  ['supplier', 'supplier', 'Apícola del Sur', 'Apícola del Norte'],
  ['expiry_date', 'expiryDate', '2029-01-31', '2029-02-28'],
  ['applied_by', 'appliedBy', 'Luz', 'Pau'],
  ['requires_repeat', 'requiresRepeat', true, false],
  ['final_result', 'finalResult', 'Bien', 'Muy bien'],
  ['final_hive_condition', 'finalHiveCondition', 'Fuerte', 'Débil'],
  ['future_recommendations', 'futureRecommendations', 'Repetir', 'Rotar'],
  // The app does not send these.
  ['supplier_address', 'supplierAddress', 'Carrera 7', 'Calle 12'],
  ['purchase_proof', 'purchaseProof', 'Factura 1', 'Factura 2'],
  ['withdrawal_days', 'withdrawalDays', 11, 12],
  ['prescriber', 'prescriber', 'Dra. Ruiz', 'Dr. Mora'],
  ['prescriber_contact', 'prescriberContact', '3001234567', '3007654321'],
];
const FOLLOW_UP_KEYS: typeof TREATMENT_KEYS = [
  ['review_date', 'reviewedOn', '2026-06-15', '2026-06-16'],
  ['hive_condition', 'hiveCondition', 'Buena', 'Mala'],
  ['observed_changes', 'observedChanges', 'Más cría', 'Menos cría'],
  ['partial_results', 'partialResults', 'Caen ácaros', 'Caen pocos'],
  ['infestation_level', 'infestationLevel', 'Baja', 'Alta'],
  ['notes', 'notes', 'Sin lluvia', 'Con lluvia'],
  ['reviewer', 'reviewer', 'Eva', 'Ana'],
];

it.each([2, 3] as const)('each key of a treatment and of a follow-up is its own field (value %i)', async (column) => {
  const { client, hive } = await createWorld(LaterApp);
  const api = new Client(app.url, client.token);
  const bodyOf = (keys: typeof TREATMENT_KEYS, index: 2 | 3): Json =>
    Object.fromEntries(keys.map((row) => [row[0], row[index]]));
  const recordOf = (keys: typeof TREATMENT_KEYS): Json => Object.fromEntries(keys.map((row) => [row[1], row[column]]));
  const made = await api.rest('POST', '/treatments', { hive_id: hive.id, ...bodyOf(TREATMENT_KEYS, 2) });
  const id: string = made.body.id;
  const review = await api.rest('POST', '/treatments/followup', { treatment_id: id, ...bodyOf(FOLLOW_UP_KEYS, 2) });
  const path = `/treatments/followup/${review.body.followup_id}`;
  const [treatment, followUp] =
    column === 2
      ? [made, review]
      : [
          await api.rest('PUT', `/treatments/${id}`, bodyOf(TREATMENT_KEYS, 3)),
          await api.rest('PUT', path, bodyOf(FOLLOW_UP_KEYS, 3)),
        ];
  const followups = [{ treatment_id: id, ...bodyOf(FOLLOW_UP_KEYS, column) }];
  const shown = { id, hive_id: hive.id, status: 'Completado', ...bodyOf(TREATMENT_KEYS, column) };
  expect(treatment.body).toMatchObject(shown);
  expect(followUp.body).toMatchObject(followups[0]!);
  expect((await api.rest('GET', `/treatments/${id}`)).body).toMatchObject({ ...shown, followups });
  expect((await api.rest('GET', `/treatments/hive/${hive.id}`)).body).toMatchObject([{ ...shown, followups }]);
  const names = (keys: typeof TREATMENT_KEYS): string => keys.map((row) => row[1]).join(' ');
  const read = await api.ask(
    `{ treatment(id: "${id}") { ${names(TREATMENT_KEYS)} followUps { ${names(FOLLOW_UP_KEYS)} } } }`,
  );
  expect(read.treatment).toEqual({ ...recordOf(TREATMENT_KEYS), followUps: [recordOf(FOLLOW_UP_KEYS)] });
});
