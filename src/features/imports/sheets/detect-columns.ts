// Recognizes the columns of a sheet: by their headings, and by whether their values are such as the field has.
import type { Cell } from '../../../formats/file-line.js';
import { computeOnce } from '../../../shared/compute-once.js';
import type { SheetSample } from '../import-source.types.js';
import { findDateParts } from './date-parts.js';
import { FIELD_NAMES_BY_KIND, VAGUE_NAMES } from './dictionary.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed, normalizeHeading, scoreOf, withoutUnit } from './headings.js';
import { type AnyKind, isSheetKind, KINDS, SHAPES } from './kinds.js';
import { MEASURED_FIELDS, measuredColumns } from './measured-columns.js';
import { asText, readValue } from './values.js';

/** A column whose heading is less like a name is kept in the notes: what it says is not lost, and nothing is guessed. */
export const MIN_SCORE = 0.8;
/** The least share of the values of a column that can be read as those of its field. Less is enough where the heading is exactly the name. */
export const [MIN_FIT, MIN_FIT_OF_NAME] = [0.7, 0.25];
const [MIN_OWN, MIN_NAMED] = [0.85, 0.95];
/** What is written under `Queen` is often how she is. */
const IDENTITIES: ReadonlySet<string> = new Set(['NAME', 'HIVE']);
/** Values that are looked at. */
const MAX_VALUES = 200;

export interface DetectedColumn {
  field: string | null;
  score: number;
}

/** The columns of a sheet with their values, as far as they are known. */
export class Table {
  private readonly fits = new Map<string, number>();
  private readonly values = new Map<number, Cell[]>();
  private readonly scores = new Map<readonly string[], number[]>();

  constructor(
    readonly name: string,
    readonly headings: readonly string[],
    readonly rows: SheetSample['rows'],
  ) {}

  /** The columns of the year, the month and the day of the rows. */
  readonly dateParts = findDateParts(this.headings);

  /** The cells of a column that are not empty. */
  cellsOf(column: number): Cell[] {
    const known = this.values.get(column);
    if (known) return known;
    const cells = this.rows.flatMap(({ cells: all }) => (asText(all[column] ?? null) === '' ? [] : [all[column]!]));
    this.values.set(column, cells);
    return cells;
  }

  /** The share of the values of a column that can be read as those of a field; 1 if it has none. */
  fitOf(column: number, type: Parameters<typeof readValue>[1]): number {
    const key = `${column} ${type}`;
    const found = this.fits.get(key);
    if (found !== undefined) return found;
    const cells = this.cellsOf(column).slice(0, MAX_VALUES);
    const isRead = (cell: Cell): boolean => {
      // The order of days, decimals and units are found later: a value fits that can be read in one of the ways.
      const heading = this.headings[column]!;
      const ways = [
        { heading, unit: 'POUNDS' as const, year: 2000 },
        { heading, areSeconds: true },
        { dateOrder: 'MDY' as const, decimal: ',' as const },
      ];
      const reads = ways.map((way) => readValue(cell, type, way));
      return reads.some((read) => read !== undefined && ('value' in read || read.fits));
    };
    const share = cells.length === 0 ? 1 : cells.filter(isRead).length / cells.length;
    this.fits.set(key, share);
    return share;
  }

  /** How much the heading of a column is one of the names. */
  likeness(column: number, names: readonly string[]): number {
    const known = this.scores.get(names) ?? [];
    this.scores.set(names, known);
    known[column] ??= scoreOf(this.headings[column]!, names);
    return known[column];
  }

