// Rows as PostgreSQL sends them are written as JSON, and grouped, whatever their values are and however often a column is selected.
import { expect, test } from '@jest/globals';
import { toJson } from '../../src/engine/rows/json-bytes.js';
import { groupRawRows, LENGTH_BYTES, NULL_LENGTH, type RawRow, RawRows } from '../../src/engine/rows/raw-rows.js';
import { JsonRows } from '../../src/engine/rows/row-json.js';
import { RowShape, ValueKind } from '../../src/engine/rows/row-shape.js';
import * as fc from '../support/fast-check.js';

type Value = string | null;

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeInt32BE(value);
  return bytes;
}

/** A DataRow message. */
function message(values: Value[]): Buffer {
  const body = values.map((value) =>
    value === null ? int32(NULL_LENGTH) : Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]),
  );
  const content = Buffer.concat([int32(values.length).subarray(2), ...body]);
  return Buffer.concat([Buffer.from('D'), int32(content.length + LENGTH_BYTES), content]);
}

function rowsOf(names: string[], rows: Value[][]): RawRow[] {
  const raw = new RawRows();
  raw.names = names;
  const bytes = Buffer.concat(rows.map(message));
  const added: RawRow[] = [];
  raw.add({ bytes, start: 0, end: bytes.length }, (row) => added.push(row));
  return added;
}

const NAMES = ['a', 'b', 'c'];
/** JSON escapes some of them. */
const SPECIAL = ['x', '"', '\\', '\n', '\u0001', 'ñ', '🐝'];
/** Most are short; some are longer than what a response has room for at first. */
const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...SPECIAL), maxLength: 9 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...SPECIAL), fc.nat(12_000)).map(([character, n]) => character.repeat(n)),
  },
);
const value = fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: fc.constant(null) });
const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 20 });
/** A document has up to 60 aliases. */
const aliases = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 60 });

test('every selection of texts, under any number of aliases, is written as by JSON.stringify', () => {
  fc.assert(
    fc.property(rows, aliases, (values, selected) => {
      const shape = new RowShape(selected.map((rowName, i) => ({ key: `f${i}`, rowName, kind: ValueKind.TEXT })));
      const written = toJson({ list: new JsonRows(shape, rowsOf(NAMES, values)), after: '' });
      const expected = values.map((row) =>
        Object.fromEntries(selected.map((name, i) => [`f${i}`, row[NAMES.indexOf(name)]])),
      );
      expect(String(written)).toBe(JSON.stringify({ list: expected, after: '' }));
    }),
    { numRuns: 300 },
  );
});

test('rows are grouped by values of any length, in any column', () => {
  const column = fc.constantFrom(...NAMES);
  // Few different values, so that most groups have several rows.
  const short = fc.constantFrom('', 'a', 'b', 'aa', 'ab', 'aaa', 'aaaa', 'aaab', 'aaaaa', 'baaaaaaa', 'aaaaaaaa');
  fc.assert(
    fc.property(fc.array(fc.tuple(short, short, short), { minLength: 1, maxLength: 40 }), column, (values, name) => {
      const groups = groupRawRows(rowsOf(NAMES, values), name);
      const found = [...groups].map(([key, group]) => [key, group.map((row) => NAMES.map((one) => row.text(one)))]);
      const columnOf = (row: readonly string[]): string => row[NAMES.indexOf(name)]!;
      const expected = [...new Set(values.map(columnOf))].map((key) => [
        key,
        values.filter((row) => columnOf(row) === key),
      ]);
      expect(found).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
