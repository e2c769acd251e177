// The worklist and the statistics of an ordinary account scan no table in which there are the records of hundreds of others.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WorklistKind } from '../../src/features/worklist/worklist.enums.js';
import { DEMO_ACCOUNT } from '../../src/seeds/demo.js';
import { seedVolume } from '../../src/seeds/volume.js';
import { until } from '../process/service.js';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { nodes, plansOfOperation, scannedTables } from '../support/plans.js';

let app: TestApp;
let ana: Client;
/** A member of Ana's apiaries. */
let dora: Client;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  const [email, other] = await seedVolume(app.app.pool, { accounts: 300, apiaries: 2, hives: 20, items: 20 }, () => {});
  const { sql } = app.database;
  // Each hive has two inspections with an answer, some of them drafts, two treatments with a follow-up and two mite counts; an apiary has ten lots.
  await sql(
    `with of_hive as (
       select gen_random_uuid() as id, b.id as beehive_id, apiary_id, owner_id as actor_id, now() as created_at, now() as updated_at, n
       from beehives b, generate_series(1, 2) n),
     inspected as (
       insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, actor_id, series_id)
       select id, created_at, updated_at, beehive_id, apiary_id, case when random() < 0.03 then 'DRAFT' else 'COMPLETED' end,
         now() - n * interval '20 days', actor_id, id from of_hive returning id, occurred_at),
     counted as (
       insert into mite_counts (id, created_at, updated_at, beehive_id, apiary_id, counted_on, method, bees, mites, actor_id)
       select id, created_at, updated_at, beehive_id, apiary_id, now() - n * interval '10 days', 'ALCOHOL_WASH', 300, 12 * n, actor_id from of_hive)
     insert into treatments (id, created_at, updated_at, beehive_id, treated_beehive_id, beehive_label, apiary_id, course_id, kind, product_name,
       status, started_on, planned_days, withdrawal_days, actor_id, series_id)
     select id, created_at, updated_at, beehive_id, beehive_id, '1', apiary_id, id, 'Varroa', 'Oxalic acid',
       case when random() < 0.05 then 'ACTIVE' else 'COMPLETED' end, now() - n * interval '30 days', 3, 30, actor_id, id from of_hive`,
  );
  await sql(
    `insert into treatment_follow_ups (id, created_at, updated_at, treatment_id, reviewed_on, actor_id)
     select id, created_at, updated_at, id, started_on, actor_id from treatments`,
  );
  await sql(
    `insert into answers (id, created_at, updated_at, inspection_id, question_id, question_text, answer_type, required, position, number, score, answered_at)
     select gen_random_uuid(), now(), now(), id, id, 'Frames', 'numero', false, 1, 5, 5, occurred_at from inspections`,
  );
  await sql(
    `with queens as (
       insert into queens (id, created_at, updated_at, apiary_id, year, actor_id)
       select md5('queen' || id)::uuid, created_at, updated_at, apiary_id, 2022, owner_id from beehives returning id)
     insert into queen_reigns (id, created_at, updated_at, beehive_id, queen_id, started_on, actor_id)
     select gen_random_uuid(), b.created_at, b.updated_at, b.id, q.id, '2026-05-01', b.owner_id
     from beehives b join queens q on q.id = md5('queen' || b.id)::uuid`,
  );
  await sql(
    `insert into colony_events (id, created_at, updated_at, owner_id, beehive_id, kind, occurred_on, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, 'LOST', now(), owner_id from beehives`,
  );
  await sql(
    `insert into measurements (id, created_at, updated_at, owner_id, beehive_id, apiary_id, kind, value, unit, measured_at, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, apiary_id, 'WEIGHT', 20, 'KILOGRAMS', now() - n * interval '1 day', owner_id
     from beehives, generate_series(1, 2) n`,
  );
  await sql(
    `insert into feedings (id, created_at, updated_at, owner_id, beehive_id, apiary_id, fed_on, kind, grams, sugar_percent, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, apiary_id, now() - n * interval '10 days', 'SYRUP', 1000, 50, owner_id
     from beehives, generate_series(1, 2) n`,
  );
  await sql(
    `insert into readings.series (beehive_id, beehive_created_at, owner_id, kind, quantity, custom_unit, last_at, last_value)
     select id, created_at, owner_id, kind, '', '', now() - interval '1 hour', 15 from beehives, unnest('{WEIGHT,BROOD_TEMPERATURE,BATTERY}'::text[]) kind
     where beehive_number <= 10`,
  );
  await sql(
    `insert into readings.hours (series_id, hour, min, max, sum, count)
     select id, date_trunc('hour', now() - n * interval '1 hour', 'UTC'), 12, 12, 12, 1 from readings.series, generate_series(1, 30) n`,
  );
  await sql('update apiaries set winter_stores = 12, minimum_weight = 25');
  await sql("update beehives set food_frames = 3, brood_frames = 3, last_inspected_at = now() - interval '20 days'");
  await sql(
    `insert into lots (id, created_at, updated_at, owner_id, apiary_id, code, grams, best_before, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, upper(right(id::text, 12)) || n, 1000, now() + n * interval '60 days', owner_id
     from apiaries, generate_series(0, 9) n`,
  );
  await sql(
    `insert into tasks (id, created_at, updated_at, owner_id, apiary_id, title, kind, due_on, status, closed_at, actor_id)
     select gen_random_uuid(), now(), now(), owner_id, id, 'Look', 'INSPECT', now() + n * interval '3 days',
       case when n < 10 then 'OPEN' else 'DONE' end, case when n < 10 then null else now() end, owner_id
     from apiaries, generate_series(0, 30) n`,
  );
  await sql(
    `insert into worklist_marks (id, created_at, updated_at, apiary_id, kind, record_id, cause, snoozed_until, actor_id)
     select gen_random_uuid(), now(), now(), apiary_id, 'QUEENLESS', id, '1900-01-01 00:00Z', now() + interval '3 days', owner_id from beehives`,
  );
  await sql(
    `insert into restricted_zones (id, created_at, updated_at, owner_id, name, disease, active_from, latitude, longitude, radius_km)
     select gen_random_uuid(), now(), now(), case n when 0 then id end, 'Zone', 'OTHER', '2026-01-01', random() * 80, random() * 170, 5
     from users, generate_series(0, 3) n`,
  );
  await sql('update apiaries set latitude = random() * 80, longitude = random() * 170');
  const logIn = async (address: string): Promise<Client> => {
    const { body } = await app.anyone.rest('POST', '/auth/login', { email: address, password: DEMO_ACCOUNT.password });
    return new Client(app.url, body.access_token);
  };
  ana = await logIn(email!);
  dora = await logIn(other!);
  apiary = (await ana.ask('{ apiaries { nodes { id } } }')).apiaries.nodes[0].id;
  await sql(
    `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role)
     select gen_random_uuid(), now(), now(), a.id, m.id, 'VIEWER' from apiaries a join users o on o.id = a.owner_id, users m
     where o.email = $1 and m.email = $2`,
    [email, other],
  );
  await until(async () => (await dora.graphql(`{ apiary(id: "${apiary}") { id } }`)).errors === undefined);
  await sql('analyze');
}, 120_000);
afterAll(() => app.close());

