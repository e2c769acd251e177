// Whether a table that has what makes it one of a kind may hardly be anything else.
import type { DetectedColumn, Table } from './detect-columns.js';
import { saysHarvest } from './detect-columns.js';
import { DONE, FOODS, GENERIC_PRODUCTS, KEPT, OF_VISITS, STORES } from './dictionary.js';
import { FIELD_NAMES, OWN_NAMES } from './field-names.js';
import { isNamed, normalizeHeading } from './headings.js';
import { type AnyKind, KINDS, SHAPES, STATE_FIELDS } from './kinds.js';
import { hasMedicines, isFood, isMedicine, isNoMedicine, shareOf } from './medicines.js';
import { hasDays, isHarvested, isRepeated } from './table-facts.js';
import { unitsOfHeading } from './units.js';

/** A column that has a field. */
export type Found = { field: string; score: number; column: number };

interface Read {
  found: readonly Found[];
  columns: readonly DetectedColumn[];
  /** Those of which a table of this kind has one at least. */
  typical: readonly Found[];
  /** Whether the sheet is named after its kind. */
  isNamedSo: boolean;
}

/** What speaks of colonies: beside it, a bare number is that of a hive. */
const OF_COLONIES: ReadonlySet<string> = new Set([
  ...STATE_FIELDS,
  ...SHAPES.TREATMENTS.typical,
  ...SHAPES.MITE_COUNTS.typical,
  ...SHAPES.QUEENS.typical,
  ...SHAPES.HIVES.typical,
]);

export function isPlain(table: Table, kind: AnyKind, read: Read): boolean {
  if (isAnyNumber(table, read) || hasLostAmounts(table, kind, read)) return false;
  if (kind === 'TREATMENTS') return isOfMedicines(table, read);
  if (read.isNamedSo) return true;
  const { found, typical } = read;
  switch (kind) {
    // Nothing is known of it but the hives and the days.
    case 'INSPECTIONS':
      return (typical.length > 0 || isVisit(table) || found.some(({ field }) => field === 'notes')) && !isToDo(table);
    case 'HIVES':
      return typical.length > 0 || !hasUnknownDays(table, read);
    // Queens that were seen on a day, and hives with their queens.
    case 'QUEENS':
      return !hasDays(table) && !isOfHives(table, read) && !hasUnknownDays(table, read);
    // What was sold on a day.
    case 'INVENTORY':
      return !hasDays(table);
    // Honey may also be what the bees have on their combs.
    case 'HARVESTS':
      return isTaken(table, found);
    default:
      return true;
  }
}

/** A bare number may be that of anything: how many things, a telephone. */
const isAnyNumber = (table: Table, { found }: Read): boolean =>
  found.some(({ field, column }) => field === 'hive' && isNamed(table.headings[column]!, ['number', 'número'])) &&
  !found.some(({ field }) => OF_COLONIES.has(field)) &&
  !isRepeated(table);

const unknownColumns = (table: Table, { columns }: Read): number[] =>
  columns.flatMap(({ field }, column) =>
    field === null && table.filledOf(column) > 0 && !isNamed(table.headings[column]!, OWN_NAMES) ? [column] : [],
  );

/** Kinds that have no amounts: without what is typical of them, a table with amounts of honey or food is another. */
const WITHOUT_AMOUNTS: ReadonlySet<AnyKind> = new Set(['HIVES', 'INSPECTIONS']);

/** `Honey 2023 (kg)`, `Kg sugar`: amounts that the kind does not have, or has in one column alone. */
const hasLostAmounts = (table: Table, kind: AnyKind, read: Read): boolean =>
  (kind === 'HARVESTS' || (WITHOUT_AMOUNTS.has(kind) && read.typical.length === 0)) &&
  !read.found.some(({ field }) => field === 'honey') &&
  unknownColumns(table, read).some((column) => {
    const heading = table.headings[column]!;
    const words = normalizeHeading(heading);
    const isAmount = FOODS.test(words) && !KEPT.test(words) && unitsOfHeading(heading, 'HONEY').length > 0;
    return isAmount && table.fitOf(column, 'HONEY') > 0.5;
  });

/** Days on which something else was done with each hive. */
const hasUnknownDays = (table: Table, read: Read): boolean =>
  unknownColumns(table, read).some((column) => table.fitOf(column, 'DAY') > 0.5);

/** Whether something is said of the hives that a queen has not. */
const isOfHives = (table: Table, read: Read): boolean =>
  unknownColumns(table, read).some((column) => isNamed(table.headings[column]!, OF_HIVES));
const OF_HIVES = Object.keys(KINDS.HIVES.fields).flatMap((field) =>
  Object.hasOwn(KINDS.QUEENS.fields, field) ? [] : FIELD_NAMES[field]!,
);

const isVisit = (table: Table): boolean => table.headings.filter((heading) => isNamed(heading, OF_VISITS)).length > 1;

const isToDo = (table: Table): boolean =>
  table.headings.some((heading, column) => isNamed(heading, DONE) && table.fitOf(column, 'YES_NO') > 0.5);

/** Frames that were taken; others are those that a hive has. */
const TAKEN = /\b(?:taken|pulled|sacad[oa]s|quitad[oa]s|retirad[oa]s|entnommen\w*|preleves|prelevati|tirados)\b/;
export const saysTaken = (table: Table): boolean =>
  saysHarvest([], table.headings) || table.headings.some((heading) => TAKEN.test(normalizeHeading(heading)));

function isTaken(table: Table, found: readonly Found[]): boolean {
  const isStored = table.headings.some((heading) => isNamed(heading, [...STORES, ...FIELD_NAMES.broodFrames!]));
  if (isStored && !saysHarvest([], table.headings)) return false;
  return (
    saysTaken(table) ||
    found.some(({ field, column }) => field === 'honeyKind' || (field === 'honey' && isHarvested(table, column)))
  );
}

/** What only registers of treatments have. */
const OF_REGISTERS: ReadonlySet<string> = new Set(
  'activeIngredient endDate method reason plannedDays withdrawalDays withdrawalUntil batch prescriber'.split(' '),
);
/** A log in which more rows than these have no medicine is one of visits, or of what the bees were fed. */
const MAX_OTHERS = 0.25;

function isOfMedicines(table: Table, { found, isNamedSo }: Read): boolean {
  const product = found.find(({ field }) => field === 'product');
  if (!product) return false;
  if (shareOf(table, product.column, isNoMedicine) > MAX_OTHERS) return false;
  if (shareOf(table, product.column, isFood) >= 0.5) return false;
  const heading = (column: number): string => table.headings[column]!;
  const isRegister = found.some(
    ({ field, column }) => OF_REGISTERS.has(field) || (field === 'dose' && isNamed(heading(column), FIELD_NAMES.dose!)),
  );
  return (
    isNamedSo ||
    isRegister ||
    !isNamed(heading(product.column), GENERIC_PRODUCTS) ||
    hasMedicines(table) ||
    shareOf(table, product.column, isMedicine) >= 0.5
  );
}
