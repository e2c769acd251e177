// Distances and boxes on the sphere, compared with vectors in space.
import { describe, expect, it } from '@jest/globals';
import { boundingBox, contains, EARTH_RADIUS_KM, greatCircleKm, MAX_DISTANCE_KM } from '../../src/shared/geography.js';
import * as fc from '../support/fast-check.js';
import { destination, kmByVectors, place } from '../support/places.js';

const MILLIMETRE = 1e-6;

describe('the distance', () => {
  it.each([
    ['Madrid and Barcelona', [40.4168, -3.7038], [41.3874, 2.1686], 505.1],
    ['two places on either side of the date line', [-17, 179.99], [-17, -179.99], 2.127],
    ['the same point of the date line', [-17, 180], [-17, -180], 0],
    ['the pole, whatever the meridian', [90, 12], [90, -100], 0],
    ['the poles', [90, 0], [-90, 0], MAX_DISTANCE_KM],
    ['opposite points of the equator', [0, 10], [0, -170], MAX_DISTANCE_KM],
  ])('of %s', (_name, [lat1, lon1], [lat2, lon2], km) => {
    const [a, b] = [
      { latitude: lat1!, longitude: lon1! },
      { latitude: lat2!, longitude: lon2! },
    ];
    expect(Math.abs(greatCircleKm(a, b) - km)).toBeLessThan(0.06);
  });

  it('is that of vectors, in both directions', () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(Math.abs(greatCircleKm(a, b) - kmByVectors(a, b))).toBeLessThan(0.001);
        expect(Math.abs(greatCircleKm(a, b) - greatCircleKm(b, a))).toBeLessThan(MILLIMETRE);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the box', () => {
  const radius = fc.oneof(
    fc.double({ min: 0, max: 50, noNaN: true }),
    fc.double({ min: 0, max: MAX_DISTANCE_KM, noNaN: true }),
  );
  const bearing = fc.double({ min: 0, max: 360, noNaN: true });

  it('contains every point of the circle, at the poles and at the date line too', () => {
    fc.assert(
      fc.property(place, radius, bearing, fc.double({ min: 0, max: 1, noNaN: true }), (centre, km, to, part) => {
        const boxes = boundingBox(centre, km);
        for (const point of [destination(centre, km, to), destination(centre, km * part, to)])
          expect(boxes.some((box) => contains(box, point))).toBe(true);
        for (const { south, north, west, east } of boxes) {
          expect(south).toBeGreaterThanOrEqual(-90);
          expect(north).toBeLessThanOrEqual(90);
          expect(west).toBeGreaterThanOrEqual(-180);
          expect(east).toBeLessThanOrEqual(180);
          expect(west).toBeLessThanOrEqual(east);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('has the date line under both of its names', () => {
    const boxes = boundingBox({ latitude: 0, longitude: 179 }, EARTH_RADIUS_KM * (Math.PI / 180));
    for (const longitude of [180, -180])
      expect(boxes.some((box) => contains(box, { latitude: 0, longitude }))).toBe(true);
  });

  it('is not much larger than it must be', () => {
    const [box, ...others] = boundingBox({ latitude: 60, longitude: 10 }, 10);
    expect(others).toEqual([]);
    expect(box!.north - box!.south).toBeCloseTo(0.18, 2);
    expect(box!.east - box!.west).toBeCloseTo(0.36, 2);
  });
});
