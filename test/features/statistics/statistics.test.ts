import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  apiaries,
  DAY_MS,
  HEALTH,
  insertApiaries,
  lastInspectionOf,
  type ModelApiary,
  STATUS,
} from '../../support/apiaries-model.js';
import { beforeQuery, Client, isOfRequest, startTestApp, statementsOf, type TestApp } from '../../support/client.js';
import * as fc from '../../support/fast-check.js';
import { expectLikeMissing } from '../../support/missing-ids.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper, treat } from '../../support/world.js';

const FIGURES = `
  beehivesCount beehivesByHealth { health beehivesCount } beehivesByStatus { status beehivesCount } healthScore
  activeTreatmentsCount overdueInspectionsCount lately: overdueInspectionsCount(days: 40) recentInspectionsCount inventoryItemsCount lowStockItemsCount`;
const PATHS = ['', '/health-trends', '/treatment-distribution', '/inventory-levels'];

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

/** The figures of these apiaries, by the descriptions of the fields. */
function expectedFigures(world: ModelApiary[]): object {
  const hives = world.flatMap((apiary) => apiary.hives);
  const items = world.flatMap((apiary) => apiary.items);
  const inspections = hives.flatMap((hive) => hive.inspections);
  const overdue = (days: number): number =>
    hives.filter((hive) => +(lastInspectionOf(hive) ?? 0) < Date.now() - days * DAY_MS).length;
  const points = hives.flatMap(({ health }) => (health ? { HEALTHY: 100, AT_RISK: 50, UNHEALTHY: 0 }[health] : []));
  return {
    beehivesCount: hives.length,
    beehivesByHealth: [...HEALTH, null].map((health) => ({
      health,
      beehivesCount: hives.filter((hive) => hive.health === health).length,
    })),
    beehivesByStatus: [...STATUS, null].map((status) => ({
      status,
      beehivesCount: hives.filter((hive) => hive.status === status).length,
    })),
    healthScore: points.length > 0 ? Math.round(points.reduce((a, b) => a + b, 0) / points.length) : null,
    activeTreatmentsCount: hives
      .flatMap(({ treatments = [] }) => treatments)
      .filter(({ status }) => status === 'ACTIVE').length,
    overdueInspectionsCount: overdue(14),
    lately: overdue(40),
    recentInspectionsCount: inspections.filter(
      ({ status, occurredAt }) => status === 'COMPLETED' && +occurredAt >= Date.now() - 30 * DAY_MS,
    ).length,
    inventoryItemsCount: items.length,
    lowStockItemsCount: items.filter(({ quantity, minimumStock }) => quantity <= minimumStock).length,
  };
}

describe('figures', () => {
  it('agree with a plain model for random apiaries, of each and of all together', async () => {
    await fc.assert(
      fc.asyncProperty(apiaries, async (world) => {
        await insertApiaries(app.database, ana.id, world);
        const { all, apiaries: each } = await ana.ask(
          `{ all: statistics { ${FIGURES} } apiaries { nodes { id statistics { ${FIGURES} } } } }`,
        );
        expect(all).toEqual(expectedFigures(world));
        const byId = new Map(each.nodes.map((one: { id: string; statistics: object }) => [one.id, one.statistics]));
        for (const apiary of world) expect(byId.get(apiary.id)).toEqual(expectedFigures([apiary]));
      }),
      { numRuns: 20, endOnFailure: true },
    );
  }, 120_000);

  it('take the words of a hive, also those that are not understood', async () => {
    const apiary = await ana.apiary();
    for (const words of [
      { healthStatus: 'Presencia barroa' },
      { healthStatus: 'Rara' },
      { hiveStatus: 'Sin reina' },
      {},
    ])
      await ana.beehive(apiary, words);
    const { statistics } = (await ana.ask(`{ apiary(id: "${apiary}") { statistics { ${FIGURES} } } }`)).apiary;
    expect(statistics).toMatchObject({ beehivesCount: 4, healthScore: 50 });
    expect(statistics.beehivesByHealth).toContainEqual({ health: 'AT_RISK', beehivesCount: 1 });
    expect(statistics.beehivesByHealth.at(-1)).toEqual({ health: null, beehivesCount: 3 });
    expect(statistics.beehivesByStatus).toContainEqual({ status: 'QUEENLESS', beehivesCount: 1 });
  });

  it('cost a statement for each kind of record, and nothing for what is not selected', async () => {
    const empty = Array.from({ length: 300 }, () => ({ id: randomUUID(), hives: [], items: [] }));
    await insertApiaries(app.database, ana.id, empty);
    await ana.ask('{ me { id } }');
    const count = async (query: string): Promise<number> => {
      const statements = await statementsOf(app.app, () => ana.ask(query));
      return statements.filter(isOfRequest).length;
    };
    expect(await count('{ statistics { calculatedAt } }')).toBe(0);
    expect(await count('{ statistics { beehivesCount healthScore beehivesByHealth { beehivesCount } } }')).toBe(1);
    const counts = 'overdueInspectionsCount recentInspectionsCount inventoryItemsCount lowStockItemsCount';
    expect(await count(`{ statistics { ${counts} } }`)).toBe(4);
    const figures = 'beehivesCount healthScore lowStockItemsCount';
    expect(await count(`{ apiaries { nodes { statistics { ${figures} } } } }`)).toBe(3);
    expect(await count('{ apiaries { nodes { healthTrends { beehiveId } } } }')).toBe(2);
  });
});

