// Background work reads what it has to do: measuring an account costs as much as the account holds, and expired rows what has expired.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { seedVolume } from '../../src/seeds/volume.js';
import { NOBODY } from '../../src/shared/retention.js';
import { queriesOf, startTestApp, type TestApp } from '../support/client.js';
import { explain, nodes, scannedTables } from '../support/plans.js';
import { beekeeper } from '../support/world.js';

const LARGE = ['apiaries', 'beehives', 'inventory_items', 'stock_movements', 'inspections', 'answers', 'changes'];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await seedVolume(app.app.pool, { accounts: 400, apiaries: 2, hives: 15, items: 15 }, () => {});
  const { sql } = app.database;
  await sql(
    `insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, actor_id, series_id)
     select id, now(), now(), hive, apiary_id, 'COMPLETED', now(), owner_id, id
     from (select gen_random_uuid() as id, b.id as hive, apiary_id, owner_id from beehives b, generate_series(1, 2)) i`,
  );
  await sql(
    `insert into answers (id, created_at, updated_at, inspection_id, question_id, question_text, answer_type, required, position, text, answered_at)
     select gen_random_uuid(), now(), now(), i.id, gen_random_uuid(), 'Notes', 'texto', false, n, 'Calm', now()
     from inspections i, generate_series(1, 3) n`,
  );
  await sql('analyze');
});
afterAll(() => app.close());

it('reads large tables by indexes', async () => {
  await app.database.sql(
    // The job of the service may have measured some of them by now.
    `insert into account_usage (user_id, changed_seq) select owner_id, max(seq) from changes group by 1 on conflict do nothing`,
  );
  await app.database.sql(`update account_usage set claimed_at = now()`);
  const ana = await beekeeper(app);
  await ana.beehive(await ana.apiary());
  const queries = await queriesOf(app.app, () => app.app.accountUsage.measure());
  const measurements = queries.filter(({ text, values }) => text.includes('measured_rows') && values[0] === ana.id);
  expect(measurements.length).toBeGreaterThan(20);
  const plans = await Promise.all(measurements.map((query) => explain(app, query)));
  expect(scannedTables(plans).filter((table) => LARGE.includes(table))).toEqual([]);
  expect(Math.max(...plans.flatMap(nodes).map((node) => node['Actual Rows'] ?? 0))).toBeLessThan(1000);
});

it('treatments that are kept without their account are read when they are due', async () => {
  const { sql } = app.database;
  await sql(
    `insert into treatments (id, created_at, updated_at, owner_id, treated_beehive_id, beehive_label, course_id, series_id, kind, product_name,
       status, started_on, actor_id)
     select id, now() - n * interval '6 years', now(), $1, id, '1', id, id, 'OTHER', 'Acid', 'COMPLETED', date '2020-01-01', id
     from (select gen_random_uuid() as id, (n > 5000)::int as n from generate_series(1, 5003) n) t`,
    [NOBODY],
  );
  await sql('analyze treatments');
  const removals = await queriesOf(app.app, async () => {
    expect((await app.app.expiredRows.remove()).treatments).toBe(3);
  });
  const removal = removals.find(({ text }) => text.includes('delete from treatments'))!;
  const plan = await explain(app, removal);
  expect(scannedTables([plan])).not.toContain('treatments');
  expect(Math.max(...nodes(plan).map((node) => node['Actual Rows'] ?? 0))).toBeLessThan(10);
});

it('digests are read when they are due, with their accounts', async () => {
  const { sql } = app.database;
  // So many that a scan of all accounts costs several times as much: among 5,000 PostgreSQL may choose either.
  await sql(
    `insert into users (id, created_at, updated_at, email, username, password_hash)
     select gen_random_uuid(), now(), now(), 'digest-' || n || '@example.org', 'bee', '' from generate_series(1, 30000) n
     on conflict do nothing`,
  );
  await sql(
    `insert into digests (id, created_at, updated_at, user_id, frequency) select gen_random_uuid(), now(), now(), id, 'DAILY' from users
     where email like 'digest-%' on conflict do nothing`,
  );
  await sql(
    `update digests set due_at = now() - interval '1 minute' where id in (select id from digests order by id limit 70)`,
  );
  for (const table of ['users', 'digests']) await sql(`analyze ${table}`);
  const queries = await queriesOf(app.app, () => app.app.digests.send());
  const finding = queries.filter(({ text }) => text.includes('d.due_at <= now()'));
  // Two batches, and none.
  expect(finding.map(({ rowCount }) => rowCount)).toEqual([50, 20, 0]);
  await sql(
    `update digests set due_at = now() - interval '1 minute' where id in (select id from digests order by id limit 20)`,
  );
  const plan = await explain(app, finding[0]!);
  expect(scannedTables([plan])).toEqual([]);
  expect(Math.max(...nodes(plan).map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)))).toBeLessThan(
    100,
  );
});
