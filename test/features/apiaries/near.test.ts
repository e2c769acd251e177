// Apiaries near a place, compared with all distances: at poles, at the date line, at the same point, and by the position that one sees.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { greatCircleKm, type Point } from '../../../src/shared/geography.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import * as fc from '../../support/fast-check.js';
import { type Role, refusalOf } from '../../support/members.js';
import { place } from '../../support/places.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { NEAR, NEAREST } from './places.fixture.js';

const runs = { numRuns: process.env.SLOW_TESTS === 'on' ? 1000 : 15 };
const EDGE_KM = 1e-5;
const METRE = 0.0011;

interface Kept {
  id: string;
  /** As ana sees it. */
  shown: Point;
}
let app: TestApp;
let ana: Beekeeper;
let bea: Beekeeper;
let kept: Kept[];

/** As the documentation says it: half away from zero. */
const round = (degrees: number): number =>
  Number(Math.sign(degrees) * Math.round(Math.round(Math.abs(degrees) * 1e5) / 1000)) / 100;
const rounded = ({ latitude, longitude }: Point): Point => ({ latitude: round(latitude), longitude: round(longitude) });

async function put(owner: Beekeeper, points: Point[]): Promise<string[]> {
  const rows = await app.database.sql<{ id: string }>(
    `insert into apiaries (id, created_at, updated_at, owner_id, name, latitude, longitude)
     select gen_random_uuid(), now(), now(), $1, 'Somewhere', lat, lon from unnest($2::numeric[], $3::numeric[]) p(lat, lon) returning id, latitude, longitude`,
    [owner.id, points.map(({ latitude }) => latitude), points.map(({ longitude }) => longitude)],
  );
  return rows.map(({ id }) => id);
}

beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
  const [own, asManager, asWorker] = [60, 8, 12].map((size) => fc.sample(place, size)) as [Point[], Point[], Point[]];
  // Equal points, and the names of one point.
  own.push(
    own[0]!,
    own[0]!,
    { latitude: 10, longitude: 180 },
    { latitude: 10, longitude: -180 },
    { latitude: 90, longitude: 7 },
  );
  kept = (await put(ana, own)).map((id, i) => ({ id, shown: own[i]! }));
  await put(bea, fc.sample(place, 20));
  for (const [role, points] of [
    ['MANAGER', asManager],
    ['WORKER', asWorker],
  ] as [Role, Point[]][]) {
    const ids = await put(bea, points);
    await app.database.sql(
      `insert into apiary_members (id, created_at, updated_at, apiary_id, user_id, role)
       select gen_random_uuid(), now(), now(), id, $1, $2 from unnest($3::uuid[]) id`,
      [ana.id, role, ids],
    );
    for (const [i, id] of ids.entries())
      kept.push({ id, shown: role === 'MANAGER' ? points[i]! : rounded(points[i]!) });
  }
  await ana.apiary();
}, 60_000);
afterAll(() => app.close());

const centre = fc.oneof(
  place,
  fc.nat().map((n) => kept[n % kept.length]!.shown),
);
const distancesFrom = (from: Point) => kept.map(({ id, shown }) => ({ id, km: greatCircleKm(from, shown) }));

describe('the list', () => {
  it('has those within the distance, and no others', async () => {
    const km = fc.oneof(
      fc.double({ min: 0.1, max: 30, noNaN: true }),
      fc.double({ min: 0.1, max: 20_100, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(centre, km, async (near, radius) => {
        const { apiaries } = await ana.ask(NEAR, { near, km: radius });
        const found = new Set(apiaries.nodes.map(({ id }: { id: string }) => id));
        for (const { id, km: distance } of distancesFrom(near))
          if (Math.abs(distance - radius) > EDGE_KM) expect([id, found.has(id)]).toEqual([id, distance <= radius]);
        expect(apiaries.totalCount).toBe(found.size);
      }),
      runs,
    );
  });

  it('combines with the other filters', async () => {
    const { apiaries } = await ana.ask(NEAR, { near: { latitude: 0, longitude: 0 }, km: 20_100, shared: false });
    expect(apiaries.totalCount).toBe(65);
  });

  it.each([
    [{ near: { latitude: 100, longitude: 1 }, km: 5 }, 'near.latitude must be from -90 to 90'],
    [{ near: { latitude: 1, longitude: 1 }, km: 0 }, 'withinKm must be from 0.1 to 20100'],
    [{ km: 5 }, 'withinKm must be given together with the place'],
    [{ near: null, km: 5 }, 'withinKm must be given together with the place'],
  ])('%j is refused', async (variables, message) => {
    const answer = await ana.graphql(NEAR, variables);
    expect([refusalOf(answer), answer.errors?.[0]?.message]).toEqual([
      'BAD_USER_INPUT',
      expect.stringContaining(message),
    ]);
  });
});

describe('the nearest', () => {
  it('come first, with their distances', async () => {
    await fc.assert(
      fc.asyncProperty(centre, fc.integer({ min: 1, max: 100 }), async (position, first) => {
        const { nearestApiaries: found } = await ana.ask(NEAREST, { position, first });
        const expected = distancesFrom(position)
          .toSorted((a, b) => a.km - b.km)
          .slice(0, first);
        const byId = new Map(distancesFrom(position).map(({ id, km }) => [id, km]));
        expect(found).toHaveLength(expected.length);
        for (const [i, { distanceKm, apiary }] of found.entries()) {
          expect(Math.abs(distanceKm - expected[i]!.km)).toBeLessThan(METRE);
          expect(Math.abs(distanceKm - byId.get(apiary.id)!)).toBeLessThan(METRE);
        }
        expect(new Set(found.map(({ apiary }: { apiary: { id: string } }) => apiary.id)).size).toBe(found.length);
      }),
      runs,
    );
  });

  it('are ten, if nothing is said, and none without positions', async () => {
    const position = { latitude: 0, longitude: 0 };
    expect((await ana.ask(NEAREST, { position })).nearestApiaries).toHaveLength(10);
    const eva = await beekeeper(app);
    await eva.apiary();
    expect((await eva.ask(NEAREST, { position })).nearestApiaries).toEqual([]);
    const id = await eva.apiary({ position: { latitude: 1, longitude: 0 } });
    expect((await eva.ask(NEAREST, { position })).nearestApiaries).toMatchObject([
      { distanceKm: 111.195, apiary: { id } },
    ]);
    expect((await eva.ask(NEAR, { near: position, km: 111.2 })).apiaries.nodes).toEqual([{ id }]);
    expect((await eva.ask(NEAR, { near: position, km: 111.1 })).apiaries.nodes).toEqual([]);
  });
});
