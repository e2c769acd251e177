// The worklist: what a beekeeper does removes items from it, and what is refused.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { WorklistKind } from '../../../src/features/worklist/worklist.enums.js';
import { DEMO_ACCOUNT } from '../../../src/seeds/demo.js';
import { until } from '../../process/service.js';
import { apiaries, insertApiaries, type ModelApiary } from '../../support/apiaries-model.js';
import { beforeQuery, Client, startTestApp } from '../../support/client.js';
import { forged } from '../../support/connections.js';
import * as fc from '../../support/fast-check.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { beekeeper, treat } from '../../support/world.js';
import {
  ana,
  app,
  ask,
  daysFromNow,
  type Item,
  idsOf,
  KINDS,
  send,
  unhealthyHives,
  type Worklist,
} from './worklist.fixture.js';

const FIGURES =
  'beehivesCount healthScore activeTreatmentsCount overdueInspectionsCount recentInspectionsCount inventoryItemsCount lowStockItemsCount';
const ALL_KINDS = Object.values(WorklistKind);
const kindsOf = ({ nodes }: Worklist): string[] => nodes.map(({ kind }) => kind);

describe('what a beekeeper does', () => {
  it('a hive leaves the list when it is inspected, a draft when it is completed, an item when it is filled up', async () => {
    const bea = await beekeeper(app);
    const apiary = await bea.apiary();
    const hive = await bea.beehive(apiary, { hiveStatus: 'Sin reina', healthStatus: 'Enfermedad' });
    const item = await bea.item(apiary, { quantity: 0, minimumStock: 2 });
    const {
      draft: { inspection: draft },
    } = await bea.ask(
      `mutation { draft: recordInspection(input: { beehiveId: "${hive}", answers: [], draft: true }) { inspection { id } } }`,
    );
    const kinds = ['DRAFT_INSPECTION', 'LOW_STOCK', 'OVERDUE_INSPECTION', 'QUEENLESS', 'UNHEALTHY'];
    expect(kindsOf(await ask({}, bea)).sort()).toEqual(kinds);
    await bea.ask(
      `mutation { completeInspection(input: { id: "${draft.id}" }) { inspection { id } }
        updateBeehive(input: { id: "${hive}", state: { status: ACTIVE, health: HEALTHY } }) { beehive { id } }
        adjustStock(input: { id: "${item}", amount: 5 }) { inventoryItem { id } } }`,
    );
    expect(await ask({}, bea)).toMatchObject({ totalCount: 0, nodes: [], pageInfo: { startCursor: null } });
    expect(kindsOf(await ask({ until: daysFromNow(15) }, bea))).toEqual(['OVERDUE_INSPECTION']);
  });

  it('the counts are those of the list, by kind, whatever page of it is read', async () => {
    const who = await beekeeper(app);
    const [one, two] = [await who.apiary(), await who.apiary()];
    for (const apiary of [one, one, two]) await who.beehive(apiary, { healthStatus: 'Enfermedad' });
    await who.item(two, { quantity: 0, minimumStock: 2 });
    const read = async (args: string, fields = '') =>
      (await who.ask(`{ worklist${args} { counts { kind count } ${fields} } }`)).worklist;
    const found = async (args: string) => (await read(args)).counts.filter(({ count }: { count: number }) => count > 0);
    const hives = [
      { kind: 'OVERDUE_INSPECTION', count: 3 },
      { kind: 'UNHEALTHY', count: 3 },
    ];
    const stock = { kind: 'LOW_STOCK', count: 1 };
    const until = `dueBefore: "${daysFromNow(15)}"`;
    expect(await found(`(filter: { ${until} })`)).toEqual([...hives, stock]);
    const { counts, totalCount, nodes, pageInfo } = await read(
      `(filter: { ${until} }, first: 2)`,
      'totalCount nodes { kind } pageInfo { endCursor }',
    );
    expect(counts.map(({ kind }: { kind: string }) => kind)).toEqual(ALL_KINDS);
    expect(nodes).toHaveLength(2);
    expect(totalCount).toBe(7);
    const next = await read(`(filter: { ${until} }, first: 2, after: "${pageInfo.endCursor}")`, 'totalCount');
    expect(next).toEqual({ counts, totalCount });
    expect(await found(`(filter: { ${until}, apiaryIds: ["${two}"] })`)).toEqual([
      ...hives.map(({ kind }) => ({ kind, count: 1 })),
      stock,
    ]);
    expect((await read('(filter: { kinds: [LOW_STOCK, QUEENLESS] })')).counts).toEqual([
      { kind: 'QUEENLESS', count: 0 },
      stock,
    ]);
    expect((await read('(filter: { kinds: [] })')).counts).toEqual([]);
  });

  it('a follow-up is due without findings, also after the end of its treatment, until that is voided', async () => {
    const who = await beekeeper(app);
    const { treatment, followUp } = await treat(
      who,
      await who.beehive(await who.apiary()),
      'Thymol',
      daysFromNow(-15).slice(0, 10),
    );
    const due = async (): Promise<string[]> => idsOf(await ask({ kinds: ['FOLLOW_UP_DUE'] }, who));
    expect(await due()).toEqual([]);
    // The mobile app sends texts that are empty.
    const nothing = { hive_condition: '', observed_changes: '', partial_results: '', infestation_level: '', notes: '' };
    await who.rest('PUT', `/treatments/followup/${followUp}`, nothing);
    expect(await due()).toEqual([`FOLLOW_UP_DUE:${followUp}`]);
    await who.ask(`mutation { endTreatment(input: { id: "${treatment}" }) { treatment { id } } }`);
    expect(await due()).toEqual([`FOLLOW_UP_DUE:${followUp}`]);
    await who.rest('PUT', `/treatments/followup/${followUp}`, { infestation_level: 'Baja' });
    expect(await due()).toEqual([]);
    await who.rest('PUT', `/treatments/followup/${followUp}`, nothing);
    await who.rest('DELETE', `/treatments/${treatment}`);
    expect(await due()).toEqual([]);
  });

  it('a treatment whose end has passed is listed until it is ended; then, the end of its withdrawal period', async () => {
    const who = await beekeeper(app);
    const beehive = await who.beehive(await who.apiary());
    const day = (days: number): string => daysFromNow(days).slice(0, 10);
    const record = async (more: object): Promise<string> => {
      const form = { hive_id: beehive, treatment_type: 'Varroa', product_name: 'Amitraz', start_date: day(-50) };
      return (await who.rest('POST', '/treatments', { ...form, ...more })).body.id;
    };
    const kinds = ['TREATMENT_ENDS', 'WITHDRAWAL_ENDS'];
    const listed = async (): Promise<unknown[]> =>
      (await ask({ kinds }, who)).nodes.map(({ id, severity, value }) => [id, severity, value]);
    const id = await record({ estimated_duration_days: 42, withdrawal_days: 3 });
    expect(await listed()).toEqual([[`TREATMENT_ENDS:${id}`, 'MEDIUM', -8]]);
    await who.ask(`mutation { endTreatment(input: { id: "${id}" }) { treatment { id } } }`);
    const ends = [`WITHDRAWAL_ENDS:${beehive}`, 'LOW', 4];
    expect(await listed()).toEqual([ends]);
    // Nobody knows when honey may be taken after this one.
    const other = await record({ end_date: day(-1) });
    expect(await listed()).toEqual([]);
    await who.rest('PUT', `/treatments/${other}`, { withdrawal_days: 0 });
    expect(await listed()).toEqual([ends]);
    const announced = await record({ end_date: day(4), withdrawal_days: 0 });
    expect(await listed()).toEqual([
      [`TREATMENT_ENDS:${announced}`, 'LOW', 4],
      [`WITHDRAWAL_ENDS:${beehive}`, 'LOW', 5],
    ]);
  });

  it('agrees with the lists of overdue hives and low stock', async () => {
    await fc.assert(
      fc.asyncProperty(apiaries, async (world) => {
        await insertApiaries(app.database, ana.id, world);
        // Some say nothing, others 20 or 40 days.
        await app.database.sql(
          'update apiaries set inspection_days = nullif(abs(hashtext(id::text)) % 3, 0) * 20 where owner_id = $1',
          [ana.id],
        );
        const own = await ask({ until: daysFromNow(0), kinds: ['OVERDUE_INSPECTION'] });
        const now = { until: daysFromNow(0), inspectionDays: 20 };
        const overdue = await ask({ ...now, kinds: ['OVERDUE_INSPECTION'] });
        const low = await ask({ ...now, kinds: ['LOW_STOCK'] });
        const lists = await ana.ask(
          `{ beehives(filter: { notInspectedSince: "${daysFromNow(-20)}" }) { nodes { id } }
            lowStockItems { nodes { id } } statistics { overdueInspectionsCount(days: 20) own: overdueInspectionsCount lowStockItemsCount }
            apiaries(first: 500) { nodes { statistics { overdueInspectionsCount } } } }`,
        );
        const hives = lists.beehives.nodes;
        const ids = (rows: ({ id: string } | null)[]): string[] => rows.map((row) => row!.id).sort();
        expect(ids(overdue.nodes.map(({ beehive }) => beehive))).toEqual(ids(hives));
        expect(ids(low.nodes.map(({ record }) => record))).toEqual(ids(lists.lowStockItems.nodes));
        expect(lists.statistics).toEqual({
          overdueInspectionsCount: hives.length,
          own: own.totalCount,
          lowStockItemsCount: low.totalCount,
        });
        const counts: number[] = lists.apiaries.nodes.map(
          (one: { statistics: { overdueInspectionsCount: number } }) => one.statistics.overdueInspectionsCount,
        );
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(own.totalCount);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});

it.each(['apiary { id }', 'record { ... on InventoryItem { quantity } }'])(
  'what is deleted while the list is read is null, and leaves the rest of the response: %s',
  async (selection) => {
    const bea = await beekeeper(app);
    const [deleted, kept] = [await bea.apiary(), await bea.apiary()];
    for (const apiary of [deleted, kept]) await bea.item(apiary, { quantity: 0 });
    const { data, errors } = await beforeQuery(
      app.app,
      2,
      () => app.database.sql('delete from apiaries where id = $1', [deleted]),
      () => bea.graphql(`{ worklist { nodes { kind about: ${selection} } } }`),
    );
    expect(errors).toBeUndefined();
    expect(data.worklist.nodes).toEqual([
      { kind: 'LOW_STOCK', about: null },
      { kind: 'LOW_STOCK', about: expect.any(Object) },
    ]);
  },
);

it('the demo account has something of every kind to do, but no honey that expires', async () => {
  const demo = await startTestApp({ DEMO_DATA: 'on' });
  try {
    const { body } = await demo.anyone.rest('POST', '/auth/login', DEMO_ACCOUNT);
    const client = new Client(demo.url, body.access_token);
    const { worklist, apiaries } = await client.ask(
      '{ worklist { nodes { kind value apiary { name } beehive { beehiveNumber } } } apiaries { nodes { name miteTrend { mitesToTreat points { highestPer100 } } } } }',
    );
    const { nodes } = worklist as { nodes: (Item & { apiary: { name: string } })[] };
    // Whether hives are to be declared depends on the day.
    const ofHives = KINDS.filter((kind) => kind !== 'LOT_EXPIRES' && kind !== 'ANNUAL_DECLARATION');
    const listed = [...ofHives, 'RESTRICTED_ZONE'].toSorted();
    expect([...new Set(kindsOf({ nodes } as unknown as Worklist))].sort()).toEqual(listed);
    const [{ name, miteTrend }] = apiaries.nodes;
    const isHigh = ({ kind, apiary }: (typeof nodes)[number]): boolean => kind === 'MITES_HIGH' && apiary.name === name;
    expect(nodes.filter(isHigh)).toMatchObject([{ value: 3.33, beehive: { beehiveNumber: 2 } }]);
    expect(miteTrend.points.at(-1).highestPer100).toBeGreaterThan(miteTrend.mitesToTreat);

    const { treatmentRegister } = await client.ask(
      '{ treatmentRegister { nodes { status revision reason stockQuantity stockMovement { amount } } } }',
    );
    for (const expected of [
      { status: 'COMPLETED', revision: 2, reason: expect.any(String) },
      { status: 'VOIDED', revision: 2, reason: expect.any(String) },
      { status: 'ACTIVE', revision: 1, stockQuantity: 2, stockMovement: { amount: -2 } },
    ])
      expect(treatmentRegister.nodes).toContainEqual(expect.objectContaining(expected));
  } finally {
    await demo.close();
  }
});

describe('a member', () => {
  it('gets what an apiary needs, its statistics and its trends as the owner does, until the access ends', async () => {
    const { sql } = app.database;
    const [owner, member] = [await beekeeper(app), await beekeeper(app)];
    const [sampled] = fc.sample(apiaries, { numRuns: 1, seed: 7 }) as [ModelApiary[]];
    // The owner alone declares hives.
    const world = sampled.map((one) => ({ ...one, country: null }));
    await insertApiaries(app.database, owner.id, [...world, { id: randomUUID(), hives: unhealthyHives(3), items: [] }]);
    await sql(
      `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role)
       select gen_random_uuid(), now(), now(), id, $1, 'VIEWER' from apiaries where owner_id = $2`,
      [member.id, owner.id],
    );
    const query = `{
      statistics { ${FIGURES} } worklist { totalCount nodes { key kind severity apiary { id } beehive { id } record { id } } }
      apiaries { nodes { id statistics { ${FIGURES} } healthTrends { beehiveId } treatmentShares { kind treatmentsCount } } } }`;
    const expected = await owner.ask(query);
    expect(expected.worklist.totalCount).toBeGreaterThan(6);
    await until(async () => (await member.ask('{ worklist { totalCount } }')).worklist.totalCount > 0);
    expect(await member.ask(query)).toEqual(expected);
    await sql(`update apiary_members set role = 'INSPECTOR', member_until = '2026-01-01' where user_id = $1`, [
      member.id,
    ]);
    expect(await member.ask('{ worklist { totalCount } statistics { beehivesCount activeTreatmentsCount } }')).toEqual({
      worklist: { totalCount: 0 },
      statistics: { beehivesCount: 0, activeTreatmentsCount: 0 },
    });
  });
});

describe('refusals', () => {
  it('no token', async () => {
    expectGraphqlRefused(await app.anyone.graphql('{ worklist { totalCount } }'), {
      code: 'UNAUTHENTICATED',
      message: 'No token found',
    });
  });

  it('an apiary of another account, and an unknown one, also beside an own one', async () => {
    const foreign = await (await beekeeper(app)).apiary();
    const own = await ana.apiary();
    for (const id of [foreign, randomUUID(), 'nonsense'])
      expect((await send({ apiaryIds: [own, id] })).errors).toMatchObject([
        { extensions: { code: 'NOT_FOUND', fields: [{ field: 'filter.apiaryIds.1' }] } },
      ]);
  });

  it('no kind is an empty list', async () => {
    await ana.beehive(await ana.apiary(), { health: 'UNHEALTHY' });
    expect(await ask({ kinds: [] })).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it.each([
    ['first', { first: 0 }],
    ['first', { first: 501 }],
    ['filter.inspectionDays', { inspectionDays: 0 }],
    ['filter.inspectionDays', { inspectionDays: 3651 }],
    ['after', { after: 'bm9uc2Vuc2U' }],
  ])('%s: %j', async (field, args) => {
    expectGraphqlRefused(await send(args), { code: 'BAD_USER_INPUT', field });
  });

  it('a cursor of another list, and one that was changed', async () => {
    await insertApiaries(app.database, ana.id, [
      { id: randomUUID(), hives: [], items: [{ id: randomUUID(), quantity: 0, minimumStock: 0, expiryDate: null }] },
    ]);
    const { beehives } = await ana
      .ask(`mutation { createBeehive(input: { apiaryId: "${await ana.apiary()}" }) { beehive { id } } }`)
      .then(() => ana.ask('{ beehives { pageInfo { endCursor } } }'));
    const { endCursor } = (await ask({ kinds: ['LOW_STOCK'] })).pageInfo;
    for (const after of [
      beehives.pageInfo.endCursor,
      forged(endCursor!, /"severity":\d/, '"severity":"x"'),
      forged(endCursor!, /"at":"[^"]+"/, '"at":null'),
      forged(endCursor!, /"at":"[^"]+"/, '"at":"yesterday"'),
    ])
      expectGraphqlRefused(await send({ after }), { code: 'BAD_USER_INPUT', field: 'after' });
  });

  it('more than 10,000 items without a page', async () => {
    const apiary = await ana.apiary();
    await app.database.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, status, health)
       select gen_random_uuid(), now(), now(), $1, 'QUEENLESS', 'UNHEALTHY' from generate_series(1, 3400) n`,
      [apiary],
    );
    // As autovacuum does after so many rows: without it, the plans are those for almost empty tables.
    await app.database.sql('analyze');
    const few = '{ worklist { nodes { key } } }';
    expectGraphqlRefused(await ana.graphql(few), { code: 'BAD_USER_INPUT', field: 'first' });
    expect((await ana.ask('{ worklist { totalCount } }')).worklist.totalCount).toBeGreaterThan(10_000);
    const { counts, totalCount } = (await ana.ask('{ worklist { counts { count } totalCount } }')).worklist;
    expect(counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(totalCount);
    expect((await ask({ first: 500 })).nodes).toHaveLength(500);
  });
});
