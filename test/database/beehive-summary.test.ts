// What a hive keeps of its records agrees with a plain model of them, whoever writes: many rows in one statement, of several hives, moved from
// one hive to another, deleted, and all of this at once on several connections.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { startTestApp, type TestApp } from '../support/client.js';
import * as fc from '../support/fast-check.js';
import { beekeeper } from '../support/world.js';

const CONNECTIONS = 4;
const HIVES = 4;
/** Days of the histories, from this one on. Treatments without a known end last until `NEVER`. */
const [FIRST_DAY, NEVER] = ['2026-01-01', '9999-12-31'];
const dayOf = (n: number): string => new Date(Date.parse(FIRST_DAY) + n * 86_400_000).toISOString().slice(0, 10);
const later = (day: string, days: number): string =>
  day === NEVER ? NEVER : new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

let app: TestApp;
let connections: pg.Client[];
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  apiary = await (await beekeeper(app)).apiary();
  connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new pg.Client(app.database.server as pg.ClientConfig);
      await client.connect();
      return client;
    }),
  );
});
afterAll(async () => {
  await Promise.all(connections.map((client) => client.end()));
  await app.close();
});

interface Row {
  hive: number;
  queen: number;
  from: number;
  /** Days until the end; none if it is still going on. */
  length: number | null;
  /** This and the next: planned days and days of the withdrawal period of a treatment, or bees and mites of a count. */
  some: number | null;
  more: number | null;
  isActive: boolean;
}
interface Step {
  kind: 'insert' | 'update' | 'move' | 'end' | 'delete' | 'deleteHive';
  table: 'queen_reigns' | 'mite_counts' | 'treatments';
  rows: Row[];
}
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 3 });
const row = fc.record<Row>({
  hive: fc.nat(HIVES - 1),
  queen: fc.nat(2),
  from: fc.nat(60),
  length: maybe(fc.nat(30)),
  some: maybe(fc.nat(40)),
  more: maybe(fc.nat(60)),
  isActive: fc.boolean(),
});
const step = fc.record<Step>({
  kind: fc.constantFrom('insert', 'insert', 'insert', 'update', 'move', 'end', 'delete', 'deleteHive'),
  table: fc.constantFrom('queen_reigns', 'mite_counts', 'treatments'),
  rows: fc.array(row, { minLength: 1, maxLength: 3 }),
});

interface World {
  hives: string[];
  queens: string[];
}

async function createWorld(): Promise<World> {
  const world = { hives: Array.from({ length: HIVES }, randomUUID), queens: Array.from({ length: 3 }, randomUUID) };
  const base = 'id, created_at, updated_at, apiary_id';
  const of = (ids: string): string => `select unnest(${ids}), now(), now(), $2::uuid`;
  await app.database.sql(`insert into beehives (${base}) ${of('$1::uuid[]')}`, [world.hives, apiary]);
  await app.database.sql(`insert into queens (${base}, actor_id) select q.*, $2 from (${of('$1::uuid[]')}) q`, [
    world.queens,
    apiary,
  ]);
  return world;
}

const COLUMNS = {
  queen_reigns: 'queen_id, started_on, ended_on',
  mite_counts: 'counted_on, bees, mites, days, method',
  treatments:
    'started_on, ended_on, planned_days, withdrawal_days, status, kind, product_name, treated_beehive_id, beehive_label, course_id, series_id',
};

/** The values of `COLUMNS`, for a row with this id. */
function valuesOf(
  table: Step['table'],
  { hive, queen, from, length, some, more, isActive }: Row,
  world: World,
  id: string,
) {
  const end = length === null ? null : dayOf(from + length);
  if (table === 'queen_reigns') return [world.queens[queen], dayOf(from), end];
  if (table === 'mite_counts')
    return some ? [dayOf(from), some, more ?? 0, null, 'CO2'] : [dayOf(from), null, more ?? 0, 1, 'STICKY_BOARD'];
  const status = isActive ? 'ACTIVE' : more === 0 ? 'VOIDED' : 'COMPLETED';
  const ended = isActive ? null : (end ?? dayOf(from));
  return [dayOf(from), ended, some, more, status, 'OTHER', 'Acid', world.hives[hive], '1', randomUUID(), id];
}

const literal = (value: unknown): string =>
  value === null || value === undefined ? 'null' : pg.escapeLiteral(String(value));
const SOME_ROWS = (table: string, { hive, from }: Row, world: World): string =>
  `select id from ${table} where beehive_id in (${literal(world.hives[hive])}, ${literal(world.hives[from % HIVES])}) order by id limit ${1 + (from % 3)}`;

