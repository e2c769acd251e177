// Rows as PostgreSQL sent them, in DataRow messages:
// https://www.postgresql.org/docs/18/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-DATAROW
import { PASSED, type PassedRow } from '../engine.js';
import { areEqual, type ViewedBytes, viewBytes, WORD_BYTES } from './four-bytes.js';

/**
 * What a large result is copied to. A block is large enough for malloc to give it back to the system: pieces of 64 kB, between those of
 * sockets, would leave its arenas in fragments. Smaller results are copied piece by piece: V8 collects garbage by the size of buffers.
 */
const BLOCK_BYTES = 256 * 1024;

/** The type of a message and its length, which counts itself and what follows. */
export const HEADER_BYTES = 5;
export const LENGTH_BYTES = 4;
export const NULL_LENGTH = -1;

/** Calls back with the place of each row of some DataRow messages: where its number of values is, and its size. */
export function forEachRow(
  bytes: Buffer,
  start: number,
  end: number,
  callback: (start: number, size: number) => void,
): void {
  for (let at = start; at < end; ) {
    const size = readLength(bytes, at + 1) - LENGTH_BYTES;
    callback(at + HEADER_BYTES, size);
    at += HEADER_BYTES + size;
  }
}

/** Like `readInt32BE`, which checks its arguments. */
export const readLength = (bytes: Buffer, at: number): number =>
  (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;

/** The rows of a statement. */
export class RawRows {
  /** The names of the columns. */
  names: readonly string[] = [];
  /** The size of all rows so far. */
  private bytes = 0;
  private block!: ViewedBytes;
  /** Bytes of the block that are used, and that are left. */
  private used = 0;
  private room = 0;
  private place: { names: readonly string[]; columns: readonly number[] } | undefined;

  /**
   * Returns the positions of columns. The lists of many parents share the rows of one statement, and ask the same.
   * @param names the same array whenever it is asked again
   */
  columnsOf(names: readonly string[]): readonly number[] {
    if (this.place?.names === names) return this.place.columns;
    const columns = names.map((name) => this.columnOf(name));
    this.place = { names, columns };
    return columns;
  }

  columnOf(name: string): number {
    const column = this.names.indexOf(name);
    if (column < 0) throw new Error(`The rows have no column ${name}`);
    return column;
  }

  /** Copies the rows of some messages. */
  add({ bytes, start, end }: { bytes: Buffer; start: number; end: number }, addRow: (row: RawRow) => void): void {
    const length = end - start;
    this.bytes += length;
    if (length > this.room) this.addBlock(length);
    const block = this.block;
    const first = this.used;
    bytes.copy(block.buffer, first, start, end);
    this.used += length;
    this.room -= length;
    forEachRow(block.buffer, first, first + length, (at, size) => addRow(new RawRow(this, block, at, size)));
  }

  private addBlock(bytes: number): void {
    this.room = this.bytes > BLOCK_BYTES ? Math.max(BLOCK_BYTES, bytes) : bytes;
    this.used = 0;
    this.block = viewBytes(Buffer.allocUnsafe(this.room + WORD_BYTES));
  }
}

export class RawRow implements PassedRow {
  constructor(
    readonly rows: RawRows,
    readonly bytes: ViewedBytes,
    /** Where it begins in `bytes`: with the number of values, before each of which is its length. */
    readonly start: number,
    readonly size: number,
  ) {}

  get [PASSED](): true {
    return true;
  }

  /** Returns the text of a column, as PostgreSQL writes it. */
  text(name: string): string | null {
    const at = this.placeOf(name);
    const { buffer, view } = this.bytes;
    const length = view.getInt32(at);
    return length === NULL_LENGTH ? null : buffer.toString('utf8', at + LENGTH_BYTES, at + LENGTH_BYTES + length);
  }

  group(rows: readonly RawRow[], column: string): Map<string, RawRow[]> {
    return groupRawRows(rows, column);
  }

  /** Returns where a column begins: its length, then its value. */
  placeOf(name: string): number {
    return this.placeAt(this.rows.columnOf(name));
  }

  /** @param column its position in the row */
  placeAt(column: number): number {
    let at = this.start + 2;
    for (let i = 0; i < column; i++) at += LENGTH_BYTES + Math.max(this.bytes.view.getInt32(at), 0);
    return at;
  }
}

/** Whether a list contains rows as PostgreSQL sent them. */
export const areRawRows = (values: unknown): values is RawRow[] => Array.isArray(values) && values[0] instanceof RawRow;

interface Group {
  /** Where the value of the group is: its length and its bytes. */
  view: DataView;
  at: number;
  rows: RawRow[];
  /** Another one with the same hash. */
  next: Group | undefined;
}

/** Groups rows by the value of a column that is not null. The text of a value is made once for each group. */
export function groupRawRows(rows: readonly RawRow[], name: string): Map<string, RawRow[]> {
  const groups = new Map<string, RawRow[]>();
  const byHash = new Map<number, Group>();
  const column = rows[0]!.rows.columnOf(name);
  for (const row of rows) {
    const { view } = row.bytes;
    const at = row.placeAt(column);
    const size = LENGTH_BYTES + view.getInt32(at);
    const hash = hashOf(view, at, size);
    const first = byHash.get(hash);
    let group = first;
    while (group && !areEqual(group.view, group.at, view, at, size)) group = group.next;
    if (group) {
      group.rows.push(row);
      continue;
    }
    const added = { view, at, rows: [row], next: first };
    byHash.set(hash, added);
    groups.set(row.text(name)!, added.rows);
  }
  return groups;
}

/** The last bytes of an id are those that differ most. Only bytes of the value and of its length count, however short it is. */
const hashOf = (view: DataView, at: number, size: number): number =>
  size < 2 * WORD_BYTES
    ? size
    : Math.imul(view.getInt32(at + size - 2 * WORD_BYTES), 31) ^ view.getInt32(at + size - WORD_BYTES);
