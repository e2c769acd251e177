// A day's work of a phone without a signal, sent at once.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { type Client, startTestApp, type TestApp } from '../../support/client.js';
import { hiveInput } from '../../support/hive-input.js';
import { share } from '../../support/members.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
let hive: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => expectLogExact(app.database));
afterAll(() => app.close());
beforeEach(async () => {
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  hive = await ana.beehive(apiary, { beehiveNumber: 1, foodFrames: 1 });
});

interface Result {
  key: string;
  status: string;
  ids: string[];
  error: { code: string; reason: string | null; message: string; fields: object[] } | null;
}
const PUSH = `mutation ($operations: [SyncOperation!]!, $atomic: Boolean) {
  executeOperations(input: { operations: $operations, atomic: $atomic }) { results { key status ids error {
    code reason message fields { field message questionId available until } current { recordId version changedFields changedBy { userId } } scope } } } }`;
const send = (operations: object[], { who = ana as Client, atomic }: { who?: Client; atomic?: boolean } = {}) =>
  who.graphql<{ executeOperations: { results: Result[] } }>(PUSH, { operations, atomic });
const push = async (...args: Parameters<typeof send>): Promise<Result[]> => {
  const { data, errors } = await send(...args);
  expect(errors).toBeUndefined();
  return data.executeOperations.results;
};
interface Operation {
  key: string;
  mutation: object;
}
const keyed = (mutation: object): Operation => ({ key: randomUUID(), mutation });
const update = (id: string, input: object): Operation => keyed({ updateBeehive: { id, ...hiveInput(input) } });
const create = (beehiveNumber: number, fields: object = {}): Operation =>
  keyed({ createBeehive: { apiaryId: apiary, beehiveNumber, ...hiveInput(fields) } });
const statusesOf = (results: Result[]): string[] => results.map(({ status }) => status);
const numbers = async (): Promise<number[]> => {
  const { beehives } = await ana.ask(`{ beehives(apiaryId: "${apiary}") { nodes { beehiveNumber } } }`);
  return beehives.nodes.map(({ beehiveNumber }: { beehiveNumber: number }) => beehiveNumber);
};

it('executes operations of every kind in their order, and returns the ids', async () => {
  const item = await ana.item(apiary, { quantity: 5 });
  const { createQuestion } = await ana.ask(
    `mutation { createQuestion(input: { apiaryId: "${apiary}", text: "Mites?", required: false }) { question { id } } }`,
  );
  const question = createQuestion.question.id;
  const answered = randomUUID();
  const results = await push([
    create(2),
    keyed({ createBeehives: { beehives: [{ apiaryId: apiary }, { apiaryId: apiary }] } }),
    update(hive, { foodFrames: 4 }),
    update(hive, { foodFrames: 5 }),
    keyed({
      recordVisit: { answers: [], beehives: [{ beehiveId: hive }], occurredAt: '2026-05-01T08:00:00Z' },
    }),
    keyed({
      recordAnswers: {
        newId: answered,
        beehiveId: hive,
        answers: [{ questionId: question, text: 'None' }],
        occurredAt: '2026-05-02T08:00:00Z',
      },
    }),
    keyed({ recordExit: { id: item, quantity: 2, person: 'Ana' } }),
    keyed({
      recordTreatment: { beehiveIds: [hive], kind: 'a', productName: 'b', startedOn: '2026-05-01', dose: '1.5' },
    }),
    keyed({ recordMiteCount: { beehiveId: hive, method: 'SUGAR_ROLL', bees: 300, mites: 3 } }),
    keyed({ deleteInventoryItem: { id: item } }),
  ]);
  expect(statusesOf(results)).toEqual(Array(10).fill('APPLIED'));
  expect(results.map(({ ids }) => ids.length)).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect([results[5]!.ids, results[9]!.ids]).toEqual([[answered], [item]]);
  const [inspection] = results[4]!.ids;
  expect(
    await ana.ask(
      `{ beehive(id: "${hive}") { foodFrames lastInspectedAt } inspection(id: "${inspection}") { occurredAt }
        answered: inspection(id: "${answered}") { status answers { text } } }`,
    ),
  ).toEqual({
    beehive: { foodFrames: 5, lastInspectedAt: '2026-05-02T08:00:00.000Z' },
    inspection: { occurredAt: '2026-05-01T08:00:00.000Z' },
    answered: { status: 'COMPLETED', answers: [{ text: 'None' }] },
  });
});

