import { expect, test } from '@jest/globals';
import {
  areEqual,
  copyBytes,
  copyUnescaped,
  Literal,
  viewBytes,
  WORD_BYTES,
} from '../../src/engine/rows/four-bytes.js';

const MAX_LENGTH = 3 * WORD_BYTES;
const BYTES = [...Array(256).keys()];
const lengths = [...Array(MAX_LENGTH + 1).keys()];
/** Spaces, so that a byte that JSON escapes stands alone; what follows is the next value's length, whose bytes are zero. */
const spaces = (length: number): Buffer => Buffer.concat([Buffer.alloc(length, ' '), Buffer.alloc(WORD_BYTES)]);
const place = (length: number): Buffer => Buffer.alloc(length + 2 * WORD_BYTES, '-');

test.each(lengths)('of %i bytes, each byte that JSON escapes is found at each place, and no other', (length) => {
  for (let at = 0; at < length; at++) {
    const source = spaces(length);
    const found = BYTES.filter((byte) => {
      source[at] = byte;
      const to = place(length);
      const isFound = copyUnescaped(viewBytes(to).view, 1, viewBytes(source).view, 0, length);
      expect(to.subarray(1, length + 1)).toEqual(source.subarray(0, length));
      return isFound;
    });
    const escaped = BYTES.slice(0, 128).filter((byte) => JSON.stringify(String.fromCharCode(byte)).length > 3);
    expect(found).toEqual(escaped);
  }
});

test.each(lengths)('%i bytes are copied from any place to any other, and compared', (length) => {
  const source = Buffer.from([...Array(length + 2 * WORD_BYTES).keys()].map((i) => i * 37));
  for (let start = 0; start < WORD_BYTES; start++) {
    const to = place(length);
    expect(copyBytes(viewBytes(to).view, 2, viewBytes(source).view, start, length)).toBe(length + 2);
    expect(to.subarray(2, length + 2)).toEqual(source.subarray(start, start + length));
    expect(to.subarray(0, 2).toString()).toBe('--');
    expect(areEqual(viewBytes(to).view, 2, viewBytes(source).view, start, length)).toBe(true);
    for (let at = 0; at < length; at++) {
      const other = Buffer.from(to);
      other[at + 2]! ^= 0x80;
      expect(areEqual(viewBytes(other).view, 2, viewBytes(source).view, start, length)).toBe(false);
    }
  }
});

test('the length of a literal is that of its bytes', () => {
  expect(new Literal('"Año 🐝"').length).toBe(Buffer.byteLength('"Año 🐝"'));
});
