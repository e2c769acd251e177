// Reads an archive (archive-format.ts): a sheet for each list that an import restores. Whatever is in a file that somebody sent is checked
// against its manifest before a row of the list is passed on.
import { createHash } from 'node:crypto';
import { isStorable } from '../shared/text.js';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, type ArchiveList, MANIFEST_FILE } from './archive-format.js';
import type { ReadManifest } from './archive-manifest.js';
import { FileError, type FileLine, type FileProblem } from './file-line.js';
import { LineTooLong, splitLines } from './split-lines.js';
import { openZip, type ZipReader } from './zip.js';

const MAX_MANIFEST_BYTES = 2 ** 20;
export const MAX_LINE_BYTES = 2 ** 20;
/** The most in all lists together. Years of records of a firm with a thousand hives have as many. */
export const MAX_ARCHIVE_ROWS = 250_000;
/** What is held in memory to be put in order. */
const MAX_ORDERED_BYTES = 64 * 2 ** 20;
const NEWLINE = 10;

const majorOf = (version: string): number => Number(version.split('.')[0]);
const damaged = (problem: Omit<FileProblem, 'code'> = {}): FileError => new FileError({ code: 'DAMAGED', ...problem });

export const isArchive = (zip: ZipReader): boolean => zip.has(MANIFEST_FILE) && zip.has('apiaries.ndjson');

export async function* readArchive(file: Buffer): AsyncGenerator<FileLine> {
  const zip = await openZip(file);
  const manifest = await readManifest(zip);
  const skipped = new Set(manifest.notRestored);
  const lists = manifest.lists.filter(({ name }) => !skipped.has(name));
  if (new Set(lists.map(({ name }) => name)).size < lists.length) throw damaged({ sheet: MANIFEST_FILE });
  const total = lists.reduce((sum, { rows }) => sum + rows, 0);
  if (total > MAX_ARCHIVE_ROWS) throw new FileError({ code: 'TOO_MANY_RECORDS' });
  if (total === 0) throw new FileError({ code: 'EMPTY' });
  // Nothing is passed on of an archive of which a part is not as its manifest says.
  for (const list of manifest.lists) await requireUndamaged(zip, list);
  yield { type: 'file', format: 'ARCHIVE', details: { ...manifest } };
  for (const [i, list] of lists.entries()) {
    const sheet = i + 1;
    yield { type: 'sheet', sheet, name: list.name, headings: [] };
    const order = ORDERS[list.name];
    if (order) for (const row of order(await readAll(zip, list))) yield { type: 'row', sheet, ...row };
    else for await (const row of readRows(zip, list)) yield { type: 'row', sheet, ...row };
  }
}

async function readManifest(zip: ZipReader): Promise<ReadManifest> {
  const bytes = await zip.readAll(MANIFEST_FILE, MAX_MANIFEST_BYTES);
  const content = parseObject(bytes, { sheet: MANIFEST_FILE });
  const { format, version } = content;
  // A newer version may have another manifest: this comes first.
  if (format === ARCHIVE_FORMAT && typeof version === 'string' && majorOf(version) > majorOf(ARCHIVE_VERSION))
    throw new FileError({ code: 'NEWER_VERSION', value: version.slice(0, 20) });
  // Loading it takes as long as the process itself takes to start, and no other format needs it.
  const { manifestSchema } = await import('./archive-manifest.js');
  const { data, error } = manifestSchema.safeParse(content);
  if (!data) throw damaged({ sheet: MANIFEST_FILE, value: error.issues[0]?.path.join('.') });
  return data;
}

/** @throws FileError (CHECKSUM, DAMAGED) */
async function requireUndamaged(zip: ZipReader, { name, file, rows, sha256 }: ArchiveList): Promise<void> {
  const hash = createHash('sha256');
  let lines = 0;
  for await (const piece of zip.read(file)) {
    hash.update(piece);
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines += 1;
  }
  if (hash.digest('hex') !== sha256) throw new FileError({ code: 'CHECKSUM', sheet: name });
  if (lines !== rows) throw damaged({ sheet: name, value: String(lines) });
}

interface Row {
  row: number;
  cells: Record<string, unknown>;
}

async function* readRows(zip: ZipReader, { name, file, rows }: ArchiveList): AsyncGenerator<Row> {
  let row = 0;
  try {
    for await (const line of splitLines(zip.read(file), MAX_LINE_BYTES)) {
      row += 1;
      // The last one does not end.
      if (row > rows) throw damaged({ sheet: name, row });
      yield { row, cells: parseObject(line, { sheet: name, row }) };
    }
  } catch (error) {
    throw error instanceof LineTooLong ? new FileError({ code: 'LINE_TOO_LONG', sheet: name, row: row + 1 }) : error;
  }
}

/** Most lines do not match: their values need not be looked at one by one. */
const NOT_STORABLE = /\\u(?:0000|d[89a-f])/i;

/** No database stores a text with zero characters, or with halves of characters; no export has one. */
function requireStorable(name: string, value: unknown): unknown {
  if (!isStorable(name) || (typeof value === 'string' && !isStorable(value))) throw new Error('no text');
  return value;
}

/** @throws FileError (DAMAGED) for what is no object, or no text in UTF-8 */
function parseObject(bytes: Buffer, place: Omit<FileProblem, 'code'>): Record<string, unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text, NOT_STORABLE.test(text) ? requireStorable : undefined);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // It is damaged, in whatever way.
  }
  throw damaged(place);
}

async function readAll(zip: ZipReader, list: ArchiveList): Promise<Row[]> {
  const size = zip.entries.find(({ name }) => name === list.file)?.size ?? 0;
  if (size > MAX_ORDERED_BYTES)
    throw new FileError({ code: 'TOO_LARGE', sheet: list.name, value: String(MAX_ORDERED_BYTES) });
  const rows: Row[] = [];
  for await (const row of readRows(zip, list)) rows.push(row);
  return rows;
}

/** Lists of which a row may refer to another one: that one comes first. */
const ORDERS: Record<string, (rows: Row[]) => Iterable<Row>> = {
  stockMovements: (rows) => rows.sort((a, b) => Number(a.cells.sequence) - Number(b.cells.sequence)),
  queens: mothersFirst,
};

/** Queens that descend from themselves, which no service exports, come in any order. */
function* mothersFirst(rows: Row[]): Generator<Row> {
  const waiting = new Map(rows.map((row) => [row.cells.id, row]));
  for (const row of rows) {
    const line: Row[] = [];
    for (
      let next: Row | undefined = row;
      next && waiting.delete(next.cells.id);
      next = waiting.get(next.cells.motherId)
    )
      line.push(next);
    yield* line.reverse();
  }
}