const FIGURES =
  'beehivesCount healthScore activeTreatmentsCount overdueInspectionsCount recentInspectionsCount inventoryItemsCount lowStockItemsCount';

describe.each([
  ['an account', () => ana],
  ['a member of the apiaries of another', () => dora],
])('no sequential scan for %s', (_who, who) => {
  it.each([
    ['the worklist, with its total', () => '{ worklist(first: 5) { totalCount nodes { key } } }'],
    [
      'the worklist of an apiary',
      () => `{ worklist(first: 50, filter: { apiaryIds: ["${apiary}"] }) { nodes { key } } }`,
    ],
    ['the worklist of each apiary', () => '{ apiaries { nodes { worklist(first: 5) { totalCount nodes { key } } } } }'],
    ['a search', () => '{ search(text: "1") { totalCount nodes { id } } }'],
    ['statistics of all apiaries', () => `{ statistics { ${FIGURES} } }`],
    ['statistics of each apiary', () => `{ apiaries { nodes { statistics { ${FIGURES} } } } }`],
    ['health trends', () => `{ apiary(id: "${apiary}") { healthTrends { points { score } } } }`],
    [
      'the movement book',
      () => '{ movementBook(filter: { from: "2020-01-01", to: "2029-12-29" }) { totalCount nodes { beehivesCount } } }',
    ],
    ['the annual declaration', () => '{ annualDeclaration { beehivesCount apiaries(first: 5) { nodes { name } } } }'],
    ['treatments by kind', () => `{ apiary(id: "${apiary}") { treatmentShares { kind } } }`],
  ])('%s', async (_name, operation) => {
    expect(scannedTables(await plansOfOperation(app, who(), operation()))).toEqual([]);
  });

  it.each(Object.values(WorklistKind))('the worklist of one kind: %s', async (kind) => {
    const plans = await plansOfOperation(app, who(), `{ worklist(filter: { kinds: [${kind}] }) { nodes { key } } }`);
    expect(scannedTables(plans)).toEqual([]);
    // The records of 300 accounts are some hundreds of each kind; their apiaries are in a few pages.
    const removed = plans
      .flatMap(nodes)
      .map((node) => (node['Relation Name'] === 'apiaries' ? 0 : (node['Rows Removed by Filter'] ?? 0)));
    expect(Math.max(...removed)).toBeLessThan(200);
  });
});

it('the worklist reads the marks once for each rule, not for each item', async () => {
  const plans = await plansOfOperation(app, ana, '{ worklist(first: 5) { totalCount nodes { key } } }');
  const reads = plans.flatMap(nodes).filter((node) => node['CTE Name'] === 'marks');
  expect(reads.length).toBeGreaterThan(10);
  expect(Math.max(...reads.map((node) => node['Actual Rows']!))).toBeGreaterThan(10);
  expect(reads.filter(({ 'Actual Loops': loops }) => loops! > 1)).toEqual([]);
});
