// How edges meet, and where points lie. Rings go around the earth: whatever is asked about, it is the same a turn to the west or to the east.
import { type Edge, edgesOf, type Point, type Ring, TURN } from './zone-rings.rules.js';

const TURNS = [-TURN, 0, TURN];

/** Positive if the three points turn to the left, 0 on a line. Exact: the products of units are less than 2 ** 53. */
const side = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
const isEqual = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y;
const isWithin = (value: number, one: number, other: number): boolean =>
  (one <= value && value <= other) || (other <= value && value <= one);
/** Whether a point that lies on the line of an edge lies on the edge. */
const isBetween = ({ from, to }: Edge, { x, y }: Point): boolean =>
  isWithin(x, from.x, to.x) && isWithin(y, from.y, to.y);
const moved = ({ x, y }: Point, by: number): Point => ({ x: x + by, y });

/** `crossing`: each lies on both sides of the other. `touching`: they have another point in common than an end of both. */
export type Meeting = 'crossing' | 'touching' | undefined;

export function meetingOf(one: Edge, other: Edge): Meeting {
  const [a, b] = [side(one.from, one.to, other.from), side(one.from, one.to, other.to)];
  if ((a > 0 && b > 0) || (a < 0 && b < 0)) return undefined;
  const [c, d] = [side(other.from, other.to, one.from), side(other.from, other.to, one.to)];
  if ((c > 0 && d > 0) || (c < 0 && d < 0)) return undefined;
  if (a * b < 0 && c * d < 0) return 'crossing';
  const isOn = (edge: Edge, found: number, end: Point): boolean =>
    found === 0 && isBetween(edge, end) && !isEqual(end, edge.from) && !isEqual(end, edge.to);
  if (isOn(one, a, other.from) || isOn(one, b, other.to)) return 'touching';
  if (isOn(other, c, one.from) || isOn(other, d, one.to)) return 'touching';
  const isSame = isEqual(one.from, other.from) && isEqual(one.to, other.to);
  const isReverse = isEqual(one.from, other.to) && isEqual(one.to, other.from);
  return isSame || isReverse ? 'touching' : undefined;
}

/** Whether an edge leads back over the one before it. */
const turnsBack = (one: Edge, next: Edge): boolean =>
  side(one.from, one.to, next.to) === 0 &&
  (one.to.x - one.from.x) * (next.to.x - next.from.x) + (one.to.y - one.from.y) * (next.to.y - next.from.y) < 0;

interface Placed extends Edge {
  ring: number;
  index: number;
  isCopy: boolean;
  west: number;
  east: number;
  south: number;
  north: number;
}

const place = ({ from, to }: Edge, ring: number, index: number, isCopy: boolean): Placed => ({
  ...{ from, to, ring, index, isCopy },
  ...{ west: Math.min(from.x, to.x), east: Math.max(from.x, to.x) },
  ...{ south: Math.min(from.y, to.y), north: Math.max(from.y, to.y) },
});

/**
 * The pairs of edges that may meet: their longitudes and latitudes overlap. Rings that are as wide as the earth together are there twice, the
 * second time a turn to the east.
 */
function* nearPairs(rings: readonly Ring[]): Generator<[Placed, Placed]> {
  const width = Math.max(...rings.map(({ east }) => east)) - Math.min(...rings.map(({ west }) => west));
  const placed = rings.flatMap((one, ring) =>
    edgesOf(one).flatMap((edge, index) => {
      const own = place(edge, ring, index, false);
      if (width < TURN) return [own];
      return [own, place({ from: moved(edge.from, TURN), to: moved(edge.to, TURN) }, ring, index, true)];
    }),
  );
  placed.sort((a, b) => a.west - b.west);
  for (const [i, one] of placed.entries())
    for (let j = i + 1; j < placed.length && placed[j]!.west <= one.east; j++) {
      const other = placed[j]!;
      if (one.isCopy && other.isCopy) continue;
      if (one.north >= other.south && one.south <= other.north) yield [one, other];
    }
}

/** Two edges, by the positions from which they lead. */
export type EdgePair = readonly [first: number, second: number];

