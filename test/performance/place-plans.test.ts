// Searches by distance among 100,000 apiaries: those of an ordinary account, of a member, and of an account with thousands.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../process/service.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { nodes, type Plan, plansOfOperation } from '../support/plans.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const ACCOUNTS = 9000;
const LARGE = 10_000;

let app: TestApp;
let ana: Beekeeper;
let large: Beekeeper;
/** A member of apiaries of others. */
let dora: Beekeeper;
beforeAll(async () => {
  app = await startTestApp({ MIN_APIARY_DISTANCES_KM: 'ES=1' });
  [ana, large, dora] = [await beekeeper(app), await beekeeper(app), await beekeeper(app)];
  const { sql } = app.database;
  // The other accounts do not exist, and nothing is logged: that would take a minute.
  await sql('alter table apiaries disable trigger user');
  // Ten apiaries of each account, all over Spain; those of the large one every 300 m.
  await sql(
    `insert into apiaries (id, created_at, updated_at, owner_id, name, country, latitude, longitude)
     select gen_random_uuid(), now(), now(), case when a = 0 then $1 else md5('account' || a)::uuid end, 'Apiary', 'ES',
       36 + random() * 7, -9 + random() * 12 from generate_series(0, ${ACCOUNTS - 1}) a, generate_series(1, 10)`,
    [ana.id],
  );
  await sql(
    `insert into apiaries (id, created_at, updated_at, owner_id, name, country, latitude, longitude)
     select gen_random_uuid(), now(), now(), $1, 'Apiary', 'ES', 40 + (n / 100) * 0.003, -4 + (n % 100) * 0.003 from generate_series(0, ${LARGE - 1}) n`,
    [large.id],
  );
  await sql('alter table apiaries enable trigger user');
  await sql(
    `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role)
     select gen_random_uuid(), now(), now(), id, $1, case when random() < 0.5 then 'MANAGER' else 'WORKER' end
     from (select id from apiaries where owner_id <> $2 limit 200) shared`,
    [dora.id, ana.id],
  );
  await sql('analyze');
  await until(async () => (await dora.ask('{ apiaries(first: 1) { totalCount } }')).apiaries.totalCount === 200);
}, 120_000);
afterAll(() => app.close());

const NEAR =
  '{ apiaries(filter: { near: { latitude: 40.1, longitude: -3.9 }, withinKm: 2 }, first: 100) { nodes { id name } } }';
const NEAREST = '{ nearestApiaries(position: { latitude: 40.1, longitude: -3.9 }) { distanceKm apiary { name } } }';
const WARNED = '{ apiaries(first: 20) { nodes { placeWarnings { kind distanceKm apiary { name } } } } }';

/** Rows of apiaries that a plan has read, whether they are kept or not. */
const rowsRead = (plans: Plan[]): number =>
  plans
    .flatMap(nodes)
    .filter((node) => node['Relation Name'] === 'apiaries')
    .reduce(
      (sum, node) =>
        sum + (node['Actual Loops'] ?? 1) * ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)),
      0,
    );
const isScanned = (plans: Plan[]): boolean =>
  plans.flatMap(nodes).some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'apiaries');

describe.each([
  ['an ordinary account', () => ana, 60],
  ['a member of 200 apiaries', () => dora, 900],
  ['an account with 10,000 apiaries', () => large, 2000],
])('%s', (_name, who, limit) => {
  it.each([
    ['the list', NEAR],
    ['the nearest', NEAREST],
    ['warnings', WARNED],
  ])('%s: no scan of the table, and few rows', async (name, operation) => {
    const plans = await plansOfOperation(app, who(), operation);
    expect(isScanned(plans)).toBe(false);
    // The nearest ten may be anywhere within 100 km.
    if (!(name === 'the nearest' && who() === large))
      expect(rowsRead(plans)).toBeLessThan(name === 'warnings' ? limit * 20 : limit);
  });
});

it('the index of positions is used, by the latitude', async () => {
  const text = JSON.stringify(await plansOfOperation(app, large, NEAR));
  expect(text).toMatch(/"Index Name":"apiaries_position_index"[^}]*"Index Cond":"[^"]*latitude/);
});

it('takes milliseconds', async () => {
  for (const [who, operation] of [
    [ana, NEAR],
    [large, NEAR],
    [large, NEAREST],
    [dora, NEAREST],
    [large, WARNED],
  ] as const) {
    await who.ask(operation);
    const times: number[] = [];
    for (let i = 0; i < 7; i++) {
      const start = performance.now();
      await who.ask(operation);
      times.push(performance.now() - start);
    }
    const median = times.toSorted((a, b) => a - b)[3]!;
    console.info(`${operation.slice(2, 20)} ${Math.round(median)} ms`);
    expect(median).toBeLessThan(400);
  }
});
