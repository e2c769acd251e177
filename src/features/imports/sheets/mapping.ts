// How sheets are read: proposed from their headings, values and names, decided by the user where that is not certain, and remembered for the
// next file with the same headings.
import type { FileFormat } from '../../../formats/file-line.js';
import { serializeMessage } from '../../../messages/message.js';
import { Language } from '../../../shared/language.js';
import { isUuid } from '../../../shared/text.js';
import type { ColumnMapping, SheetChoices, SheetMapping, SheetSample } from '../import-source.types.js';
import { formatsOf } from './column-formats.js';
import { columnsOfKind, type DetectedColumn, Table, withoutFields } from './detect-columns.js';
import { detectKind } from './detect-kind.js';
import { FIELD_NAMES_BY_KIND } from './dictionary.js';
import { FIELD_NAMES, OWN_HEADINGS, OWN_NAMES, OWN_NAMES_BY_KIND, OWN_SIGNS } from './field-names.js';
import { isEuropean, isForeign, isNamed } from './headings.js';
import { isKind, isSheetKind, KINDS, SHEET_KINDS } from './kinds.js';
import { mayBeOther } from './measured-columns.js';
import { type GivenBySheet, isGeneric, readTitles } from './sheet-name.js';
import { findPlaces, isMorePlaces, withHive } from './sheet-places.js';
import { isGrouped } from './table-facts.js';
import { asText } from './values.js';

/** What is known of the account and the file. */
export interface Facts {
  language: Language;
  /** The names of the apiaries of the account. */
  apiaries: readonly string[];
  format: FileFormat;
  /** What separates the cells of a CSV. */
  separator?: string | undefined;
}

/** @param chosen what a user has decided @param sheets how many the file has */
export function proposeSheet(sample: SheetSample, facts: Facts, chosen: SheetChoices, sheets: number): SheetMapping {
  const { sheet, name, titles = [], headings, rows } = sample;
  const table = new Table(isGeneric(name) ? (titles[0] ?? name) : name, headings, rows);
  const given = withHive(table, readTitles(name, titles, facts));
  const isOwn = isOfThisService(table);
  const { kind, columns, kinds, evidence } = kindOf(table, titles, chosen, given, isOwn);
  const isChosen = (column: number): boolean => chosen.columns?.[column + 1]?.field !== undefined;
  const taken = new Set(Object.values(chosen.columns ?? {}).flatMap(({ field }) => field ?? []));
  const found = headings.map((_, i): DetectedColumn => {
    const { field, score } = columns[i]!;
    if (isChosen(i)) return { field: chosen.columns![i + 1]!.field!, score: 1 };
    const isOther = isOwn && kind !== null && isNamed(headings[i]!, OWN_NAMES_BY_KIND[kind] ?? []);
    return isOther || (field !== null && taken.has(field)) ? { field: null, score: 0 } : { field, score };
  });
  const fields = findPlaces(table, kind, found, isChosen, facts.apiaries);
  const year = chosen.year ?? given.year;
  const mapped = headings.map((heading, i): ColumnMapping => {
    const { field, score } = fields[i]!;
    const formats = formatsOf(table, i, kind, fields, facts.language);
    const { field: _, before, ...decided } = chosen.columns?.[i + 1] ?? {};
    const usual = formats.remark === 'GUESSED' && before ? before : {};
    const isLeftOut = isOwn && field === null && isNamed(heading, OWN_NAMES);
    const column = {
      ...{ column: i + 1, heading, field, score, ...formats, ...usual, ...decided },
      ...(year && { year }),
      ...(isLeftOut && { isLeftOut }),
    };
    if (decided.dateOrder || decided.decimal || usual.dateOrder || usual.decimal) delete column.remark;
    if (decided.unit) delete column.units;
    return column;
  });
  const below = belowOf(table, kind, fields);
  const place = placeOf(table, kind, fields, given, chosen, facts, sheets);
  return {
    ...{ sheet, name, titles, kind, ...(kinds && { kinds }), evidence: evidence.map(serializeMessage) },
    ...(kind === null ? { apiaryName: null } : place),
    ...((chosen.hiveName ?? given.hive) ? { hiveName: chosen.hiveName ?? given.hive } : {}),
    ...((chosen.date ?? given.date) ? { date: chosen.date ?? given.date! } : {}),
    ...(below.length > 0 && { below }),
    ...(chosen.existing && { existing: chosen.existing }),
    columns: mapped,
    ...(Object.keys(chosen).length > 0 && { chosen }),
  };
}

/** A table that this service has written has the id of each record. */
const isOfThisService = (table: Table): boolean =>
  table.headings.some(
    (heading, column) =>
      isNamed(heading, OWN_HEADINGS.record!) &&
      table.cellsOf(column).length > 0 &&
      table.cellsOf(column).every((cell) => isUuid(asText(cell))),
  );

function kindOf(
  table: Table,
  titles: readonly string[],
  chosen: SheetChoices,
  given: GivenBySheet,
  isOwn: boolean,
): ReturnType<typeof detectKind> {
  const hasDay = chosen.date || given.date || table.dateParts;
  const known = new Set([...((chosen.hiveName ?? given.hive) ? ['hive'] : []), ...(hasDay ? ['date'] : [])]);
  const own = isOwn
    ? OWN_KINDS.find((one) => table.headings.some((heading) => isNamed(heading, OWN_SIGNS[one]!)))
    : undefined;
  if (chosen.kind === undefined && own) return { kind: own, columns: columnsOfKind(table, own), evidence: [] };
  if (chosen.kind === undefined) return askOfWeights(table, titles, detectKind(table, known));
  if (!isKind(chosen.kind)) return { kind: null, columns: withoutFields(table), evidence: [] };
  return { kind: chosen.kind, columns: columnsOfKind(table, chosen.kind), evidence: [] };
}

