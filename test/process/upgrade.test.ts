// Migrations keep every row of a database of an earlier version, and what it wrote meanwhile.
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { migrations } from '../../src/database/migrations/index.js';
import { openDatabase } from '../../src/database/orm.js';
import { migrateDatabase } from '../../src/database/provision.js';
import { Removals } from '../../src/maintenance/removals.js';
import { model } from '../../src/model.js';
import { trackedTables } from '../support/change-log.js';
import { cloneDatabase } from '../support/database.js';
import { addAnswers, addMovements } from '../support/many-rows.js';
import { expectOwnersTrue, OWNED_TABLES } from '../support/owners.js';
import { ANA, APIARY, BEEHIVE, DATA, DELETED_HIVE_QUESTION, database, LAST_MIGRATION } from './upgrade.fixture.js';

const NEWER_MIGRATIONS = migrations.map(({ name }) => name).filter((name) => name > LAST_MIGRATION);

/** What the migrations since then have renamed. */
const TABLES: Record<string, string> = {
  kept_answers: 'idempotency_keys',
  hive_questions: 'beehive_questions',
};
const COLUMNS: Record<string, Record<string, string>> = {
  beehives: { number: 'beehive_number', treatments: 'is_treated' },
  inventory_items: { name: 'item_name' },
};

type Row = Record<string, unknown>;
function renamed(table: string, row: Row): Row {
  const columns = COLUMNS[table] ?? {};
  const entries = Object.entries(row).map(([column, value]): [string, unknown] => [columns[column] ?? column, value]);
  return Object.fromEntries(entries);
}

