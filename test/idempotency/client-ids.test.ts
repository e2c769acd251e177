// New records under ids that the client chooses: sent again, they are returned, and created once.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { GraphqlAnswer } from '../support/client.js';
import { refusalOf, removeMember, share } from '../support/members.js';
import { recordIn, selectRecord } from '../support/payload.js';
import { expectGraphqlRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper } from '../support/world.js';
import { ana, app, ben, createHome, type Home, TAKEN } from './client-ids.fixture.js';

type Fields = Record<string, unknown>;
interface Kind {
  table: string;
  type: string;
  mutation: string;
  input: (home: Home) => object;
  /** Another content. */
  other: object;
  /** A field that `input` omits. */
  optional: string;
  /** Only a mutation for several records has it: their ids are a list. */
  ofSeveral?: { toInput: (input: Fields) => object; idField: string };
}
/** The kinds whose mutation returns the new record. */
const KINDS: Kind[] = [
  {
    table: 'apiaries',
    type: 'CreateApiaryInput',
    mutation: 'createApiary',
    input: () => ({ name: 'Oak' }),
    other: { name: 'Ash' },
    optional: 'location',
  },
  {
    table: 'beehives',
    type: 'CreateBeehiveInput',
    mutation: 'createBeehive',
    input: ({ apiary }) => ({ apiaryId: apiary, state: { foodFrames: 3, health: 'HEALTHY' } }),
    other: { state: { foodFrames: 4 } },
    optional: 'beehiveNumber',
  },
  {
    table: 'questions',
    type: 'CreateQuestionInput',
    mutation: 'createQuestion',
    input: ({ apiary }) => ({ apiaryId: apiary, text: 'Mites?', answerType: 'CHOICE', options: ['Few', 'Many'] }),
    other: { options: ['Few'] },
    optional: 'category',
  },
  {
    table: 'inventory_items',
    type: 'CreateInventoryItemInput',
    mutation: 'createInventoryItem',
    input: ({ apiary }) => ({ apiaryId: apiary, itemName: 'Wax', unit: 'kg', quantity: 4 }),
    other: { quantity: 5 },
    optional: 'supplier',
  },
  {
    table: 'stock_movements',
    type: 'RecordStockMovementInput',
    mutation: 'recordStockMovement',
    input: ({ item }) => ({ id: item, direction: 'OUT', quantity: 1 }),
    other: { quantity: 2 },
    optional: 'notes',
  },
  {
    table: 'inspections',
    type: 'RecordInspectionInput',
    mutation: 'recordInspection',
    input: ({ beehive }) => ({ beehiveId: beehive, answers: [], notes: 'Calm', occurredAt: '2026-05-01T08:00:00Z' }),
    other: { occurredAt: '2026-05-01T09:00:00Z' },
    optional: 'state',
  },
  {
    table: 'inspections',
    type: 'RecordAnswersInput',
    mutation: 'recordAnswers',
    input: ({ beehive, question }) => ({ beehiveId: beehive, answers: [{ questionId: question, text: 'None' }] }),
    other: { occurredAt: '2026-05-01T08:00:00Z' },
    optional: 'occurredAt',
  },
  {
    table: 'treatments',
    type: 'RecordTreatmentInput',
    mutation: 'recordTreatment',
    input: ({ beehive }) => ({ beehiveId: beehive, kind: 'Varroa', productName: 'Thymol', startedOn: '2026-05-01' }),
    other: { productName: 'Oxalic acid' },
    optional: 'appliedBy',
    ofSeveral: {
      toInput: ({ newId, beehiveId, ...input }) => ({
        ...input,
        ...{ beehiveIds: [beehiveId], newIds: newId == null ? newId : [newId] },
      }),
      idField: 'newIds.0',
    },
  },
  {
    table: 'treatment_follow_ups',
    type: 'RecordTreatmentFollowUpInput',
    mutation: 'recordTreatmentFollowUp',
    input: ({ treatment }) => ({ treatmentId: treatment, reviewedOn: '2026-05-15' }),
    other: { reviewedOn: '2026-05-16' },
    optional: 'notes',
  },
  {
    table: 'mite_counts',
    type: 'RecordMiteCountInput',
    mutation: 'recordMiteCount',
    input: ({ beehive }) => ({ beehiveId: beehive, method: 'SUGAR_ROLL', bees: 300, mites: 3 }),
    other: { mites: 4 },
    optional: 'notes',
  },
  {
    table: 'products',
    type: 'CreateProductInput',
    mutation: 'createProduct',
    input: ({ apiary }) => ({ apiaryId: apiary, kind: 'OTHER', name: 'Smoke pellets' }),
    other: { name: 'Pellets' },
    optional: 'notes',
  },
  {
    table: 'feedings',
    type: 'RecordFeedingInput',
    mutation: 'recordFeeding',
    input: ({ beehive }) => ({ beehiveId: beehive, kind: 'FONDANT', amount: { gramsPerHive: 500 } }),
    other: { amount: { gramsPerHive: 600 } },
    optional: 'notes',
    ofSeveral: {
      toInput: ({ newId, beehiveId, ...input }) => ({
        ...input,
        ...{ beehiveIds: [beehiveId], newIds: newId == null ? newId : [newId] },
      }),
      idField: 'newIds.0',
    },
  },
  {
    table: 'measurements',
    type: 'RecordMeasurementInput',
    mutation: 'recordMeasurement',
    input: ({ beehive }) => ({ beehiveId: beehive, kind: 'WEIGHT', value: 38.5 }),
    other: { value: 39 },
    optional: 'notes',
  },
  {
    table: 'queens',
    type: 'CreateQueenInput',
    mutation: 'createQueen',
    input: ({ apiary }) => ({ apiaryId: apiary, year: 2026 }),
    other: { year: 2025 },
    optional: 'motherId',
  },
  {
    table: 'queen_reigns',
    type: 'InstallQueenInput',
    mutation: 'installQueen',
    // The reigns last no day, so that there may be many.
    input: ({ beehive, queen }) => ({
      beehiveId: beehive,
      queenId: queen,
      startedOn: '2026-05-01',
      endedOn: '2026-05-01',
    }),
    other: { notes: 'Cage' },
    optional: 'endReason',
  },
  {
    table: 'beehives',
    type: 'SplitBeehiveInput',
    mutation: 'splitBeehive',
    input: ({ beehive }) => ({ id: beehive, state: { hiveStatus: 'Queenless' } }),
    other: { state: { hiveStatus: 'Active' } },
    optional: 'notes',
  },
  {
    table: 'harvests',
    type: 'RecordHarvestInput',
    mutation: 'recordHarvest',
    input: ({ apiary, beehive }) => ({
      apiaryId: apiary,
      harvestedOn: '2026-04-20',
      sources: [{ beehiveId: beehive, frames: 2 }],
      totalGrams: 100,
    }),
    other: { totalGrams: 101 },
    optional: 'notes',
  },
  {
    table: 'lots',
    type: 'CreateLotInput',
    mutation: 'createLot',
    input: ({ apiary, harvest }) => ({
      apiaryId: apiary,
      code: `L${randomUUID().toUpperCase()}`,
      harvests: [{ harvestId: harvest, grams: 1 }],
    }),
    other: { notes: 'Another' },
    optional: 'bestBefore',
  },
  {
    table: 'lot_packs',
    type: 'PackLotInput',
    mutation: 'packLot',
    input: ({ lot }) => ({ id: lot, jars: 1, gramsPerJar: 2 }),
    other: { jars: 2 },
    optional: 'notes',
  },
];

