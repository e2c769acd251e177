// A large account, of which plans are read, and another one.
import { afterAll, beforeAll } from '@jest/globals';
import { until } from '../process/service.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const ROWS = 10_000;

export let app: TestApp;
export let ana: Beekeeper;
/** A member of Ana's apiaries. */
export let dora: Beekeeper;
export let apiary: string;
export let item: string;
/** A hive with a long history. */
export let hive: string;
export let otherHive: string;
export let otherItem: string;
/** The ids of two visits. */
export let visits: [string, string];
export let lotCode: string;
/** An apiary with a few items, all with a long history. */
export let store: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  item = await ana.item(apiary, { itemName: 'Item with a long history' });
  const bea = await beekeeper(app);
  const elsewhere = [await bea.apiary(), await bea.apiary()];
  const { sql } = app.database;
  for (const at of [apiary, ...elsewhere]) {
    await sql(
      `insert into inventory_items (id, created_at, updated_at, apiary_id, item_name, description, unit, quantity, minimum_stock)
       select gen_random_uuid(), now() - n * interval '1 minute', now(), $1, 'Item ' || md5(n::text), 'Shelf ' || n, 'kg', n % 50, 2
       from generate_series(1, ${ROWS}) n`,
      [at],
    );
    await sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number, health)
       select gen_random_uuid(), now(), now(), $1, n, (array['HEALTHY', 'AT_RISK'])[1 + n % 2] from generate_series(1, ${ROWS}) n`,
      [at],
    );
  }
  await sql(
    `insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
     select gen_random_uuid(), now(), now(), $1, n, 'ENTRY', 1, n, $2, now() from generate_series(1, ${ROWS}) n`,
    [item, ana.id],
  );
  hive = await ana.beehive(apiary, { beehiveNumber: 20_000 });
  await sql(
    `insert into changes (owner_id, apiary_id, entity, row_id, action, version, actor_id, fields, notable, at)
     select $1, $2, 'Beehive', case when n % 4 = 0 then $3 else gen_random_uuid() end, 'UPDATED', n, $1, '{"food_frames": [1, 2]}', n % 3 > 0,
       now() - (${ROWS} - n) * interval '1 minute' from generate_series(1, ${ROWS}) n`,
    [ana.id, apiary, hive],
  );
  await sql(
    `insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, actor_id, series_id)
     select id, now(), now(), $1, $2, 'COMPLETED', now() - n * interval '1 hour', $3, id
     from (select gen_random_uuid() as id, n from generate_series(1, 2000) n) i`,
    [hive, apiary, ana.id],
  );
  // Two of each other hive, of one visit; answers of all.
  await sql(
    `insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, actor_id, series_id, visit_id)
     select i.id, now(), now(), b.id, b.apiary_id, 'COMPLETED', now() - n * interval '1 hour', $1, i.id, md5(b.id::text)::uuid
     from beehives b, generate_series(1, 2) n, lateral (select md5(b.id::text || 'inspection' || n)::uuid as id) i where b.beehive_number <= ${ROWS / 4}`,
    [ana.id],
  );
  await sql(
    `insert into answers (id, created_at, updated_at, inspection_id, question_id, question_text, answer_type, required, position, number, answered_at)
     select gen_random_uuid(), now(), now(), i.id, gen_random_uuid(), 'Frames', 'numero', false, n, n, i.occurred_at
     from inspections i, generate_series(1, 5) n`,
  );
  store = await ana.apiary();
  for (let i = 0; i < 5; i++) await ana.item(store, { itemName: `Item ${i}` });
  await sql(
    `insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
     select gen_random_uuid(), now() - n * interval '1 hour', now(), id, n, 'ENTRY', 1, n, $2, now()
     from inventory_items, generate_series(1, ${ROWS / 5}) n where apiary_id = $1`,
    [store, ana.id],
  );
  // Most apiaries have few items: PostgreSQL plans for their average.
  await sql(
    `with small as (
       insert into apiaries (id, created_at, updated_at, owner_id, name)
       select gen_random_uuid(), now(), now(), $1, 'Small' from generate_series(1, 200) returning id)
     insert into inventory_items (id, created_at, updated_at, apiary_id, item_name, unit)
     select gen_random_uuid(), now(), now(), id, 'Wax', 'kg' from small, generate_series(1, 5)`,
    [bea.id],
  );
  // A quarter of the hives of both accounts have a treatment, and one has a long history of them.
  await sql(
    `insert into treatments (id, created_at, updated_at, owner_id, kind, product_name, started_on, beehive_id, treated_beehive_id,
       beehive_label, apiary_id, course_id, actor_id, series_id, withdrawal_days)
     select t.id, now(), now(), b.owner_id, 'Varroa', 'Thymol', date '2020-01-01' + n, b.id, b.id, '1', b.apiary_id, t.id, $1, t.id, 7
     from beehives b, generate_series(1, case when b.id = $2 then ${ROWS / 5} else 1 end) n,
       lateral (select md5(b.id::text || n)::uuid as id) t where b.beehive_number <= ${ROWS / 4} or b.id = $2`,
    [ana.id, hive],
  );
  await sql(
    `insert into treatments (id, created_at, updated_at, owner_id, kind, product_name, started_on, treated_beehive_id, beehive_label,
       apiary_id, course_id, actor_id, series_id)
     select t.id, now(), now(), a.owner_id, 'Varroa', 'Thymol', date '2020-01-01' + n, t.id, '1', a.id, t.id, $1, t.id
     from apiaries a, generate_series(1, 5) n, lateral (select md5(a.id::text || n)::uuid as id) t where name = 'Small'`,
    [ana.id],
  );
  await sql(
    `insert into mite_counts (id, created_at, updated_at, owner_id, beehive_id, apiary_id, counted_on, method, bees, mites, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, apiary_id, '2026-05-01', 'CO2', 300, 3, $1 from beehives
     where beehive_number <= ${ROWS / 4}`,
    [ana.id],
  );
  await sql(
    `insert into feedings (id, created_at, updated_at, owner_id, beehive_id, apiary_id, fed_on, kind, grams, sugar_percent, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, apiary_id, '2026-05-01', 'SYRUP', 1000, 50, $1 from beehives
     where beehive_number <= ${ROWS / 4}`,
    [ana.id],
  );
  await sql(
    `insert into measurements (id, created_at, updated_at, owner_id, beehive_id, apiary_id, kind, value, unit, measured_at, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, apiary_id, 'WEIGHT', 38.5, 'KILOGRAMS', now() - interval '1 day', $1 from beehives
     where beehive_number <= ${ROWS / 4}`,
    [ana.id],
  );
  await sql(
    `insert into readings.series (beehive_id, beehive_created_at, owner_id, kind, quantity, custom_unit, last_at, last_value)
     select id, created_at, owner_id, 'WEIGHT', '', '', now(), 38.5 from beehives where beehive_number <= ${ROWS / 4}`,
  );
  await sql(
    `insert into readings.hours (series_id, hour, min, max, sum, count)
     select id, date_trunc('hour', now() - n * interval '1 day', 'UTC'), 38, 39, 38.5, 1 from readings.series, unnest('{0,15,31}'::int[]) n`,
  );
  await sql(
    `insert into products (id, created_at, updated_at, owner_id, kind, name, actor_id)
     select gen_random_uuid(), now(), now(), case when n <= 50 then $1::uuid else gen_random_uuid() end, 'OTHER', 'Product ' || n, $1::uuid
     from generate_series(1, ${ROWS / 2}) n`,
    [ana.id],
  );
  // A queen of each of these hives, and her daughter without a hive. A long history of one hive.
  await sql(
    `with queens as (
       insert into queens (id, created_at, updated_at, apiary_id, year, actor_id)
       select md5('queen' || id)::uuid, now() - beehive_number * interval '1 hour', now(), apiary_id, 2025, $1 from beehives
       where beehive_number <= ${ROWS / 4} returning id, apiary_id),
     daughters as (
       insert into queens (id, created_at, updated_at, apiary_id, mother_id, actor_id)
       select gen_random_uuid(), now(), now(), apiary_id, id, $1 from queens)
     insert into queen_reigns (id, created_at, updated_at, beehive_id, queen_id, started_on, actor_id)
     select gen_random_uuid(), now(), now(), b.id, q.id, '2026-05-01', $1 from beehives b join queens q on q.id = md5('queen' || b.id)::uuid`,
    [ana.id],
  );
  await sql(
    `insert into queen_reigns (id, created_at, updated_at, beehive_id, started_on, ended_on, actor_id)
     select gen_random_uuid(), now(), now(), $1, date '2000-01-01' + n, date '2000-01-01' + n + 1, $2 from generate_series(1, 500) n`,
    [hive, ana.id],
  );
  // Most accounts have few queens.
  await sql(
    `with others as (
       insert into users (id, created_at, updated_at, email, username, password_hash)
       select gen_random_uuid(), now(), now(), 'other-' || n || '@example.org', 'other', $1 from generate_series(1, 100) n returning id),
     small as (
       insert into apiaries (id, created_at, updated_at, owner_id, name)
       select gen_random_uuid(), now(), now(), id, 'Other' from others returning id, owner_id)
     insert into queens (id, created_at, updated_at, owner_id, apiary_id, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, owner_id from small, generate_series(1, 50)`,
    ['none'],
  );
  await sql(
    `insert into colony_events (id, created_at, updated_at, owner_id, beehive_id, kind, occurred_on, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, 'LOST', '2026-05-01', $1 from beehives where beehive_number <= ${ROWS / 4}`,
    [ana.id],
  );
  // A task of each hive, and many of other accounts.
  await sql(
    `insert into tasks (id, created_at, updated_at, owner_id, apiary_id, title, kind, beehive_ids, beehive_labels, status, closed_on, closed_at, closed_by_id, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, apiary_id, 'Feed', 'FEED', array[id], array['1'], 'DONE', '2026-05-01', now(), $1, $1 from beehives`,
    [ana.id],
  );
  await sql(
    `insert into deletions (id, created_at, updated_at, owner_id, apiary_id, beehive_id, kind, record_id, actor_id, expires_at)
     select gen_random_uuid(), now(), now(), owner_id, apiary_id, id, 'MiteCount', gen_random_uuid(), $1, now() + interval '1 day' from beehives`,
    [ana.id],
  );
  // Each harvest is of five hives, in one apiary also of the hive with the long history; there are a lot and a pack of each.
  await sql(
    `insert into harvests (id, created_at, updated_at, owner_id, apiary_id, apiary_label, harvested_on, status, grams, actor_id)
     select md5('harvest' || a.id::text || n)::uuid, now(), now(), a.owner_id, a.id, a.name, date '2020-01-01' + n, 'CLOSED', 1000, $1
     from apiaries a, generate_series(1, 500) n where a.id = any($2)`,
    [ana.id, [apiary, ...elsewhere]],
  );
  // The harvests of many other accounts, whose apiaries are gone.
  await sql(
    `insert into harvests (id, created_at, updated_at, owner_id, apiary_label, harvested_on, status, grams, actor_id)
     select gen_random_uuid(), now(), now(), md5('owner' || n / 5)::uuid, 'Gone', '2020-01-01', 'CLOSED', 1000, $1
     from generate_series(1, ${ROWS / 4}) n`,
    [ana.id],
  );
  await sql(
    `insert into harvest_sources (id, created_at, updated_at, owner_id, harvest_id, beehive_id, harvested_beehive_id, beehive_label,
       position, frames, grams)
     select gen_random_uuid(), now(), now(), b.owner_id, h.id, b.id, b.id, '1', 0, 1, 200 from beehives b
       join harvests h on h.id = md5('harvest' || b.apiary_id::text || (b.beehive_number + 4) / 5)::uuid
     union all select gen_random_uuid(), now(), now(), owner_id, id, $1, $1, '1', 1, 1, 200 from harvests where apiary_id = $2
     union all select gen_random_uuid(), now(), now(), owner_id, id, null, id, '1', 1, 1, 200 from harvests where apiary_id is null`,
    [hive, apiary],
  );
  await sql(
    `insert into lots (id, created_at, updated_at, owner_id, apiary_id, code, grams, actor_id)
     select id, now() - n * interval '1 hour', now(), owner_id, apiary_id, upper(id::text), 100, $1
     from (select *, row_number() over () as n from harvests) h`,
    [ana.id],
  );
  // Without that, triggers would scan them.
  await sql('analyze harvests');
  await sql('analyze lots');
  await sql(
    `insert into lot_harvests (id, created_at, updated_at, owner_id, lot_id, harvest_id, grams)
     select gen_random_uuid(), now(), now(), owner_id, id, id, 100 from lots where apiary_id is not null`,
  );
  await sql(
    `insert into lot_packs (id, created_at, updated_at, owner_id, lot_id, packed_on, jars, grams_per_jar, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, '2026-07-01', 1, 50, $1 from lots where apiary_id is not null`,
    [ana.id],
  );
  await sql(`delete from changes where entity in ('Harvest', 'Lot', 'LotPack')`);
  dora = await beekeeper(app);
  await sql(
    `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role)
     select gen_random_uuid(), now(), now(), id, $1, 'VIEWER' from apiaries where owner_id = $2`,
    [dora.id, ana.id],
  );
  await until(async () => (await dora.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
  await sql('analyze');
  const lots = await ana.ask(`{ lots(apiaryId: "${apiary}", first: 1) { nodes { code } } }`);
  lotCode = lots.lots.nodes[0].code;
  const others = `{ beehives(apiaryId: "${apiary}", first: 2) { nodes { id inspections(first: 1) { nodes { visitId } } } }
    inventoryItems(apiaryId: "${store}", first: 1) { nodes { id } } }`;
  const { beehives, inventoryItems } = await ana.ask(others);
  otherHive = beehives.nodes[0].id;
  otherItem = inventoryItems.nodes[0].id;
  visits = beehives.nodes.map(
    (one: { inspections: { nodes: [{ visitId: string }] } }) => one.inspections.nodes[0].visitId,
  );
}, 120_000);
afterAll(() => app.close());