/** Every row of every table of the service. */
async function contents(): Promise<Record<string, Row[]>> {
  const tables = await database.sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'mikro_orm_migrations' order by 1`,
  );
  const all: Record<string, Row[]> = {};
  for (const { name } of tables) {
    const rows = await database.sql<{ row: Row }>(`select to_jsonb(t) as row from ${name} t order by t::text`);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

/** The time of the last completed inspection of a hive, which a migration has stored in it. */
function lastInspection({ inspections }: Record<string, Row[]>, beehive: Row): unknown {
  const completed = inspections!.filter(
    (row) => row.beehive_id === beehive.id && row.current && row.status === 'COMPLETED',
  );
  return (
    completed
      .map((row) => String(row.occurred_at))
      .sort()
      .at(-1) ?? null
  );
}

/** Nothing is recorded from which they follow. */
const NEW_COLUMNS_OF_HIVES = {
  ...{ ended_on: null, end_cause: null, reigning_queen_id: null, queenless_since: null, mites_counted_on: null },
  ...{ mites_per_100: null, treatment_ends_on: null, withdrawal_until: null, withdrawal_unknown_until: null },
};

it('the migrations since commit 526607e keep every row of every table', async () => {
  const before = await contents();
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  expect(before).toHaveProperty('hive_questions');

  const { orm, pool } = await openDatabase(model, database.server, 2);
  await migrateDatabase(model, database.server, pool);
  await orm.close(true);

  const { deletions, ...kept } = before;
  const expected = Object.entries(kept).map(([table, rows]): [string, Row[]] => [
    TABLES[table] ?? table,
    rows.map((row) => ({
      ...renamed(table, row),
      ...(table === 'beehives' && { ...NEW_COLUMNS_OF_HIVES, last_inspected_at: lastInspection(before, row) }),
      ...(OWNED_TABLES.includes(TABLES[table] ?? table) && { owner_id: ANA }),
      ...(VERSIONED.includes(TABLES[table] ?? table) && { version: 1 }),
      ...((TABLES[table] ?? table) === 'idempotency_keys' && { headers: null }),
      ...(table === 'users' && {
        show_shared_apiaries: false,
        time_zone: 'UTC',
        has_password: true,
        register_link_revocations: 0,
      }),
      ...(table === 'apiaries' && {
        ...{ time_zone: 'UTC', inspection_days: null, mites_to_watch: null, mites_to_treat: null },
        ...{ latitude: null, longitude: null, elevation: null, country: null, municipality: null },
        ...{ register_number: null, mobility: null, forage: null },
      }),
      ...(table === 'audit_entries' && { reason: null }),
      ...(table === 'mails' && { unsubscribe_url: null }),
    })),
  ]);
  const { changes: all, beehive_placements: placements, ...others } = await contents();
  const changes = all!.filter(({ entity }) => entity !== 'BeehivePlacement');
  expect(placements).toEqual(
    others.beehives!.map(({ id, apiary_id }) => expect.objectContaining({ beehive_id: id, apiary_id, left_on: null })),
  );
  expect(all).toHaveLength(changes.length + placements!.length);
  const after = Object.entries(others).filter(([table, rows]) => !NEW_TABLES.includes(table) || rows.length > 0);
  expect(Object.fromEntries(after)).toEqual(Object.fromEntries(expected));
  // Of the log, the deletions of before are known.
  const entities: Record<string, string> = { apiaries: 'Apiary', hive_questions: 'BeehiveQuestion' };
  expect(changes).toHaveLength(2);
  for (const { owner_id, id: row_id, kind, created_at: at } of deletions!)
    expect(changes).toContainEqual(
      expect.objectContaining({
        owner_id,
        row_id,
        entity: entities[String(kind)],
        at,
        action: 'DELETED',
        notable: false,
      }),
    );
  const applied = await database.sql<{ name: string }>('select name from mikro_orm_migrations order by name');
  expect(applied.map(({ name }) => name).filter((name) => name > LAST_MIGRATION)).toEqual(NEWER_MIGRATIONS);
});

/** They are empty. */
const NEW_TABLES = [
  ...['calendar_feeds', 'digests', 'email_changes', 'personal_access_tokens', 'push_subscriptions', 'second_factors'],
  ...['imports', 'import_rows', 'import_files'],
  ...['tasks', 'worklist_marks'],
  'keepers',
  ...['identities', 'oidc_log_ins', 'restricted_zones'],
  ...['webhooks', 'webhook_deliveries', 'webhook_cursor'],
  ...['account_usage', 'removals'],
  ...['apiary_invitations', 'apiary_members', 'colony_events', 'mite_counts', 'queen_reigns', 'queens'],
  ...['treatment_follow_ups', 'treatments'],
  ...['apiary_invitations', 'apiary_members', 'mite_counts', 'treatment_follow_ups', 'treatments'],
  ...['harvests', 'harvest_sources', 'harvest_revisions', 'lots', 'lot_harvests', 'lot_packs'],
];
const VERSIONED = trackedTables().flatMap(([, table, insertsOnly]) => (insertsOnly ? [] : [table]));

/** With tombstones instead of a change log. */
const BEFORE_LOG = 'Migration20261122080000';
/** The statements of that version. */
const FIND_TOMBSTONE = `select 1 as found from tombstones
  where owner_id = $1 and id = $2 and kind = $3 and created_at > now() - interval '30 days'`;
const REMOVE_TOMBSTONES = `delete from tombstones where ctid = any(array(
  select ctid from tombstones where pg_try_advisory_xact_lock(7202613) and created_at < now() - interval '30 days'
  limit 1000 for update skip locked)) returning id`;

it('the version before the change log finds its tombstones before, during and after the migration', async () => {
  const copy = await cloneDatabase('template1');
  const { orm, pool } = await openDatabase(model, copy.server, 2);
  try {
    await orm.migrator.up({ to: LAST_MIGRATION });
    await copy.sql(DATA);
    await orm.migrator.up({ to: BEFORE_LOG });
    const hives = await copy.sql<{ id: string }>(
      `insert into beehives (id, created_at, updated_at, apiary_id) select gen_random_uuid(), now(), now(), $1 from generate_series(1, 3000)
       returning id`,
      [APIARY],
    );
    const remove = (at: number) => copy.sql('delete from beehives where id = $1', [hives[at]!.id]);
    for (let at = 0; at < 100; at++) await remove(at);
    let isDone = false;
    const migrated = migrateDatabase(model, copy.server, pool).finally(() => {
      isDone = true;
    });
    let deleted = 100;
    for (; !isDone && deleted < 2990; deleted++) {
      await remove(deleted);
      await copy.sql('update beehives set food_frames = 1 where id = $1', [hives.at(-1)!.id]);
      // Not one moment without: what is deleted is known.
      expect(await copy.sql(FIND_TOMBSTONE, [ANA, hives[deleted]!.id, 'beehives'])).toHaveLength(1);
      expect(await copy.sql(REMOVE_TOMBSTONES)).toEqual([]);
    }
    await migrated;
    expect(deleted).toBeGreaterThan(110);
    for (let more = 0; more < 5; more++) await remove(deleted++);
    for (const { id: hive } of hives.slice(0, deleted))
      expect(await copy.sql(FIND_TOMBSTONE, [ANA, hive, 'beehives'])).toEqual([{ found: 1 }]);
    expect(await copy.sql(FIND_TOMBSTONE, [ANA, DELETED_HIVE_QUESTION, 'beehive_questions'])).toHaveLength(1);
    expect(await copy.sql(FIND_TOMBSTONE, [ANA, hives.at(-1)!.id, 'beehives'])).toEqual([]);
    const twice = `select row_id from changes where action = 'DELETED' group by 1 having count(*) > 1`;
    expect(await copy.sql(twice)).toEqual([]);
    // Its background job ends without an error, and removes nothing of the log.
    await copy.sql(`update changes set at = now() - interval '31 days' where row_id = $1`, [hives[0]!.id]);
    expect(await copy.sql(REMOVE_TOMBSTONES)).toEqual([]);
    expect(await copy.sql('select 1 from changes where row_id = $1', [hives[0]!.id])).toHaveLength(1);
    // The account's deletion leaves none.
    await copy.sql('delete from users where id = $1', [ANA]);
    const metadata = [...orm.getMetadata().getAll().values()];
    await new Removals(pool, metadata, pino({ level: 'silent' })).remove();
    expect(await copy.sql('select 1 from tombstones')).toEqual([]);
  } finally {
    await orm.close(true);
    await copy.drop();
  }
});

/** Before hives could end. */
const BEFORE_COLONIES = 'Migration20261122190000';

it('hives get the places where they stood, from the log of before and from triggers meanwhile', async () => {
  const copy = await cloneDatabase('template1');
  const { orm, pool } = await openDatabase(model, copy.server, 2);
  try {
    await orm.migrator.up({ to: LAST_MIGRATION });
    await copy.sql(DATA);
    await orm.migrator.up({ to: BEFORE_COLONIES });
    const [{ id: other }] = (await copy.sql(
      `insert into apiaries (id, created_at, updated_at, owner_id, name) values (gen_random_uuid(), now(), now(), $1, 'Other') returning id`,
      [ANA],
    )) as [{ id: string }];
    const [moved, stayed, late, swapped] = (await copy.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id)
       select gen_random_uuid(), now() - interval '9 days', now(), $1 from generate_series(1, 4) returning id`,
      [APIARY],
    )) as [{ id: string }, { id: string }, { id: string }, { id: string }];
    const move = (hive: { id: string }, to: string) =>
      copy.sql('update beehives set apiary_id = $1 where id = $2', [to, hive.id]);
    await move(moved, other);
    await move(moved, APIARY);
    await copy.sql(`update changes set at = at - interval '3 days' where row_id = $1 and version = 2`, [moved.id]);
    await move(swapped, other);
    await move(swapped, APIARY);
    await copy.sql(`update changes set at = at - interval '3 days' where row_id = $1 and version = 3`, [swapped.id]);
    await migrateDatabase(model, copy.server, pool);
    // As if the migration had not come to it yet.
    await copy.sql('delete from beehive_placements where beehive_id = $1', [late.id]);
    await move(late, other);
    const placesOf = (hive: { id: string }) =>
      copy.sql(
        `select p.apiary_id, current_date - placed_on as from, current_date - left_on as to from beehive_placements p
         where beehive_id = $1 order by placed_on, created_at`,
        [hive.id],
      );
    expect(await placesOf(stayed)).toEqual([{ apiary_id: APIARY, from: 9, to: null }]);
    expect(await placesOf(moved)).toEqual([
      { apiary_id: APIARY, from: 9, to: 3 },
      { apiary_id: other, from: 3, to: 0 },
      { apiary_id: APIARY, from: 0, to: null },
    ]);
    // The transaction of the second move began before that of the first.
    expect(await placesOf(swapped)).toEqual([
      { apiary_id: APIARY, from: 9, to: 0 },
      { apiary_id: other, from: 0, to: 0 },
      { apiary_id: APIARY, from: 0, to: null },
    ]);
    expect(await placesOf(late)).toEqual([
      { apiary_id: APIARY, from: 9, to: 0 },
      { apiary_id: other, from: 0, to: null },
    ]);
  } finally {
    await orm.close(true);
    await copy.drop();
  }
});

