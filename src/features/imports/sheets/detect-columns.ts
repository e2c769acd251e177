// Recognizes what a sheet is and what its columns are, by names first, and by how often people's names differ from those of the dictionary.
import { fold } from '../../../shared/text.js';
import type { SheetSample } from '../import-source.types.js';
import { FIELD_NAMES, FIELD_NAMES_BY_KIND, SHEET_NAMES } from './dictionary.js';
import { KINDS, LOCATION_FIELDS, SHEET_KINDS, type SheetKind } from './kinds.js';

/** Below it, a column is not taken for a field. */
export const MIN_SCORE = 0.6;

/** Half of their names are common words: a `Number` is not that of a register, nor a `Type` whether hives are moved. */
const MIN_SCORES: Readonly<Record<string, number>> = {
  registerNumber: 0.7,
  mobility: 0.7,
  coordinates: 0.7,
  country: 0.7,
};

/** Units in brackets, words that say nothing. */
const EMPTY_WORDS = new Set([
  'de',
  'del',
  'la',
  'el',
  'los',
  'las',
  'en',
  'of',
  'the',
  'in',
  'a',
  'por',
  'per',
  'y',
  'and',
]);

/** A heading without case, accents and punctuation. */
export const normalizeHeading = (heading: string): string =>
  fold(heading.replace(/[nN][º°]\.?/g, ' n '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const withoutUnit = (heading: string): string => heading.replace(/[([][^()[\]]*[)\]]/g, ' ');
const tokensOf = (normalized: string): string[] =>
  normalized.split(' ').filter((token) => token !== '' && !EMPTY_WORDS.has(token));

interface Words {
  whole: string;
  tokens: readonly string[];
}
const known = new Map<string, Words>();
/** Of a name of the dictionary, once. */
function wordsOf(name: string): Words {
  const found = known.get(name);
  if (found) return found;
  const whole = normalizeHeading(name);
  const words = { whole, tokens: tokensOf(whole) };
  known.set(name, words);
  return words;
}

/** A heading is compared with the names of one field after the other. */
let last = { heading: '', whole: '', bare: '', tokens: [] as string[] };

/** How much a heading is one of the names of the dictionary, 0 to 1. */
export function scoreOf(heading: string, names: readonly string[]): number {
  if (last.heading !== heading) {
    const bare = normalizeHeading(withoutUnit(heading));
    last = { heading, whole: normalizeHeading(heading), bare, tokens: tokensOf(bare) };
  }
  const { whole, bare, tokens } = last;
  if (whole === '') return 0;
  let best = 0;
  for (const name of names) {
    const words = wordsOf(name);
    if (whole === words.whole) return 1;
    const score = bare === words.whole ? 0.95 : 0.9 * likeness(tokens, words.tokens);
    if (score > best) best = score;
  }
  return Math.round(best * 100) / 100;
}

/** The share of words that both have, where a long word may differ in a letter, or be in the plural. */
function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const isLike = (one: string, other: string): number => {
    if (one === other) return 1;
    if (Math.min(one.length, other.length) < 4) return 0;
    if (`${one}s` === other || `${other}s` === one || `${one}es` === other || `${other}es` === one) return 0.95;
    return Math.min(one.length, other.length) >= 5 && differsByOne(one, other) ? 0.85 : 0;
  };
  const rest = [...b];
  let sum = 0;
  for (const token of a) {
    const scores = rest.map((other) => isLike(token, other));
    const best = Math.max(0, ...scores);
    if (best === 0) continue;
    sum += best;
    rest.splice(scores.indexOf(best), 1);
  }
  return (2 * sum) / (a.length + b.length);
}

/** Whether one letter is missing, added, wrong or swapped with the next. */
function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i += 1;
  const restOf = (text: string, from: number): string => text.slice(from);
  return (
    restOf(a, i + 1) === restOf(b, i + 1) ||
    restOf(a, i + 1) === restOf(b, i) ||
    restOf(a, i) === restOf(b, i + 1) ||
    (a[i] === b[i + 1] && a[i + 1] === b[i] && restOf(a, i + 2) === restOf(b, i + 2))
  );
}

export interface DetectedColumn {
  field: string | null;
  score: number;
}
export interface DetectedSheet {
  kind: SheetKind | null;
  columns: DetectedColumn[];
}

const LATITUDE = /\b(lat|latitude?)\b/;
const LONGITUDE = /\b(lon|long|lng|longitude?)\b/;
const isAngle = (heading: string): boolean => LATITUDE.test(heading) || LONGITUDE.test(heading);
const PART = /\b(m|min|minut\w*|seg|segund\w*|sec|second\w*)\b/;

/** Degrees, minutes and seconds in columns of their own: the degrees alone would be another place. */
function hasPartsOfAngles(headings: readonly string[]): boolean {
  const angles = headings.filter((heading) => isAngle(normalizeHeading(heading)));
  const bare = new Set(angles.map((heading) => normalizeHeading(withoutUnit(heading))));
  return bare.size < angles.length || angles.some((heading) => PART.test(normalizeHeading(heading)));
}

