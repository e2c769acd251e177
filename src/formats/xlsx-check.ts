// What the parts of an XLSX file say of its sheets, without a parser: one pass through each text, whatever it contains.
import { FileError } from './file-line.js';
import { MAX_COLUMNS, MAX_ROWS } from './sheet-lines.js';

/** Titles and empty rows between the rows. */
const MAX_ROW_NUMBER = MAX_ROWS * 2;
/** Cells that are there only for their style: spreadsheets fill whole rows with them. */
const MAX_CELLS = 5_000_000;

/** The last cell has no next one; what follows it is not of interest. */
const MAX_LAST_CELL = 2000;

export const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];

/** The names of the sheets by the names of their parts. */
export function sheetNames(workbook: string, relations: string): Map<string, string> {
  const targets = new Map(
    [...relations.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].map(
      ([tag]) => [attribute(tag, 'Id'), attribute(tag, 'Target')] as const,
    ),
  );
  const names = new Map<string, string>();
  for (const [tag] of workbook.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g)) {
    const target = targets.get(/\s\w+:id\s*=\s*["']([^"']*)["']/.exec(tag)?.[1]);
    if (target)
      names.set(
        target.startsWith('/') ? target.slice(1) : `xl/${target}`,
        withoutEntities(attribute(tag, 'name') ?? ''),
      );
  }
  return names;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
export const withoutEntities = (text: string): string =>
  text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/**
 * @param sheet its name
 * @param found gets the beginning of each cell with a value
 * @throws FileError (FORMULA_WITHOUT_VALUE, TOO_MANY_ROWS, TOO_MANY_COLUMNS, TOO_LARGE)
 */
export function checkSheet(sheet: string, xml: string, found: (tag: string) => void): void {
  let cells = 0;
  for (let from = nextCell(xml, 0); from >= 0; cells += 1) {
    const end = xml.indexOf('>', from);
    if (end < 0) return;
    const isClosed = xml[end - 1] === '/';
    const next = nextCell(xml, end);
    const body = isClosed ? '' : xml.slice(end + 1, next < 0 ? xml.indexOf('</', end) + MAX_LAST_CELL : next);
    if (cells >= MAX_CELLS) throw new FileError({ code: 'TOO_LARGE', sheet });
    const hasFormula = /<(?:\w+:)?f[\s>/]/.test(body);
    if (hasFormula || /<(?:\w+:)?(v|is)[\s>]/.test(body)) {
      const tag = xml.slice(from, end);
      checkCell(sheet, tag, hasFormula && !hasValue(tag, body));
      found(tag);
    }
    from = next;
  }
}

/** Cells that are shown as one, by their rows and their first column, from 0. */
export interface MergedCells {
  column: number;
  from: number;
  to: number;
}
const MAX_MERGED = 10_000;

/** @returns the merged cells of a sheet that span several rows */
export function findMerged(xml: string): MergedCells[] {
  const merged: MergedCells[] = [];
  for (const [, letters, from, to] of xml.matchAll(
    /<(?:\w{1,20}:)?mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g,
  )) {
    const column = toColumn(letters!) - 1;
    if (Number(to) > Number(from) && column < MAX_COLUMNS)
      merged.push({ column, from: Number(from) - 1, to: Number(to) - 1 });
    if (merged.length === MAX_MERGED) break;
  }
  return merged;
}

export const toColumn = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

/** The next `<c>`, with or without a prefix. */
function nextCell(xml: string, from: number): number {
  const cell = /<(?:\w{1,20}:)?c[\s>/]/g;
  cell.lastIndex = from;
  return cell.exec(xml)?.index ?? -1;
}

/** An empty text is a value of a formula; an empty number is none, as programs write that calculate nothing. */
const hasValue = (tag: string, body: string): boolean =>
  /<(?:\w+:)?v(?:\s[^<>]*)?>[^<]/.test(body) || (attribute(tag, 't') === 'str' && /<(?:\w+:)?v[\s/>]/.test(body));

function checkCell(sheet: string, tag: string, lacksValue: boolean): void {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attribute(tag, 'r') ?? '') ?? [];
  if (!letters) throw new FileError({ code: 'DAMAGED', sheet });
  const column = toColumn(letters);
  const row = Number(digits);
  if (column > MAX_COLUMNS) throw new FileError({ code: 'TOO_MANY_COLUMNS', sheet, row, value: String(MAX_COLUMNS) });
  if (row > MAX_ROW_NUMBER) throw new FileError({ code: 'TOO_MANY_ROWS', sheet, row, value: String(MAX_ROWS) });
  if (lacksValue) throw new FileError({ code: 'FORMULA_WITHOUT_VALUE', sheet, row, column });
}
