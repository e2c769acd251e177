import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEMO_ACCOUNT } from '../../src/seeds/demo.js';
import { until } from '../process/service.js';
import {
  addDays,
  apiaries,
  DAY_MS,
  insertApiaries,
  lastInspectionOf,
  type ModelApiary,
  type ModelHive,
  type ModelItem,
  type ModelTreatment,
} from '../support/apiaries-model.js';
import {
  beforeQuery,
  Client,
  type GraphqlAnswer,
  isOfRequest,
  startTestApp,
  statementsOf,
  type TestApp,
} from '../support/client.js';
import { expectPagesOfWhole, forged } from '../support/connections.js';
import { expectGraphqlRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, treat } from '../support/world.js';

interface Item {
  id: string;
  kind: string;
  severity: 'HIGH' | 'MEDIUM' | 'LOW';
  dueAt: string | null;
  value: number | null;
  threshold: number | null;
  apiary: { id: string };
  beehive: { id: string } | null;
  inventoryItem: { id: string } | null;
  inspection: { id: string } | null;
  treatment: { id: string } | null;
  lot?: { id: string } | null;
}
interface Worklist {
  totalCount: number;
  nodes: Item[];
  edges: { cursor: string; node: Item }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
type Args = Record<string, unknown>;

const WORKLIST = `
  query ($first: Int, $after: String, $apiaryIds: [ID!], $kinds: [WorklistKind!], $until: DateTime, $inspectionDays: Int) {
    worklist(first: $first, after: $after, apiaryIds: $apiaryIds, kinds: $kinds, until: $until, inspectionDays: $inspectionDays) {
      totalCount nodes { ...item } edges { cursor node { ...item } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
  fragment item on WorklistItem {
    id kind severity dueAt value threshold apiary { id } beehive { id } inventoryItem { id } inspection { id } treatment { id }
  }`;
const FIGURES =
  'beehives healthScore activeTreatments overdueInspections recentInspections inventoryItems lowStockItems';
const KINDS = [
  'OVERDUE_INSPECTION',
  'QUEENLESS',
  'UNHEALTHY',
  'LOW_STOCK',
  'EXPIRING_STOCK',
  'DRAFT_INSPECTION',
  'FOLLOW_UP_DUE',
  'TREATMENT_ENDS',
  'WITHDRAWAL_ENDS',
  'MITES_HIGH',
  'LOT_EXPIRES',
];

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const send = (args: Args = {}, who = ana): Promise<GraphqlAnswer<{ worklist: Worklist }>> =>
  who.graphql(WORKLIST, args);
const ask = async (args: Args = {}, who = ana): Promise<Worklist> => (await who.ask(WORKLIST, args)).worklist;
const idsOf = ({ nodes }: Worklist): string[] => nodes.map(({ id }) => id);
const kindsOf = ({ nodes }: Worklist): string[] => nodes.map(({ kind }) => kind);
const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
/** The time for which a page was made. */
const timeOf = (cursor: string): number => Date.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()).at);