/** Each field at most once: the column that is most like it has it. */
export function detectColumns(headings: readonly string[], kind: SheetKind): DetectedColumn[] {
  const columns: DetectedColumn[] = headings.map(() => ({ field: null, score: 0 }));
  const hasParts = hasPartsOfAngles(headings);
  // `Latitud` is nearly `altitud`.
  const isOther = (heading: string, field: string): boolean =>
    field === 'elevation' ? isAngle(normalizeHeading(heading)) : hasParts && /^l(at|ong)itude$/.test(field);
  const pairs = headings.flatMap((heading, column) =>
    Object.keys(KINDS[kind].fields).map((field) => ({
      column,
      field,
      // A name that this kind of sheet has for the field is a little less sure than that of the field.
      score: Math.max(
        scoreOf(heading, FIELD_NAMES[field] ?? []),
        scoreOf(heading, FIELD_NAMES_BY_KIND[kind]?.[field] ?? []) * 0.9,
      ),
    })),
  );
  const taken = new Set<string>();
  for (const { column, field, score } of pairs
    .filter(
      ({ column, field, score }) => score >= (MIN_SCORES[field] ?? MIN_SCORE) && !isOther(headings[column]!, field),
    )
    .sort((a, b) => b.score - a.score)) {
    if (columns[column]!.field !== null || taken.has(field)) continue;
    columns[column] = { field, score };
    taken.add(field);
  }
  return columns;
}

const NAME_WEIGHT = 2.5;
const MIN_KIND_SCORE = 2;

/** Whether a heading is one of the names, with or without a unit, and not only nearly. */
function isNamed(heading: string, names: readonly string[]): boolean {
  const [whole, bare] = [normalizeHeading(heading), normalizeHeading(withoutUnit(heading))];
  return names.some((name) => wordsOf(name).whole === whole || wordsOf(name).whole === bare);
}

/** A number may be that of an apiary as well. */
const HIVE_NAMES = FIELD_NAMES.hive!.filter((name) => name !== 'number' && name !== 'número');
const MIN_NAME_SCORE = 0.8;

/** Lists of hives repeat where their apiary is: that does not make them lists of apiaries, in which `Colmenas` says how many. */
function describesApiaries({ name, headings }: Pick<SheetSample, 'name' | 'headings'>): boolean {
  const isOfHives = headings.some((heading) => isNamed(heading, HIVE_NAMES));
  const isOther = SHEET_KINDS.some(
    (kind) => kind !== 'APIARIES' && scoreOf(name, SHEET_NAMES[kind] ?? []) >= MIN_NAME_SCORE,
  );
  return !isOfHives && !isOther;
}

/** @returns no kind for a sheet that is like none */
export function detectSheet(sheet: Pick<SheetSample, 'name' | 'headings'>): DetectedSheet {
  const { name, headings } = sheet;
  const ignored = describesApiaries(sheet) ? [] : LOCATION_FIELDS;
  const scored = SHEET_KINDS.map((kind) => {
    const columns = detectColumns(headings, kind);
    const { required, typical } = KINDS[kind];
    const counted = columns.filter(({ field }) => field !== null && !ignored.includes(field));
    const scoreFor = (fields: readonly string[]): number =>
      counted.reduce((sum, { field, score }) => sum + (fields.includes(field!) ? score : 0), 0);
    const known = counted.reduce((sum, { score }) => sum + score, 0);
    const missing = required.filter((field) => !columns.some((column) => column.field === field)).length;
    const nameScore = scoreOf(name, SHEET_NAMES[kind] ?? []);
    const ofName = nameScore >= MIN_NAME_SCORE ? nameScore * NAME_WEIGHT : 0;
    return {
      kind,
      columns,
      known,
      missing,
      score: ofName + known * 0.5 + scoreFor(typical) + scoreFor(required) * 0.5 - missing * 1.5,
    };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.missing > 0 || best.known < 1 || best.score < MIN_KIND_SCORE)
    return { kind: null, columns: headings.map(() => ({ field: null, score: 0 })) };
  return { kind: best.kind, columns: best.columns };
}

/** Words that say it also beside others, as in `Latitud del colmenar`. */
const POSITION = /\b(coordenadas?|coordinates?|coords?|utm|(posicion|ubicacion|punto) gps|gps (position|location))\b/;

const positions = new WeakMap<readonly { heading: string }[], ReadonlySet<number>>();

/**
 * Which columns of a sheet are a position by their headings. The notes of a hive are seen by all members of its apiary, the position of the
 * apiary by its managers: it does not go there. A longitude without a latitude is a length, as its Spanish name says.
 */
export function positionColumns(columns: readonly { heading: string }[]): ReadonlySet<number> {
  const known = positions.get(columns);
  if (known) return known;
  const columnsOf = (words: RegExp, field: string): number[] =>
    columns.flatMap(({ heading }, i) =>
      words.test(normalizeHeading(heading)) || isNamed(heading, FIELD_NAMES[field]!) ? [i] : [],
    );
  const found = new Set([...columnsOf(LATITUDE, 'latitude'), ...columnsOf(POSITION, 'coordinates')]);
  if (found.size > 0) for (const column of columnsOf(LONGITUDE, 'longitude')) found.add(column);
  positions.set(columns, found);
  return found;
}