type Created = GraphqlAnswer<{ created: { id: string; createdAt: string } | null }>;
/** Calls a mutation. @returns its answer, with the record of the payload */
async function send(who: Beekeeper, { type, mutation, ofSeveral }: Kind, fields: object): Promise<Created> {
  const input = ofSeveral ? ofSeveral.toInput(fields as Fields) : fields;
  const selection = selectRecord(mutation, 'id createdAt');
  const document = `mutation ($input: ${type}!) { payload: ${mutation}(input: $input) ${selection} }`;
  const { data, ...answer } = await who.graphql(document, { input });
  return { ...answer, data: data && { created: [recordIn(mutation, data.payload)].flat()[0] } };
}

const rowsOf = async ({ table }: Kind): Promise<number> =>
  (await app.database.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;

describe.each(KINDS.map((kind) => [kind.mutation, kind] as const))('%s', (_name, kind) => {
  let home: Home;
  beforeAll(async () => {
    home = await createHome(ana);
  });

  it('uses the id of the client; sent again, the record is returned, and no second one is created', async () => {
    const id = randomUUID();
    const input = { newId: id, ...kind.input(home) };
    const first = await send(ana, kind, input);
    expect(first.data.created!.id).toBe(id);
    const rows = await rowsOf(kind);
    // An app that knows one more field since an update may send it as null.
    const withNull = { ...input, [kind.optional]: null };
    for (const again of [input, Object.fromEntries(Object.entries(input).reverse()), withNull])
      expect(await send(ana, kind, again)).toEqual(first);
    expect(await rowsOf(kind)).toBe(rows);
  });

  it('stores a lower-case id', async () => {
    const id = randomUUID();
    const input = { newId: id.toUpperCase(), ...kind.input(home) };
    for (let attempt = 0; attempt < 2; attempt++) expect((await send(ana, kind, input)).data.created!.id).toBe(id);
  });

  it('creates one record if it is sent several times at once', async () => {
    const before = await rowsOf(kind);
    const input = { newId: randomUUID(), ...kind.input(home) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(ana, kind, input)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]!.data.created!.id).toBe(input.newId);
    expect(await rowsOf(kind)).toBe(before + 1);
  });

  it('refuses another content, another account and a kind of its own under a taken id, in the same words', async () => {
    const id = randomUUID();
    const input = { newId: id, ...kind.input(home) };
    await send(ana, kind, input);
    const rows = await rowsOf(kind);
    const foreign = await createHome(ben);
    const added = await rowsOf(kind);
    const attempts = [
      await send(ana, kind, { ...input, ...kind.other }),
      await send(ben, kind, { newId: id, ...kind.input(foreign) }),
      await send(ben, kind, { newId: id, ...kind.input(foreign), ...kind.other }),
      await send(ana, KINDS[kind === KINDS[0] ? 1 : 0]!, {
        newId: id,
        ...KINDS[kind === KINDS[0] ? 1 : 0]!.input(home),
      }),
    ];
    for (const attempt of attempts) {
      expect(refusalOf(attempt)).toBe(TAKEN);
      expect(attempt.errors![0]!.message).toBe('This id is taken: choose another one');
      expect(Object.keys(attempt.errors![0]!.extensions).sort()).toEqual(['code', 'fields', 'reason']);
    }
    expect(added).toBeGreaterThanOrEqual(rows);
    expect(await rowsOf(kind)).toBe(added);
  });

  it.each(['', 'x', '1', '{}', `${randomUUID()}x`, randomUUID().replaceAll('-', '')])(
    'refuses the id %j, and names the field',
    async (id) => {
      const rows = await rowsOf(kind);
      expectGraphqlRefused(await send(ana, kind, { newId: id, ...kind.input(home) }), {
        code: 'BAD_USER_INPUT',
        field: kind.ofSeveral?.idField ?? 'newId',
      });
      expect(await rowsOf(kind)).toBe(rows);
    },
  );

  it('chooses an id itself if it is null or omitted', async () => {
    const ids = [
      (await send(ana, kind, { newId: null, ...kind.input(home) })).data.created!.id,
      (await send(ana, kind, kind.input(home))).data.created!.id,
    ];
    expect(new Set(ids).size).toBe(2);
  });

  it('does not take an id if it is refused', async () => {
    const id = randomUUID();
    if (kind.mutation !== 'createApiary') {
      const missing = Object.fromEntries(
        Object.entries(kind.input(home)).map(([name, value]) => [name, /^id$|Id$/.test(name) ? randomUUID() : value]),
      );
      expect(refusalOf(await send(ana, kind, { newId: id, ...missing }))).toBe('NOT_FOUND');
    }
    expect((await send(ben, kind, { newId: id, ...kind.input(await createHome(ben)) })).data.created!.id).toBe(id);
  });
});