describe('health trends', () => {
  interface Rated {
    daysAgo: number;
    scores: (number | null)[];
  }
  async function rate(hive: string, apiary: string, inspections: Rated[]): Promise<void> {
    const { questions } = await ana.ask(`{ questions(apiaryId: "${apiary}") { id } }`);
    for (const { daysAgo, scores } of inspections)
      await ana.ask(
        'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }',
        {
          input: {
            beehiveId: hive,
            occurredAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
            answers: scores.map((score, i) => ({ questionId: questions[i].id, text: 'a', score })),
          },
        },
      );
  }
  const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  async function ratedApiary(): Promise<{ apiary: string; older: string; newer: string }> {
    const apiary = await ana.apiary();
    const [older, newer] = [await ana.beehive(apiary), await ana.beehive(apiary, { beehiveNumber: 1 })];
    await ana.beehive(apiary);
    for (const text of ['A?', 'B?', 'C?'])
      await ana.ask('mutation ($input: CreateQuestionInput!) { createQuestion(input: $input) { question { id } } }', {
        input: { apiaryId: apiary, text },
      });
    await rate(newer, apiary, [
      { daysAgo: 400, scores: [9] },
      { daysAgo: 2, scores: [7] },
    ]);
    await rate(older, apiary, [
      { daysAgo: 20, scores: [4, 4, 5] },
      { daysAgo: 3, scores: [null, null] },
      { daysAgo: 1, scores: [10, null, 0] },
    ]);
    return { apiary, older, newer };
  }

  it('are points by day of the hives that have ratings, the oldest hive first, on both APIs', async () => {
    const { apiary, older, newer } = await ratedApiary();
    const points = 'beehiveId beehive { beehiveNumber } points { date score answersCount }';
    const data = await ana.ask(
      `{ apiary(id: "${apiary}") { healthTrends { ${points} } all: healthTrends(days: 500) { ${points} } } }`,
    );
    const recent = [
      {
        beehiveId: older,
        beehive: { beehiveNumber: null },
        points: [
          { date: day(20), score: 4.33, answersCount: 3 },
          { date: day(1), score: 5, answersCount: 2 },
        ],
      },
      { beehiveId: newer, beehive: { beehiveNumber: 1 }, points: [{ date: day(2), score: 7, answersCount: 1 }] },
    ];
    expect(data.apiary.healthTrends).toEqual(recent);
    expect(data.apiary.all[1].points).toEqual([
      { date: day(400), score: 9, answersCount: 1 },
      { date: day(2), score: 7, answersCount: 1 },
    ]);
    const { body } = await ana.rest('GET', `/statistics/apiary/${apiary}/health-trends?days=500`);
    expect(body[0]).toEqual({
      hive_id: older,
      hive_number: null,
      hive_label: older.slice(-8),
      data_points: [
        { date: day(20), score: 4.33, count: 3 },
        { date: day(1), score: 5, count: 2 },
      ],
    });
    expect(body[1].data_points).toHaveLength(2);
  });

  it('use days in UTC, whatever the time zone of the database', async () => {
    const { sql } = app.database;
    const { apiary, older } = await ratedApiary();
    await sql(
      `update inspections set occurred_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '1 minute' where beehive_id = $1`,
      [older],
    );
    const [row] = await sql<{ name: string }>('select current_database() as name');
    for (const zone of ['Pacific/Kiritimati', 'America/Bogota']) {
      await sql(`alter database ${row!.name} set timezone to '${zone}'`);
      const elsewhere = await startTestApp({}, app.database);
      try {
        const client = new Client(elsewhere.url, ana.token);
        const { apiary: found } = await client.ask(
          `{ apiary(id: "${apiary}") { healthTrends { beehiveId points { date } } } }`,
        );
        expect(found.healthTrends[0]).toEqual({ beehiveId: older, points: [{ date: day(1) }] });
      } finally {
        await elsewhere.close();
        await sql(`alter database ${row!.name} reset timezone`);
      }
    }
  });

  it('count an amended inspection once, and a draft not at all', async () => {
    const { apiary, newer } = await ratedApiary();
    const { inspections } = await ana.ask(
      `{ inspections(beehiveId: "${newer}", first: 1) { nodes { id answers { questionId } } } }`,
    );
    const [{ id, answers }] = inspections.nodes;
    const rated = `[{ questionId: "${answers[0].questionId}", text: "b", score: 2 }]`;
    await ana.ask(`mutation {
      amendInspection(input: { id: "${id}", reason: "Misheard", answers: ${rated} }) { inspection { id } }
      recordInspection(input: { beehiveId: "${newer}", draft: true, answers: ${rated} }) { inspection { id } } }`);
    const { apiary: found } = await ana.ask(
      `{ apiary(id: "${apiary}") { healthTrends { beehiveId points { score answersCount } } } }`,
    );
    expect(found.healthTrends[1]).toEqual({ beehiveId: newer, points: [{ score: 2, answersCount: 1 }] });
  });

  it('a hive that is deleted while its health trend is read is null, and leaves the rest of the page', async () => {
    const deleted = async (work: (apiary: string) => Promise<unknown>): Promise<unknown> => {
      const { apiary, older } = await ratedApiary();
      const remove = () => app.database.sql('delete from beehives where id = $1', [older]);
      return beforeQuery(app.app, 3, remove, () => work(apiary));
    };
    expect(
      await deleted((id) => ana.graphql(`{ apiary(id: "${id}") { healthTrends { beehive { beehiveNumber } } } }`)),
    ).toMatchObject({ data: { apiary: { healthTrends: [{ beehive: null }, { beehive: { beehiveNumber: 1 } }] } } });
    const page = (await deleted((id) => ana.rest('GET', `/statistics/apiary/${id}/health-trends`))) as {
      status: number;
      body: object[];
    };
    expect(page).toMatchObject({ status: 200, body: [{ data_points: [{}, {}] }, { hive_number: 1 }] });
    expect(page.body[0]).not.toHaveProperty('hive_number');
  });

  it('list the oldest hive first, whatever its id', async () => {
    const { apiary, older, newer } = await ratedApiary();
    await app.database.sql(`update beehives set created_at = created_at - interval '1 year' where id = $1`, [newer]);
    const { body } = await ana.rest('GET', `/statistics/apiary/${apiary}/health-trends`);
    expect(body.map(({ hive_id }: { hive_id: string }) => hive_id)).toEqual([newer, older]);
  });
});

