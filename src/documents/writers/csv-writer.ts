// Writes CSV (RFC 4180) that programs open without running anything in it.
import type { Options } from 'csv-stringify/sync';
import type { Cell } from '../../formats/file-line.js';

/** Programs that open a table run a cell that begins with one of these as a formula; some ignore white space and invisible characters before. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@\uff0b\uff0d\uff1d\uff20])/u;
/**
 * So does one that splits the lines at another separator, and then ignores the quotes: the rest of a text becomes a cell. Quotes before it open
 * and close nothing.
 */
const LATER_FORMULA = {
  ',': /[=+\-@\uff0b\uff0d\uff1d\uff20](?<=[;\t\r\n][\s\p{Cf}"]*.)/gu,
  ';': /[=+\-@\uff0b\uff0d\uff1d\uff20](?<=[,\t\r\n][\s\p{Cf}"]*.)/gu,
};
/** Without it, spreadsheets read UTF-8 as another encoding. */
const BYTE_ORDER_MARK = '\ufeff';

/** A semicolon is what spreadsheets expect where the comma separates decimals. */
export type Separator = ',' | ';';

const guard = (text: string, separator: Separator): string =>
  `${FORMULA.test(text) ? "'" : ''}${text.replaceAll(LATER_FORMULA[separator], "'$&")}`;

/** @param rows the headings come first */
export async function* writeCsv(rows: AsyncIterable<Cell[][]>, separator: Separator = ','): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  // Where the comma separates decimals, a semicolon separates cells.
  const number = (value: number): string => (separator === ';' ? String(value).replace('.', ',') : String(value));
  const options: Options = {
    delimiter: separator,
    record_delimiter: '\r\n',
    quoted: true,
    quoted_empty: true,
    cast: {
      string: (text) => guard(text, separator),
      number,
      object: (cell) => String((cell as { day?: string }).day ?? (cell as { at?: string }).at),
    },
  };
  let mark = BYTE_ORDER_MARK;
  for await (const some of rows) {
    yield mark + stringify(some, options);
    mark = '';
  }
}
