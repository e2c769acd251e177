// Points on the earth, more of them at poles, at the date line and near each other than chance would give.
import { EARTH_RADIUS_KM, type Point } from '../../src/shared/geography.js';
import * as fc from './fast-check.js';

const RADIANS = Math.PI / 180;
const roundTo5 = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
const degrees = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true }).map((value) => roundTo5(value) + 0);

const latitude = fc.oneof(
  degrees(-90, 90),
  degrees(41.3, 41.4),
  degrees(89.9, 90),
  degrees(-90, -89.9),
  fc.constantFrom(0, 90, -90),
);
const longitude = fc.oneof(
  degrees(-180, 180),
  degrees(2.1, 2.2),
  degrees(179.9, 180),
  degrees(-180, -179.9),
  fc.constantFrom(0, 180, -180),
);
/** A position with five decimals. */
export const place: fc.Arbitrary<Point> = fc.record({ latitude, longitude });

type Vector = [number, number, number];
const toVector = ({ latitude: lat, longitude: lon }: Point): Vector => [
  Math.cos(lat * RADIANS) * Math.cos(lon * RADIANS),
  Math.cos(lat * RADIANS) * Math.sin(lon * RADIANS),
  Math.sin(lat * RADIANS),
];

/** The distance, by the angle between vectors: another formula than the service has. */
export function kmByVectors(a: Point, b: Point): number {
  const [[ax, ay, az], [bx, by, bz]] = [toVector(a), toVector(b)];
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  return EARTH_RADIUS_KM * Math.atan2(cross, ax * bx + ay * by + az * bz);
}

/** Where one arrives who goes so far in a direction: exact at the poles, too, where an arc sine is not. */
export function destination(from: Point, km: number, bearing: number): Point {
  const [lat, lon, angle, to] = [
    from.latitude * RADIANS,
    from.longitude * RADIANS,
    km / EARTH_RADIUS_KM,
    bearing * RADIANS,
  ];
  const here = toVector(from);
  const north: Vector = [-Math.sin(lat) * Math.cos(lon), -Math.sin(lat) * Math.sin(lon), Math.cos(lat)];
  const east: Vector = [-Math.sin(lon), Math.cos(lon), 0];
  const ahead = (i: number): number => Math.cos(to) * north[i]! + Math.sin(to) * east[i]!;
  const [x, y, z] = here.map((value, i) => Math.cos(angle) * value + Math.sin(angle) * ahead(i)) as Vector;
  return { latitude: Math.atan2(z, Math.hypot(x, y)) / RADIANS, longitude: Math.atan2(y, x) / RADIANS };
}
