// Writes rows as PostgreSQL sent them (raw-rows.ts) as JSON: the bytes of each value are copied, with the name of its field before them.
import { randomUUID } from 'node:crypto';
import { RawRow, type RawRows } from './raw-rows.js';
import { isoText } from './timestamps.js';

/** How the text that PostgreSQL writes for a value becomes JSON. */
export enum ValueKind {
  /** An integer: JSON has the same text. */
  INTEGER,
  /** A number that JavaScript may write in another way: `1.50` is 1.5. */
  DECIMAL,
  BOOLEAN,
  /** Text without characters that JSON escapes: a UUID, a date. */
  SIMPLE_TEXT,
  TEXT,
  TIMESTAMP,
}

export interface ColumnField {
  key: string;
  /** The name of its column in the rows. */
  rowName: string;
  kind: ValueKind;
}
/** A field that has the same text in every row. */
export interface ConstantField {
  key: string;
  text: string;
}

interface Step {
  rowName: string;
  kind: ValueKind;
  /** What precedes the value: the name of its field. */
  before: Buffer;
  /** The same, with a quotation mark after it. */
  beforeText: Buffer;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
/** JSON has at most six bytes for one of a text: \u0001. */
const MAX_BYTES_PER_BYTE = 6;
/** Of the longest value that is not text. */
const MAX_VALUE_BYTES = 40;
const LONG_VALUE_BYTES = 48;

/** The fields of each object of a list, in their order. */
export class RowShape {
  readonly steps: readonly Step[];
  readonly end: Buffer;
  /** An upper bound of the bytes of an object without its values. */
  readonly fixedBytes: number;

  constructor(fields: readonly (ColumnField | ConstantField)[]) {
    let before = '{';
    const steps: Step[] = [];
    for (const field of fields) {
      before += `${JSON.stringify(field.key)}:`;
      if ('text' in field) {
        before += `${JSON.stringify(field.text)},`;
        continue;
      }
      const { rowName, kind } = field;
      steps.push({ rowName, kind, before: Buffer.from(before), beforeText: Buffer.from(`${before}"`) });
      before = ',';
    }
    this.steps = steps;
    this.end = Buffer.from(`${before.slice(0, -1)}}`);
    this.fixedBytes = steps.reduce((sum, step) => sum + step.beforeText.length + MAX_VALUE_BYTES, this.end.length + 1);
  }
}

/** A list in a response: JSON.stringify writes a mark for it, which `toJson` replaces, or, without `toJson`, objects. */
export class JsonRows {
  constructor(
    private readonly shape: RowShape,
    private readonly rows: readonly RawRow[],
  ) {}

  toJSON(): unknown {
    if (!marked) return JSON.parse(String(toJson(this)));
    marked.push(this);
    return MARK;
  }

  write(output: JsonOutput): void {
    output.list(this.shape, this.rows);
  }
}

/** Whether a list contains rows as PostgreSQL sent them. */
export const areRawRows = (values: unknown): values is RawRow[] => Array.isArray(values) && values[0] instanceof RawRow;

/** No value can contain it: it is made for this process and leaves it in no response. */
const MARK = randomUUID();
const QUOTED_MARK = `"${MARK}"`;
/** The lists for which JSON.stringify, while it runs, has written a mark. */
let marked: JsonRows[] | undefined;

/**
 * Like JSON.stringify. Returns bytes if the value contains `JsonRows`.
 * @param end is appended
 */
export function toJson(value: unknown, end = ''): string | Buffer {
  const lists: JsonRows[] = [];
  marked = lists;
  let text: string;
  try {
    text = JSON.stringify(value) + end;
  } finally {
    marked = undefined;
  }
  if (lists.length === 0) return text;
  const [first, ...others] = text.split(QUOTED_MARK) as [string, ...string[]];
  const output = new JsonOutput();
  output.text(first);
  for (const [i, list] of lists.entries()) {
    list.write(output);
    output.text(others[i]!);
  }
  return output.bytes();
}

const FIRST_BYTES = 64 * 1024;
/** Reused by every response that fits. */
const shared = Buffer.allocUnsafe(FIRST_BYTES);

class JsonOutput {
  private buffer = shared;
  private length = 0;

  bytes(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.length));
  }

  text(text: string): void {
    this.reserve(text.length * 3);
    this.length += this.buffer.write(text, this.length);
  }

  list(shape: RowShape, rows: readonly RawRow[]): void {
    this.reserve(1);
    this.buffer[this.length++] = 0x5b;
    const columns = columnsOf(rows[0]!.rows, shape);
    for (const [i, row] of rows.entries()) {
      this.reserve(shape.fixedBytes + row.size * MAX_BYTES_PER_BYTE + 1);
      if (i > 0) this.buffer[this.length++] = COMMA;
      this.length = writeRow(this.buffer, this.length, shape, row, columns);
    }
    this.reserve(1);
    this.buffer[this.length++] = 0x5d;
  }

  private reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}