/** Weights that may be of honey, of boxes or of queens are asked. */
function askOfWeights(
  table: Table,
  titles: readonly string[],
  found: ReturnType<typeof detectKind>,
): ReturnType<typeof detectKind> {
  const isOpen = found.kind === 'WEIGHTS' && !found.kinds && mayBeOther(table, titles);
  return isOpen ? { ...found, kinds: ['WEIGHTS', 'HARVESTS'] } : found;
}

const OWN_KINDS = SHEET_KINDS.filter((kind) => OWN_SIGNS[kind]);

/** Which apiary the rows are in that name none. */
function placeOf(
  table: Table,
  kind: string | null,
  fields: readonly DetectedColumn[],
  given: GivenBySheet,
  chosen: SheetChoices,
  { apiaries }: Facts,
  sheets: number,
): Pick<SheetMapping, 'apiaryName' | 'apiaries' | 'isBelow'> {
  if (chosen.apiaryName !== undefined || chosen.isBelow)
    return { apiaryName: chosen.apiaryName ?? null, ...(chosen.isBelow && { isBelow: true }) };
  const column = fields.findIndex(({ field }) => field === 'apiary');
  const only = apiaries.length === 1 ? apiaries[0]! : null;
  if (column < 0) {
    if (given.apiary !== undefined) return { apiaryName: given.apiary };
    const isNamed = (sheets > 1 || given.isApiary === true) && given.mayBe !== undefined;
    if (only !== null && !isNamed && !isMorePlaces(table, kind, fields)) return { apiaryName: only };
    const mayBe = [...(isNamed ? [given.mayBe!] : []), ...apiaries.slice(0, 20)];
    return { apiaryName: null, apiaries: mayBe };
  }
  if (table.filledOf(column) === 1) return { apiaryName: only };
  // A list in which each apiary is written once, above its hives.
  if (isGrouped(table, column)) return { apiaryName: null, isBelow: true };
  return { apiaryName: null, apiaries: apiaries.slice(0, 20) };
}

/** The days, or the hives, that are written once above the rows that are of them. */
function belowOf(table: Table, kind: string | null, fields: readonly DetectedColumn[]): string[] {
  if (!isSheetKind(kind) || !KINDS[kind].required.includes('date')) return [];
  return ['date', 'hive'].filter((field) => {
    const column = fields.findIndex((one) => one.field === field);
    const isOnly = field !== 'hive' || !table.headings.some((heading, i) => i !== column && isNamed(heading, HIVES));
    return column >= 0 && table.filledOf(column) <= MAX_FILLED_OF_GROUPS[field]! && isGrouped(table, column) && isOnly;
  });
}
/** Where fewer cells are empty, they are rather forgotten. */
const MAX_FILLED_OF_GROUPS: Readonly<Record<string, number>> = { date: 0.7, hive: 0.5 };
const HIVES = [...FIELD_NAMES.hive!, ...FIELD_NAMES_BY_KIND.HIVES!.hive!];

/**
 * Whoever wrote one column wrote the others: one that leaves its order of days, or its decimals, open has those of the columns that do not, if
 * they agree. So do the words of the headings, the separator of the cells and the language of the account, if they agree.
 */
export function settle(
  sheets: SheetMapping[],
  { language, separator }: Pick<Facts, 'language' | 'separator'>,
): SheetMapping[] {
  const all = sheets.flatMap(({ columns }) => columns);
  const isSure = ({ remark }: ColumnMapping): boolean => remark === undefined;
  const orders = new Set(all.flatMap((one) => (isSure(one) ? (one.dateOrder ?? []) : [])));
  const decimals = new Set(all.flatMap((one) => (isSure(one) ? (one.decimal ?? []) : [])));
  const isMixed = all.some(({ remark }) => remark === 'MIXED');
  const foreign = isForeign(all.map(({ heading }) => heading));
  const isDayFirst = foreign && (language !== Language.EN || isEuropean(all.map(({ heading }) => heading)));
  const order =
    orders.size === 1 && !isMixed ? [...orders][0] : orders.size === 0 && isDayFirst ? ('DMY' as const) : undefined;
  const decimal =
    decimals.size === 1 ? [...decimals][0] : decimals.size === 0 && foreign && separator === ';' ? ',' : undefined;
  const settleColumn = ({ remark, ...column }: ColumnMapping): ColumnMapping => {
    if (remark === 'GUESSED' && column.dateOrder && column.dateOrder !== 'YMD' && order)
      return { ...column, dateOrder: order };
    if (remark === 'GUESSED' && column.decimal && decimal) return { ...column, decimal };
    // Spanish is also written where the month is first, but seldom.
    const isMonthFirst = foreign && remark === 'GUESSED' && column.dateOrder === 'MDY';
    return { ...column, ...(isMonthFirst && { dateOrder: 'DMY' as const }), ...(remark && { remark }) };
  };
  return sheets.map((sheet) => ({ ...sheet, columns: sheet.columns.map(settleColumn) }));
}

/** @returns the fields that the columns of a sheet may have */
export const fieldsOf = (kind: string | null): string[] => (isSheetKind(kind) ? Object.keys(KINDS[kind].fields) : []);
