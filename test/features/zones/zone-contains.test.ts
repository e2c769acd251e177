// What zones contain, as PostgreSQL decides it, compared with a model.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readArea } from '../../../src/features/zones/zone-area.rules.js';
import { toPolygon } from '../../../src/features/zones/zone-rings.rules.js';
import type { Point } from '../../../src/shared/geography.js';
import { cloneDatabase, type TestDatabase } from '../../support/database.js';
import * as fc from '../../support/fast-check.js';
import { destination, kmByVectors, place } from '../../support/places.js';
import { type Area, areas, contains, type Position, pointsAbout, toEdge } from '../../support/zone-areas.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

const rounded = ({ latitude, longitude }: Point): Point => ({
  latitude: Number(latitude.toFixed(5)),
  longitude: Number(longitude.toFixed(5)),
});

const numRuns = process.env.SLOW_TESTS === 'on' ? 3000 : 80;

/** Whether each point lies in a zone, of which the index must know by its box. */
async function decide(shape: unknown[], points: Position[]): Promise<boolean[]> {
  const rows = await database.sql<{ inside: boolean; near: boolean }>(
    `select zone_contains($1::polygon[], $2, $3, $4, lat, lon) as inside,
       zone_bounds($1::polygon[], $2, $3, $4) @> box(point(lon, lat), point(lon, lat)) as near
     from unnest($5::float8[], $6::float8[]) with ordinality p (lon, lat, n) order by n`,
    [...shape, points.map(([lon]) => lon), points.map(([, lat]) => lat)],
  );
  for (const { inside, near } of rows) if (inside) expect(near).toBe(true);
  return rows.map(({ inside }) => inside);
}
const decideArea = (area: Area, points: Position[]): Promise<boolean[]> => {
  const rings = readArea(area).rings.map((ring) => `"${toPolygon(ring)}"`);
  return decide([`{${rings.join(',')}}`, null, null, null], points);
};

describe('zone_contains', () => {
  it('agrees with a model about areas with holes, islands and parts, across the date line and around poles', async () => {
    let [inside, outside] = [0, 0];
    const cases = areas.chain((area) => pointsAbout(area).map((points) => [area, points] as const));
    await fc.assert(
      fc.asyncProperty(cases, async ([area, points]) => {
        const clear = points.filter((point) => toEdge(area, point) > 1e-4 && Math.abs(point[1]) < 90);
        const expected = clear.map((point) => contains(area, point));
        expect(await decideArea(area, clear)).toEqual(expected);
        inside += expected.filter(Boolean).length;
        outside += expected.filter((one) => !one).length;
      }),
      { numRuns },
    );
    // Neither answer is right by chance.
    expect(Math.min(inside, outside)).toBeGreaterThan(fc.share(numRuns));
  }, 300_000);

  it('agrees with a model about circles', async () => {
    await fc.assert(
      fc.asyncProperty(
        place,
        fc.double({ min: 0.1, max: 1000, noNaN: true }),
        fc.array(fc.tuple(fc.double({ min: 0, max: 2, noNaN: true }), fc.double({ min: 0, max: 360, noNaN: true })), {
          minLength: 5,
        }),
        async (centre, radius, others) => {
          const points = others.map(([far, bearing]) => rounded(destination(centre, far * radius, bearing)));
          const clear = points.filter((point) => Math.abs(kmByVectors(centre, point) - radius) > 1e-4);
          const answers = await decide(
            [null, centre.latitude, centre.longitude, radius],
            clear.map(({ longitude, latitude }) => [longitude, latitude]),
          );
          expect(answers).toEqual(clear.map((point) => kmByVectors(centre, point) <= radius));
        },
      ),
      { numRuns },
    );
  }, 300_000);

  it('leaves no gap where an area is cut, or closed at a pole', async () => {
    const cut: Area = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [170, 10],
            [180, 10],
            [180, 20],
            [170, 20],
            [170, 10],
          ],
        ],
        [
          [
            [-180, 10],
            [-170, 10],
            [-170, 20],
            [-180, 20],
            [-180, 10],
          ],
        ],
      ],
    };
    expect(
      await decideArea(cut, [
        [180, 15],
        [-180, 15],
        [179.99999, 15],
        [-179.99999, 15],
        [180, 21],
      ]),
    ).toEqual([true, true, true, true, false]);
    const polar: Area = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 80],
          [90, 80],
          [180, 80],
          [-90, 80],
          [0, 80],
        ],
      ],
    };
    expect(
      await decideArea(polar, [
        [0, 85],
        [180, 85],
        [-180, 85],
        [0, 90],
        [77, 90],
        [0, 79],
        [0, -85],
        [0, -90],
      ]),
    ).toEqual([true, true, true, true, true, false, false, false]);
    const cap: Area = {
      type: 'Polygon',
      coordinates: [
        [
          [-180, 60],
          [180, 60],
          [180, 90],
          [-180, 90],
          [-180, 60],
        ],
      ],
    };
    expect(
      await decideArea(cap, [
        [0, 85],
        [180, 85],
        [-180, 85],
        [0, 90],
        [0, 59],
      ]),
    ).toEqual([true, true, true, true, false]);
    // Neighbours with a border in common: a point on it is in one of them.
    const neighbours: Area = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [2, 0],
            [2, 2],
            [0, 2],
            [0, 0],
          ],
        ],
        [
          [
            [2, 0],
            [4, 0],
            [4, 2],
            [2, 2],
            [2, 0],
          ],
        ],
      ],
    };
    expect(
      await decideArea(neighbours, [
        [2, 1],
        [1, 1],
        [3, 1],
      ]),
    ).toEqual([true, true, true]);
  });

  it('does not contain what has no position', async () => {
    const [row] = await database.sql(
      `select zone_contains(null, 1, 1, 5, null, null) a, zone_contains(null, null, null, null, 1, 1) b`,
    );
    expect(row).toEqual({ a: false, b: false });
  });
});