function textOf({ kind, table, rows }: Step, world: World): string {
  const [first] = rows as [Row];
  const some = SOME_ROWS(table, first, world);
  const day = literal(dayOf(first.from));
  if (kind === 'insert') {
    const tuples = rows.map((one) => {
      const id = randomUUID();
      const values = [id, world.hives[one.hive], id, ...valuesOf(table, one, world, id)];
      return `(${values.map(literal).join(', ')}, now() - interval '10 years', now())`;
    });
    return `insert into ${table} (id, beehive_id, actor_id, ${COLUMNS[table]}, created_at, updated_at) values ${tuples.join(', ')}`;
  }
  if (kind === 'move')
    return `update ${table} set beehive_id = ${literal(world.hives[first.hive])} where id in (${SOME_ROWS(table, { ...first, hive: first.queen }, world)})`;
  if (kind === 'delete') return `delete from ${table} where id in (${some})`;
  if (kind === 'deleteHive')
    return first.from < 5 ? `delete from beehives where id = ${literal(world.hives[first.hive])}` : 'select 1';
  const change = {
    queen_reigns:
      kind === 'end' ? `ended_on = greatest(started_on, ${day})` : `queen_id = ${literal(world.queens[first.queen])}`,
    mite_counts: kind === 'end' ? `counted_on = ${day}` : `mites = ${first.more ?? 0}, notes = 'counted again'`,
    treatments:
      kind === 'end'
        ? `status = 'COMPLETED', ended_on = greatest(started_on, ${day})`
        : `withdrawal_days = ${literal(first.more)}`,
  }[table];
  return `update ${table} set ${change} where id in (${some})`;
}

interface Records {
  reigns: { hive: string; queen: string | null; from: string; to: string | null }[];
  counts: { id: string; hive: string; day: string; bees: number | null; mites: number }[];
  treatments: {
    hive: string;
    status: string;
    from: string;
    to: string | null;
    planned: number | null;
    period: number | null;
  }[];
}
const least = (days: string[]): string | null => days.toSorted()[0] ?? null;
const greatest = (days: string[]): string | null => days.toSorted().at(-1) ?? null;

/** What a hive is to keep, by docs/data-model.md. */
function expected(hive: string, { reigns, counts, treatments }: Records) {
  const of = <T extends { hive: string }>(records: T[]): T[] => records.filter((record) => record.hive === hive);
  const own = of(reigns);
  const open = own.find(({ to }) => to === null);
  const [count] = of(counts)
    .filter(({ bees }) => bees !== null)
    .toSorted((a, b) => (a.day + a.id < b.day + b.id ? 1 : -1));
  const treated = of(treatments).filter(({ status }) => status !== 'VOIDED');
  const endOf = (t: (typeof treated)[number]): string =>
    t.to ?? (t.planned === null ? NEVER : later(t.from, t.planned));
  const isStale = count !== undefined && treated.some(({ from }) => from >= count.day);
  const unknown = treated.filter(({ period }) => period === null);
  return {
    reigning_queen_id: open?.queen ?? null,
    queenless_since: open === undefined ? greatest(own.map(({ to }) => to!)) : null,
    mites_counted_on: count?.day ?? null,
    mites_per_100: count === undefined || isStale ? null : (count.mites * 100) / count.bees!,
    treatment_ends_on: least(treated.filter(({ status }) => status === 'ACTIVE').map(endOf)),
    withdrawal_until: greatest(treated.flatMap((t) => (t.period === null ? [] : later(endOf(t), t.period)))),
    withdrawal_unknown_until: greatest(unknown.map((t) => (t.status === 'ACTIVE' ? NEVER : later(endOf(t), 365)))),
  };
}

async function expectKept({ hives }: World): Promise<void> {
  const read = <T extends object>(text: string): Promise<T[]> => app.database.sql<T>(text, [hives]);
  const where = 'where beehive_id = any($1)';
  const records: Records = {
    reigns: await read(
      `select beehive_id as hive, queen_id as queen, started_on::text as from, ended_on::text as to from queen_reigns ${where}`,
    ),
    counts: await read(`select id, beehive_id as hive, counted_on::text as day, bees, mites from mite_counts ${where}`),
    treatments:
      await read(`select beehive_id as hive, status, started_on::text as from, ended_on::text as to, planned_days as planned,
      withdrawal_days as period from treatments ${where} and current`),
  };
  const kept = await read<{
    id: string;
  }>(`select id, reigning_queen_id, queenless_since::text, mites_counted_on::text, mites_per_100,
    treatment_ends_on::text, withdrawal_until::text, withdrawal_unknown_until::text from beehives where id = any($1)`);
  expect(kept).toEqual(kept.map(({ id }) => ({ id, ...expected(id, records) })));
  for (const { hive } of [...records.reigns, ...records.treatments]) expect(kept.map(({ id }) => id)).toContain(hive);
}

/** Whether PostgreSQL did it: two queens of a day, for example, are refused. */
const run = (client: pg.Client, one: Step, world: World): Promise<string> =>
  client.query(textOf(one, world)).then(
    () => 'done',
    (error: { code: string; message: string }) => {
      return error.code;
    },
  );
const REFUSED = ['23P01', '23503', '23514'];

it('follows from the records after each statement', async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 30 }), async (steps) => {
      const world = await createWorld();
      for (const one of steps) {
        const outcome = await run(connections[0]!, one, world);
        if (outcome === 'done') done++;
        else expect(REFUSED).toContain(outcome);
        await expectKept(world);
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
  expect(done).toBeGreaterThan(fc.share(200));
}, 120_000);

it('follows from what several connections write at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 80, maxLength: 80 }), async (steps) => {
      const world = await createWorld();
      await Promise.all(
        connections.map(async (client, n) => {
          for (const one of steps.filter((_, i) => i % CONNECTIONS === n)) {
            const outcome = await run(client, one, world);
            // The commands of the service lock hives before their records; these statements do not.
            if (outcome !== 'done') expect([...REFUSED, '40P01']).toContain(outcome);
          }
        }),
      );
      await expectKept(world);
    }),
    { numRuns: 15, endOnFailure: true },
  );
}, 120_000);
