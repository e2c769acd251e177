// Ids of clients where one operation creates several records, and phones that lose responses.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Context } from '../../src/context.js';
import { Apiary } from '../../src/features/apiaries/apiary.entity.js';
import { claimIds } from '../../src/idempotency/client-ids.js';
import { isOfRequest, statementsOf } from '../support/client.js';
import * as fc from '../support/fast-check.js';
import { hiveInput } from '../support/hive-input.js';
import { refusalOf } from '../support/members.js';
import { expectGraphqlRefused } from '../support/refusals.js';
import type { Beekeeper } from '../support/world.js';
import { ana, app, ben, createHome, TAKEN } from './client-ids.fixture.js';

describe('stock', () => {
  const MUTATIONS = {
    adjustStock: ['AdjustStockInput', { amount: -2 }],
    recordExit: ['RecordExitInput', { quantity: 2, person: 'Ana' }],
  } as const;

  it.each(Object.entries(MUTATIONS))('%s happens once, and returns the item as it is', async (name, [type, fields]) => {
    const { item } = await createHome(ana);
    const input = { newId: randomUUID(), id: item, ...fields };
    const change = () =>
      ana.graphql(
        `mutation ($input: ${type}!) { change: ${name}(input: $input) { inventoryItem { id quantity stockMovements(first: 1) { nodes { id } } } } }`,
        { input },
      );
    const expected = { id: item, quantity: 98, stockMovements: { nodes: [{ id: input.newId }] } };
    for (let attempt = 0; attempt < 3; attempt++) expect((await change()).data.change.inventoryItem).toEqual(expected);
    await ana.ask(`mutation { adjustStock(input: { id: "${item}", amount: 5 }) { inventoryItem { id } } }`);
    expect((await change()).data.change.inventoryItem.quantity).toBe(103);
  });

  it('a correction happens once; without an id, it is a conflict', async () => {
    const { item } = await createHome(ana);
    const {
      recordStockMovement: { stockMovement: movement },
    } = await ana.ask(
      `mutation { recordStockMovement(input: { id: "${item}", direction: OUT, quantity: 7 }) { stockMovement { id } } }`,
    );
    const correct = (fields: object) =>
      ana.graphql(
        'mutation ($input: ReverseStockMovementInput!) { reverseStockMovement(input: $input) { stockMovement { id balanceAfter } } }',
        {
          input: { id: movement.id, reason: 'Miscounted', ...fields },
        },
      );
    const id = randomUUID();
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await correct({ newId: id })).data.reverseStockMovement.stockMovement).toEqual({ id, balanceAfter: 100 });
    expect(refusalOf(await correct({}))).toBe('CONFLICT ALREADY_CORRECTED');
  });

  it('that is refused takes no id, and without an id is one statement', async () => {
    const { item } = await createHome(ana);
    const exit = (quantity: number, id?: string) =>
      ana.graphql('mutation ($input: RecordExitInput!) { recordExit(input: $input) { inventoryItem { quantity } } }', {
        input: { id: item, quantity, person: 'Ana', ...(id && { newId: id }) },
      });
    const id = randomUUID();
    expect(refusalOf(await exit(101, id))).toBe('CONFLICT INSUFFICIENT_STOCK');
    expect((await exit(1, id)).data.recordExit.inventoryItem.quantity).toBe(99);
    const sent = await statementsOf(app.app, () => exit(1));
    expect(sent.filter(isOfRequest)).toHaveLength(1);
  });
});

