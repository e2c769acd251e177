// Areas that are none, and where the error says so.
import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../../src/errors.js';
import { MAX_POSITIONS, readArea } from '../../../src/features/zones/zone-area.rules.js';
import { Language } from '../../../src/shared/language.js';

type Ring = number[][];
const polygon = (...coordinates: Ring[]) => ({ type: 'Polygon', coordinates });
const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
function problemOf(area: object): string {
  try {
    readArea(area);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message } = error.present(Language.EN);
    // A message without its translation would not compile; one with other placeholders would.
    expect(error.present(Language.ES).message).not.toContain('{');
    return message;
  }
  return 'none';
}

describe('an area', () => {
  const R = 'area.coordinates';
  const big = square(0, 0, 10);
  it.each<[string, object, string]>([
    [
      'a Point',
      { type: 'Point', coordinates: [1, 2] },
      'area.type must be a GeoJSON geometry of the type Polygon or MultiPolygon',
    ],
    ['no coordinates', { type: 'Polygon' }, `${R} must be a list of rings`],
    ['no ring', polygon(), `${R} must have a ring`],
    ['no polygon', { type: 'MultiPolygon', coordinates: [] }, `${R} must have a polygon`],
    ['a polygon without rings', { type: 'MultiPolygon', coordinates: [[]] }, `${R}.0 must have a ring`],
    ['text', { type: 'Polygon', coordinates: ['x'] }, `${R}.0 must be a list of positions`],
    [
      'a text in a position',
      polygon([[0, 0], [1, '1'] as never, [1, 0], [0, 0]]),
      `${R}.0.1 must be a position: [longitude, latitude]`,
    ],
    ['a number alone', polygon([[0, 0], [1], [1, 0], [0, 0]]), `${R}.0.1 must be a position: [longitude, latitude]`],
    [
      'latitude 91',
      polygon([
        [0, 0],
        [1, 91],
        [1, 0],
        [0, 0],
      ]),
      `${R}.0.1.1 must be from -90 to 90`,
    ],
    [
      'longitude 181',
      polygon([
        [0, 0],
        [181, 1],
        [1, 0],
        [0, 0],
      ]),
      `${R}.0.1.0 must be from -180 to 180`,
    ],
    [
      '3 positions',
      polygon([
        [0, 0],
        [1, 1],
        [0, 0],
      ]),
      `${R}.0 must have at least 4 positions, of which the last one is the first`,
    ],
    [
      'an open ring',
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
      `${R}.0 must end with its first position`,
    ],
    [
      'no area',
      polygon([
        [0, 0],
        [0.000001, 0],
        [0.000001, 0.000001],
        [0, 0],
      ]),
      `${R}.0 must have an area, of some metres at least`,
    ],
    [
      'a bow tie',
      polygon([
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ]),
      `${R}.0 must not cross or touch itself: the edges from the positions 0 and 2 do`,
    ],
    [
      'a spike',
      polygon([
        [0, 0],
        [2, 0],
        [2, 1],
        [4, 1],
        [2, 1],
        [0, 1],
        [0, 0],
      ]),
      `${R}.0 must not cross or touch itself: the edges from the positions 2 and 3 do`,
    ],
    [
      'a vertex on an edge',
      polygon([
        [0, 0],
        [2, 0],
        [2, 2],
        [1, 0],
        [0, 2],
        [0, 0],
      ]),
      `${R}.0 must not cross or touch itself: the edges from the positions 0 and 3 do`,
    ],
    ['a hole outside', polygon(big, square(20, 0, 1)), `${R}.1 must lie within the first ring of its polygon`],
    ['a hole across the border', polygon(big, square(9, 9, 2)), `${R}.1 must lie within the first ring of its polygon`],
    [
      'a hole around its polygon',
      polygon(square(1, 1, 1), big),
      `${R}.1 must lie within the first ring of its polygon`,
    ],
    [
      'holes that overlap',
      polygon(big, square(1, 1, 3), square(3, 3, 3)),
      `${R}.2 must not overlap the ring 1 of its polygon`,
    ],
    [
      'a hole in a hole',
      polygon(big, square(1, 1, 5), square(2, 2, 1)),
      `${R}.2 must not overlap the ring 1 of its polygon`,
    ],
    [
      'a hole twice',
      polygon(big, square(1, 1, 5), square(1, 1, 5)),
      `${R}.2 must not overlap the ring 1 of its polygon`,
    ],
    [
      'polygons that overlap',
      { type: 'MultiPolygon', coordinates: [[big], [square(9, 9, 5)]] },
      `${R}.1 must not overlap the polygon 0`,
    ],
    [
      'polygons that overlap with borders in common',
      { type: 'MultiPolygon', coordinates: [[square(0, 0, 2)], [square(1, 0, 2)]] },
      `${R}.1 must not overlap the polygon 0`,
    ],
    ['a polygon twice', { type: 'MultiPolygon', coordinates: [[big], [big]] }, `${R}.1 must not overlap the polygon 0`],
    [
      'polygons that overlap across the date line',
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [170, 0],
              [-170, 0],
              [-170, 9],
              [170, 9],
              [170, 0],
            ],
          ],
          [square(-175, 1, 1)],
        ],
      },
      `${R}.1 must not overlap the polygon 0`,
    ],
    [
      'twice around the earth',
      polygon([
        [0, 70],
        [120, 70],
        [-120, 70],
        [0, 71],
        [120, 71],
        [-120, 71],
        [0, 70],
      ]),
      `${R}.0 must not go around the earth more than once`,
    ],
    ['21 rings', polygon(...Array.from({ length: 21 }, () => big)), `${R} must have at most 20 rings`],
  ])('is not %s', (_, area, message) => expect(problemOf(area)).toBe(message));

  it.each<[string, object]>([
    ['clockwise', polygon(square(0, 0, 1).toReversed())],
    ['with an altitude', polygon(square(0, 0, 1).map(([a, b]) => [a!, b!, 1200]))],
    [
      'with holes that touch it and each other at corners',
      polygon(
        big,
        [
          [0, 0],
          [2, 1],
          [1, 2],
          [0, 0],
        ],
        square(3, 3, 1),
        square(4, 4, 1),
      ),
    ],
    [
      'of neighbours with a border in common',
      { type: 'MultiPolygon', coordinates: [[square(0, 0, 2)], [square(2, 1, 2)]] },
    ],
    ['with an island in a lake', { type: 'MultiPolygon', coordinates: [[big, square(1, 1, 5)], [square(2, 2, 1)]] }],
    [
      'across the date line',
      polygon([
        [170, 10],
        [-170, 10],
        [-170, 20],
        [170, 20],
        [170, 10],
      ]),
    ],
    [
      'with both sides of the date line',
      polygon([
        [170, 10],
        [180, 10],
        [-180, 10],
        [-170, 10],
        [-170, 20],
        [170, 20],
        [170, 10],
      ]),
    ],
    ['cut at the date line', { type: 'MultiPolygon', coordinates: [[square(170, 0, 10)], [square(-180, 0, 10)]] }],
    [
      'around a pole',
      polygon([
        [0, 80],
        [90, 75],
        [180, 80],
        [-90, 78],
        [0, 80],
      ]),
    ],
    [
      'around a pole, with a hole around it',
      polygon(
        [
          [0, -70],
          [90, -70],
          [180, -70],
          [-90, -70],
          [0, -70],
        ],
        [
          [45, -80],
          [135, -80],
          [-135, -80],
          [-45, -80],
          [45, -80],
        ],
      ),
    ],
    [
      'of all longitudes',
      polygon([
        [-180, 60],
        [180, 60],
        [180, 90],
        [-180, 90],
        [-180, 60],
      ]),
    ],
  ])('may be %s', (_, area) => expect(problemOf(area)).toBe('none'));

  it('is refused before its positions are read, and its edges compared, if it has too many', () => {
    const long = Array.from({ length: MAX_POSITIONS + 1 }, () => 'no position');
    expect(problemOf({ type: 'Polygon', coordinates: [long] })).toBe(`${R} must have at most 1000 positions`);
    const star = Array.from({ length: MAX_POSITIONS - 1 }, (_, i) => {
      const [angle, far] = [(i * 2 * Math.PI) / (MAX_POSITIONS - 1), 30 + (i % 2) * 30];
      return [far * Math.cos(angle), far * Math.sin(angle)];
    });
    const start = performance.now();
    expect(problemOf(polygon([...star, star[0]!]))).toBe('none');
    const ms = performance.now() - start;
    expect(ms).toBeLessThan(1500);
  });
});