/** The first two edges of a ring that meet elsewhere than at an end of both, or of which one leads back over the other. */
export function findCrossing(ring: Ring): EdgePair | undefined {
  const edges = edgesOf(ring);
  const positions = (first: number, second: number): EdgePair => {
    const [a, b] = [ring.vertices[first]!.at, ring.vertices[second]!.at];
    return a < b ? [a, b] : [b, a];
  };
  const back = edges.findIndex((edge, i) => {
    const next = edges[(i + 1) % edges.length]!;
    const by = i + 1 < edges.length ? 0 : ring.turns * TURN;
    return turnsBack(edge, { from: moved(next.from, by), to: moved(next.to, by) });
  });
  if (back >= 0) return positions(back, (back + 1) % edges.length);
  for (const [one, other] of nearPairs([ring])) {
    // A ring that does not go around the earth may be as wide as the earth: then it meets itself at both of its ends.
    if (ring.turns === 0 && one.isCopy !== other.isCopy) continue;
    if (one.index !== other.index && meetingOf(one, other)) return positions(one.index, other.index);
  }
  return undefined;
}

/** The pairs of rings of which edges cross, by their numbers. */
export function findCrossingRings(rings: readonly Ring[]): Set<string> {
  const found = new Set<string>();
  for (const [one, other] of nearPairs(rings))
    if (one.ring !== other.ring && meetingOf(one, other) === 'crossing') found.add(keyOf(one.ring, other.ring));
  return found;
}
export const keyOf = (one: number, other: number): string => `${Math.min(one, other)} ${Math.max(one, other)}`;

/** Where a point lies, by the even-odd rule over all rings, as `zone_contains` decides it. */
export function locate(point: Point, rings: readonly Ring[]): 'inside' | 'outside' | 'on' {
  let isInside = false;
  for (const ring of rings)
    for (const by of TURNS) {
      const at = moved(point, by);
      if (at.x >= ring.west && at.x <= ring.east)
        for (const edge of edgesOf(ring)) if (side(edge.from, edge.to, at) === 0 && isBetween(edge, at)) return 'on';
      if (isWithinOutline(at, ring)) isInside = !isInside;
    }
  return isInside ? 'inside' : 'outside';
}

/** Counts the edges to the east of the point. */
function isWithinOutline(point: Point, { outline, west, east }: Ring): boolean {
  if (point.x < west || point.x > east) return false;
  let isInside = false;
  for (const [i, to] of outline.entries()) {
    const from = outline.at(i - 1)!;
    if (from.y > point.y === to.y > point.y) continue;
    const found = side(from, to, point);
    if (to.y > from.y ? found > 0 : found < 0) isInside = !isInside;
  }
  return isInside;
}

const samplesOf = (ring: Ring): Point[] =>
  edgesOf(ring).flatMap(({ from, to }) => [from, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]);

/** A point inside, between the lowest vertices and those above them. */
function pointWithin(rings: readonly Ring[]): Point {
  const heights = [...new Set(rings.flatMap(({ outline }) => outline.map(({ y }) => y)))].sort((a, b) => a - b);
  const y = (heights[0]! + heights[1]!) / 2;
  const crossings = rings
    .flatMap(({ outline }) => outline.map((to, i) => ({ from: outline.at(i - 1)!, to })))
    .filter(({ from, to }) => from.y > y !== to.y > y)
    .map(({ from, to }) => from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x))
    .sort((a, b) => a - b);
  return { x: (crossings[0]! + crossings[1]!) / 2, y };
}

/** Whether every point of a ring lies within another one, or on it. Their edges do not cross. */
export const isRingWithin = (ring: Ring, outer: Ring): boolean =>
  samplesOf(ring).every((point) => locate(point, [outer]) !== 'outside');

/** Whether two areas, of which no edges cross, have more in common than borders. */
export function haveCommonArea(one: readonly Ring[], other: readonly Ring[]): boolean {
  const reaches = (from: readonly Ring[], into: readonly Ring[]): boolean =>
    [...from.flatMap(samplesOf), pointWithin(from)].some((point) => locate(point, into) === 'inside');
  return reaches(one, other) || reaches(other, one);
}
