// The change log is divided into partitions while the service runs. PARTITION_ROWS=1000000 tries it with a large log.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { partitionLog } from '../../src/database/partition-log.js';
import { expectLogExact } from '../support/change-log.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { share, transfer } from '../support/members.js';
import { Phone, visibleTo } from '../support/phone.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

/** The owner of most entries. */
const OTHERS = '0190ffff-0000-7000-8000-000000000000';
const ROWS = Number(process.env.PARTITION_ROWS ?? 50_000);
const ACTIVITY = `query ($id: ID!) { apiary(id: $id) { activity { nodes { key kind action recordId } } } }`;

let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
let apiary: string;
let beehive: string;
let phone: Phone;
/** Not of the service: an operator's command. */
let pool: pg.Pool;

beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = await Promise.all([beekeeper(app), beekeeper(app)]);
  apiary = await ana.apiary();
  beehive = await ana.beehive(apiary);
  phone = new Phone(app, ana);
  await phone.sync();
  await app.database.sql(
    `insert into changes (owner_id, apiary_id, entity, row_id, action, version, at)
     select $1, gen_random_uuid(), 'Beehive', gen_random_uuid(), 'CREATED', 1, now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [OTHERS, ROWS],
  );
  pool = new pg.Pool(app.database.server as pg.PoolConfig);
}, 600_000);
afterAll(async () => {
  await pool.end();
  await app.close();
});

/** Until `done` is settled, and once more. @returns the longest request in milliseconds */
async function work(who: Beekeeper, done: Promise<unknown>): Promise<{ updates: number; longest: number }> {
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  let [updates, longest] = [0, 0];
  for (let isLast = false; !isLast; updates++) {
    isLast = isDone;
    const started = performance.now();
    await who.ask('mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }', {
      input: { id: beehive, foodFrames: updates % 50 },
    });
    await who.ask(ACTIVITY, { id: apiary });
    longest = Math.max(longest, performance.now() - started);
  }
  return { updates, longest };
}

const partitions = () =>
  app.database.sql<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'changes'::regclass order by 1`,
  );

describe('the command that divides the log', () => {
  it('runs while clients write and read, and none of them notices', async () => {
    const divided = partitionLog(pool);
    const { updates, longest } = await work(ana, divided);
    expect(await divided).toBe(true);
    if (process.env.PARTITION_ROWS) console.log(`${updates} updates; the longest pair of requests took ${longest} ms`);
    expect((await partitions()).length).toBeGreaterThanOrEqual(3);
    const { apiary: read } = await ana.ask(ACTIVITY, { id: apiary });
    // The first change to the value that the hive has already, null, is one as well.
    expect(read.activity.nodes.filter(({ action }: { action: string }) => action === 'UPDATED')).toHaveLength(updates);
    await expectLogExact({
      sql: (text) =>
        app.database.sql(
          text.replaceAll(
            /\bfrom changes\b/g,
            `from (select * from changes where owner_id in ('${ana.id}', '${bea.id}')) changes`,
          ),
        ),
    });
  }, 120_000);

  it('does nothing a second time', async () => {
    expect(await partitionLog(pool)).toBe(false);
  });

  it('leaves the cursors of phones valid: they get each change', async () => {
    const added = await ana.beehive(apiary);
    await phone.sync();
    expect(phone.records.has(added)).toBe(true);
    expect(phone.records).toEqual(await visibleTo(ana, app));
  });
});

describe('a log with partitions', () => {
  const counted = async (owner: string): Promise<number> =>
    (await app.database.sql<{ n: number }>('select count(*)::int as n from changes where owner_id = $1', [owner]))[0]!
      .n;
  /** Moves entries to the next partition, to places (`ctid`) that entries of others have in the first one. */
  const postpone = (owner: string) =>
    app.database.sql(
      `update changes set at = at + interval '5 days' where seq in (select seq from changes where owner_id = $1 order by seq limit 20)`,
      [owner],
    );

  it('goes along with an apiary that gets another owner, and takes no entries of others along', async () => {
    const carl = await beekeeper(app);
    const given = await bea.apiary();
    for (let hives = 0; hives < 10; hives++) await bea.beehive(given);
    await postpone(bea.id);
    const [others, own] = [await counted(OTHERS), await counted(bea.id)];
    await share(bea, given, carl, 'MANAGER');
    expect((await transfer(bea, given, carl.id)).errors).toBeUndefined();
    expect(await counted(OTHERS)).toBe(others);
    expect(await counted(carl.id)).toBeGreaterThanOrEqual(own);
    const { apiary: read } = await carl.ask(ACTIVITY, { id: given });
    const created = read.activity.nodes.filter(({ action }: { action: string }) => action === 'CREATED');
    expect(created.length).toBeGreaterThan(10);
  });

  it('loses a partition when all of its entries have expired, and nothing else', async () => {
    const before = await partitions();
    await app.database.sql(`alter table changes detach partition changes_before`);
    await app.database.sql(
      `create table changes_old (like changes_before including defaults including constraints);
       insert into changes_old select c.* from changes_before c where owner_id = '${OTHERS}';
       update changes_old set at = at - interval '4 years';
       delete from changes_before where owner_id = '${OTHERS}'`,
    );
    await app.database.sql(
      `alter table changes attach partition changes_old for values from (minvalue) to ('2024-01-01 00:00:00+00')`,
    );
    const [{ bound }] = (await app.database.sql<{ bound: string }>(
      `select substring(pg_get_expr(relpartbound, oid) from 'FROM \\(''([^'']+)''\\)') as bound from pg_class
       where relname like 'changes_from_%' order by relname limit 1`,
    )) as [{ bound: string }];
    await app.database.sql(
      `alter table changes attach partition changes_before for values from ('2024-01-01 00:00:00+00') to ('${bound}')`,
    );
    const own = await counted(ana.id);
    await app.app.expiredRows.remove();
    expect(await partitions()).toEqual(before);
    expect(await app.database.sql(`select to_regclass('changes_old') as old`)).toEqual([{ old: null }]);
    expect(await counted(ana.id)).toBe(own);
  });

  it('gets its next partitions before they are needed', async () => {
    const all = await partitions();
    for (const { name } of all.slice(1)) await app.database.sql(`drop table ${name}`);
    await app.app.expiredRows.remove();
    expect(await partitions()).toEqual(all);
  });

  it('is written and read as before', async () => {
    await ana.beehive(apiary);
    await phone.sync();
    expect(phone.records).toEqual(await visibleTo(ana, app));
  });
});