/** The items that are to be listed, by the descriptions of the kinds. */
function expectedItems(world: ModelApiary[], at: number, until: number, inspectionDays: number): Item[] {
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
  for (const { id: apiary, hives, items: stock } of world) {
    const add = (kind: string, id: string, severity: Item['severity'], more: Partial<Item>): void => {
      const none = {
        dueAt: null,
        value: null,
        threshold: null,
        beehive: null,
        inventoryItem: null,
        inspection: null,
        treatment: null,
      };
      items.push({ id: `${kind}:${id}`, kind, severity, apiary: { id: apiary }, ...none, ...more });
    };
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
        const more = { dueAt: occurredAt.toISOString(), value: wholeDays(occurredAt), beehive, inspection: { id } };
        add('DRAFT_INSPECTION', id, 'LOW', more);
      }
    }
    for (const hive of hives) {
      const beehive = { id: hive.id };
      const valid = (hive.treatments ?? []).filter(({ status }) => status !== 'VOIDED');
      for (const { id, followUps } of valid)
        for (const { id: followUp, reviewedOn, notes } of followUps) {
          if ((notes ?? '') !== '' || startOf(reviewedOn) >= until) continue;
          const more = { ...dueOn(reviewedOn), beehive, treatment: { id } };
          add('FOLLOW_UP_DUE', followUp, isDue(reviewedOn) ? 'MEDIUM' : 'LOW', more);
        }
      let isOpen = false;
      const ends = valid.flatMap(({ id, status, startedOn, endedOn, plannedDays, withdrawalDays }) => {
        const end = endedOn ?? (plannedDays === null ? null : addDays(startedOn, plannedDays));
        if (status === 'ACTIVE' && end !== null && startOf(end) < until)
          add('TREATMENT_ENDS', id, isDue(end) ? 'MEDIUM' : 'LOW', { ...dueOn(end), beehive, treatment: { id } });
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
        .filter(({ bees, countedOn }) => bees !== null && startOf(countedOn) < until)
        .sort((a, b) => (`${a.countedOn} ${a.id}` < `${b.countedOn} ${b.id}` ? 1 : -1));
      if (!count || valid.some(({ startedOn }) => startedOn >= count.countedOn)) continue;
      const per100 = (count.mites * 100) / count.bees!;
      if (per100 < 2) continue;
      const isHigh = per100 >= 3;
      const { dueAt } = dueOn(count.countedOn);
      const numbers = { value: Math.round(per100 * 100) / 100, threshold: isHigh ? 3 : 2 };
      add('MITES_HIGH', hive.id, isHigh ? 'HIGH' : 'MEDIUM', { dueAt, ...numbers, beehive });
    }
    for (const { id, quantity, minimumStock, expiryDate } of stock) {
      const inventoryItem = { id };
      if (quantity <= minimumStock) {
        const severity = quantity === 0 ? 'MEDIUM' : 'LOW';
        add('LOW_STOCK', id, severity, { value: quantity, threshold: minimumStock, inventoryItem });
      }
      if (expiryDate === null || quantity === 0 || startOf(expiryDate) >= until) continue;
      add('EXPIRING_STOCK', id, isDue(expiryDate) ? 'MEDIUM' : 'LOW', { ...dueOn(expiryDate), inventoryItem });
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

const unhealthyHives = (n: number, health = 'AT_RISK') =>
  Array.from({ length: n }, (_, i) => ({
    id: randomUUID(),
    health: health as 'AT_RISK',
    status: null,
    createdAt: new Date(Date.now() - i * DAY_MS),
    inspections: [],
  }));

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
          const all = expectedItems(wanted, at, until, args.inspectionDays ?? 14);
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
    expect(listed).toBeGreaterThan(100);
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
        { inventoryItem: { id: item }, dueAt: `${today}T00:00:00.000Z`, value: 0, severity: 'MEDIUM' },
      ]);
    } finally {
      await elsewhere.close();
      await database.sql(`alter database ${row!.name} reset timezone`);
    }
  });
});

