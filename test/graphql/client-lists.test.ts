// Filters and lists that authors of GraphQL clients need, node and nodes.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, isOfRequest, isOfSession, statementsOf } from '../support/client.js';
import { expectLikeMissing } from '../support/missing-ids.js';
import { expectGraphqlRefused } from '../support/refusals.js';
import { ana, apiary, app, bea, inspect } from './client-schema.fixture.js';

describe('filters of hives', () => {
  const numbers = async (filter: object, orderBy?: object): Promise<number[]> => {
    const { beehives } = await ana.ask(
      'query ($filter: BeehiveFilter, $orderBy: BeehiveOrder) { beehives(filter: $filter, orderBy: $orderBy) { nodes { beehiveNumber } } }',
      { filter, orderBy },
    );
    return beehives.nodes.map(({ beehiveNumber }: { beehiveNumber: number }) => beehiveNumber);
  };
  let own: string;
  let foreign: string;
  const hives: string[] = [];
  beforeAll(async () => {
    [own, foreign] = [await ana.apiary(), await bea.apiary()];
    await bea.beehive(foreign, { beehiveNumber: 11 });
    for (const beehiveNumber of [11, 12, 13])
      hives.push(await ana.beehive(own, { beehiveNumber, observations: `Near the ${beehiveNumber} % oak` }));
    await inspect(hives[0]!, { occurredAt: '2026-03-01T08:00:00Z' });
    await inspect(hives[1]!, { occurredAt: '2026-04-01T08:00:00Z' });
    await inspect(hives[2]!, { draft: true });
  });

  it('find hives by numbers, apiaries, time of the last inspection and text', async () => {
    const apiaryIds = [own];
    expect(await numbers({ apiaryIds })).toEqual([11, 12, 13]);
    expect(await numbers({ apiaryIds, beehiveNumbers: [13, 11, 99] })).toEqual([11, 13]);
    expect(await numbers({ apiaryIds, beehiveNumbers: [] })).toEqual([]);
    expect(await numbers({ apiaryIds, notInspectedSince: '2026-04-01T08:00:00Z' })).toEqual([11, 13]);
    expect(await numbers({ apiaryIds, notInspectedSince: '2026-04-01T08:00:01Z' })).toEqual([11, 12, 13]);
    expect(await numbers({ apiaryIds, search: '12 % OAK' })).toEqual([12]);
    expect(await numbers({ apiaryIds, search: '13' })).toEqual([13]);
    expect(await numbers({ apiaryIds, search: '13 ' })).toEqual([13]);
    expect(await numbers({ apiaryIds, search: ' ' })).toEqual(await numbers({ apiaryIds }));
    expect(await numbers({ apiaryIds, search: '99999999999' })).toEqual([]);
    expect(await numbers({ apiaryIds, search: 'oak', notInspectedSince: '2026-03-15T00:00:00Z' })).toEqual([11, 13]);
  });

  it('order by the last inspection, which an amendment may change', async () => {
    const order = (direction: string) => ({ field: 'LAST_INSPECTED_AT', direction });
    expect(await numbers({ apiaryIds: [own] }, order('ASC'))).toEqual([11, 12, 13]);
    expect(await numbers({ apiaryIds: [own] }, order('DESC'))).toEqual([13, 12, 11]);
    const { id } = await inspect(hives[2]!, { occurredAt: '2026-05-01T08:00:00Z' });
    expect(await numbers({ apiaryIds: [own] }, order('DESC'))).toEqual([13, 12, 11]);
    await ana.ask(
      `mutation ($id: ID!) { amendInspection(input: { id: $id, answers: [], reason: "Wrong day", occurredAt: "2026-02-01T08:00:00Z" }) { inspection { id } } }`,
      { id },
    );
    expect(await numbers({ apiaryIds: [own] }, order('DESC'))).toEqual([12, 11, 13]);
  });
});

