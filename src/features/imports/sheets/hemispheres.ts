// What a heading says of the hemisphere of its numbers: `Latitud Sur`, `Longitud (W)`, `Coordenadas (S, W)`.
import type { Point } from '../../../shared/geography.js';
import { fold } from '../../../shared/text.js';
import type { Angle } from './coordinates.js';

type Axis = keyof Point;
/** Towards which ends of its axis a heading points. */
interface Ends {
  isNegative: boolean;
  isPositive: boolean;
}

/** The `s` of `Ana's` is none. */
const letter = (letters: string, words: string): RegExp => new RegExp(`(?<!['’])\\b(?:${letters}|${words})\\b`);
/** `o` is also the Spanish or: it is oeste at the end, in parentheses, before them, and beside a letter of the other axis. */
const OESTE = /\bo\W*$|\bo ?[([]|[([]o[)\]]|\b[ns] ?[,;/|-] ?o\b|\bo ?[,;/|-] ?[ns]\b/;
const WEST = new RegExp(`${letter('w', 'oeste|west').source}|${OESTE.source}`);
const WORDS: Readonly<Record<Axis, [negative: RegExp, positive: RegExp]>> = {
  latitude: [letter('s', 'sur|south'), letter('n', 'norte|north')],
  longitude: [WEST, letter('e', 'este|east')],
};
const LONGITUDE_FIRST = /\bl(on|ng|ong|ongitude?)\b.*\blat/;

const wordsOf = (heading: string): string => fold(heading).replaceAll('_', ' ');

function endsOf(heading: string, axis: Axis): Ends {
  const [isNegative, isPositive] = WORDS[axis].map((word) => word.test(wordsOf(heading))) as [boolean, boolean];
  return { isNegative, isPositive };
}

const towards = (degrees: number, { isNegative, isPositive }: Ends): number =>
  isNegative && !isPositive ? -Math.abs(degrees) + 0 : degrees;

/** A number under `Latitud Sur` is one of the south, with and without a sign. Letters in the cell go before the heading. */
export const inHemisphere = (angle: Angle | undefined, heading: string, axis: Axis): Angle | undefined =>
  angle && angle.axis === undefined ? { degrees: towards(angle.degrees, endsOf(heading, axis)) } : angle;

/** Whether the heading has the longitude before the latitude, by words or by letters. */
export function isLongitudeFirst(heading: string): boolean {
  const words = wordsOf(heading);
  if (LONGITUDE_FIRST.test(words)) return true;
  const [latitude, longitude] = (['latitude', 'longitude'] as const).map((axis) =>
    Math.min(...WORDS[axis].map((word) => words.search(word)).filter((at) => at >= 0)),
  ) as [number, number];
  return !/\blat/.test(words) && longitude < latitude && latitude !== Number.POSITIVE_INFINITY;
}

/** @returns undefined if the heading speaks of one axis alone, and a number without a sign may be of either end: `Coordenadas Sur` may be the name of a place */
export function inHemispheres(point: Point, heading: string): Point | undefined {
  const [latitude, longitude] = [endsOf(heading, 'latitude'), endsOf(heading, 'longitude')];
  const moved = {
    latitude: towards(point.latitude, latitude),
    longitude: towards(point.longitude, longitude),
  };
  const isNamed = ({ isNegative, isPositive }: Ends): boolean => isNegative || isPositive;
  if (isNamed(latitude) && isNamed(longitude)) return moved;
  const isCertain = moved.latitude === point.latitude && moved.longitude === point.longitude;
  return isCertain ? point : undefined;
}
