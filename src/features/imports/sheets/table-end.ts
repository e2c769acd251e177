// Where the table of a sheet ends: below it, people write totals, notes and other tables, which are no rows of it.
import type { Cell } from '../../../formats/file-line.js';
import type { MessageText } from '../../../messages/message.js';
import type { SheetMapping, StoredRow } from '../import-source.types.js';
import { isSheetKind, KINDS } from './kinds.js';
import { asText, readValue } from './values.js';

const TOTAL =
  /^(?:sub ?)?(?:totals?|sum|suma|summe|gesamt|somme|totale|totali|totaux|totais|average|promedio|media|mittelwert|moyenne)\b/i;
/** Fields whose values are not words. */
const WORDS: ReadonlySet<string> = new Set(['TEXT', 'NAME', 'HIVE']);

/** Follows the rows of an import, in their order. */
export class TableEnds {
  private readonly sheets = new Map<number, { last: number; isTotal: boolean; isOver: boolean }>();

  /** @returns why the row is none of the table */
  follow({ sheet, row, cells }: StoredRow, mapping: readonly SheetMapping[]): MessageText | undefined {
    const state = this.sheets.get(sheet) ?? { last: row - 1, isTotal: false, isOver: false };
    this.sheets.set(sheet, state);
    const isBelow = row - state.last > 1 || state.isTotal;
    state.last = row;
    const ofSheet = mapping.find((one) => one.sheet === sheet);
    if (!ofSheet || !Array.isArray(cells)) return undefined;
    if (isBelow && looksLikeHeadings(cells, ofSheet)) state.isOver = true;
    if (state.isOver) return 'It is below the table, and does not look like its rows';
    const first = cells.find((cell) => asText(cell) !== '') ?? null;
    state.isTotal = TOTAL.test(asText(first));
    return state.isTotal ? 'It looks like a total' : undefined;
  }
}

/** Words alone, where the rows of the table have days and numbers. */
function looksLikeHeadings(cells: readonly Cell[], { kind, columns }: SheetMapping): boolean {
  if (!isSheetKind(kind)) return false;
  const { fields } = KINDS[kind];
  const typed = columns.filter(({ field }) => field !== null && !WORDS.has(fields[field] ?? 'TEXT'));
  const isRead = typed.some((column) => {
    const read = readValue(cells[column.column - 1] ?? null, fields[column.field!]!, column);
    return read !== undefined && 'value' in read;
  });
  const texts = columns.map(({ column }) => asText(cells[column - 1] ?? null)).filter((text) => text !== '');
  return typed.length > 0 && !isRead && texts.length > 1 && texts.every((text) => /\p{L}/u.test(text));
}
