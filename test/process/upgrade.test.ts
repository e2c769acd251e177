// A database of the first version, created by commit 526607e, is migrated when the service starts, and keeps its data.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrations } from '../../src/database/migrations/index.js';
import { openDatabase } from '../../src/database/orm.js';
import { migrateDatabase } from '../../src/database/provision.js';
import { model } from '../../src/model.js';
import { trackedTables } from '../support/change-log.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import { addAnswers, addMovements } from '../support/many-rows.js';
import { expectOwnersTrue, OWNED_TABLES } from '../support/owners.js';

const LAST_MIGRATION = 'Migration20261121171500';
const NEWER_MIGRATIONS = migrations.map(({ name }) => name).filter((name) => name > LAST_MIGRATION);

const id = (n: number): string => `019e0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const ANA = id(1);
const APIARY = id(2);
const BEEHIVE = id(3);
const ITEM = id(4);
const QUESTION = id(5);
const HIVE_QUESTION = id(6);
const INSPECTION = id(7);
const SESSION = id(8);
const DELETED_APIARY = id(10);
const DELETED_HIVE_QUESTION = id(11);

const CREDENTIALS = { email: 'ana@example.org', password: 'Demo-hives-1' };
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$kHqbCR1Vg/nisF/h9NQdRg$j26Cs7+qtyutalnMPtkktH1XmmKho5KGgoWQlzJWY2o';
const REFRESH_TOKEN = 'a-refresh-token-of-the-first-version';
const VERIFICATION_TOKEN = 'a-verification-token-of-the-first-version';
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A request with an Idempotency-Key, and the hash and the response that commit 526607e stored for it. */
const REPEATED_REQUEST = { name: 'Hilltop', location: 'North' };
const REQUEST_HASH = 'f3ec7b3f0831b68317061bfac4f4848f5bd0d857424e1fdd478464a7353e3e54';
const STORED_BODY = `{"id":"${id(12)}","user_id":"${ANA}","name":"Hilltop","location":"North","beehives_count":0,"treatments":false,"created_at":"Sun, 01 Nov 2026 08:00:00 GMT"}`;

const DATA = `
  insert into users (id, created_at, updated_at, email, username, phone, password_hash, role, full_name, location, language)
    values ('${ANA}', now(), now(), '${CREDENTIALS.email}', 'ana', '600123456', '${PASSWORD_HASH}', 'ADMIN', 'Ana Peñón', 'Ávila', 'en');
  insert into sessions (id, created_at, updated_at, user_id, expires_at, device, address, last_seen_at)
    values ('${SESSION}', now(), now(), '${ANA}', now() + interval '20 days', 'a phone', '192.0.2.1', now());
  insert into refresh_tokens (id, created_at, updated_at, session_id, hash)
    values ('${id(13)}', now(), now(), '${SESSION}', '${hashToken(REFRESH_TOKEN)}');
  insert into session_changes (session_id) values ('${SESSION}');
  insert into one_time_tokens (id, created_at, updated_at, user_id, purpose, hash, email, expires_at)
    values ('${id(14)}', now(), now(), '${ANA}', 'VERIFY_EMAIL', '${hashToken(VERIFICATION_TOKEN)}', '${CREDENTIALS.email}',
      now() + interval '1 day');
  insert into mails (id, created_at, updated_at, recipient, subject, text, html, due_at)
    values ('${id(15)}', now(), now(), '${CREDENTIALS.email}', 'Welcome', 'Welcome', '<p>Welcome</p>', now() + interval '1 day');
  insert into audit_entries (id, created_at, updated_at, subject_id, field, before, after)
    values ('${id(16)}', now(), now(), '${ANA}', 'role', '"BEEKEEPER"', '"ADMIN"');
  insert into rate_limits (key, points, expire) values ('logIns:192.0.2.1', 3, 4102444800000);
  insert into question_templates (id, created_at, updated_at, key, category, text_es, text_en, group_es, group_en, answer_type, importance)
    values ('${id(17)}', now(), now(), 'own_question', 'COLONY_HEALTH', '¿Cómo huele?', 'How does it smell?', 'Olor', 'Smell', 'texto', 5);
  insert into apiaries (id, created_at, updated_at, owner_id, name, location, treatments)
    values ('${APIARY}', now(), now(), '${ANA}', 'El Encinar', 'Camino viejo, 3', true);
  insert into beehives (id, created_at, updated_at, apiary_id, number, activity_level, activity, food_frames, brood_frames, health_status,
      health, has_production_chamber, production_chamber, treatments, observations)
    values ('${BEEHIVE}', now(), now(), '${APIARY}', 17, 'Alta', 'HIGH', 4, 5, 'Presencia barroa',
      'AT_RISK', 'Si', true, true, 'Cría salteada');
  insert into inventory_items (id, created_at, updated_at, apiary_id, name, description, quantity, movement_count, unit, unit_kind,
      minimum_stock, unit_cost, currency)
    values ('${ITEM}', now(), now(), '${APIARY}', 'Láminas de cera', 'Cera estampada', 40, 1, 'Láminas', 'SHEETS', 50, 120, 'EUR');
  insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, actor_id, occurred_at)
    values ('${id(9)}', now(), now(), '${ITEM}', 1, 'INITIAL', 40, 40, '${ANA}', now());
  insert into questions (id, created_at, updated_at, apiary_id, text, answer_type, category, required, options, position, template_key)
    values ('${QUESTION}', now(), now(), '${APIARY}', '¿Pudo ver a la reina?', 'opciones', 'Salud', true, array['Sí', 'No'], 1,
      'presencia_reina');
  insert into hive_questions (id, created_at, updated_at, beehive_id, question_id, position, active)
    values ('${HIVE_QUESTION}', now(), now(), '${BEEHIVE}', '${QUESTION}', 3, false);
  insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, notes, actor_id, series_id)
    values ('${INSPECTION}', now(), now(), '${BEEHIVE}', '${APIARY}', 'COMPLETED', now(), 'Mucho polen', '${ANA}', '${INSPECTION}');
  insert into answers (id, created_at, updated_at, inspection_id, question_id, question_text, answer_type, category, required, options,
      position, choice, answered_at, score)
    values ('${id(18)}', now(), now(), '${INSPECTION}', '${QUESTION}', '¿Pudo ver a la reina?', 'opciones', 'Salud', true,
      array['Sí', 'No'], 1, 'Sí', now(), 5);
  insert into kept_answers (owner_id, key, request_hash, status, body)
    values ('${ANA}', 'key-1', '${REQUEST_HASH}', 201, '${STORED_BODY}');
  insert into deletions (owner_id, id, kind)
    values ('${ANA}', '${DELETED_APIARY}', 'apiaries'), ('${ANA}', '${DELETED_HIVE_QUESTION}', 'hive_questions');`;

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

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase('template1');
  const { orm } = await openDatabase(model, database.server, 2);
  await orm.migrator.up({ to: LAST_MIGRATION });
  await orm.close(true);
  await database.sql(DATA);
});
afterAll(() => database.drop());

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
      ...(table === 'beehives' && { last_inspected_at: lastInspection(before, row), ended_on: null, end_cause: null }),
      ...(OWNED_TABLES.includes(TABLES[table] ?? table) && { owner_id: ANA }),
      ...(VERSIONED.includes(TABLES[table] ?? table) && { version: 1 }),
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

describe('the service on such a database', () => {
  let app: TestApp;
  let ana: Client;
  beforeAll(async () => {
    app = await startTestApp({}, database);
    const { status, body } = await app.anyone.rest('POST', '/auth/login', CREDENTIALS);
    expect(status).toBe(200);
    ana = new Client(app.url, body.access_token);
  });
  afterAll(() => app.close());

  it('returns accounts, apiaries, hives, items, questions and inspections over GraphQL', async () => {
    const { me, apiary } = await ana.ask(
      `query ($id: ID!) {
        me { username fullName phone location language role }
        apiary(id: $id) {
          userId name location treatments
          beehives { nodes { beehiveNumber activity healthStatus health isTreated observations } }
          inventoryItems { nodes { itemName description quantity minimumStock unitKind movements { nodes { kind amount balanceAfter } } } }
          questions { text options required position }
          inspections { nodes { notes answers { choice score } } }
        }
      }`,
      { id: APIARY },
    );
    expect(me).toEqual({
      username: 'ana',
      fullName: 'Ana Peñón',
      phone: '600123456',
      location: 'Ávila',
      language: 'EN',
      role: 'ADMIN',
    });
    expect(apiary).toEqual({
      userId: ANA,
      name: 'El Encinar',
      location: 'Camino viejo, 3',
      treatments: true,
      beehives: {
        nodes: [
          {
            beehiveNumber: 17,
            activity: 'HIGH',
            healthStatus: 'Presencia barroa',
            health: 'AT_RISK',
            isTreated: true,
            observations: 'Cría salteada',
          },
        ],
      },
      inventoryItems: {
        nodes: [
          {
            itemName: 'Láminas de cera',
            description: 'Cera estampada',
            quantity: 40,
            minimumStock: 50,
            unitKind: 'SHEETS',
            movements: { nodes: [{ kind: 'INITIAL', amount: 40, balanceAfter: 40 }] },
          },
        ],
      },
      questions: [{ text: '¿Pudo ver a la reina?', options: ['Sí', 'No'], required: true, position: 1 }],
      inspections: { nodes: [{ notes: 'Mucho polen', answers: [{ choice: 'Sí', score: 5 }] }] },
    });
  });

  it('returns them over REST', async () => {
    expect((await ana.rest('GET', `/beehives/apiary/${APIARY}`)).body).toMatchObject([
      { id: BEEHIVE, hive_number: 17, treatments: true },
    ]);
    expect((await ana.rest('GET', `/inventory/${APIARY}/low-stock`)).body).toMatchObject([
      { id: ITEM, name: 'Láminas de cera', quantity: 40 },
    ]);
    expect((await ana.rest('GET', `/inventory/${APIARY}/search?q=laminas`)).body).toHaveLength(1);
    expect((await ana.rest('GET', `/answers/hive/${BEEHIVE}`)).body).toMatchObject([{ answer: 'Sí', score: 5 }]);
  });

  it('returns the override of a question for a hive', async () => {
    const { beehiveQuestions } = await ana.ask(
      'query ($id: ID!) { beehiveQuestions(beehiveId: $id) { id questionId position active } }',
      { id: BEEHIVE },
    );
    expect(beehiveQuestions).toEqual([{ id: HIVE_QUESTION, questionId: QUESTION, position: 3, active: false }]);
  });

  it('returns the stored response to a request that is repeated with its Idempotency-Key', async () => {
    const { status, headers, body } = await ana.rest('POST', '/apiaries', REPEATED_REQUEST, {
      'idempotency-key': 'key-1',
    });
    expect([status, headers.get('idempotency-replayed'), body]).toEqual([201, 'true', JSON.parse(STORED_BODY)]);
  });

  it('answers a repeated delete like the first, for an apiary and for an override', async () => {
    expect((await ana.rest('DELETE', `/apiaries/${DELETED_APIARY}`)).status).toBe(204);
    expect((await ana.rest('DELETE', `/questions/hive/${DELETED_HIVE_QUESTION}`)).status).toBe(204);
    expect((await ana.rest('DELETE', `/apiaries/${id(99)}`)).status).toBe(404);
  });

  it('accepts the refresh token and the verification token that the first version issued', async () => {
    const refreshed = await app.anyone.rest('POST', '/auth/refresh', { refresh_token: REFRESH_TOKEN });
    expect([refreshed.status, refreshed.body.user_id]).toEqual([200, ANA]);
    const verify = 'mutation ($token: String!) { verifyEmail(token: $token) { id isVerified } }';
    const { verifyEmail } = await app.anyone.ask(verify, { token: VERIFICATION_TOKEN });
    expect(verifyEmail).toEqual({ id: ANA, isVerified: true });
  });

  it('logs the deletion of an apiary and of everything in it', async () => {
    const { body } = await ana.rest('POST', '/questions/hive', { hive_id: BEEHIVE, apiary_question_id: QUESTION });
    expect(body.id).toBe(HIVE_QUESTION);
    expect((await ana.rest('DELETE', `/apiaries/${APIARY}`)).status).toBe(204);
    for (const path of [
      `/apiaries/${APIARY}`,
      `/beehives/${BEEHIVE}`,
      `/questions/${QUESTION}`,
      `/questions/hive/${HIVE_QUESTION}`,
      `/inventory/${ITEM}`,
    ])
      expect([path, (await ana.rest('DELETE', path)).status]).toEqual([path, 204]);
  });
});
