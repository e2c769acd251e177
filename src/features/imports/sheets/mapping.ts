// How sheets are read: proposed from their headings and values, changed by the user, and remembered for the next file with the same headings.
import { createHash } from 'node:crypto';
import type { Cell } from '../../../formats/file-line.js';
import type { Language } from '../../../shared/language.js';
import type { ColumnMapping, SheetMapping, SheetSample } from '../import-source.types.js';
import { findDateOrder } from './days.js';
import { detectSheet, normalizeHeading } from './detect-columns.js';
import { isSheetKind, KINDS } from './kinds.js';
import { findDecimal } from './values.js';

const NUMERIC = new Set(['WHOLE', 'NUMBER', 'KILOGRAMS', 'GRAMS']);

/** @param apiaryName of the only apiary of the account, for sheets without a column for it */
export function proposeMapping(
  samples: readonly SheetSample[],
  language: Language,
  apiaryName: string | null,
): SheetMapping[] {
  const sheets = samples.map((sample): SheetMapping => {
    const { kind, columns } = detectSheet(sample);
    const mapped = sample.headings.map((heading, i): ColumnMapping => {
      const { field, score } = columns[i]!;
      return { column: i + 1, heading, field, score, ...formatsOf(sample, i, kind, field, language) };
    });
    const { sheet, name } = sample;
    return { sheet, name, kind, apiaryName: kind === null ? null : apiaryName, columns: mapped };
  });
  return settleOrders(sheets);
}

/** Whoever wrote one column of days wrote the others: one that leaves its order open has that of those that do not, if they agree. */
function settleOrders(sheets: SheetMapping[]): SheetMapping[] {
  const columns = sheets.flatMap((sheet) => sheet.columns).filter(({ dateOrder }) => dateOrder !== undefined);
  const orders = new Set(columns.flatMap(({ dateOrder, remark }) => (remark === 'GUESSED' ? [] : [dateOrder!])));
  const [order] = orders;
  if (order === undefined || orders.size > 1 || columns.some(({ remark }) => remark === 'MIXED')) return sheets;
  const settle = ({ remark, ...column }: ColumnMapping): ColumnMapping =>
    remark === 'GUESSED' ? { ...column, dateOrder: order } : { ...column, ...(remark && { remark }) };
  return sheets.map((sheet) => ({ ...sheet, columns: sheet.columns.map(settle) }));
}

/** How the values of a column are written. */
export function formatsOf(
  { rows }: Pick<SheetSample, 'rows'>,
  index: number,
  kind: string | null,
  field: string | null,
  language: Language,
): Pick<ColumnMapping, 'dateOrder' | 'decimal' | 'remark'> {
  const type = isSheetKind(kind) && field !== null ? KINDS[kind].fields[field] : undefined;
  const cells = (): Cell[] => rows.map((row) => row.cells[index] ?? null);
  if (type === 'DAY' || type === 'YEAR') return findDateOrder(cells(), language);
  return type !== undefined && NUMERIC.has(type) ? { decimal: findDecimal(cells(), language) } : {};
}

/** Sheets whose headings are the same have the same key, whatever their case, accents and punctuation are. */
export const mappingKey = (headings: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(headings.map(normalizeHeading)))
    .digest('hex');

/**
 * Replaces the proposal for sheets whose headings are known. The values of this file decide how its days and numbers are written.
 * @param remembered the sheets of mappings that were run, by `mappingKey`
 */
export function applyRemembered(
  proposed: readonly SheetMapping[],
  remembered: ReadonlyMap<string, Pick<SheetMapping, 'kind' | 'apiaryName' | 'columns'>>,
): SheetMapping[] {
  return proposed.map((sheet) => {
    const known = remembered.get(mappingKey(sheet.columns.map(({ heading }) => heading)));
    if (!known || known.columns.length !== sheet.columns.length) return sheet;
    const fields = new Set(known.columns.map(({ field }) => field));
    const columns = sheet.columns.map((column, i): ColumnMapping => {
      const { field, score, dateOrder, decimal } = known.columns[i]!;
      // Nobody has decided on it, and there was no field for it: there may be one now.
      const isOpen = field === null && score === 0;
      if (isOpen && (sheet.kind !== known.kind || fields.has(column.field))) return { ...column, field, score };
      if (isOpen) return column;
      const isSame = field === column.field;
      return {
        ...column,
        field,
        score: 1,
        // What the values leave open was decided by the user before.
        ...(!isSame || column.remark === 'GUESSED' ? { dateOrder, decimal, remark: undefined } : {}),
      };
    });
    return { ...sheet, kind: known.kind, apiaryName: known.apiaryName ?? sheet.apiaryName, columns };
  });
}

/** @returns the fields that the columns of a sheet may have */
export const fieldsOf = (kind: string | null): string[] => (isSheetKind(kind) ? Object.keys(KINDS[kind].fields) : []);
