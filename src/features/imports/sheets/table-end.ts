// Where the table of a sheet ends: below it, people write totals, notes and other tables, which are no rows of it.
import type { Cell } from '../../../formats/file-line.js';
import type { MessageText } from '../../../messages/message.js';
import { fold } from '../../../shared/text.js';
import type { SheetMapping, StoredRow } from '../import-source.types.js';
import { readDay } from './days.js';
import { FIELD_NAMES } from './field-names.js';
import { normalizeHeading, withoutUnit } from './headings.js';
import { isSheetKind, KINDS } from './kinds.js';
import { isPeriod, readSheetName } from './sheet-name.js';
import { asText, readValue } from './values.js';

/** At the beginning, whatever follows. */
const TOTAL =
  /^(?:(?:sub|grand|gran|zwischen|overall|yard|apiary)[ -]?)?(?:totals?|totales|totale|totali|totaux|totais|gesamt\p{L}*|summe|endsumme|zwischensumme)\b/u;
/** Alone, or before what they are of: `Media alza` is an item. */
const AVERAGE =
  /^(?:sum|suma|somme|soma|somma|avg|average|mean|promedio|media|mittel|mittelwert|durchschnitt|moyenne)\.?\s*(?:$|[:=(\d]|(?:of|de|del|per|por|pro|par)\b)/;
/** After what they are of: `Home total`. */
const TOTAL_AT_END = /\s(?:total|totals|totales|totale|totaux|totais|gesamt|summe|avg|average)\s*[:=]?\s*[\d.,]*$/;
const MAX_TOTAL_LENGTH = 40;
/** What a row is of: there, people write that it is of all. */
const NAMES: ReadonlySet<string> = new Set(['apiary', 'hive', 'item', 'date']);

function isTotal(cells: readonly Cell[], columns: SheetMapping['columns']): boolean {
  const textOf = (cell: Cell | undefined): string => {
    const text = fold(asText(cell ?? null)).trim();
    return text.length <= MAX_TOTAL_LENGTH ? text : '';
  };
  const first = textOf(cells.find((cell) => asText(cell) !== ''));
  const names = columns.flatMap(({ field, column }) =>
    field !== null && NAMES.has(field) ? [textOf(cells[column - 1])] : [],
  );
  return (
    [first, ...names].some((text) => TOTAL.test(text) || AVERAGE.test(text)) ||
    names.some((text) => TOTAL_AT_END.test(text))
  );
}

/** Fields whose values are not words. */
const WORDS: ReadonlySet<string> = new Set(['TEXT', 'NAME', 'HIVE']);

/** Follows the rows of an import, in their order. */
export class TableEnds {
  private readonly sheets = new Map<number, { last: number; isAfterEnd: boolean; isOver: boolean }>();

  /** @returns why the row is none of the table */
  follow({ sheet, row, cells }: StoredRow, mapping: readonly SheetMapping[]): MessageText | undefined {
    const state = this.sheets.get(sheet) ?? { last: row - 1, isAfterEnd: false, isOver: false };
    this.sheets.set(sheet, state);
    const isBelow = row - state.last > 1 || state.isAfterEnd;
    state.last = row;
    const ofSheet = mapping.find((one) => one.sheet === sheet);
    if (!ofSheet || !Array.isArray(cells)) return undefined;
    const isOwn = repeatsHeadings(cells, ofSheet);
    if (!isOwn && ((isBelow && looksLikeHeadings(cells, ofSheet)) || isOtherHeadings(cells, ofSheet)))
      state.isOver = true;
    if (state.isOver) return 'It is below the table, and does not look like its rows';
    const isSum = isTotal(cells, ofSheet.columns);
    if ((isBelow || (needsDay(ofSheet) && !isSum)) && isTitle(cells, ofSheet)) state.isOver = true;
    state.isAfterEnd = isSum;
    return isSum ? 'It looks like a total' : undefined;
  }
}

const needsDay = ({ kind }: Pick<SheetMapping, 'kind'>): boolean =>
  isSheetKind(kind) && KINDS[kind].required.includes('date');

/** The headings are written again above another part of the table. */
const repeatsHeadings = (cells: readonly Cell[], { columns }: SheetMapping): boolean =>
  columns.every(({ column, heading }) => {
    const text = normalizeHeading(asText(cells[column - 1] ?? null));
    return text === '' || text === normalizeHeading(heading);
  });

const HEADINGS = new Set(Object.values(FIELD_NAMES).flatMap((names) => names.map(normalizeHeading)));
/** The headings of another table, where a row would have a day. */
function isOtherHeadings(cells: readonly Cell[], ofSheet: SheetMapping): boolean {
  const texts = cells.map(asText).filter((text) => text !== '');
  if (texts.length < 2 || !needsDay(ofSheet) || !texts.every((text) => /\p{L}/u.test(text) && !/\d/.test(text)))
    return false;
  return texts.filter((text) => HEADINGS.has(normalizeHeading(withoutUnit(text)))).length > 1;
}

/** Words alone. Those of an apiary, a hive or a month may be above the rows that are of it; a note belongs to what is above it. */
function isTitle(cells: readonly Cell[], { columns, hiveName, below, ...ofSheet }: SheetMapping): boolean {
  const [first, ...others] = cells.flatMap((cell, i) => (asText(cell) === '' ? [] : [{ text: asText(cell), i }]));
  if (!first || others.length > 0) return false;
  const field = columns.find(({ column }) => column === first.i + 1)?.field ?? null;
  const { hive, mayBeHive } = readSheetName(first.text, { apiaries: [] });
  // Below the table of one hive, another begins.
  if (
    hiveName &&
    (hive ?? (first.i === 0 ? mayBeHive : undefined)) !== undefined &&
    !columns.some((one) => one.field === 'hive')
  )
    return true;
  const isHive = (hive ?? mayBeHive) !== undefined && (field === 'hive' || !needsDay(ofSheet));
  const isPlace = field === 'apiary' || field === 'notes' || isHive || (field === 'hive' && below?.includes('hive'));
  return !isPlace && !isPeriod(first.text) && /\p{L}{2}/u.test(first.text) && readDay(first.text) === undefined;
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