describe('treatments by kind', () => {
  it('agree with a plain model, on both APIs', async () => {
    await fc.assert(
      fc.asyncProperty(apiaries, async (world) => {
        await insertApiaries(app.database, ana.id, world);
        const { apiaries: all } = await ana.ask(
          '{ apiaries { nodes { id treatmentShares { kind treatmentsCount percentage } } } }',
        );
        for (const { id, treatmentShares } of all.nodes) {
          const { hives } = world.find((apiary) => apiary.id === id)!;
          const valid = hives.flatMap(({ treatments = [] }) => treatments).filter(({ status }) => status !== 'VOIDED');
          const shares = [...new Set(valid.map(({ kind }) => kind))].map((kind) => {
            const treatments = valid.filter((one) => one.kind === kind).length;
            return {
              kind,
              treatmentsCount: treatments,
              percentage: Math.round((treatments / valid.length) * 10_000) / 100,
            };
          });
          expect(treatmentShares).toEqual(
            shares.sort((a, b) => b.treatmentsCount - a.treatmentsCount || (a.kind < b.kind ? -1 : 1)),
          );
          const { body } = await ana.rest('GET', `/statistics/apiary/${id}/treatment-distribution`);
          expect(body).toEqual(
            shares.map(({ kind, treatmentsCount, percentage }) => ({
              treatment_type: kind,
              count: treatmentsCount,
              percentage,
            })),
          );
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });
});

describe('over REST', () => {
  it('an apiary without anything has numbers, never null', async () => {
    const apiary = await ana.apiary();
    const { status, body } = await ana.rest('GET', `/statistics/apiary/${apiary}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        apiary_id: apiary,
        total_beehives: 0,
        active_treatments: 0,
        avg_health_score: 0,
        total_inventory_items: 0,
        low_stock_items: 0,
        last_updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    for (const path of PATHS.slice(1))
      expect(await ana.rest('GET', `/statistics/apiary/${apiary}${path}`)).toMatchObject({ status: 200, body: [] });
  });

  it('an apiary with treatments has those under way, and the share of each kind', async () => {
    const apiary = await ana.apiary();
    const hive = await ana.beehive(apiary, { beehiveNumber: 1 });
    const records = [];
    for (const kind of ['Varroa', 'Varroa', 'Nosema', 'Nosema']) records.push(await treat(ana, hive, kind));
    const [, ended, , voided] = records;
    await ana.ask(`mutation { endTreatment(input: { id: "${ended!.treatment}" }) { treatment { id } } }`);
    await ana.rest('DELETE', `/treatments/${voided!.treatment}`);
    const read = async (path: string) => (await ana.rest('GET', `/statistics/apiary/${apiary}${path}`)).body;
    expect(await read('')).toMatchObject({ total_beehives: 1, active_treatments: 2 });
    expect(await read('/treatment-distribution')).toEqual([
      { treatment_type: 'Varroa', count: 2, percentage: 66.67 },
      { treatment_type: 'Nosema', count: 1, percentage: 33.33 },
    ]);
  });

  it('inventory levels are ok, low or critical', async () => {
    const apiary = await ana.apiary();
    for (const [itemName, quantity, minimumStock] of [
      ['A', 5, 4],
      ['B', 4, 4],
      ['C', 0, 4],
      ['D', 0, 0],
    ])
      await ana.item(apiary, { itemName, quantity, minimumStock });
    const level = (item_name: string, current_quantity: number, minimum_stock: number, status: string) => ({
      item_name,
      current_quantity,
      minimum_stock,
      status,
    });
    expect((await ana.rest('GET', `/statistics/apiary/${apiary}/inventory-levels`)).body).toEqual([
      level('A', 5, 4, 'ok'),
      level('B', 4, 4, 'low'),
      level('C', 0, 4, 'critical'),
      level('D', 0, 0, 'critical'),
    ]);
    const { inventoryItems } = await ana.ask(`{ inventoryItems(apiaryId: "${apiary}") { nodes { stockLevel } } }`);
    expect(inventoryItems.nodes.map((item: { stockLevel: string }) => item.stockLevel)).toEqual([
      'OK',
      'LOW',
      'OUT',
      'OUT',
    ]);
  });
});

describe('refusals', () => {
  it.each(PATHS)(
    '%s: an apiary of another account is 404, like a missing one; without a token it is 401',
    async (path) => {
      const foreign = await (await beekeeper(app)).apiary();
      await expectLikeMissing(
        (who, id) => who.rest('GET', `/statistics/apiary/${encodeURIComponent(id)}${path}`),
        ana,
        foreign,
      );
      const anonymous = await app.anyone.rest('GET', `/statistics/apiary/${foreign}${path}`);
      expectRefused(anonymous, { status: 401, code: 'TOKEN_MISSING', message: 'No token found' });
      const nobody = await app.anyone.rest('GET', `/statistics/apiary/${foreign}${path}`, undefined, {
        authorization: 'Bearer null',
      });
      expect(nobody.status).toBe(401);
    },
  );

  it('over GraphQL too', async () => {
    const foreign = await (await beekeeper(app)).apiary();
    await expectLikeMissing(
      (who, id) => who.graphql('query ($id: ID!) { apiary(id: $id) { healthTrends { beehiveId } } }', { id }),
      ana,
      foreign,
    );
    await expectLikeMissing(
      (who, id) => who.graphql('query ($id: ID!) { apiary(id: $id) { statistics { beehivesCount } } }', { id }),
      ana,
      foreign,
    );
  });

  it.each([0, 3651])('%d days', async (days) => {
    const apiary = await ana.apiary();
    expectBadInput(await ana.rest('GET', `/statistics/apiary/${apiary}/health-trends?days=${days}`), 'days');
    for (const field of [
      `apiary(id: "${apiary}") { healthTrends(days: ${days}) { beehiveId } }`,
      `statistics { overdueInspectionsCount(days: ${days}) }`,
    ])
      expectGraphqlRefused(await ana.graphql(`{ ${field} }`), { code: 'BAD_USER_INPUT', field: 'days' });
  });
});