describe('an id', () => {
  const [apiaries, beehives] = KINDS as [Kind, Kind];

  it('of a deleted record stays taken, for the same content too', async () => {
    const home = await createHome(ana);
    const [one, two] = [randomUUID(), randomUUID()];
    await send(ana, apiaries, { newId: one, name: 'Oak' });
    await send(ana, beehives, { newId: two, apiaryId: one });
    await ana.ask(`mutation { deleteApiary(input: { id: "${one}" }) { deletedId } }`);
    expect(refusalOf(await send(ana, apiaries, { newId: one, name: 'Oak' }))).toBe(TAKEN);
    expect(refusalOf(await send(ana, apiaries, { newId: one, name: 'Ash' }))).toBe(TAKEN);
    expect(refusalOf(await send(ana, beehives, { newId: two, apiaryId: home.apiary }))).toBe(TAKEN);
    expect(refusalOf(await send(ben, apiaries, { newId: two, name: 'Oak' }))).toBe(TAKEN);
  });

  it('of an account, a session, an answer or a visit is taken, too', async () => {
    const { apiary, beehive } = await createHome(ben);
    const {
      createQuestion: { question },
      me,
    } = {
      ...(await ben.ask(
        `mutation { createQuestion(input: { apiaryId: "${apiary}", text: "Mites?" }) { question { id } } }`,
      )),
      ...(await ben.ask('{ me { sessions { id } } }')),
    };
    const {
      recordVisit: { inspections },
    } = await ben.ask(
      `mutation { recordVisit(input: { beehives: [{ beehiveId: "${beehive}" }], answers: [{ questionId: "${question.id}", text: "No" }] }) { inspections {
        visitId answers { id } } } }`,
    );
    const ids = [ben.id, me.sessions[0].id, inspections[0].answers[0].id, inspections[0].visitId];
    for (const id of ids)
      expect([id, refusalOf(await send(ana, apiaries, { newId: id, name: 'Oak' }))]).toEqual([id, TAKEN]);
  });

  it('is that of a record which others have changed since: it is returned as it is now', async () => {
    const { apiary } = await createHome(ana);
    await share(ana, apiary, ben, 'WORKER');
    const input = { newId: randomUUID(), apiaryId: apiary, state: { foodFrames: 1 } };
    await send(ana, beehives, input);
    await ben.ask(
      `mutation { updateBeehive(input: { id: "${input.newId}", state: { foodFrames: 9 } }) { beehive { id } } }`,
    );
    const { data } = await ana.graphql(
      'mutation ($input: CreateBeehiveInput!) { createBeehive(input: $input) { beehive { id foodFrames version apiary { id } } } }',
      { input },
    );
    expect(data.createBeehive.beehive).toEqual({ id: input.newId, foodFrames: 9, version: 2, apiary: { id: apiary } });
  });

  it('is taken for a member who no longer sees the record', async () => {
    const { apiary } = await createHome(ana);
    const eva = await beekeeper(app);
    await share(ana, apiary, eva, 'MANAGER');
    const input = { newId: randomUUID(), apiaryId: apiary };
    expect((await send(eva, beehives, input)).data.created!.id).toBe(input.newId);
    await removeMember(ana, apiary, eva.id);
    expect(refusalOf(await send(eva, beehives, input))).toBe(TAKEN);
  });

  it('is taken after 30 days: nothing is created twice then either', async () => {
    const input = { newId: randomUUID(), name: 'Oak' };
    await send(ana, apiaries, input);
    await app.database.sql(`delete from idempotency_keys where key = $1`, [`id ${input.newId}`]);
    expect(refusalOf(await send(ana, apiaries, input))).toBe(TAKEN);
    expect(await app.database.sql('select name from apiaries where id = $1', [input.newId])).toEqual([{ name: 'Oak' }]);
  });

  it('is no Idempotency-Key that a client could send', async () => {
    const input = { newId: randomUUID(), name: 'Oak' };
    await send(ana, apiaries, input);
    const answer = await ana.rest('POST', '/apiaries', { name: 'Ash' }, { 'idempotency-key': `id ${input.newId}` });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  it('is the same under an Idempotency-Key and without one', async () => {
    const input = { newId: randomUUID(), name: 'Oak' };
    const keyed = async () => {
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${ana.token}`,
          'idempotency-key': input.newId,
        },
        body: JSON.stringify({
          query: 'mutation ($input: CreateApiaryInput!) { createApiary(input: $input) { apiary { id createdAt } } }',
          variables: { input },
        }),
      });
      return (await response.json()) as GraphqlAnswer<{ createApiary: { apiary: object } }>;
    };
    const { data } = await keyed();
    expect((await send(ana, apiaries, input)).data.created).toEqual(data.createApiary.apiary);
    expect((await keyed()).data).toEqual(data);
  });
});
