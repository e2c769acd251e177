// Zones are found by indexes, among 100,000 apiaries and as many zones as there can be; those of others cost an account nothing.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { nodes, type Plan, plansOfOperation } from '../support/plans.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  const { sql } = app.database;
  // A hundred accounts own a thousand apiaries each, and the zones of half of them are as large as they can be. Triggers would write their log.
  await sql(`
    begin;
    set local session_replication_role = replica;
    create temp table owners as
      select n, case n when 0 then '${ana.id}'::uuid else gen_random_uuid() end as id from generate_series(0, 99) n;
    insert into users (id, created_at, updated_at, email, username, password_hash, full_name, role, permissions, is_active, is_verified)
      select o.id, now(), now(), o.n || '@example.org', u.username, u.password_hash, u.full_name, u.role, u.permissions, true, true
      from owners o, users u where u.id = '${ana.id}' and o.n > 0;
    insert into apiaries (id, created_at, updated_at, owner_id, name, latitude, longitude)
      select gen_random_uuid(), now(), now(), id, 'Apiary ' || k, random() * 180 - 90, random() * 360 - 180 from owners, generate_series(1, 1000) k;
    insert into restricted_zones (id, created_at, updated_at, owner_id, name, disease, active_from, latitude, longitude, radius_km)
      select gen_random_uuid(), now(), now(), id, 'Zone ' || k, 'OTHER', date '2026-01-01', random() * 180 - 90, random() * 360 - 180,
        case n % 2 when 0 then 5 else 1000 end from owners, generate_series(1, 100) k
      union all
      select gen_random_uuid(), now(), now(), null, 'For all ' || k, 'OTHER', date '2026-01-01', random() * 180 - 90, random() * 360 - 180, 30
      from generate_series(1, 1000) k;
    commit;`);
  await sql('analyze apiaries, restricted_zones, users');
  apiary = (await ana.ask('{ apiaries(first: 1) { nodes { id } } }')).apiaries.nodes[0].id;
}, 120_000);
afterAll(() => app.close());

const zoneScans = (plans: Plan[]): Plan[] =>
  plans.flatMap(nodes).filter((node) => node['Relation Name'] === 'restricted_zones');

it.each([
  ['the zones of an apiary', () => `{ apiary(id: "${apiary}") { zonesInForce { name } } }`],
  ['the zones of many apiaries', () => '{ apiaries(first: 100) { nodes { zonesInForce { name } } } }'],
  ['the list of an apiary', () => `{ restrictedZones(apiaryId: "${apiary}") { nodes { name } } }`],
  ['the worklist', () => '{ worklist(filter: { kinds: [RESTRICTED_ZONE] }, first: 10) { totalCount nodes { key } } }'],
])('%s', async (_, operation) => {
  const scans = zoneScans(await plansOfOperation(app, ana, operation()));
  expect(scans.length).toBeGreaterThan(0);
  for (const scan of scans) {
    expect(scan['Node Type']).not.toBe('Seq Scan');
    // For each apiary at most the zones of its owner are looked at, and hardly any of those for all.
    expect(scan['Rows Removed by Filter'] ?? 0).toBeLessThanOrEqual(100);
  }
});

it('a move looks at the zones of the owner, and at those for all that are near', async () => {
  const started = performance.now();
  for (let i = 0; i < 100; i++)
    await app.database.sql('select require_zone_reason($1, $2, $3, current_date)', [ana.id, apiary, apiary]);
  expect((performance.now() - started) / 100).toBeLessThan(20);
});
