// Writes the values of a row as PostgreSQL sent them as JSON: bytes are copied.

import { areEqual, copyBytes, copyLiteral, copyUnescaped, Literal, type ViewedBytes } from './four-bytes.js';
import type { JsonOutput } from './json-bytes.js';
import { LENGTH_BYTES, type RawRow } from './raw-rows.js';
import { type RowShape, type Step, ValueKind } from './row-shape.js';

/** JSON has at most six bytes for one of a text: \u0001. */
export const MAX_BYTES_PER_BYTE = 6;
const QUOTE = 0x22;
const NULL = new Literal('null');
const TRUE = new Literal('true');
const FALSE = new Literal('false');
const LETTER_T = 0x74;

/** Where the values of the current row begin, and their lengths; reused for each row. */
const starts: number[] = [];
const lengths: number[] = [];

/**
 * Writes a row as an object.
 * @param columns the position of the column of each step
 */
export function writeRow(output: JsonOutput, row: RawRow, shape: RowShape, columns: readonly number[]): void {
  locateValues(row);
  // The values below are written without a check of the room that is left.
  output.reserve(shape.fixedBytes + textBytes(row, shape, columns) * MAX_BYTES_PER_BYTE);
  const { steps, end } = shape;
  let at = output.length;
  for (let i = 0; i < steps.length; i++) {
    const step = steps[i]!;
    const column = columns[i]!;
    const length = lengths[column]!;
    at =
      length < 0
        ? copyLiteral(output.view, copyLiteral(output.view, at, step.before), NULL)
        : writeValue(output, at, step, row.bytes, starts[column]!, length);
  }
  output.length = copyLiteral(output.view, at, end);
}

function locateValues(row: RawRow): void {
  const { view } = row.bytes;
  let next = row.start + 2;
  for (let column = 0; column < row.rows.names.length; column++) {
    const length = view.getInt32(next);
    next += LENGTH_BYTES;
    starts[column] = next;
    lengths[column] = length;
    if (length > 0) next += length;
  }
}

/** An upper bound of the bytes that are written of a row. Those of a column count for each alias. */
function textBytes(row: RawRow, { repeatsColumns }: RowShape, columns: readonly number[]): number {
  return repeatsColumns ? columns.reduce((sum, column) => sum + Math.max(lengths[column]!, 0), 0) : row.size;
}

function writeValue(
  output: JsonOutput,
  at: number,
  step: Step,
  bytes: ViewedBytes,
  start: number,
  length: number,
): number {
  const { view } = output;
  switch (step.kind) {
    case ValueKind.INTEGER:
      return copyBytes(view, copyLiteral(view, at, step.before), bytes.view, start, length);
    case ValueKind.DECIMAL: {
      const value = JSON.stringify(Number(bytes.buffer.toString('latin1', start, start + length)));
      at = copyLiteral(view, at, step.before);
      return at + output.buffer.write(value, at, 'latin1');
    }
    case ValueKind.BOOLEAN:
      return copyLiteral(view, copyLiteral(view, at, step.before), bytes.buffer[start] === LETTER_T ? TRUE : FALSE);
    case ValueKind.SIMPLE_TEXT:
      at = copyBytes(view, copyLiteral(view, at, step.beforeText), bytes.view, start, length);
      view.setUint8(at, QUOTE);
      return at + 1;
    case ValueKind.TEXT:
      return writeText(output, at, step, bytes, start, length);
    case ValueKind.TIMESTAMP:
      return writeTimestamp(output, at, step, bytes, start, length);
    case ValueKind.ENUM:
      return copyLiteral(view, copyLiteral(view, at, step.before), findName(step, bytes.view, start, length));
  }
}

function findName({ names, rowName }: Step, view: DataView, start: number, length: number): Literal {
  for (const { value, name } of names)
    if (value.length === length && areEqual(value.view, 0, view, start, length)) return name;
  throw new Error(`The column ${rowName} has a value that its enum does not have`);
}

function writeText(
  { buffer, view }: JsonOutput,
  at: number,
  step: Step,
  bytes: ViewedBytes,
  start: number,
  length: number,
): number {
  const to = copyLiteral(view, at, step.beforeText);
  if (copyUnescaped(view, to, bytes.view, start, length)) {
    at = copyLiteral(view, at, step.before);
    return at + buffer.write(JSON.stringify(bytes.buffer.toString('utf8', start, start + length)), at);
  }
  view.setUint8(to + length, QUOTE);
  return to + length + 1;
}

const SPACE = 0x20;
const DOT = 0x2e;
const ZERO = 0x30;
const PLUS = 0x2b;
const LETTER_UPPER_T = 0x54;
/** `2026-05-01 08:00:00+00` */
const SHORTEST_TIMESTAMP = 22;
/** The bytes before the fraction. */
const SECONDS_BYTES = 19;
const END_OF_TIMESTAMP = new Literal('Z"');

/** Writes `2026-05-01 08:00:00.5+00` as `"2026-05-01T08:00:00.500Z"`. */
function writeTimestamp(
  { buffer, view }: JsonOutput,
  at: number,
  step: Step,
  { buffer: bytes, view: from }: ViewedBytes,
  start: number,
  length: number,
): number {
  let to = copyLiteral(view, at, step.beforeText);
  const zone = start + length - 3;
  const fraction = length - SHORTEST_TIMESTAMP - 1;
  const isUsual =
    length >= SHORTEST_TIMESTAMP &&
    bytes[start + 10] === SPACE &&
    bytes[zone] === PLUS &&
    bytes[zone + 1] === ZERO &&
    bytes[zone + 2] === ZERO &&
    (fraction < 0 || (bytes[start + SECONDS_BYTES] === DOT && fraction <= 3));
  if (!isUsual) {
    const date = new Date(bytes.toString('latin1', start, start + length));
    return to + buffer.write(`${date.toISOString()}"`, to, 'latin1');
  }
  copyBytes(view, to, from, start, SECONDS_BYTES);
  view.setUint8(to + 10, LETTER_UPPER_T);
  to += SECONDS_BYTES;
  view.setUint8(to++, DOT);
  for (let digit = 0; digit < 3; digit++)
    view.setUint8(to++, digit < fraction ? bytes[start + SECONDS_BYTES + 1 + digit]! : ZERO);
  return copyLiteral(view, to, END_OF_TIMESTAMP);
}