describe('several records', () => {
  const createMany = (who: Beekeeper, inputs: object[]) =>
    who.graphql(
      'mutation ($inputs: [CreateBeehiveInput!]!) { createBeehives(input: { beehives: $inputs }) { beehives { id beehiveNumber } } }',
      {
        inputs,
      },
    );

  it('hives that are sent again in another group are created once', async () => {
    const apiaryId = await ana.apiary();
    const inputs = [1, 2, 3, 4].map((beehiveNumber) => ({ newId: randomUUID(), apiaryId, beehiveNumber }));
    const [one, two, three, four] = inputs as [object, object, object, object];
    const expected = (list: { newId: string; beehiveNumber: number }[]) => ({
      createBeehives: { beehives: list.map(({ newId, beehiveNumber }) => ({ id: newId, beehiveNumber })) },
    });
    expect((await createMany(ana, [one, two])).data).toEqual(expected(inputs.slice(0, 2)));
    expect((await createMany(ana, [three, two, one])).data).toEqual(expected([inputs[2]!, inputs[1]!, inputs[0]!]));
    const taken = await createMany(ana, [one, { apiaryId, beehiveNumber: 9 }, { apiaryId, beehiveNumber: 3 }]);
    expect(taken.errors![0]!.extensions).toMatchObject({
      reason: 'BEEHIVE_NUMBER_TAKEN',
      fields: [{ field: 'beehives.2.beehiveNumber' }],
    });
    expect((await createMany(ana, [four])).data).toEqual(expected([inputs[3]!]));
    const { apiary } = await ana.ask(`{ apiary(id: "${apiaryId}") { beehivesCount } }`);
    expect(apiary.beehivesCount).toBe(4);
  });

  it('hives with one id twice, or an id that is not a UUID, are refused by field', async () => {
    const apiaryId = await ana.apiary();
    const id = randomUUID();
    const twice = await createMany(ana, [{ apiaryId, newId: id }, { apiaryId }, { apiaryId, newId: id.toUpperCase() }]);
    expectGraphqlRefused(twice, { code: 'BAD_USER_INPUT', field: 'beehives.2.newId' });
    expectGraphqlRefused(await createMany(ana, [{ apiaryId }, { apiaryId, newId: 'x' }]), {
      code: 'BAD_USER_INPUT',
      field: 'beehives.1.newId',
    });
    expect((await ana.ask(`{ apiary(id: "${apiaryId}") { beehivesCount } }`)).apiary.beehivesCount).toBe(0);
  });

  it('hives are all refused if one id is taken', async () => {
    const [apiaryId, foreign] = [await ana.apiary(), await ben.apiary()];
    expect(refusalOf(await createMany(ana, [{ apiaryId }, { apiaryId, newId: foreign }]))).toBe(TAKEN);
    expect((await ana.ask(`{ apiary(id: "${apiaryId}") { beehivesCount } }`)).apiary.beehivesCount).toBe(0);
  });

  it('a visit is recorded once; another visit with one of its ids is refused', async () => {
    const apiary = await ana.apiary();
    const hives = [await ana.beehive(apiary), await ana.beehive(apiary), await ana.beehive(apiary)];
    const ids = [randomUUID(), undefined, randomUUID()];
    const visit = (fields: object = {}) =>
      ana.graphql(
        'mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id beehive { id } visitId notes createdAt } } }',
        { input: { answers: [], beehives: hives.map((beehiveId, i) => ({ beehiveId, newId: ids[i] })), ...fields } },
      );
    const first = await visit();
    expect(first.data.recordVisit.inspections.map(({ id }: { id: string }) => id)).toEqual([
      ids[0],
      expect.any(String),
      ids[2],
    ]);
    expect(await visit()).toEqual(first);
    await ana.ask(
      `mutation { amendInspection(input: { id: "${ids[0]}", answers: [], reason: "Typo" }) { inspection { id } } }`,
    );
    expect(await visit()).toEqual(first);
    expect(refusalOf(await visit({ notes: 'Another' }))).toBe(TAKEN);
    const { inspections } = await ana.ask(`{ inspections(apiaryId: "${apiary}") { totalCount } }`);
    expect(inspections.totalCount).toBe(3);
  });

  it('a treatment of several hives is recorded once, and takes its product once', async () => {
    const apiary = await ana.apiary();
    const beehiveIds = [await ana.beehive(apiary), await ana.beehive(apiary)];
    const itemId = await ana.item(apiary, { quantity: 10 });
    const record = (ids: string[] | null, fields: object = {}) =>
      ana.graphql(
        'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id beehiveId courseId } } }',
        {
          input: {
            beehiveIds,
            kind: 'Varroa',
            productName: 'Thymol',
            startedOn: '2026-05-01',
            stock: { itemId, quantityPerHive: 2 },
            newIds: ids,
            ...fields,
          },
        },
      );
    const ids = [randomUUID(), randomUUID()];
    const first = await record(ids);
    expect(first.data.recordTreatment.treatments).toMatchObject([
      { id: ids[0], beehiveId: beehiveIds[0] },
      { id: ids[1], beehiveId: beehiveIds[1] },
    ]);
    expect(await record(ids)).toEqual(first);
    expect(refusalOf(await record(ids, { stock: { itemId, quantityPerHive: 1 } }))).toBe(TAKEN);
    expect((await ana.ask(`{ inventoryItem(id: "${itemId}") { quantity } }`)).inventoryItem.quantity).toBe(6);
    expectGraphqlRefused(await record([ids[0]!]), { code: 'BAD_USER_INPUT', field: 'newIds' });
    expectGraphqlRefused(await record([randomUUID(), 'x']), { code: 'BAD_USER_INPUT', field: 'newIds.1' });
    const one = randomUUID();
    expectGraphqlRefused(await record([one, one]), { code: 'BAD_USER_INPUT', field: 'newIds.1' });
  });
});

