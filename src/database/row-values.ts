// Writes the values of a row as PostgreSQL sent them as JSON: bytes are copied.
import { type RawRow, readLength } from './raw-rows.js';
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

export interface Step {
  rowName: string;
  kind: ValueKind;
  /** What precedes the value: the name of its field. */
  before: Buffer;
  /** The same, with a quotation mark after it. */
  beforeText: Buffer;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const LONG_VALUE_BYTES = 48;

/** Where the values of the current row begin, and their lengths; reused for each row. */
const starts: number[] = [];
const lengths: number[] = [];

/**
 * Writes a row as an object. The output must have room for it.
 * @param columns the position of the column of each step
 * @returns the position after it
 */
export function writeRow(
  output: Buffer,
  at: number,
  row: RawRow,
  { steps, end }: { steps: readonly Step[]; end: Buffer },
  columns: readonly number[],
): number {
  const { bytes } = row;
  let next = row.start + 2;
  for (let column = 0; column < row.rows.names.length; column++) {
    const length = readLength(bytes, next);
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
