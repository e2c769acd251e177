// The SQL function for distances computes what TypeScript does, and is inlined.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { greatCircleKm, type Point } from '../../src/shared/geography.js';
import { cloneDatabase, type TestDatabase } from '../support/database.js';
import * as fc from '../support/fast-check.js';
import { place } from '../support/places.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

it('both have the same distances', async () => {
  const pairs: [Point, Point][] = fc.sample(fc.tuple(place, place), 3000);
  const rows = await database.sql<{ km: number }>(
    `select great_circle_km(a.lat, a.lon, b.lat, b.lon) km
     from unnest($1::float8[], $2::float8[]) with ordinality a(lat, lon, n) join unnest($3::float8[], $4::float8[]) with ordinality b(lat, lon, n) using (n) order by n`,
    [
      pairs.map(([a]) => a.latitude),
      pairs.map(([a]) => a.longitude),
      pairs.map(([, b]) => b.latitude),
      pairs.map(([, b]) => b.longitude),
    ],
  );
  for (const [i, [a, b]] of pairs.entries()) expect(Math.abs(rows[i]!.km - greatCircleKm(a, b))).toBeLessThan(1e-6);
});

it('is inlined, and null without a position', async () => {
  const plan = await database.sql<{ 'QUERY PLAN': string }>(
    `explain verbose select great_circle_km(latitude::float8, longitude::float8, 1, 2) from apiaries`,
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('atan2');
  expect(text).not.toContain('great_circle_km');
  expect(await database.sql('select great_circle_km(1, null, 2, 3) km')).toEqual([{ km: null }]);
});
