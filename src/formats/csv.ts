// CSV as spreadsheets and people write it. Nothing says how it is encoded or what separates its cells, so both are read from the content.
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { type Cell, FileError, type FileLine } from './file-line.js';
import { MAX_CELL_LENGTH, MAX_COLUMNS, MAX_ROWS, toLinesTwice } from './sheet-lines.js';

const SEPARATORS = [';', ',', '\t', '|'] as const;
/** With those that are empty. */
const MAX_LINES = MAX_ROWS * 4;
/** What is looked at to find the encoding and the separator. */
const SAMPLE_BYTES = 64 * 1024;
/** What is parsed at once. */
const PIECE_LENGTH = 64 * 1024;
/** The longest line: every cell at its limit would be six megabytes; none that people write is a tenth of it. */
const MAX_LINE_LENGTH = 1_000_000;

export async function* readCsv(file: Buffer, name: string): AsyncGenerator<FileLine> {
  const { text, encoding } = decode(file);
  // Excel writes it for itself.
  const stated = /^sep=(.)\r?\n/i.exec(text);
  // It stays a line, so that rows keep their numbers.
  const content = stated ? text.replace(/^[^\n]*/, '') : text;
  const { parse } = await import('csv-parse/sync');
  const separator = stated?.[1] ?? findSeparator(parse, firstRecords(content));
  yield { type: 'file', format: 'CSV', details: { encoding, separator } };
  // The rows are parsed twice, so that they need not be in memory.
  yield* toLinesTwice(name.replace(/\.[^.]*$/, '') || 'CSV', () => parseRows(content, separator));
}

type Parse = (text: string, options: object) => unknown;

/** @throws FileError (UNKNOWN_FORMAT) if it is no text */
export function decode(file: Buffer): { text: string; encoding: string } {
  const encoding = findEncoding(file);
  // The decoder takes away the byte order mark.
  const text = new TextDecoder(encoding).decode(file);
  const sample = text.slice(0, SAMPLE_BYTES);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells text from other content.
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  if (
    sample.includes('\0') ||
    controls > sample.length / 1000 ||
    /^(%PDF-|\{\\rtf|<!doctype|<html|<\?xml)/i.test(sample.trimStart())
  )
    throw new FileError({ code: 'UNKNOWN_FORMAT' });
  if (text.includes('\0')) throw new FileError({ code: 'DAMAGED' });
  return { text, encoding };
}

function findEncoding(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le';
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be';
  const sample = file.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2]! += 1;
  // Latin letters and separators in UTF-16: every other byte is zero.
  const half = sample.length / 2;
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.05) return 'utf-16le';
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.05) return 'utf-16be';
  return isUtf8(file) ? 'utf-8' : 'windows-1252';
}

/** The beginning of a text, until the end of a record: a line break in quotes is none. */
export function firstRecords(text: string): string {
  if (text.length <= SAMPLE_BYTES) return text;
  const sample = text.slice(0, SAMPLE_BYTES);
  for (let end = sample.lastIndexOf('\n'); end > 0; end = sample.lastIndexOf('\n', end - 1)) {
    const quotes = sample.slice(0, end).match(/"/g)?.length ?? 0;
    if (quotes % 2 === 0) return sample.slice(0, end + 1);
  }
  return sample;
}

/** The one by which most lines have the same number of cells, and more than one. */
export function findSeparator(parse: Parse, sample: string): string {
  const scored = SEPARATORS.map((separator) => {
    let rows: string[][];
    try {
      rows = parse(sample, { ...OPTIONS, delimiter: separator, to: 200 }) as string[][];
    } catch {
      return { separator, score: 0 };
    }
    const counts = new Map<number, number>();
    for (const { length } of rows.filter((row) => row.some((cell) => cell !== '')))
      counts.set(length, (counts.get(length) ?? 0) + 1);
    const [[columns, lines] = [1, 0]] = [...counts]
      .filter(([length]) => length > 1)
      .sort((a, b) => b[1] - a[1] || b[0] - a[0]);
    const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
    // Decimal commas make as many cells in some lines, but not in the line of the headings.
    const inFirst = rows
      .slice(0, 20)
      .some((row) => row.length === columns && row.every((cell) => !/^\s*\d/.test(cell)));
    return {
      separator,
      score: total === 0 ? 0 : (lines / total) * (1 + Math.log2(columns) / 10) * (inFirst ? 1 : 0.5),
    };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.separator : ',';
}

const OPTIONS = {
  relax_quotes: true,
  relax_column_count: true,
  skip_empty_lines: false,
  max_record_size: MAX_LINE_LENGTH,
  bom: true,
};

async function* parseRows(text: string, delimiter: string): AsyncGenerator<Cell[]> {
  const { parse } = await import('csv-parse');
  const rows = Readable.from(piecesOf(text)).pipe(parse({ ...OPTIONS, delimiter })) as AsyncIterable<string[]>;
  let row = 0;
  try {
    for await (const cells of rows) {
      row += 1;
      if (row > MAX_LINES) throw new FileError({ code: 'TOO_MANY_ROWS', value: String(MAX_ROWS) });
      if (cells.length > MAX_COLUMNS * 10)
        throw new FileError({ code: 'TOO_MANY_COLUMNS', row, value: String(MAX_COLUMNS) });
      yield cells.map((cell) => cell.trim() || null);
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    const { code, records } = error as { code?: string; records?: number };
    const place = records === undefined ? {} : { row: records + 1 };
    if (code === 'CSV_MAX_RECORD_SIZE')
      throw new FileError({ code: 'CELL_TOO_LONG', ...place, value: String(MAX_CELL_LENGTH) });
    throw new FileError({ code: 'DAMAGED', ...place });
  }
}

/** No piece ends between the halves of a character. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0, end: number; at < text.length; at = end) {
    end = at + PIECE_LENGTH;
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1;
    yield text.slice(at, end);
  }
}