it('executes the saves of a form that was filled in without a network, and its end', async () => {
  const questions = `mutation { a: createQuestion(input: { apiaryId: "${apiary}", text: "Mites?" }) { question { id } }
    b: createQuestion(input: { apiaryId: "${apiary}", text: "Food?" }) { question { id } } }`;
  const { a, b } = await ana.ask(questions);
  const id = randomUUID();
  const save = (input: object): Operation => keyed({ updateInspectionDraft: { id, ...input } });
  const operations = [
    keyed({ recordInspection: { newId: id, beehiveId: hive, draft: true, notes: 'Calm' } }),
    save({ answers: [{ questionId: a.question.id, text: 'None' }] }),
    save({ answers: [{ questionId: b.question.id, text: 'Enough' }] }),
    keyed({ completeInspection: { id, state: { foodFrames: 3 } } }),
  ];
  expect(statusesOf(await push(operations))).toEqual(Array(4).fill('APPLIED'));
  expect(statusesOf(await push(operations))).toEqual(Array(4).fill('DUPLICATE'));
  const { inspection } = await ana.ask(
    `{ inspection(id: "${id}") { status notes answers { text } beehive { foodFrames } } }`,
  );
  const answers = [{ text: 'None' }, { text: 'Enough' }];
  expect(inspection).toEqual({ status: 'COMPLETED', notes: 'Calm', answers, beehive: { foodFrames: 3 } });
});

it('sent again, executes nothing and returns the same ids', async () => {
  const operations = [create(2), update(hive, { foodFrames: 4 }), keyed({ deleteBeehive: { id: hive } })];
  const first = await push(operations);
  const again = await push(operations);
  expect(statusesOf(again)).toEqual(Array(3).fill('DUPLICATE'));
  expect(again.map(({ ids }) => ids)).toEqual(first.map(({ ids }) => ids));
  expect(await numbers()).toEqual([2]);
});

it('goes on after operations that are refused, and says why, as the mutation alone would', async () => {
  const foreign = await (await beekeeper(app)).apiary();
  const results = await push([
    create(1),
    create(3, { foodFrames: -1 }),
    keyed({ createBeehive: { apiaryId: foreign } }),
    { ...create(4), key: 'not valid' },
    create(5),
  ]);
  expect(results).toMatchObject([
    { status: 'CONFLICT', ids: [], error: { code: 'CONFLICT', reason: 'BEEHIVE_NUMBER_TAKEN' } },
    { status: 'REJECTED', error: { code: 'BAD_USER_INPUT', fields: [{ field: 'state.foodFrames' }] } },
    { status: 'REJECTED', error: { message: 'Apiary not found', code: 'NOT_FOUND' } },
    { status: 'REJECTED', error: { fields: [{ field: 'key' }] } },
    { status: 'APPLIED', error: null },
  ]);
  expect(await numbers()).toEqual([1, 5]);
});

it('a refused operation can be sent again under its key; another one under the key of an executed one is a conflict', async () => {
  const operation = create(1);
  expect(statusesOf(await push([operation]))).toEqual(['CONFLICT']);
  await ana.ask(`mutation { deleteBeehive(input: { id: "${hive}" }) { deletedId } }`);
  expect(statusesOf(await push([operation]))).toEqual(['APPLIED']);
  const reused = { ...create(7), key: operation.key };
  expect(await push([reused])).toMatchObject([{ status: 'CONFLICT', error: { reason: 'IDEMPOTENCY_KEY_REUSED' } }]);
});

it('of one key twice in a push, executes the first', async () => {
  const operation = create(2);
  expect(statusesOf(await push([operation, operation]))).toEqual(['APPLIED', 'DUPLICATE']);
  expect(await numbers()).toEqual([1, 2]);
});

it('concurrent deliveries execute each operation once', async () => {
  const operations = Array.from({ length: 10 }, (_, i) => create(10 + i));
  const all = await Promise.all(Array.from({ length: 4 }, () => push(operations)));
  for (const i of operations.keys())
    expect(all.map((results) => results[i]!.status).sort()).toEqual(['APPLIED', 'DUPLICATE', 'DUPLICATE', 'DUPLICATE']);
  expect(await numbers()).toEqual([1, ...Array.from({ length: 10 }, (_, i) => 10 + i)]);
});

