// The worklist agrees with a plain model, in pages, and with few statements.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  addDays,
  apiaries,
  DAY_MS,
  declaringApiaries,
  insertApiaries,
  lastInspectionOf,
  type ModelApiary,
  type ModelHive,
  type ModelItem,
  type ModelTreatment,
  periodOf,
} from '../../support/apiaries-model.js';
import { Client, isOfRequest, startTestApp, statementsOf } from '../../support/client.js';
import { expectPagesOfWhole, forged } from '../../support/connections.js';
import * as fc from '../../support/fast-check.js';
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
  WORKLIST,
  type Worklist,
} from './worklist.fixture.js';

/** The time for which a page was made. */
const timeOf = (cursor: string): number => Date.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()).at);

/** The types of records that are not hives. */
const RECORDS: Record<string, string> = {
  LOW_STOCK: 'InventoryItem',
  EXPIRING_STOCK: 'InventoryItem',
  DRAFT_INSPECTION: 'Inspection',
  FOLLOW_UP_DUE: 'TreatmentFollowUp',
  TREATMENT_ENDS: 'Treatment',
  ANNUAL_DECLARATION: 'Apiary',
};

/** The items that are to be listed, by the descriptions of the kinds. */
function expectedItems(
  world: ModelApiary[],
  at: number,
  until: number,
  inspectionDays: number,
  all: ModelApiary[] = world,
): Item[] {
  const interval = inspectionDays * DAY_MS;
  const today = new Date(at).toISOString().slice(0, 10);
  const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
  const dueOn = (day: string) => ({
    dueAt: new Date(startOf(day)).toISOString(),
    value: (startOf(day) - startOf(today)) / DAY_MS,
  });
  const isDue = (day: string): boolean => startOf(day) <= at;
  const wholeDays = (from: Date): number => Math.floor((at - +from) / DAY_MS);
  const items: Item[] = [];
  const declaring = declaringApiaries(all);
  for (const { id: apiary, country, hives, items: stock } of world) {
    const add = (kind: string, id: string, severity: Item['severity'], more: Partial<Item>): void => {
      const none = {
        dueAt: null,
        value: null,
        threshold: null,
        beehive: null,
      };
      const about = { record: { __typename: RECORDS[kind] ?? 'Beehive', id } };
      items.push({ id: `${kind}:${id}`, kind, severity, apiary: { id: apiary }, ...about, ...none, ...more });
    };
    if (declaring.has(apiary)) {
      const [from, to] = periodOf(country!, today);
      if (startOf(from) < until) add('ANNUAL_DECLARATION', apiary, isDue(to) ? 'MEDIUM' : 'LOW', dueOn(to));
    }
    for (const hive of hives) {
      const beehive = { id: hive.id };
      const last = lastInspectionOf(hive);
      if (last === null || +last < until - interval) {
        const due = last === null ? +hive.createdAt : +last + interval;
        const severity = due <= at - interval ? 'HIGH' : due <= at ? 'MEDIUM' : 'LOW';
        const value = last === null ? null : wholeDays(last);
        const dueAt = new Date(due).toISOString();
        add('OVERDUE_INSPECTION', hive.id, severity, { dueAt, value, threshold: inspectionDays, beehive });
      }
      if (hive.status === 'QUEENLESS') add('QUEENLESS', hive.id, 'HIGH', { beehive });
      if (hive.health === 'UNHEALTHY') add('UNHEALTHY', hive.id, 'HIGH', { beehive });
      if (hive.health === 'AT_RISK') add('UNHEALTHY', hive.id, 'MEDIUM', { beehive });
      for (const { id, status, occurredAt } of hive.inspections) {
        if (status !== 'DRAFT' || +occurredAt >= until) continue;
        const more = { dueAt: occurredAt.toISOString(), value: wholeDays(occurredAt), beehive };
        add('DRAFT_INSPECTION', id, 'LOW', more);
      }
    }
    for (const hive of hives) {
      const beehive = { id: hive.id };
      const valid = (hive.treatments ?? []).filter(({ status }) => status !== 'VOIDED');
      for (const { followUps } of valid)
        for (const { id: followUp, reviewedOn, notes } of followUps) {
          if ((notes ?? '') !== '' || startOf(reviewedOn) >= until) continue;
          const more = { ...dueOn(reviewedOn), beehive };
          add('FOLLOW_UP_DUE', followUp, isDue(reviewedOn) ? 'MEDIUM' : 'LOW', more);
        }
      let isOpen = false;
      const ends = valid.flatMap(({ id, status, startedOn, endedOn, plannedDays, withdrawalDays }) => {
        const end = endedOn ?? (plannedDays === null ? null : addDays(startedOn, plannedDays));
        if (status === 'ACTIVE' && end !== null && startOf(end) < until)
          add('TREATMENT_ENDS', id, isDue(end) ? 'MEDIUM' : 'LOW', { ...dueOn(end), beehive });
        // No treatment of the model is older than a year.
        isOpen ||= withdrawalDays === null || (status === 'ACTIVE' && end !== null && end < today);
        if (withdrawalDays === null) return [];
        return end === null ? '9999-12-31' : addDays(end, withdrawalDays);
      });
      const last = isOpen ? undefined : ends.sort().at(-1);
      const free = last === undefined || last === '9999-12-31' ? undefined : addDays(last, 1);
      if (free !== undefined && startOf(free) > at && startOf(free) < until)
        add('WITHDRAWAL_ENDS', hive.id, 'LOW', { ...dueOn(free), beehive });
      const [count] = (hive.miteCounts ?? [])
        .filter(({ bees }) => bees !== null)
        .sort((a, b) => (`${a.countedOn} ${a.id}` < `${b.countedOn} ${b.id}` ? 1 : -1));
      if (!count || startOf(count.countedOn) >= until) continue;
      if (valid.some(({ startedOn }) => startedOn >= count.countedOn)) continue;
      const per100 = (count.mites * 100) / count.bees!;
      if (per100 < 2) continue;
      const isHigh = per100 >= 3;
      const { dueAt } = dueOn(count.countedOn);
      const numbers = { value: Math.round(per100 * 100) / 100, threshold: isHigh ? 3 : 2 };
      add('MITES_HIGH', hive.id, isHigh ? 'HIGH' : 'MEDIUM', { dueAt, ...numbers, beehive });
    }
    for (const { id, quantity, minimumStock, expiryDate } of stock) {
      if (quantity <= minimumStock) {
        const severity = quantity === 0 ? 'MEDIUM' : 'LOW';
        add('LOW_STOCK', id, severity, { value: quantity, threshold: minimumStock });
      }
      if (expiryDate === null || quantity === 0 || startOf(expiryDate) >= until) continue;
      add('EXPIRING_STOCK', id, isDue(expiryDate) ? 'MEDIUM' : 'LOW', dueOn(expiryDate));
    }
  }
  const rank = (item: Item): [number, number] => [
    ['HIGH', 'MEDIUM', 'LOW'].indexOf(item.severity),
    item.dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(item.dueAt),
  ];
  return items.sort((a, b) => {
    const [[severityA, dueA], [severityB, dueB]] = [rank(a), rank(b)];
    return severityA - severityB || (dueA === dueB ? 0 : dueA - dueB) || (a.id < b.id ? -1 : 1);
  });
}

