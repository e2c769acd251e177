// Recognizes what each row of a sheet is: by what makes a table one of a kind, and by what its rows contain. What may be two things is asked.
import { createMessage, type MessageText } from '../../../messages/message.js';
import {
  columnsOfKind,
  type DetectedColumn,
  detectColumns,
  MIN_FIT_OF_NAME,
  positionColumns,
  saysHarvest,
  type Table,
  withoutFields,
} from './detect-columns.js';
import { FOODS, ITEMS, SHEET_NAMES, VAGUE_NAMES } from './dictionary.js';
import { FIELD_NAMES, OWN_NAMES } from './field-names.js';
import { isNamed, normalizeHeading, scoreOf } from './headings.js';
import { ALL_KINDS, type AnyKind, LOCATION_FIELDS, SHAPES } from './kinds.js';
import { hasMedicines, saysProduct } from './medicines.js';
import { type Found, isPlain, saysTaken } from './plain-tables.js';
import { hasDays, isGrouped, isLog, isRepeated } from './table-facts.js';
import { unitsOfHeading } from './units.js';

export interface DetectedKind {
  kind: AnyKind | null;
  columns: DetectedColumn[];
  /** If it is not certain: what it may be, the most likely first. */
  kinds?: AnyKind[];
  evidence: MessageText[];
}

/** What a sheet has for rows without values of their own, such as a hive after which it is named. */
export type Given = ReadonlySet<string>;

const NAME_SCORE = 3;
const MIN_NAME = 0.8;
/** A kind that is ahead of the next by less is not certain. */
const MARGIN = 1;
/** The least share of the rows that have a value of each required field. */
const MIN_FILLED = 0.6;

interface Candidate {
  kind: AnyKind;
  columns: DetectedColumn[];
  score: number;
  /** Whether it has all that a row needs, and something to say. */
  isWhole: boolean;
}

/** A number may be that of an apiary as well. */
const HIVE_NAMES = FIELD_NAMES.hive!.filter((name) => name !== 'number' && name !== 'número');

const isOf = (name: string, kind: AnyKind): boolean => scoreOf(name, SHEET_NAMES[kind] ?? []) >= MIN_NAME;

/** Lists of hives repeat where their apiary is: that does not make them lists of apiaries, in which `Colmenas` says how many. */
function describesApiaries({ name, headings }: Table): boolean {
  return (
    !headings.some((heading) => isNamed(heading, HIVE_NAMES)) &&
    !ALL_KINDS.some((kind) => kind !== 'APIARIES' && isOf(name, kind))
  );
}

export function detectKind(table: Table, given: Given): DetectedKind {
  const isOfApiaries = describesApiaries(table);
  const judgeAll = (known: Given): Candidate[] => ALL_KINDS.flatMap((kind) => judge(table, kind, known, isOfApiaries));
  const judged = [judgeAll(given), judgeLog(table), judgeWithoutHives(judgeAll(new Set([...given, 'hive'])))];
  const candidates = (judged.find(({ length }) => length > 0) ?? []).sort((a, b) => b.score - a.score);
  const [best, second] = candidates;
  if (!best) return { kind: null, kinds: [], columns: withoutFields(table), evidence: [] };
  const evidence = describe(table, best);
  const isAhead = !second || best.score - second.score >= MARGIN;
  const isCertain = isAhead && best.isWhole && (!LISTS.has(best.kind) || isKnown(table, best));
  return {
    kind: best.kind,
    columns: best.kind === 'FEEDINGS' || best.kind === 'WEIGHTS' ? columnsOfKind(table, best.kind) : best.columns,
    evidence,
    ...(!isCertain && { kinds: kindsOf(table, candidates) }),
  };
}

/** What happened in a yard as a whole: its rows name no hive, and say so when it is known what they are. */
const judgeWithoutHives = (candidates: Candidate[]): Candidate[] =>
  candidates.flatMap((one) =>
    one.kind !== 'INSPECTIONS' && SHAPES[one.kind].required.includes('date') ? [{ ...one, isWhole: false }] : [],
  );

