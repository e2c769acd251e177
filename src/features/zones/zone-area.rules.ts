// Areas as GeoJSON (RFC 7946): what a client sends is checked here, and kept as it is, but for what a zone does not need.
import { GraphQLError, GraphQLScalarType, valueFromASTUntyped } from 'graphql';
import { AppError } from '../../errors.js';
import { createMessage, type MessageText } from '../../messages/message.js';
import { parseLiteralBy } from '../../shared/literals.js';
import { findCrossing, findCrossingRings, haveCommonArea, isRingWithin, keyOf } from './ring-geometry.rules.js';
import { type Position, type Ring, readRing, roundDegrees, TURN } from './zone-rings.rules.js';

/** The most that an area can have. Its edges are compared with each other. */
export const MAX_POSITIONS = 1000;
export const MAX_RINGS = 20;

export type Area =
  | { type: 'Polygon'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] };

const AREA_RULE = 'must be a GeoJSON geometry of the type Polygon or MultiPolygon';

export const GeoJSONArea = new GraphQLScalarType<object, object>({
  name: 'GeoJSONArea',
  description:
    'An area as a GeoJSON geometry (RFC 7946), a Polygon or a MultiPolygon: `{"type": "Polygon", "coordinates": [[[-3.7, 40.4], [-3.6, 40.4], [-3.6, 40.5], [-3.7, 40.4]]]}`. Positions have the longitude first.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc7946#section-3.1.6',
  extensions: {
    codegenScalarType:
      '{ type: "Polygon"; coordinates: number[][][] } | { type: "MultiPolygon"; coordinates: number[][][][] }',
  },
  serialize: (value) => value as object,
  parseValue: parse,
  // The objects of graphql-js have no prototype, which type-graphql relies on where it makes an input of them.
  parseLiteral: parseLiteralBy(parse, (node, variables) => structuredClone(valueFromASTUntyped(node, variables))),
});

/** More than an area has, so that one that is nested wrongly is refused with the place. What is converted afterwards is read recursively. */
const MAX_DEPTH = 50;

function parse(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new GraphQLError(AREA_RULE);
  const { type, coordinates } = value as { type?: unknown; coordinates?: unknown };
  let level: unknown[] = [type, coordinates];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new GraphQLError(AREA_RULE);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return { type, coordinates };
}

/** A part of the input, and the field that leads there: `area.coordinates.0.3`. */
interface Part {
  value: unknown;
  field: string;
}
const FIELD = 'area';
const refuse = ({ field }: Pick<Part, 'field'>, message: MessageText): AppError =>
  AppError.badInput([{ field, message }]);

function readList(part: Part, message: MessageText): Part[] {
  if (!Array.isArray(part.value)) throw refuse(part, message);
  return part.value.map((value: unknown, i) => ({ value, field: `${part.field}.${i}` }));
}

interface ReadRing {
  field: string;
  positions: Position[];
  ring: Ring;
}

/**
 * Reads an area, of which the positions are rounded and their altitudes dropped. The order of a ring does not matter.
 * @throws BAD_USER_INPUT, which names the place, if there is no such area on earth
 */
export function readArea(sent: object): { area: Area; rings: Ring[] } {
  const { type, coordinates } = sent as { type?: unknown; coordinates?: unknown };
  if (type !== 'Polygon' && type !== 'MultiPolygon') throw refuse({ field: `${FIELD}.type` }, AREA_RULE);
  const all = { value: coordinates, field: `${FIELD}.coordinates` };
  const lists =
    type === 'Polygon' ? [all] : requireSome(all, readList(all, 'must be a list of polygons'), 'must have a polygon');
  requireLength(all, lists.length, MAX_RINGS, 'must have at most {max} rings');
  const polygons = lists.map((one) => requireSome(one, readList(one, 'must be a list of rings'), 'must have a ring'));
  const rings = polygons.flat();
  requireLength(all, rings.length, MAX_RINGS, 'must have at most {max} rings');
  const positions = rings.map(({ value }) => (Array.isArray(value) ? value.length : 0)).reduce((a, b) => a + b, 0);
  requireLength(all, positions, MAX_POSITIONS, 'must have at most {max} positions');
  const read = polygons.map((polygon) => polygon.map(readOneRing));
  for (const polygon of read) requirePolygon(polygon);
  requireApart(read.map((polygon, i) => ({ field: lists[i]!.field, rings: polygon.map(({ ring }) => ring) })));
  const kept = read.map((polygon) => polygon.map((one) => one.positions));
  const area: Area = type === 'Polygon' ? { type, coordinates: kept[0]! } : { type, coordinates: kept };
  return { area, rings: read.flatMap((polygon) => polygon.map(({ ring }) => ring)) };
}