describe('what a beekeeper does', () => {
  it('a hive leaves the list when it is inspected, a draft when it is completed, an item when it is filled up', async () => {
    const bea = await beekeeper(app);
    const apiary = await bea.apiary();
    const hive = await bea.beehive(apiary, { hiveStatus: 'Sin reina', healthStatus: 'Enfermedad' });
    const item = await bea.item(apiary, { quantity: 0, minimumStock: 2 });
    const { draft } = await bea.ask(
      `mutation { draft: recordInspection(input: { beehiveId: "${hive}", answers: [], draft: true }) { id } }`,
    );
    const kinds = ['DRAFT_INSPECTION', 'LOW_STOCK', 'OVERDUE_INSPECTION', 'QUEENLESS', 'UNHEALTHY'];
    expect(kindsOf(await ask({}, bea)).sort()).toEqual(kinds);
    await bea.ask(
      `mutation { completeInspection(id: "${draft.id}") { id }
        updateBeehive(id: "${hive}", input: { status: ACTIVE, health: HEALTHY }) { id }
        adjustStock(input: { itemId: "${item}", amount: 5 }) { id } }`,
    );
    expect(await ask({}, bea)).toMatchObject({ totalCount: 0, nodes: [], pageInfo: { startCursor: null } });
    expect(kindsOf(await ask({ until: daysFromNow(15) }, bea))).toEqual(['OVERDUE_INSPECTION']);
  });

  it('a follow-up is due without findings, also after the end of its treatment, until that is voided', async () => {
    const who = await beekeeper(app);
    const { treatment, followUp } = await treat(who, await who.beehive(await who.apiary()));
    const due = async (): Promise<string[]> => idsOf(await ask({ kinds: ['FOLLOW_UP_DUE'] }, who));
    expect(await due()).toEqual([]);
    // The mobile app sends texts that are empty.
    const nothing = { hive_condition: '', observed_changes: '', partial_results: '', infestation_level: '', notes: '' };
    await who.rest('PUT', `/treatments/followup/${followUp}`, nothing);
    expect(await due()).toEqual([`FOLLOW_UP_DUE:${followUp}`]);
    await who.ask(`mutation { endTreatment(id: "${treatment}", input: {}) { id } }`);
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
    await who.ask(`mutation { endTreatment(id: "${id}", input: {}) { id } }`);
    const ends = [`WITHDRAWAL_ENDS:${beehive}`, 'LOW', 4];
    expect(await listed()).toEqual([ends]);
    // Of this one, nobody knows when honey may be taken.
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
        const now = { until: daysFromNow(0), inspectionDays: 20 };
        const overdue = await ask({ ...now, kinds: ['OVERDUE_INSPECTION'] });
        const low = await ask({ ...now, kinds: ['LOW_STOCK'] });
        const lists = await ana.ask(
          '{ apiaries { nodes { overdueBeehives(days: 20) { id } } } lowStockItems { nodes { id } } statistics { overdueInspections(days: 20) lowStockItems } }',
        );
        const hives = lists.apiaries.nodes.flatMap((a: { overdueBeehives: { id: string }[] }) => a.overdueBeehives);
        const ids = (rows: ({ id: string } | null)[]): string[] => rows.map((row) => row!.id).sort();
        expect(ids(overdue.nodes.map(({ beehive }) => beehive))).toEqual(ids(hives));
        expect(ids(low.nodes.map(({ inventoryItem }) => inventoryItem))).toEqual(ids(lists.lowStockItems.nodes));
        expect(lists.statistics).toEqual({ overdueInspections: hives.length, lowStockItems: low.totalCount });
      }),
      { numRuns: 5, endOnFailure: true },
    );
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
    const cursor = forged(first.pageInfo.endCursor!, /"at":"[^"]+"/, '"at":"0001-01-01T00:00:00.000Z"');
    expect((await send({ first: 2, after: cursor })).errors).toBeUndefined();
  });

  it('a total alone reads no item', async () => {
    await insertApiaries(app.database, ana.id, [{ id: randomUUID(), hives: unhealthyHives(3), items: [] }]);
    await ana.ask('{ me { id } }');
    let answer: { worklist: { totalCount: number } } | undefined;
    const statements = await statementsOf(app.app, async () => {
      answer = await ana.ask('{ worklist { totalCount } }');
    });
    expect(answer).toEqual({ worklist: { totalCount: 6 } });
    expect(statements.filter((text) => text.includes('union all'))).toEqual([expect.stringMatching(/^select count/)]);
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
      `apiary { id name } beehive { id beehiveNumber } inventoryItem { id itemName } inspection { id notes } treatment { id productName } lot { id code }`,
    );
    const counts: number[] = [];
    for (const world of [[together], spread]) {
      await insertApiaries(app.database, ana.id, world);
      await app.database.sql(
        `insert into lots (id, created_at, updated_at, owner_id, apiary_id, code, grams, best_before, actor_id)
         select gen_random_uuid(), now(), now(), owner_id, id, id, 1, now(), owner_id from apiaries where owner_id = $1 limit 5`,
        [ana.id],
      );
      await ana.ask('{ me { id } }');
      let nodes: Item[] = [];
      const statements = await statementsOf(app.app, async () => {
        nodes = (await ana.ask(query, { first: 500 })).worklist.nodes;
      });
      expect(new Set(nodes.map(({ apiary }) => apiary.id)).size).toBe(world.length);
      expect([...new Set(nodes.map(({ kind }) => kind))].sort()).toEqual(KINDS.toSorted());
      for (const name of ['beehive', 'inventoryItem', 'inspection', 'treatment', 'lot'] as const)
        expect(nodes.filter((node) => node[name]).length).toBeGreaterThan(0);
      counts.push(statements.filter(isOfRequest).length);
      await app.database.sql('delete from lots');
    }
    expect(counts).toEqual([7, 7]);
  });
});

it('an apiary that is deleted while the list is read is null, and leaves the rest of the response', async () => {
  const bea = await beekeeper(app);
  const [deleted, kept] = [await bea.apiary(), await bea.apiary()];
  for (const apiary of [deleted, kept]) await bea.item(apiary, { quantity: 0 });
  const { data, errors } = await beforeQuery(
    app.app,
    2,
    () => app.database.sql('delete from apiaries where id = $1', [deleted]),
    () => bea.graphql('{ worklist { nodes { kind apiary { id } } } }'),
  );
  expect(errors).toBeUndefined();
  expect(data.worklist.nodes).toEqual([
    { kind: 'LOW_STOCK', apiary: null },
    { kind: 'LOW_STOCK', apiary: { id: kept } },
  ]);
});