/** The likely ones, and what an amount may be of which nothing says of what it is. */
function kindsOf(table: Table, candidates: readonly Candidate[]): AnyKind[] {
  const kinds = candidates.slice(0, 3).map(({ kind }) => kind);
  if (!table.headings.some((heading) => isNamed(heading, HIVE_NAMES))) return kinds;
  const isAmount = (heading: string, column: number): boolean =>
    (isNamed(heading, AMOUNTS) || unitsOfHeading(heading, 'HONEY').length > 0) &&
    table.cellsOf(column).length > 0 &&
    table.fitOf(column, isNamed(heading, FIELD_NAMES.frames!) ? 'FRAMES' : 'HONEY') > 0.5;
  const amounts = table.headings.filter(isAmount).map(normalizeHeading);
  const isFed = (heading: string): boolean => FOODS.test(heading) && !HONEY.test(heading);
  const other: AnyKind | undefined = amounts.length === 0 ? undefined : amounts.every(isFed) ? 'FEEDINGS' : 'HARVESTS';
  return other && !kinds.includes(other) && !kinds.includes('WEIGHTS') ? [other, ...kinds] : kinds;
}
const AMOUNTS = [...VAGUE_NAMES.honey!, ...FIELD_NAMES.frames!];
const HONEY = /\b(?:honey|miel|honig|miele|mel)\b/;

/** Lists of things: what nobody knows of them may make them something else. A log keeps it in its notes. */
const LISTS: ReadonlySet<AnyKind> = new Set(['APIARIES', 'HIVES', 'QUEENS', 'INVENTORY']);
/** Whether enough of the columns that have values are known. */
function isKnown(table: Table, { kind, columns }: Pick<Candidate, 'kind' | 'columns'>): boolean {
  const positions = positionColumns(table.headings.map((heading) => ({ heading })));
  // An apiary has no notes: a list of apiaries may have some all the same.
  const leftOut = kind === 'APIARIES' ? [...OWN_NAMES, ...FIELD_NAMES.notes!] : OWN_NAMES;
  const isLeftOut = (column: number): boolean => positions.has(column) || isNamed(table.headings[column]!, leftOut);
  const filled = columns.filter((_, column) => table.filledOf(column) > 0 && !isLeftOut(column));
  return filled.filter(({ field }) => field !== null).length >= filled.length * (LISTS.has(kind) ? 0.5 : 0.3);
}

/** @returns nothing if the table cannot be of the kind */
function judge(table: Table, kind: AnyKind, given: Given, isOfApiaries: boolean): Candidate[] {
  const isNamedSo = isOf(table.name, kind);
  const plain = detectColumns(table, kind);
  const isSaid = isNamedSo || says(table, kind, plain);
  const columns = isSaid ? detectColumns(table, kind, true) : plain;
  const ignored = isOfApiaries ? [] : LOCATION_FIELDS;
  const found = columns.flatMap(({ field, score }, column) =>
    field === null || ignored.includes(field) ? [] : [{ field, score, column }],
  );
  const has = (field: string): boolean => found.some((one) => one.field === field) || given.has(field);
  const required = SHAPES[kind].required;
  const isFilled = found.every(
    ({ field, column }) =>
      !required.includes(field) || table.filledOf(column) >= MIN_FILLED || isGrouped(table, column),
  );
  const lacks = required.filter((field) => !has(field));
  // A day can be given once for a whole sheet.
  if (lacks.some((field) => field !== 'date') || !isFilled) return [];
  // A bare `Date` says what happened on a day, not which.
  const isBareDate = (column: number): boolean => isNamed(table.headings[column]!, FIELD_NAMES.date!);
  const hasValues = ({ field, column }: Found): boolean =>
    table.filledOf(column) > 0 && table.fitOf(column, SHAPES[kind].fields[field]!) >= MIN_FIT_OF_NAME;
  const typical = found.filter(
    (one) =>
      SHAPES[kind].typical.includes(one.field) &&
      !isBareDate(one.column) &&
      // The headings of places mean nothing else.
      (kind === 'APIARIES' || hasValues(one)),
  );
  if (kind === 'APIARIES' && !isNamedSo && !isOfApiaries) return [];
  if (!isNamedSo && !isMade(table, { kind, columns }, typical, lacks)) return [];
  const score =
    (isNamedSo ? NAME_SCORE : 0) -
    lacks.length +
    found.reduce((sum, { score: one, column }) => sum + one * 0.5 * weigh(table, column), 0) +
    typical.reduce((sum, { score: one, column }) => sum + one * weigh(table, column), 0);
  // How hives were on a day is no list of them.
  const isOfDay = kind === 'HIVES' && given.has('date');
  const isWhole = lacks.length === 0 && !isOfDay && isPlain(table, kind, { found, columns, typical, isNamedSo });
  return [{ kind, columns, score, isWhole }];
}

