// Bytes that are copied and compared four at a time. For the short values of which most rows consist, a loop over single bytes takes twice
// as long, and a call of a method of Buffer longer still.

export const WORD_BYTES = 4;

/** A buffer and a view of the same bytes. After the last value there must be room for a word, because the last word is copied whole. */
export interface ViewedBytes {
  readonly buffer: Buffer;
  readonly view: DataView;
}

export const viewBytes = (buffer: Buffer): ViewedBytes => ({
  buffer,
  view: new DataView(buffer.buffer, buffer.byteOffset, buffer.length),
});

/** A text that is copied often. */
export class Literal {
  readonly view: DataView;
  readonly length: number;

  constructor(text: string) {
    this.length = Buffer.byteLength(text);
    const padded = Buffer.alloc(this.length + WORD_BYTES);
    padded.write(text);
    this.view = viewBytes(padded).view;
  }
}

/** Copies some bytes, and up to three after them. Returns the position after the copy. */
export function copyBytes(to: DataView, at: number, from: DataView, start: number, length: number): number {
  for (let i = 0; i < length; i += WORD_BYTES) to.setInt32(at + i, from.getInt32(start + i, true), true);
  return at + length;
}

export const copyLiteral = (to: DataView, at: number, { view, length }: Literal): number =>
  copyBytes(to, at, view, 0, length);

export function areEqual(one: DataView, at: number, other: DataView, otherAt: number, length: number): boolean {
  const whole = length - (length % WORD_BYTES);
  for (let i = 0; i < whole; i += WORD_BYTES)
    if (one.getInt32(at + i, true) !== other.getInt32(otherAt + i, true)) return false;
  for (let i = whole; i < length; i++) if (one.getUint8(at + i) !== other.getUint8(otherAt + i)) return false;
  return true;
}

const ONES = 0x01010101;
const HIGH_BITS = 0x80808080;
const SPACES = 0x20202020;
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;

/** Has its high bits set if, and only if, a byte of the word is zero. */
const zeroBytes = (word: number): number => (word - ONES) & ~word & HIGH_BITS;

/** Copies as `copyBytes` does. Returns whether JSON escapes one of the bytes: a control character, `"` or `\`. */
export function copyUnescaped(to: DataView, at: number, from: DataView, start: number, length: number): boolean {
  let found = 0;
  for (let i = 0; i < length; i += WORD_BYTES) {
    let word = from.getInt32(start + i, true);
    to.setInt32(at + i, word, true);
    // What follows the last byte counts as spaces.
    if (length - i < WORD_BYTES) word = (word & ~(-1 << ((length - i) * 8))) | (SPACES << ((length - i) * 8));
    found |= ((word - SPACES) & ~word & HIGH_BITS) | zeroBytes(word ^ QUOTES) | zeroBytes(word ^ BACKSLASHES);
  }
  return found !== 0;
}