/** The position of the column of each step in the rows of a statement. The lists of many parents share the rows of one. */
const positions = new WeakMap<RawRows, { shape: RowShape; columns: number[] }>();
function columnsOf(rows: RawRows, shape: RowShape): number[] {
  const known = positions.get(rows);
  if (known?.shape === shape) return known.columns;
  const columns = shape.steps.map(({ rowName }) => {
    const column = rows.names.indexOf(rowName);
    if (column < 0) throw new Error(`The rows have no column ${rowName}`);
    return column;
  });
  positions.set(rows, { shape, columns });
  return columns;
}

/** Where the values of the current row begin, and their lengths; reused for each row. */
const starts: number[] = [];
const lengths: number[] = [];

function writeRow(output: Buffer, at: number, { steps, end }: RowShape, row: RawRow, columns: number[]): number {
  const { bytes } = row.rows;
  let next = row.start + 2;
  for (let column = 0; column < row.rows.names.length; column++) {
    const length = (bytes[next]! << 24) | (bytes[next + 1]! << 16) | (bytes[next + 2]! << 8) | bytes[next + 3]!;
    next += 4;
    starts[column] = next;
    lengths[column] = length;
    if (length > 0) next += length;
  }
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    const column = columns[i]!;
    const start = starts[column]!;
    const length = lengths[column]!;
    at =
      length < 0
        ? copy(output, copy(output, at, step.before), NULL)
        : writeValue(output, at, step, bytes, start, start + length);
  }
  return copy(output, at, end);
}

function writeValue(output: Buffer, at: number, step: Step, bytes: Buffer, start: number, end: number): number {
  switch (step.kind) {
    case ValueKind.INTEGER:
      return copy(output, copy(output, at, step.before), bytes, start, end);
    case ValueKind.DECIMAL: {
      const value = JSON.stringify(Number(bytes.toString('latin1', start, end)));
      at = copy(output, at, step.before);
      return at + output.write(value, at, 'latin1');
    }
    case ValueKind.BOOLEAN:
      return copy(output, copy(output, at, step.before), bytes[start] === 0x74 ? TRUE : FALSE);
    case ValueKind.SIMPLE_TEXT:
      at = copy(output, copy(output, at, step.beforeText), bytes, start, end);
      output[at] = QUOTE;
      return at + 1;
    case ValueKind.TEXT:
      return writeText(output, at, step, bytes, start, end);
    case ValueKind.TIMESTAMP:
      return writeTimestamp(output, at, step, bytes, start, end);
  }
}

function writeText(output: Buffer, at: number, step: Step, bytes: Buffer, start: number, end: number): number {
  let to = copy(output, at, step.beforeText);
  for (let from = start; from < end; from++) {
    const byte = bytes[from]!;
    if (byte < FIRST_PRINTABLE || byte === QUOTE || byte === BACKSLASH) {
      to = copy(output, at, step.before);
      return to + output.write(JSON.stringify(bytes.toString('utf8', start, end)), to);
    }
    output[to++] = byte;
  }
  output[to] = QUOTE;
  return to + 1;
}

const SPACE = 0x20;
const DOT = 0x2e;
const ZERO = 0x30;
const PLUS = 0x2b;
/** `2026-05-01 08:00:00+00` */
const SHORTEST_TIMESTAMP = 22;

/** Writes `2026-05-01 08:00:00.5+00` as `"2026-05-01T08:00:00.500Z"`. */
function writeTimestamp(output: Buffer, at: number, step: Step, bytes: Buffer, start: number, end: number): number {
  let to = copy(output, at, step.beforeText);
  const zone = end - 3;
  const fraction = zone - start - 20;
  const isUsual =
    end - start >= SHORTEST_TIMESTAMP &&
    bytes[start + 10] === SPACE &&
    bytes[zone] === PLUS &&
    bytes[zone + 1] === ZERO &&
    bytes[zone + 2] === ZERO &&
    (fraction < 0 || (bytes[start + 19] === DOT && fraction <= 3));
  if (!isUsual) return to + output.write(`${isoText(bytes.toString('latin1', start, end))}"`, to, 'latin1');
  for (let from = start; from < start + 19; from++) output[to++] = bytes[from]!;
  output[to - 9] = 0x54;
  output[to++] = DOT;
  for (let digit = 0; digit < 3; digit++) output[to++] = digit < fraction ? bytes[start + 20 + digit]! : ZERO;
  output[to++] = 0x5a;
  output[to++] = QUOTE;
  return to;
}

/** A loop is faster than a call for the short values of which most rows consist. Returns the position after the copy. */
function copy(output: Buffer, at: number, bytes: Buffer, start = 0, end = bytes.length): number {
  if (end - start > LONG_VALUE_BYTES) {
    bytes.copy(output, at, start, end);
    return at + end - start;
  }
  for (let from = start; from < end; from++) output[at++] = bytes[from]!;
  return at;
}