/** `Poids de la ruche « Ruche 412 »`, `Temperature - t (°C)`: what scales and sensors write. */
const MEASURED = /\b(?:weight|gewicht|poids|peso|temp|temperatur[ae]?|humidity|humedad|humidite|luftfeuchte)\b/;
function judgeLog(table: Table): Candidate[] {
  const isMeasured = (heading: string, column: number): boolean =>
    MEASURED.test(normalizeHeading(heading)) && table.cellsOf(column).length > 0 && table.fitOf(column, 'NUMBER') > 0.9;
  if (!table.headings.some(isMeasured)) return [];
  return [{ kind: 'WEIGHTS', columns: withoutFields(table), score: 1, isWhole: true }];
}

/** A column with few values says little of what the rows are. */
const weigh = (table: Table, column: number): number => 0.4 + 0.6 * table.filledOf(column);

/** Whether something says of what the sheet is, so that vague names are those of its fields. */
function says(table: Table, kind: AnyKind, columns: readonly DetectedColumn[]): boolean {
  if (kind === 'HARVESTS') return saysHarvest(columns, table.headings);
  if (kind === 'TREATMENTS' && hasMedicines(table)) return true;
  return columns.some(({ field }) => field !== null && SHAPES[kind].typical.includes(field));
}

/** Whether the table has what makes it one of the kind. */
function isMade(
  table: Table,
  { kind, columns }: Pick<Candidate, 'kind' | 'columns'>,
  typical: Found[],
  lacks: readonly string[],
): boolean {
  switch (kind) {
    case 'APIARIES':
      return typical.length > 0 && !hasDays(table) && !isRepeated(table, FIELD_NAMES.apiary!);
    case 'HIVES':
      // Several rows of a hive are what happened to it.
      return !hasDays(table) && !isRepeated(table) && !saysProduct(table);
    case 'QUEENS':
      return (typical.length > 1 || typical.some(saysQueen)) && !isLog(table) && !saysProduct(table);
    case 'INSPECTIONS':
      return lacks.length === 0 && !table.headings.some((heading) => isNamed(heading, FIELD_NAMES.destination!));
    case 'INVENTORY':
      return typical.length > 1 && !table.headings.some((heading) => isNamed(heading, HIVE_NAMES));
    case 'HARVESTS':
      return typical.some(({ field }) => field === 'honey' || (field === 'frames' && saysTaken(table)));
    case 'WEIGHTS':
      return !table.headings.some((heading) => isNamed(heading, ITEMS)) && isKnown(table, { kind, columns });
    case 'FEEDINGS':
    case 'MOVES':
      return typical.length > 0 && isKnown(table, { kind, columns });
    default:
      return typical.length > 0;
  }
}

/** A `Date`, or from when something was, is hers only beside something else of her. */
const saysQueen = ({ field, score }: Found): boolean =>
  field !== 'queenName' && (field !== 'installedOn' || score > 0.9);

/** Why it is taken for this. */
function describe(table: Table, { kind, columns }: Candidate): MessageText[] {
  const [first] = columns.flatMap(({ field }, column) =>
    field !== null && SHAPES[kind].typical.includes(field) ? [table.headings[column]!] : [],
  );
  return [
    ...(isOf(table.name, kind) ? [createMessage('The sheet is named {name}', { name: table.name })] : []),
    ...(first === undefined ? [] : [createMessage('There is a column {heading}', { heading: first })]),
    ...(isRepeated(table) ? ['There are several rows of one hive' as const] : []),
  ];
}