describe('inspections', () => {
  it('are listed by status, and a draft can be discarded, also twice', async () => {
    const hive = await ana.beehive(apiary);
    const [done, draft] = [await inspect(hive), await inspect(hive, { draft: true })];
    const list = async (status: string): Promise<string[]> =>
      (
        await ana.ask(
          'query ($hive: ID!, $status: [InspectionStatus!]) { inspections(beehiveId: $hive, filter: { statuses: $status }) { nodes { id } } }',
          { hive, status },
        )
      ).inspections.nodes.map(({ id }: { id: string }) => id);
    expect([await list('DRAFT'), await list('COMPLETED')]).toEqual([[draft.id], [done.id]]);
    const discard = (who: Client, id: string) =>
      who.graphql<{ discardInspectionDraft: { deletedId: string } }>(
        'mutation ($id: ID!) { discardInspectionDraft(input: { id: $id }) { deletedId } }',
        { id },
      );
    await expectLikeMissing(discard, bea, draft.id);
    for (let i = 0; i < 2; i++)
      expect((await discard(ana, draft.id)).data!.discardInspectionDraft.deletedId).toBe(draft.id);
    await expectLikeMissing(discard, bea, draft.id);
    expect(await list('DRAFT')).toEqual([]);
    expectGraphqlRefused(await discard(ana, done.id), { code: 'CONFLICT' });
  });

  it('of a visit are found by its id', async () => {
    const hives = [await ana.beehive(apiary), await ana.beehive(apiary)];
    const {
      recordVisit: { inspections },
    } = await ana.ask(
      'mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id visitId } } }',
      { input: { answers: [], beehives: hives.map((beehiveId) => ({ beehiveId })) } },
    );
    const { visitId } = inspections[0];
    const find = (who: Client, id: string) =>
      who.graphql<{ inspections: { nodes: { id: string }[] } }>(
        'query ($id: ID!) { inspections(filter: { visitId: $id }) { nodes { id } } }',
        { id },
      );
    const found = (await find(ana, visitId)).data!.inspections.nodes.map(({ id }) => id);
    expect(found.sort()).toEqual(inspections.map(({ id }: { id: string }) => id).sort());
    await expectLikeMissing(
      async (who, id) => {
        const { data, ...response } = await find(who, id);
        return response as never;
      },
      bea,
      visitId,
    );
  });
});

it('inventory items are listed by expiry date', async () => {
  const other = await ana.apiary();
  for (const [itemName, expiryDate] of [
    ['Syrup', '2026-05-01'],
    ['Wax', null],
    ['Acid', '2026-06-01'],
  ])
    await ana.item(other, { itemName, expiryDate });
  const { inventoryItems } = await ana.ask(
    'query ($id: ID!) { inventoryItems(apiaryId: $id, filter: { expiresBefore: "2026-06-01" }) { nodes { itemName } } }',
    { id: other },
  );
  expect(inventoryItems.nodes).toEqual([{ itemName: 'Syrup' }]);
});

describe('node and nodes', () => {
  it('find any record by its id, and null for the others', async () => {
    const hive = await ana.beehive(apiary, { beehiveNumber: 91 });
    const item = await ana.item(apiary, { itemName: 'Smoker', quantity: 1 });
    const inspection = await inspect(hive);
    const foreign = await bea.apiary();
    const { inventoryItem } = await ana.ask(
      'query ($id: ID!) { inventoryItem(id: $id) { stockMovements { nodes { id } } } }',
      { id: item },
    );
    const movement = inventoryItem.stockMovements.nodes[0].id;
    const ids = [hive, item.toUpperCase(), foreign, 'nonsense', inspection.id, movement, hive, randomUUID()];
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Beehive { beehiveNumber apiary { name } }
      ... on InventoryItem { itemName lowStock } ... on Inspection { status } ... on StockMovement { balanceBefore } } }`;
    let nodes: unknown[] = [];
    const statements = await statementsOf(app.app, async () => {
      ({ nodes } = await ana.ask(query, { ids }));
    });
    const asHive = { __typename: 'Beehive', id: hive, beehiveNumber: 91, apiary: { name: 'Sierra' } };
    expect(nodes).toEqual([
      asHive,
      { __typename: 'InventoryItem', id: item, itemName: 'Smoker', lowStock: false },
      null,
      null,
      { __typename: 'Inspection', id: inspection.id, status: 'COMPLETED' },
      { __typename: 'StockMovement', id: movement, balanceBefore: 0 },
      asHive,
      null,
    ]);
    // The types, whose statement names the sessions, one for each of the five types among them, and the apiary of the hive.
    expect(statements.filter((text) => isOfRequest(text) && !isOfSession(text))).toHaveLength(7);
  });

  it('refuse too many ids, and more objects than a response may have', async () => {
    const ids = Array.from({ length: 101 }, () => randomUUID());
    expectGraphqlRefused(await ana.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids }), {
      code: 'BAD_USER_INPUT',
      field: 'ids',
    });
    const wide = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Apiary { beehives(first: 500) { nodes { inspections(first: 500) { nodes { id } } } } } } }`;
    const { errors } = await ana.graphql(wide, { ids: [apiary] });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', reason: 'RESPONSE_TOO_BROAD' } }]);
  });
});

describe('a nested list that is refused', () => {
  it('is null, and the rest of its record is read', async () => {
    const { data, errors } = await ana.graphql(
      'query ($ids: [ID!]) { apiaries(first: 2) { nodes { name tasks(filter: { assigneeIds: $ids }) { totalCount } } } }',
      { ids: [randomUUID()] },
    );
    expect(errors).toMatchObject([
      { path: ['apiaries', 'nodes', 0, 'tasks'], extensions: { code: 'NOT_FOUND' } },
      { path: ['apiaries', 'nodes', 1, 'tasks'], extensions: { code: 'NOT_FOUND' } },
    ]);
    expect(data.apiaries.nodes).toEqual([
      { name: expect.any(String), tasks: null },
      { name: expect.any(String), tasks: null },
    ]);
  });
});
