const NEWLINE = 10;

/** A line is longer than it may be. */
export class LineTooLong extends Error {}

/**
 * Yields what is between line feeds and, if there is any, what comes after the last one.
 * @throws LineTooLong as soon as more of a line has arrived than it may have: it is never joined
 */
export async function* splitLines(pieces: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  const hold = (piece: Buffer): void => {
    length += piece.length;
    if (length > maxBytes) throw new LineTooLong();
    held.push(piece);
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      hold(piece.subarray(from, at));
      yield Buffer.concat(held, length);
      held = [];
      length = 0;
      from = at + 1;
    }
    if (from < piece.length) hold(piece.subarray(from));
  }
  if (length > 0) yield Buffer.concat(held, length);
}