describe('the claim of many ids with one content', () => {
  it('hashes the content once: that of a visit to 100 hives may have 20,000 values', async () => {
    let times = 0;
    const content = {
      get answers() {
        times += 1;
        return [];
      },
    };
    const claims = Array.from({ length: 100 }, (_, i) => ({ id: randomUUID(), field: `beehives.${i}.newId`, content }));
    const pool = { query: async () => ({ rows: claims.map(({ id }) => ({ key: `id ${id}` })) }) };
    const context = { viewer: { id: ana.id }, pool } as unknown as Context;
    await expect(claimIds(context, Apiary, claims)).rejects.toMatchObject({ extensions: { reason: 'ID_TAKEN' } });
    expect(times).toBe(1);
  });
});

describe('phones that lose responses', () => {
  it('create each hive once, whatever they send again and in whatever groups', async () => {
    const attempt = fc.record({
      from: fc.nat({ max: 5 }),
      count: fc.integer({ min: 1, max: 4 }),
      // What is sent under the id of another hive is refused.
      wrong: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { minLength: 5, maxLength: 15 }), async (attempts) => {
        const apiaryId = await ana.apiary();
        const hives = Array.from({ length: 8 }, (_, n) => ({
          newId: randomUUID(),
          apiaryId,
          observations: `hive ${n}`,
        }));
        const stored = new Map<string, string>();
        for (const { from, count, wrong } of attempts) {
          const group = hives.slice(from, from + count);
          const inputs = wrong ? [{ ...group[0]!, observations: 'wrong' }, ...group.slice(1)] : group;
          const { data, errors } = await ana.graphql(
            'mutation ($inputs: [CreateBeehiveInput!]!) { createBeehives(input: { beehives: $inputs }) { beehives { id observations } } }',
            { inputs: inputs.map(hiveInput) },
          );
          const clash = inputs.some(
            ({ newId, observations }) => stored.has(newId) && stored.get(newId) !== observations,
          );
          if (clash) expect(errors![0]!.extensions.reason).toBe('ID_TAKEN');
          else {
            for (const { newId, observations } of inputs) stored.set(newId, observations);
            expect(data.createBeehives.beehives).toEqual(
              inputs.map(({ newId, observations }) => ({ id: newId, observations })),
            );
          }
        }
        const { apiary } = await ana.ask(`{ apiary(id: "${apiaryId}") { beehives { nodes { id observations } } } }`);
        expect(
          new Map(
            apiary.beehives.nodes.map((hive: { id: string; observations: string }) => [hive.id, hive.observations]),
          ),
        ).toEqual(stored);
      }),
      { numRuns: 10 },
    );
  }, 60_000);
});