describe('an atomic push', () => {
  it('executes everything', async () => {
    const operations = [create(2), create(3)];
    expect(statusesOf(await push(operations, { atomic: true }))).toEqual(['APPLIED', 'APPLIED']);
    expect(statusesOf(await push(operations, { atomic: true }))).toEqual(['DUPLICATE', 'DUPLICATE']);
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  it('that takes longer than 5 seconds is refused, and executes nothing', async () => {
    const operations = Array.from({ length: 20 }, (_, i) => create(2 + i));
    let clock = performance.now();
    const time = jest.spyOn(performance, 'now').mockImplementation(() => {
      clock += 200;
      return clock;
    });
    const results = await push(operations, { atomic: true }).finally(() => time.mockRestore());
    const refused = results.filter(({ error }) => error!.reason !== 'OPERATIONS_ABORTED');
    expect(refused).toMatchObject([
      { status: 'REJECTED', error: { code: 'PAYLOAD_TOO_LARGE', reason: 'TRANSACTION_TOO_LONG' } },
    ]);
    expect(await numbers()).toEqual([1]);
    expect(statusesOf(await push(operations.slice(0, 2), { atomic: true }))).toEqual(['APPLIED', 'APPLIED']);
  });

  it('executes nothing if one operation is refused, and can then be sent again', async () => {
    const operations = [create(2), create(1), create(3)];
    const aborted = { status: 'CONFLICT', ids: [], error: { reason: 'OPERATIONS_ABORTED' } };
    expect(await push(operations, { atomic: true })).toMatchObject([
      aborted,
      { status: 'CONFLICT', error: { reason: 'BEEHIVE_NUMBER_TAKEN' } },
      aborted,
    ]);
    expect(await numbers()).toEqual([1]);
    await ana.ask(`mutation { deleteBeehive(input: { id: "${hive}" }) { deletedId } }`);
    expect(statusesOf(await push(operations, { atomic: true }))).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
  });
});

it('a refusal has the types of the schema: what is left, and what others have changed', async () => {
  const ben = await beekeeper(app);
  await share(ana, apiary, ben, 'MANAGER');
  await ben.ask(`mutation { updateBeehive(input: { id: "${hive}", state: { broodFrames: 2 } }) { beehive { id } } }`);
  const itemId = await ana.item(apiary, { quantity: 5 });
  const stale = update(hive, { foodFrames: 2, expectedVersion: 1 });
  expect(await push([stale, keyed({ recordExit: { id: itemId, quantity: 6, person: 'Eva' } })])).toMatchObject([
    {
      status: 'CONFLICT',
      error: {
        reason: 'VERSION_CONFLICT',
        fields: [],
        current: { recordId: hive, version: 2, changedFields: ['broodFrames'], changedBy: [{ userId: ben.id }] },
      },
    },
    {
      status: 'CONFLICT',
      error: {
        code: 'CONFLICT',
        reason: 'INSUFFICIENT_STOCK',
        fields: [{ field: 'quantity', available: 5, questionId: null, until: null }],
        current: null,
        scope: null,
      },
    },
  ]);
});

it('needs the role of each mutation', async () => {
  const ben = await beekeeper(app);
  await share(ana, apiary, ben, 'WORKER');
  expect(await push([create(2), update(hive, { foodFrames: 2 })], { who: ben })).toMatchObject([
    { status: 'REJECTED', error: { code: 'FORBIDDEN', reason: 'ROLE_TOO_LOW' } },
    { status: 'APPLIED' },
  ]);
  expect((await send([], { who: app.anyone })).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
});

it('refuses a push with an operation that is none, without any change', async () => {
  const both = keyed({ ...create(2).mutation, ...update(hive, { foodFrames: 2 }).mutation });
  for (const wrong of [keyed({}), both]) {
    const { errors } = await send([create(3), wrong]);
    expect(errors).toMatchObject([
      {
        extensions: {
          code: 'BAD_USER_INPUT',
          fields: [{ field: 'operations.1.mutation', message: 'must have exactly one field' }],
        },
      },
    ]);
  }
  for (const operations of [
    [keyed({ logOut: {} })],
    [keyed({ createBeehive: {} })],
    Array.from({ length: 101 }, (_, i) => create(i)),
  ])
    expect((await send(operations)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(await numbers()).toEqual([1]);
  expect(await push([])).toEqual([]);
});

it('describes refusals in the language of the account', async () => {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}`, 'accept-language': 'es' },
    body: JSON.stringify({ query: PUSH, variables: { operations: [create(2), create(1)], atomic: true } }),
  });
  const { data } = (await response.json()) as { data: { executeOperations: { results: Result[] } } };
  expect(data.executeOperations.results.map(({ error }) => error!.message)).toEqual([
    'Se rechazó otra de las operaciones',
    'El apiario ya tiene una colmena con este número',
  ]);
});

it('ends with the session: what has not been executed by then is not executed', async () => {
  const pushed = send(Array.from({ length: 100 }, (_, i) => create(2 + i)));
  while ((await numbers()).length < 2);
  await ana.ask('mutation { logOut { success } }');
  expect((await pushed).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED', reason: 'SESSION_OVER' } }]);
  const [{ n }] = (await app.database.sql('select count(*)::int as n from beehives where apiary_id = $1', [
    apiary,
  ])) as [{ n: number }];
  expect(n).toBeLessThan(101);
});

it('each operation counts as a request', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS: '12/1m' }, app.database);
  try {
    const who = await beekeeper(limited);
    const { id } = (await who.ask('mutation { made: createApiary(input: { name: "A" }) { apiary { id } } }')).made
      .apiary;
    const operations = Array.from({ length: 14 }, (_, beehiveNumber) =>
      keyed({ createBeehive: { apiaryId: id, beehiveNumber } }),
    );
    const { errors } = await send(operations, { who });
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    const [{ n }] = (await app.database.sql('select count(*)::int as n from beehives where apiary_id = $1', [id])) as [
      { n: number },
    ];
    expect(n).toBeGreaterThan(0);
    expect(n).toBeLessThan(14);
  } finally {
    await limited.close();
  }
});