it('the demo account has something of every kind to do', async () => {
  const demo = await startTestApp({ DEMO_DATA: 'on' });
  try {
    const { body } = await demo.anyone.rest('POST', '/auth/login', DEMO_ACCOUNT);
    const client = new Client(demo.url, body.access_token);
    const { worklist, apiaries } = await client.ask(
      '{ worklist { nodes { kind value apiary { name } beehive { beehiveNumber } } } apiaries { nodes { name miteTrend { treatPer100 points { highestPer100 } } } } }',
    );
    const { nodes } = worklist as { nodes: (Item & { apiary: { name: string } })[] };
    expect([...new Set(kindsOf({ nodes } as unknown as Worklist))].sort()).toEqual(KINDS.toSorted());
    const [{ name, miteTrend }] = apiaries.nodes;
    const isHigh = ({ kind, apiary }: (typeof nodes)[number]): boolean => kind === 'MITES_HIGH' && apiary.name === name;
    expect(nodes.filter(isHigh)).toMatchObject([{ value: 3.33, beehive: { beehiveNumber: 2 } }]);
    expect(miteTrend.points.at(-1).highestPer100).toBeGreaterThan(miteTrend.treatPer100);

    const { treatmentRegister } = await client.ask(
      '{ treatmentRegister { nodes { status revision reason stockQuantity movement { amount } } } }',
    );
    for (const expected of [
      { status: 'COMPLETED', revision: 2, reason: expect.any(String) },
      { status: 'VOIDED', revision: 2, reason: expect.any(String) },
      { status: 'ACTIVE', revision: 1, stockQuantity: 2, movement: { amount: -6 } },
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
    const [world] = fc.sample(apiaries, { numRuns: 1, seed: 7 }) as [ModelApiary[]];
    await insertApiaries(app.database, owner.id, [...world, { id: randomUUID(), hives: unhealthyHives(3), items: [] }]);
    await sql(
      `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role)
       select gen_random_uuid(), now(), now(), id, $1, 'VIEWER' from apiaries where owner_id = $2`,
      [member.id, owner.id],
    );
    const query = `{
      statistics { ${FIGURES} } worklist { totalCount nodes { id kind severity apiary { id } beehive { id } inventoryItem { id } inspection { id } treatment { id } } }
      apiaries { nodes { id statistics { ${FIGURES} } healthTrends { beehiveId } treatmentShares { kind treatments } } } }`;
    const expected = await owner.ask(query);
    expect(expected.worklist.totalCount).toBeGreaterThan(6);
    await until(async () => (await member.ask('{ worklist { totalCount } }')).worklist.totalCount > 0);
    expect(await member.ask(query)).toEqual(expected);
    await sql(`update apiary_members set role = 'INSPECTOR', expires_at = '2026-01-01' where user_id = $1`, [
      member.id,
    ]);
    expect(await member.ask('{ worklist { totalCount } statistics { beehives activeTreatments } }')).toEqual({
      worklist: { totalCount: 0 },
      statistics: { beehives: 0, activeTreatments: 0 },
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

  it('a record of another account, and an unknown one, are not listed', async () => {
    const bea = await beekeeper(app);
    const foreign = await bea.apiary();
    await bea.beehive(foreign, { health: 'UNHEALTHY' });
    const own = await ana.apiary();
    await ana.beehive(own, { health: 'UNHEALTHY' });
    const list = (apiaryIds: string[]) => send({ apiaryIds });
    const { data, errors } = await list([foreign]);
    expect({ data, errors }).toEqual({ data: (await list([randomUUID()])).data, errors: undefined });
    expect(data.worklist).toMatchObject({ totalCount: 0, nodes: [] });
    expect((await list(['nonsense'])).data.worklist.totalCount).toBe(0);
    const both = (await list([foreign, own])).data.worklist;
    expect(new Set(both.nodes.map(({ apiary }) => apiary.id))).toEqual(new Set([own]));
    const anas = idsOf(await ask());
    expect(anas.length).toBeGreaterThan(0);
    expect(idsOf(await ask({}, bea)).filter((id) => anas.includes(id))).toEqual([]);
  });

  it('no kind is an empty list', async () => {
    await ana.beehive(await ana.apiary(), { health: 'UNHEALTHY' });
    expect(await ask({ kinds: [] })).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it.each([
    ['first', { first: 0 }],
    ['first', { first: 501 }],
    ['inspectionDays', { inspectionDays: 0 }],
    ['inspectionDays', { inspectionDays: 3651 }],
    ['after', { after: 'bm9uc2Vuc2U' }],
  ])('%s: %j', async (field, args) => {
    expectGraphqlRefused(await send(args), { code: 'BAD_USER_INPUT', field });
  });

  it('a cursor of another list, and one that was changed', async () => {
    await insertApiaries(app.database, ana.id, [
      { id: randomUUID(), hives: [], items: [{ id: randomUUID(), quantity: 0, minimumStock: 0, expiryDate: null }] },
    ]);
    const { beehives } = await ana
      .ask(`mutation { createBeehive(input: { apiaryId: "${await ana.apiary()}" }) { id } }`)
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
    const few = '{ worklist { nodes { id } } }';
    expectGraphqlRefused(await ana.graphql(few), { code: 'BAD_USER_INPUT', field: 'first' });
    expect((await ana.ask('{ worklist { totalCount } }')).worklist.totalCount).toBeGreaterThan(10_000);
    expect((await ask({ first: 500 })).nodes).toHaveLength(500);
  });
});
