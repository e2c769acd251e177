// Areas for tests, and a model of what they contain that shares nothing with the service: it counts how often the meridian north of a point
// meets an edge, where the service lays rings out on the plane and PostgreSQL counts.
import * as fc from './fast-check.js';

export type Position = [longitude: number, latitude: number];
export type Area =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5 + 0;
/** −180 up to 180. */
const wrap = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
const ringsOf = ({ type, coordinates }: Area): Position[][] => (type === 'Polygon' ? coordinates : coordinates.flat());

/** The edges of a ring as they are seen from a meridian: each from a longitude to another one, the shorter way. */
const edgesFrom = (ring: Position[], longitude: number): [Position, Position][] =>
  ring.slice(1).map(([lon, lat], i) => {
    const [before, at] = ring[i]!;
    const from = wrap(before - longitude);
    // Where the next edge begins, or a turn away from there: so that both agree to the last digit.
    const to = wrap(lon - longitude);
    const isWhole = Math.abs(lon - before) === 360;
    const turns = isWhole ? (lon - before) / 360 : Math.round((from - to) / 360);
    return [
      [from, at],
      [to + turns * 360, lat],
    ];
  });

export function contains(area: Area, [longitude, latitude]: Position): boolean {
  return ringsOf(area).filter((ring) => isWithin(ring, longitude, latitude)).length % 2 === 1;
}

function isWithin(ring: Position[], longitude: number, latitude: number): boolean {
  let count = 0;
  let turned = 0;
  for (const [[a, from], [b, to]] of edgesFrom(ring, longitude)) {
    turned += b - a;
    for (const meridian of [-360, 0, 360])
      if (a < meridian !== b < meridian && from + ((meridian - a) / (b - a)) * (to - from) > latitude) count++;
  }
  const isAroundNorth = Math.abs(turned) > 180 && ring.slice(1).reduce((sum, [, lat]) => sum + lat, 0) >= 0;
  return (count % 2 === 1) !== isAroundNorth;
}

/** How far a point is from the nearest edge, in degrees of the plane. */
export const toEdge = (area: Area, [longitude, latitude]: Position): number =>
  Math.min(
    ...ringsOf(area).flatMap((ring) =>
      edgesFrom(ring, longitude).flatMap(([[a, from], [b, to]]) =>
        [-360, 0, 360].map((turn) => {
          const [dx, dy] = [b - a, to - from];
          const [px, py] = [turn - a, latitude - from];
          const along = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
          return Math.hypot(px - along * dx, py - along * dy);
        }),
      ),
    ),
  );

const fraction = fc.double({ min: 0, max: 1, noNaN: true });

/** A ring around a centre, with corners between 60 and 100 per cent of the radius: it is never narrower than 40 per cent. */
const star = ([lon, lat]: Position, radius: number, corners: number[], isReversed: boolean): Position[] => {
  const ring = corners.map((far, i): Position => {
    const angle = (i * 2 * Math.PI) / corners.length;
    const reach = radius * (0.6 + 0.4 * far);
    return [round(wrap(lon + reach * Math.cos(angle))), round(lat + reach * Math.sin(angle))];
  });
  const closed = [...ring, ring[0]!];
  return isReversed ? closed.reverse() : closed;
};

interface Star {
  corners: number[];
  isReversed: boolean;
  /** 1 is the ring, 2 also a hole in it, 3 also an island in the hole. */
  depth: number;
}
const stars: fc.Arbitrary<Star> = fc.record({
  corners: fc.array(fraction, { minLength: 7, maxLength: 20 }),
  isReversed: fc.boolean(),
  depth: fc.integer({ min: 1, max: 3 }),
});
const SIZES = [1, 0.3, 0.08];
const nested = (centre: Position, radius: number, { corners, isReversed, depth }: Star): Position[][][] => {
  const [border, hole, island] = SIZES.slice(0, depth).map((size) => star(centre, size * radius, corners, isReversed));
  return [[border!, ...(hole ? [hole] : [])], ...(island ? [[island]] : [])];
};

/** Several of them side by side, anywhere, also across the date line and near the poles. */
const somewhere: fc.Arbitrary<Area> = fc
  .record({
    lon: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 179.9, -179.5, 0)),
    lat: fc.double({ min: -70, max: 70, noNaN: true }),
    radius: fc.double({ min: 0.5, max: 9, noNaN: true }),
    parts: fc.array(stars, { minLength: 1, maxLength: 3 }),
  })
  .map(({ lon, lat, radius, parts }): Area => {
    const polygons = parts.flatMap((part, i) => nested([lon + i * 2.1 * radius, lat], radius, part));
    return polygons.length === 1
      ? { type: 'Polygon', coordinates: polygons[0]! }
      : { type: 'MultiPolygon', coordinates: polygons };
  });

/** A ring around a pole, perhaps with another one as a hole. */
const polar: fc.Arbitrary<Area> = fc
  .record({
    isNorth: fc.boolean(),
    start: fraction,
    latitudes: fc.array(fraction, { minLength: 4, maxLength: 12 }),
    hasHole: fc.boolean(),
    isReversed: fc.boolean(),
  })
  .map(({ isNorth, start, latitudes, hasHole, isReversed }): Area => {
    const around = (from: number, to: number): Position[] => {
      const ring = latitudes.map(
        (lat, i): Position => [
          round(wrap(start * 360 + (i * 360) / latitudes.length)),
          round((isNorth ? 1 : -1) * (from + lat * (to - from))),
        ],
      );
      const closed = [...ring, ring[0]!];
      return isReversed ? closed.reverse() : closed;
    };
    return { type: 'Polygon', coordinates: [around(40, 70), ...(hasHole ? [around(72, 88)] : [])] };
  });

/** As RFC 7946 has areas that cross the date line: cut there. */
const cut: fc.Arbitrary<Area> = fc
  .record({ west: fraction, east: fraction, lat: fraction })
  .map(({ west, east, lat }): Area => {
    const box = (from: number, to: number): Position[] => {
      const [south, north] = [round(lat * 80 - 40), round(lat * 80 - 30)];
      return [
        [from, south],
        [to, south],
        [to, north],
        [from, north],
        [from, south],
      ];
    };
    const [left, right] = [round(179 - west * 20), round(-179 + east * 20)];
    return { type: 'MultiPolygon', coordinates: [[box(left, 180)], [box(-180, right)]] };
  });

export const areas: fc.Arbitrary<Area> = fc.oneof(somewhere, somewhere, polar, cut);

/** Points near an area, and elsewhere. */
export const pointsAbout = (area: Area): fc.Arbitrary<Position[]> => {
  const corners = ringsOf(area).flat();
  const near = fc
    .record({ at: fc.nat({ max: corners.length - 1 }), x: fraction, y: fraction, far: fc.constantFrom(0.1, 2, 15) })
    .map(({ at, x, y, far }): Position => {
      const [lon, lat] = corners[at]!;
      const latitude = Math.max(-90, Math.min(90, lat + (2 * y - 1) * far));
      return [round(wrap(lon + (2 * x - 1) * far)), round(latitude)];
    });
  const anywhere = fc
    .record({ x: fraction, y: fraction })
    .map(({ x, y }): Position => [round(360 * x - 180), round(180 * y - 90)]);
  const special = fc
    .record({ lon: fc.constantFrom(-180, 180, 0), y: fraction })
    .map(({ lon, y }): Position => [lon, round(180 * y - 90)]);
  return fc.array(fc.oneof(near, near, anywhere, special), { minLength: 20, maxLength: 20 });
};