/** Before rows had an owner. */
const BEFORE_OWNERS = 'Migration20261122063000';

it('rows that the previous version writes before and during the migration of owners get theirs', async () => {
  const copy = await cloneDatabase('template1');
  const { orm, pool } = await openDatabase(model, copy.server, 2);
  try {
    await orm.migrator.up({ to: LAST_MIGRATION });
    await copy.sql(DATA);
    await orm.migrator.up({ to: BEFORE_OWNERS });
    await addAnswers(copy, BEEHIVE, 10_000);
    const [items, beehives] = await Promise.all(
      ['inventory_items (item_name, unit,', 'beehives (observations, activity_level,'].map((columns) =>
        copy.sql<{ id: string }>(
          `insert into ${columns} id, created_at, updated_at, apiary_id)
           select 'Wax', 'kg', gen_random_uuid(), now(), now(), $1 from generate_series(1, 1000) returning id`,
          [APIARY],
        ),
      ),
    );
    for (const { id } of items!.slice(990)) await addMovements(copy, id, 500);

    let isDone = false;
    // Two processes start at the same time.
    const migrated = Promise.all([1, 2].map(() => migrateDatabase(model, copy.server, pool))).finally(() => {
      isDone = true;
    });
    let writes = 0;
    for (; !isDone && writes < 990; writes++) {
      await addAnswers(copy, beehives![writes]!.id, 10);
      await addMovements(copy, items![writes]!.id, 1);
      await copy.sql('update beehives set food_frames = $1', [writes % 10]);
    }
    await migrated;
    expect(writes).toBeGreaterThan(0);
    await expectOwnersTrue(copy);
    const applied = await copy.sql<{ name: string }>('select name from mikro_orm_migrations order by id');
    expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  } finally {
    await orm.close(true);
    await copy.drop();
  }
});