function requireSome(part: Part, list: Part[], message: MessageText): Part[] {
  if (list.length === 0) throw refuse(part, message);
  return list;
}

function requireLength(
  part: Part,
  length: number,
  max: number,
  text: 'must have at most {max} rings' | 'must have at most {max} positions',
): void {
  if (length > max) throw refuse(part, createMessage(text, { max }));
}

function readOneRing(part: Part): ReadRing {
  const positions = readList(part, 'must be a list of positions').map(readPosition);
  if (positions.length < 4) throw refuse(part, 'must have at least 4 positions, of which the last one is the first');
  const [first, last] = [positions[0]!, positions.at(-1)!];
  if (first[0] !== last[0] || first[1] !== last[1]) throw refuse(part, 'must end with its first position');
  const ways = readRing(positions);
  const ring = ways.find((way) => way.vertices.length > 2 && !findCrossing(way)) ?? ways[0]!;
  if (ring.vertices.length < 3) throw refuse(part, 'must have an area, of some metres at least');
  if (Math.abs(ring.turns) > 1 || ring.east - ring.west > (Math.abs(ring.turns) + 1) * TURN)
    throw refuse(part, 'must not go around the earth more than once');
  const crossing = findCrossing(ring);
  if (crossing) {
    const [first, second] = crossing;
    const text = 'must not cross or touch itself: the edges from the positions {first} and {second} do';
    throw refuse(part, createMessage(text, { first, second }));
  }
  return { field: part.field, positions, ring };
}

function readPosition(part: Part): Position {
  const numbers = readList(part, 'must be a position: [longitude, latitude]');
  if (numbers.length < 2 || numbers.length > 4 || !numbers.every(({ value }) => Number.isFinite(value)))
    throw refuse(part, 'must be a position: [longitude, latitude]');
  const [longitude, latitude] = numbers as [Part, Part];
  return [readDegrees(longitude, 180), readDegrees(latitude, 90)];
}

function readDegrees(part: Part, max: number): number {
  const degrees = part.value as number;
  if (Math.abs(degrees) > max) throw refuse(part, createMessage('must be from {min} to {max}', { min: -max, max }));
  return roundDegrees(degrees);
}

/** The first ring is the border, the others are holes in it that have no area in common. */
function requirePolygon([border, ...holes]: ReadRing[]): void {
  const rings = [border!, ...holes].map(({ ring }) => ring);
  const crossing = findCrossingRings(rings);
  for (const [i, { field, ring }] of holes.entries()) {
    if (crossing.has(keyOf(0, i + 1)) || !isRingWithin(ring, border!.ring))
      throw refuse({ field }, 'must lie within the first ring of its polygon');
    for (let other = 0; other < i; other++)
      if (crossing.has(keyOf(other + 1, i + 1)) || haveCommonArea([ring], [holes[other]!.ring]))
        throw refuse({ field }, createMessage('must not overlap the ring {ring} of its polygon', { ring: other + 1 }));
  }
}

function requireApart(polygons: { field: string; rings: Ring[] }[]): void {
  const owners = polygons.flatMap(({ rings }, i) => rings.map(() => i));
  const crossing = new Set(
    [...findCrossingRings(polygons.flatMap(({ rings }) => rings))].map((key) => {
      const [one, other] = key.split(' ').map((ring) => owners[Number(ring)]!) as [number, number];
      return keyOf(one, other);
    }),
  );
  for (const [i, { field, rings }] of polygons.entries())
    for (let other = 0; other < i; other++)
      if (crossing.has(keyOf(other, i)) || haveCommonArea(rings, polygons[other]!.rings))
        throw refuse({ field }, createMessage('must not overlap the polygon {polygon}', { polygon: other }));
}