  /** The share of rows that have a value of a column. */
  filledOf(column: number): number {
    return this.rows.length === 0 ? 1 : this.cellsOf(column).length / this.rows.length;
  }
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

/** What a heading does not mean, although it is like a name of the field. */
function isOther(table: Table, kind: AnyKind, column: number, field: string, hasParts: boolean): boolean {
  const heading = table.headings[column]!;
  // A year, a month or a day alone is no day, and no year of a queen.
  if (table.dateParts?.includes(column)) return true;
  if (field === 'mites' && BROOD.test(normalizeHeading(heading))) return true;
  // `Latitud` is nearly `altitud`.
  if (field === 'elevation') return isAngle(normalizeHeading(heading));
  if (/^l(at|ong)itude$/.test(field)) return hasParts;
  // A `Name` beside `Queen` is that of the hive.
  if (kind === 'QUEENS' && field === 'hive' && isNamed(heading, NAME) && !hasQueens(table)) return true;
  return field === 'hive' && !isNamed(heading, FIELD_NAMES.hive!) && (isOneHive(heading) || saysHowMany(table, column));
}

const MITES =
  /\b(?:mites?|varroas?|varroen|varroe|acar[oi]s?|acariens?|milben\w*|vp|(?:sticky|bottom) board|natural (?:drop|fall)|caida natural|chute naturelle|caduta naturale|queda natural|\w*windel)\b/;
/** Mites in brood are none of a number of bees. */
const BROOD =
  /\b(?:brood|drones?|cells?|pupae?|larvae?|cria|zangan\w*|celdas?|brut\w*|drohn\w*|zellen|couvain|males|cellules?|covata|fuch[io]|celle|criacao|zangao|zangaos|celulas?)\b/;
const NO_MITES =
  /\b(?:treat|tratam|behandl|trait|tratt|threshold|umbral|schwelle|seuil|(?:before|after|antes|despues|vor|nach|avant|apres|prima|dopo)\b)/;
/** `24 hr mite drop`, `Sugar shake mites`, `Acari caduti`: their number, however they were counted. */
const isOfMites = (heading: string): boolean => {
  const words = normalizeHeading(heading);
  return MITES.test(words) && !NO_MITES.test(words);
};

const NAME = FIELD_NAMES_BY_KIND.HIVES!.hive!;
const hasQueens = ({ headings }: Table): boolean =>
  headings.some((heading) => isNamed(heading, FIELD_NAMES.queenName!));

/** Words for several hives: single words of the names for their number. */
const HIVES = new Set(FIELD_NAMES.hiveCount!.map(normalizeHeading).filter((name) => !name.includes(' ')));
/** How many hives, not which. */
function saysHowMany(table: Table, column: number): boolean {
  const heading = table.headings[column]!;
  const isOfSeveral = withoutBrackets(heading)
    .split(' ')
    .some((word) => HIVES.has(word));
  return isOfSeveral && table.cellsOf(column).every((cell) => /^\s*\d/.test(asText(cell)));
}

const withoutBrackets = (heading: string): string => normalizeHeading(heading.replace(/[([][^()[\]]*[)\]]/g, ' '));
/** `Hive A` is one of the hives, and has values of its own; `Hive n` is a number. */
const isOneHive = (heading: string): boolean => / (?!n$)\p{L}$/u.test(withoutBrackets(heading));

function namesOf(kind: AnyKind, field: string, isSaid: boolean): [names: readonly string[], weight: number][] {
  const own = isSheetKind(kind) ? FIELD_NAMES_BY_KIND[kind]?.[field] : undefined;
  return [
    [FIELD_NAMES[field] ?? [], 1],
    // A name that this kind of sheet has for the field is a little less sure than that of the field.
    ...(own ? [[own, 0.9] as [readonly string[], number]] : []),
    ...(isSaid && VAGUE_NAMES[field] ? [[VAGUE_NAMES[field], 0.9] as [readonly string[], number]] : []),
  ];
}

/** The columns of a sheet of which nothing is known. */
export const withoutFields = ({ headings }: Table): DetectedColumn[] => headings.map(() => ({ field: null, score: 0 }));

/**
 * Each field at most once: the column that is most like it has it.
 * @param isSaid whether something else says of what the sheet is: then vague names are those of its fields
 * @param fields those of its rows, if it is known what the sheet is; otherwise those by which it is recognized
 */
export function detectColumns(
  table: Table,
  kind: AnyKind,
  isSaid = false,
  fields = SHAPES[kind].fields,
): DetectedColumn[] {
  const { headings } = table;
  const columns = withoutFields(table);
  const hasParts = hasPartsOfAngles(headings);
  const pairs = headings.flatMap((_, column) =>
    Object.entries(fields).flatMap(([field, type]) => {
      const score = Math.max(
        field === 'mites' && isOfMites(headings[column]!) ? MIN_OWN : 0,
        ...namesOf(kind, field, isSaid).map(([names, weight]) => table.likeness(column, names) * weight),
      );
      if (score < MIN_SCORE || isOther(table, kind, column, field, hasParts)) return [];
      const fit = table.fitOf(column, type);
      // Under exactly its name, a value that cannot be read is one that is wrong.
      const least = score >= MIN_NAMED && !IDENTITIES.has(type) ? 0 : score >= MIN_OWN ? MIN_FIT_OF_NAME : MIN_FIT;
      return fit < least ? [] : [{ column, field, score, fit }];
    }),
  );
  const taken = new Set<string>();
  for (const { column, field, score } of pairs.sort((a, b) => b.score - a.score || b.fit - a.fit)) {
    if (columns[column]!.field !== null || taken.has(field)) continue;
    columns[column] = { field, score: Math.round(score * 100) / 100 };
    taken.add(field);
  }
  return columns;
}

const HARVEST = /harvest|cosech|castra|ernte|recolt|raccol|colheit|extract|extrac/;
/** Whether a heading says that honey was taken. */
export const saysHarvest = (columns: readonly DetectedColumn[], headings: readonly string[]): boolean =>
  columns.some(({ field }) => field === 'honeyKind') ||
  headings.some((heading) => HARVEST.test(normalizeHeading(heading)));

/** Words that say it also beside others, as in `Latitud del colmenar`. */
const POSITION = /\b(coordenadas?|coordinates?|coords?|utm|(posicion|ubicacion|punto) gps|gps (position|location))\b/;

/**
 * Which columns of a sheet are a position by their headings. The notes of a hive are seen by all members of its apiary, the position of the
 * apiary by its managers: it does not go there. A longitude without a latitude is a length, as its Spanish name says.
 */
export const positionColumns = computeOnce((columns: readonly { heading: string }[]): ReadonlySet<number> => {
  const columnsOf = (words: RegExp, field: string): number[] =>
    columns.flatMap(({ heading }, i) =>
      words.test(normalizeHeading(heading)) || isNamed(heading, FIELD_NAMES[field]!) ? [i] : [],
    );
  const found = new Set([...columnsOf(LATITUDE, 'latitude'), ...columnsOf(POSITION, 'coordinates')]);
  if (found.size > 0) for (const column of columnsOf(LONGITUDE, 'longitude')) found.add(column);
  return found;
});

/** The columns of a sheet of which it is known what its rows are. */
export function columnsOfKind(table: Table, kind: AnyKind): DetectedColumn[] {
  if (kind !== 'WEIGHTS') return detectColumns(table, kind, true, isSheetKind(kind) ? KINDS[kind].fields : undefined);
  const named = Object.entries(KINDS.WEIGHTS.fields).filter(([field]) => !MEASURED_FIELDS.has(field));
  const columns = detectColumns(table, kind, true, Object.fromEntries(named));
  const measured = measuredColumns(table);
  return columns.map((one, column) => {
    const field = one.field === null ? measured.get(column) : undefined;
    return field ? { field, score: 1 } : one;
  });
}
