// What the cells of an XLSX file look like, where that changes what a number says: 0.03 that is shown as 3 %, 40 as 40 lb, 7 as A7.
import { attribute, toColumn, withoutEntities } from './xlsx-check.js';

/** How a number is shown. */
export interface Shown {
  isPercent: boolean;
  before: string;
  after: string;
  /** The least number of digits before the decimal separator. */
  digits: number;
}
/** Cells of a column, one below the other, that are shown in the same way. Rows and columns from 0. */
export interface ShownCells {
  column: number;
  from: number;
  to: number;
  shown: Shown;
}

/** Formats that every workbook has without saying so. */
const BUILT_IN: Readonly<Record<number, string>> = { 9: '0%', 10: '0.00%' };
const MAX_FORMAT_LENGTH = 255;
/** As spreadsheets have it. */
const MAX_STYLES = 65_000;

/** @returns how the numbers of cells are shown, by the number of their style, where it says more than the number */
export function readFormats(styles: string): Map<number, Shown> {
  const codes = new Map<number, string>(Object.entries(BUILT_IN).map(([id, code]) => [Number(id), code]));
  for (const [tag] of styles.matchAll(/<(?:\w{1,20}:)?numFmt\s[^<>]*>/g))
    codes.set(Number(attribute(tag, 'numFmtId')), withoutEntities(attribute(tag, 'formatCode') ?? ''));
  const start = styles.search(/<(?:\w{1,20}:)?cellXfs[\s>]/);
  const cells = start < 0 ? '' : styles.slice(start, styles.indexOf('cellXfs>', start));
  const formats = new Map<number, Shown>();
  for (const [i, [tag]] of [...cells.matchAll(/<(?:\w{1,20}:)?xf[\s/][^<>]*>/g)].slice(0, MAX_STYLES).entries()) {
    const shown = readFormat(codes.get(Number(attribute(tag, 'numFmtId'))) ?? '');
    if (shown) formats.set(i, shown);
  }
  return formats;
}

/** What a format writes beside the number; undefined for one of days, and for one that writes nothing. */
function readFormat(code: string): Shown | undefined {
  if (code.length > MAX_FORMAT_LENGTH) return undefined;
  const shown: Shown = { isPercent: false, before: '', after: '', digits: 0 };
  let isAfter = false;
  let isDecimal = false;
  for (const [part] of code.matchAll(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|./gsu)) {
    // What follows is of negative numbers, of zero and of text.
    if (part === ';') break;
    if (part === '%') shown.isPercent = true;
    else if (/^[0#?]$/.test(part)) {
      isAfter = true;
      if (part === '0' && !isDecimal) shown.digits += 1;
    } else if (part === '.') isDecimal = true;
    else if (/^[a-z]$/i.test(part)) return undefined;
    else shown[isAfter ? 'after' : 'before'] += literalOf(part);
  }
  const says = shown.isPercent || shown.before.trim() !== '' || shown.after.trim() !== '';
  return says && isAfter ? shown : undefined;
}

/** What a part of a format writes as it is: quoted text, an escaped character, a currency. */
function literalOf(part: string): string {
  if (part.startsWith('"')) return part.slice(1, -1);
  if (part.startsWith('\\')) return part.slice(1);
  const [, currency] = /^\[\$([^\]-]*)/.exec(part) ?? [];
  return currency ?? (/^[€$£¥°]$/u.test(part) ? part : '');
}

/** A number as its format shows it. It has all its decimals, but no three, which could be thousands. */
export function showNumber(value: number, { isPercent, before, after, digits }: Shown): string {
  const number = isPercent ? Number((value * 100).toPrecision(12)) : value;
  const decimals = /\.(\d+)$/.exec(String(number))?.[1]?.length;
  const written = decimals === 3 ? number.toFixed(4) : String(number);
  const padded = before === '' ? written : written.padStart(digits, '0');
  return `${before}${padded}${isPercent ? ' %' : ''}${after}`.trim();
}

/** Collects the cells of a sheet that are shown otherwise than as their numbers. */
export class ShownCellsOfSheet {
  readonly all: ShownCells[] = [];
  private readonly last = new Map<number, ShownCells>();

  constructor(private readonly formats: ReadonlyMap<number, Shown>) {}

  /** @param tag the beginning of a cell */
  add(tag: string): void {
    if (this.formats.size === 0) return;
    const shown = this.formats.get(Number(attribute(tag, 's')));
    const [, letters, digits] = shown ? (/^([A-Z]{1,3})(\d{1,7})$/.exec(attribute(tag, 'r') ?? '') ?? []) : [];
    if (!shown || !letters) return;
    const [column, row] = [toColumn(letters) - 1, Number(digits) - 1];
    const last = this.last.get(column);
    if (last?.shown === shown && last.to === row - 1) {
      last.to = row;
      return;
    }
    const next = { column, from: row, to: row, shown };
    this.last.set(column, next);
    this.all.push(next);
  }
}