describe('agrees with a plain model', () => {
  it('for random apiaries, pages, kinds, times and intervals', async () => {
    const requests = fc.record(
      {
        kinds: fc.subarray(KINDS),
        until: fc.integer({ min: -30 * 24, max: 60 * 24 }).map((hours) => daysFromNow(hours / 24)),
        inspectionDays: fc.integer({ min: 1, max: 40 }),
      },
      { requiredKeys: [] },
    );
    let listed = 0;
    await fc.assert(
      fc.asyncProperty(
        apiaries,
        requests,
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (world, args, first, some) => {
          await insertApiaries(app.database, ana.id, world);
          const wanted = some ? world.filter((_, i) => i % 2 === 0) : world;
          const request = { ...args, ...(some && { apiaryIds: wanted.map(({ id }) => id) }) };
          const { nodes, totalCount, pageInfo } = await ask(request);
          const at = pageInfo.startCursor ? timeOf(pageInfo.startCursor) : Date.now();
          const until = args.until ? Date.parse(args.until) : at + 7 * DAY_MS;
          const all = expectedItems(wanted, at, until, args.inspectionDays ?? 14, world);
          const expected = all.filter(({ kind }) => (args.kinds ?? KINDS).includes(kind));
          expect(nodes).toEqual(expected);
          expect(totalCount).toBe(expected.length);
          listed += nodes.length;
          if (nodes.length === 0) return;
          const paged: string[] = [];
          for (let page: Worklist | undefined; !page || page.pageInfo.hasNextPage; ) {
            page = await ask({ ...request, first, ...(page && { after: page.pageInfo.endCursor }) });
            paged.push(...idsOf(page));
            if (paged.length > nodes.length) break;
          }
          expect(paged).toEqual(idsOf({ nodes } as Worklist));
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
    expect(listed).toBeGreaterThan(fc.share(100));
  }, 120_000);

  it('is the same in a database of another time zone, on the days at which zones differ', async () => {
    const { database } = app;
    const [row] = await database.sql<{ name: string }>('select current_database() as name');
    await database.sql(`alter database ${row!.name} set timezone to 'Pacific/Kiritimati'`);
    const elsewhere = await startTestApp({}, database);
    try {
      const apiary = await ana.apiary();
      const today = new Date().toISOString().slice(0, 10);
      const item = await ana.item(apiary, { quantity: 9, expiryDate: today });
      const client = new Client(elsewhere.url, ana.token);
      const { worklist } = await client.ask(WORKLIST, { apiaryIds: [apiary], kinds: ['EXPIRING_STOCK'] });
      expect(worklist.nodes).toMatchObject([
        {
          record: { __typename: 'InventoryItem', id: item },
          dueAt: `${today}T00:00:00.000Z`,
          value: 0,
          severity: 'MEDIUM',
        },
      ]);
    } finally {
      await elsewhere.close();
      await database.sql(`alter database ${row!.name} reset timezone`);
    }
  });
});

describe('pages', () => {
  it('are a connection like every other', async () => {
    await insertApiaries(app.database, ana.id, [{ id: randomUUID(), hives: unhealthyHives(12), items: [] }]);
    await expectPagesOfWhole((paging) => ask({ ...paging }), 5, 24);
  });

  it('contain what does not change exactly once, while other things change', async () => {
    const { sql } = app.database;
    const apiary = { id: randomUUID(), hives: [...unhealthyHives(40), ...unhealthyHives(20, 'UNHEALTHY')], items: [] };
    await insertApiaries(app.database, ana.id, [apiary]);
    const changed = new Set(apiary.hives.filter((_, i) => i % 3 === 0).map(({ id }) => id));
    const changes = [...changed];
    const seen: string[] = [];
    let page: Worklist | undefined;
    do {
      page = await ask({ first: 7, ...(page && { after: page.pageInfo.endCursor }) });
      seen.push(...idsOf(page));
      const [deleted, recovered, worse] = changes.splice(0, 3);
      await sql('delete from beehives where id = $1', [deleted]);
      await sql(`update beehives set health = 'HEALTHY', last_inspected_at = now() where id = $1`, [recovered]);
      await sql(`update beehives set health = 'UNHEALTHY', status = 'QUEENLESS' where id = $1`, [worse]);
      await ana.beehive(apiary.id, { health: 'UNHEALTHY' });
    } while (page.pageInfo.hasNextPage);
    const unchanged = apiary.hives.filter(({ id }) => !changed.has(id));
    for (const { id } of unchanged)
      for (const kind of ['UNHEALTHY', 'OVERDUE_INSPECTION'])
        expect([id, seen.filter((one) => one === `${kind}:${id}`).length]).toEqual([id, 1]);
  });

  it('keep the time of the first page, so that nothing changes its severity between two pages', async () => {
    await insertApiaries(app.database, ana.id, [{ id: randomUUID(), hives: unhealthyHives(6), items: [] }]);
    const first = await ask({ first: 2 });
    const second = await ask({ first: 2, after: first.pageInfo.endCursor });
    expect(timeOf(second.pageInfo.endCursor!)).toBe(timeOf(first.pageInfo.startCursor!));
    for (const at of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
      const cursor = forged(first.pageInfo.endCursor!, /"at":"[^"]+"/, `"at":"${at}"`);
      expect((await send({ first: 2, after: cursor })).errors).toBeUndefined();
    }
  });

  it('a total alone reads no item', async () => {
    await insertApiaries(app.database, ana.id, [{ id: randomUUID(), hives: unhealthyHives(3), items: [] }]);
    await ana.ask('{ me { id } }');
    let answer: { worklist: { totalCount: number } } | undefined;
    const statements = await statementsOf(app.app, async () => {
      answer = await ana.ask('{ worklist { totalCount } }');
    });
    expect(answer).toEqual({ worklist: { totalCount: 6 } });
    expect(statements.filter((text) => text.includes('union all'))).toEqual([
      expect.stringMatching(/^select kind, sum\(count\)/),
    ]);
  });

  it('a page has its total from the same statement, unless it is empty', async () => {
    await insertApiaries(app.database, ana.id, [{ id: randomUUID(), hives: unhealthyHives(3), items: [] }]);
    const totals: number[] = [];
    const count = async (after: string | null): Promise<{ endCursor: string; sent: number }> => {
      let endCursor = '';
      const statements = await statementsOf(app.app, async () => {
        const { worklist } = await ana.ask(
          'query ($after: String) { worklist(first: 6, after: $after) { totalCount counts { count } nodes { kind } pageInfo { endCursor } } }',
          { after },
        );
        totals.push(worklist.totalCount);
        endCursor = worklist.pageInfo.endCursor;
      });
      return { endCursor, sent: statements.filter((text) => text.includes('union all')).length };
    };
    const first = await count(null);
    expect(first.sent).toBe(1);
    expect((await count(first.endCursor)).sent).toBe(2);
    expect(totals).toEqual([6, 6]);
  });
});

describe('the number of statements', () => {
  const today = new Date().toISOString().slice(0, 10);
  const hive = (fields: Partial<ModelHive> = {}): ModelHive => {
    const inspected = { id: randomUUID(), status: 'COMPLETED' as const, occurredAt: new Date() };
    const none = { health: null, status: null, createdAt: new Date(), inspections: [inspected] };
    return { id: randomUUID(), ...none, ...fields };
  };
  const item = (fields: Partial<ModelItem>): ModelItem => ({
    id: randomUUID(),
    quantity: 1,
    minimumStock: 0,
    expiryDate: null,
    ...fields,
  });
  const treatment = (fields: Partial<ModelTreatment>): ModelTreatment => {
    const days = { startedOn: addDays(today, -30), endedOn: today, plannedDays: null, withdrawalDays: null };
    return { id: randomUUID(), kind: 'Varroa', status: 'COMPLETED', ...days, followUps: [], ...fields };
  };
  /** For each kind, an apiary with what it lists. */
  const parts = (): ModelApiary[] => {
    const drafted = hive();
    drafted.inspections.push({ id: randomUUID(), status: 'DRAFT', occurredAt: new Date() });
    const followUps = [{ id: randomUUID(), reviewedOn: today, notes: null }];
    const counted = [{ id: randomUUID(), countedOn: today, bees: 300, mites: 12 }];
    const hives = [
      hive({ inspections: [] }),
      hive({ status: 'QUEENLESS' }),
      hive({ health: 'UNHEALTHY' }),
      drafted,
      hive({ treatments: [treatment({ followUps })] }),
      hive({ treatments: [treatment({ withdrawalDays: 3 })] }),
      hive({ treatments: [treatment({ status: 'ACTIVE', endedOn: null, plannedDays: 30 })] }),
      hive({ miteCounts: counted }),
    ];
    const items = [item({ quantity: 0 }), item({ expiryDate: today })];
    return [
      ...hives.map((one) => ({ id: randomUUID(), hives: [one], items: [] })),
      ...items.map((one) => ({ id: randomUUID(), hives: [], items: [one] })),
    ];
  };

  it('is the same for 1 and for 300 apiaries, with every kind and all objects', async () => {
    const all = parts();
    const together = {
      id: randomUUID(),
      hives: all.flatMap(({ hives }) => hives),
      items: all.flatMap(({ items }) => items),
    };
    const spread = Array.from({ length: 30 }, parts).flat();
    const query = WORKLIST.replace('totalCount', '').replace(
      /apiary \{ id \}.*/,
      `title apiary { id name } beehive { id beehiveNumber } record { __typename ... on Beehive { id beehiveNumber } ... on InventoryItem { id itemName }
        ... on Inspection { id notes } ... on Treatment { id productName } ... on TreatmentFollowUp { id notes } ... on Lot { id code } ... on Task { id kind } }`,
    );
    const counts: number[] = [];
    for (const world of [[together], spread]) {
      await insertApiaries(app.database, ana.id, world);
      await app.database.sql(
        `insert into lots (id, created_at, updated_at, owner_id, apiary_id, code, grams, best_before, actor_id)
         select gen_random_uuid(), now(), now(), owner_id, id, upper(id::text), 1, now(), owner_id from apiaries where owner_id = $1 limit 5`,
        [ana.id],
      );
      await app.database.sql(
        `insert into tasks (id, created_at, updated_at, owner_id, apiary_id, title, kind, actor_id)
         select gen_random_uuid(), now(), now(), owner_id, id, 'Look', 'INSPECT', owner_id from apiaries where owner_id = $1 limit 5`,
        [ana.id],
      );
      await ana.ask('{ me { id } }');
      let nodes: Item[] = [];
      const statements = await statementsOf(app.app, async () => {
        nodes = (await ana.ask(query, { first: 500 })).worklist.nodes;
      });
      expect(new Set(nodes.map(({ apiary }) => apiary.id)).size).toBe(world.length);
      // Whether hives are to be declared depends on the day.
      const expected = KINDS.filter((kind) => kind !== 'ANNUAL_DECLARATION').toSorted();
      expect([...new Set(nodes.map(({ kind }) => kind))].sort()).toEqual(expected);
      const types = ['Beehive', 'Inspection', 'InventoryItem', 'Lot', 'Task', 'Treatment', 'TreatmentFollowUp'];
      expect([...new Set(nodes.map(({ record }) => record.__typename))].sort()).toEqual(types);
      counts.push(statements.filter(isOfRequest).length);
      await app.database.sql('delete from lots');
      await app.database.sql('delete from tasks');
    }
    // The list, the apiaries, and the records of each type; the hives of the items are those of their records.
    expect(counts).toEqual([9, 9]);
  });
});
