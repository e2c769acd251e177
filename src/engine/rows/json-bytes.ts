// JSON of values that contain parts which write themselves as bytes.
import { randomUUID } from 'node:crypto';
import { viewBytes } from './four-bytes.js';

/** A part of a value. JSON.stringify writes a mark for it, which `toJson` replaces by its bytes; without `toJson`, what it stands for. */
export abstract class JsonPart {
  abstract write(output: JsonOutput): void;

  toJSON(): unknown {
    if (!marked) return JSON.parse(String(toJson(this)));
    marked.push(this);
    return MARK;
  }
}

/** No value can contain it: it is made for this process and leaves it in no response. */
const MARK = randomUUID();
const QUOTED_MARK = `"${MARK}"`;
/** The parts for which JSON.stringify, while it runs, has written a mark. */
let marked: JsonPart[] | undefined;

/**
 * Like JSON.stringify. Returns bytes if the value contains a `JsonPart`.
 * @param end is appended
 */
export function toJson(value: unknown, end = ''): string | Buffer {
  const parts: JsonPart[] = [];
  marked = parts;
  let text: string;
  try {
    text = JSON.stringify(value) + end;
  } finally {
    marked = undefined;
  }
  if (parts.length === 0) return text;
  const [first, ...others] = text.split(QUOTED_MARK) as [string, ...string[]];
  const output = new JsonOutput();
  output.text(first);
  for (const [i, part] of parts.entries()) {
    part.write(output);
    output.text(others[i]!);
  }
  return output.bytes();
}

const FIRST_BYTES = 64 * 1024;
const MAX_UTF8_BYTES_PER_UNIT = 3;
/** Reused by every response that fits. */
const shared = viewBytes(Buffer.allocUnsafe(FIRST_BYTES));

export class JsonOutput {
  private current = shared;
  length = 0;

  get buffer(): Buffer {
    return this.current.buffer;
  }

  get view(): DataView {
    return this.current.view;
  }

  bytes(): Buffer {
    const bytes = this.buffer.subarray(0, this.length);
    return this.current === shared ? Buffer.from(bytes) : bytes;
  }

  text(text: string): void {
    this.reserve(text.length * MAX_UTF8_BYTES_PER_UNIT);
    this.length += this.buffer.write(text, this.length);
  }

  /** Makes room for more bytes at `length` of `buffer`. */
  reserve(bytes: number): void {
    const needed = this.length + bytes;
    if (needed <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2));
    this.buffer.copy(larger, 0, 0, this.length);
    this.current = viewBytes(larger);
  }
}
