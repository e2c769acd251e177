// Positions as people write them: decimal degrees, with points or commas, or degrees, minutes and seconds. What can be read in two ways is
// not read at all: an apiary elsewhere is worse than one without a position.
import type { Point } from '../../../shared/geography.js';

const MAX_LENGTH = 80;

type Axis = keyof Point;
export interface Angle {
  degrees: number;
  /** If a letter says it. */
  axis?: Axis | undefined;
}

/** By their first letters: `O` is oeste. */
const HEMISPHERES: Readonly<Record<string, [axis: Axis, sign: 1 | -1]>> = {
  n: ['latitude', 1],
  s: ['latitude', -1],
  e: ['longitude', 1],
  w: ['longitude', -1],
  o: ['longitude', -1],
};
const HEMISPHERE = '(n(?:orte|orth)?|s(?:ur|outh)?|e(?:ste|ast)?|w(?:est)?|o(?:este)?)\\.?';
const WHOLE = '\\d{1,3}';
const DECIMAL = `${WHOLE}(?:[.,]\\d{1,20})?`;
/** Letters are before the number or after it. */
const withHemisphere = (number: string): RegExp => new RegExp(`^(?:${HEMISPHERE} ?)?${number}(?: ?${HEMISPHERE})?$`);
const DEGREES = withHemisphere(`([+-]?) ?(${DECIMAL}) ?°?()()`);
const WITH_MARKS = withHemisphere(`([+-]?) ?(${WHOLE}) ?° ?(?:(${DECIMAL}) ?'(?: ?(${DECIMAL}) ?")?)`);
/** Without marks, numbers in a row are degrees, minutes and seconds only if a letter ends them. */
const WITHOUT_MARKS = withHemisphere(`() ?(${WHOLE}) (${DECIMAL})(?: (${DECIMAL}))?`);

/** Marks as the keyboard has them. */
const simplify = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[º˚]/g, '°')
    .replace(/[′’‘´`]/g, "'")
    .replace(/[″”“]|''/g, '"')
    .replace(/[−–]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const toNumber = (digits: string | undefined): number => Number((digits ?? '').replace(',', '.'));
const isWhole = (digits: string | undefined): boolean => !digits || /^\d+$/.test(digits);

function readSimple(text: string): Angle | undefined {
  const bare = WITHOUT_MARKS.exec(text);
  const found = DEGREES.exec(text) ?? WITH_MARKS.exec(text) ?? (bare?.[1] || bare?.[6] ? bare : null);
  if (!found) return undefined;
  const [, before, sign, degrees, minutes, seconds, after] = found;
  const letter = before ?? after;
  // Two letters, or a letter and a sign, may contradict each other.
  if ((before && after) || (letter && sign)) return undefined;
  if (seconds && !isWhole(minutes)) return undefined;
  if (toNumber(minutes) >= 60 || toNumber(seconds) >= 60) return undefined;
  const size = toNumber(degrees) + toNumber(minutes) / 60 + toNumber(seconds) / 3600;
  const [axis, direction] = (letter && HEMISPHERES[letter[0]!]) || [undefined, sign === '-' ? -1 : 1];
  return { degrees: size * direction + 0, axis };
}

/** @returns undefined for what is no angle; any size is one */
export function readAngle(text: string): Angle | undefined {
  // Numbers that are nearly zero are written so.
  const plain = /^-?\d(\.\d+)?e-\d+$/.test(text) ? Number(text).toFixed(5) : text;
  return text.length <= MAX_LENGTH ? readSimple(simplify(plain)) : undefined;
}

export type ReadPosition = { point: Point } | { problem: 'UNREADABLE' | 'LONGITUDE_FIRST' };

/** The latitude and the longitude of one cell: in this order, or in the other one, unless letters say which is which. */
export function readPosition(written: string, isLongitudeFirst = false): ReadPosition {
  const text = simplify(written.length <= MAX_LENGTH ? written : '').replace(/^\((.*)\)$/, '$1');
  const points = new Map<string, Point>();
  for (const [one, other] of splits(text)) {
    const point = toPoint(readSimple(one.trim()), readSimple(other.trim()), isLongitudeFirst);
    if (point) points.set(`${point.latitude} ${point.longitude}`, point);
  }
  const [point] = points.values();
  if (!point || points.size > 1) return { problem: 'UNREADABLE' };
  if (isPosition(point)) return { point };
  const swapped = { latitude: point.longitude, longitude: point.latitude };
  return { problem: !isLongitudeFirst && isPosition(swapped) ? 'LONGITUDE_FIRST' : 'UNREADABLE' };
}

export const isPosition = ({ latitude, longitude }: Point): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** Where one of two numbers may end: at a separator, or between a letter and what follows it. */
function* splits(text: string): Generator<[string, string]> {
  for (const { index, 0: separator } of text.matchAll(
    / ?[;/|] ?|,? |,|(?<=[nsewo] ?)(?=[\d+-])|(?<=[\d"'°] ?)(?=[nsewo])/g,
  )) {
    const [one, other] = [text.slice(0, index), text.slice(index + separator.length)];
    if (!isAmbiguous(one, separator, other)) yield [one, other];
  }
}

/** `40,25` is one number with a comma as well as two without, `40 25` degrees and minutes, and in `40.25 - 5.58` the line may be a sign. */
function isAmbiguous(one: string, separator: string, other: string): boolean {
  const isBlank = separator.trim() === '';
  if (isBlank && /^- /.test(other)) return true;
  if (!/^[+-]?\d+ ?°?$/.test(one) || !/^\d/.test(other)) return false;
  return isBlank || (separator === ',' && !one.endsWith('°') && !/[.,]/.test(other));
}

function toPoint(one: Angle | undefined, other: Angle | undefined, isLongitudeFirst: boolean): Point | undefined {
  if (!one || !other) return undefined;
  const [first, second] = [one.axis, other.axis];
  if ((first === undefined) !== (second === undefined) || (first !== undefined && first === second)) return undefined;
  return (first === undefined ? isLongitudeFirst : first === 'longitude')
    ? { latitude: other.degrees, longitude: one.degrees }
    : { latitude: one.degrees, longitude: other.degrees };
}
