// Lists of rows as PostgreSQL sent them (raw-rows.ts), as parts of a response.
import { type JsonOutput, JsonPart } from './json-bytes.js';
import type { RawRow } from './raw-rows.js';
import { type RowShape, SEPARATOR_BYTES } from './row-shape.js';
import { MAX_BYTES_PER_BYTE, writeRow } from './row-values.js';

const LARGE_BYTES = 256 * 1024;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** A list of records of which only plain columns are selected. */
export class JsonRows extends JsonPart {
  constructor(
    private readonly shape: RowShape,
    private readonly rows: readonly RawRow[],
  ) {
    super();
  }

  override write(output: JsonOutput): void {
    const columns = this.rows[0]!.rows.columnsOf(this.shape.rowNames);
    this.reserveForLargeList(output);
    output.reserve(SEPARATOR_BYTES);
    output.buffer[output.length++] = OPENING_BRACKET;
    for (let i = 0; i < this.rows.length; i++) {
      if (i > 0) output.buffer[output.length++] = COMMA;
      writeRow(output, this.rows[i]!, this.shape, columns);
    }
    output.buffer[output.length++] = CLOSING_BRACKET;
  }

  /** Reserves at once: growing step by step would take several times as much memory. */
  private reserveForLargeList(output: JsonOutput): void {
    let bytes = 0;
    let largest = 0;
    for (const { size } of this.rows) {
      bytes += size;
      largest = Math.max(largest, size);
    }
    if (bytes <= LARGE_BYTES) return;
    // The last row, too, is written only if there is room for the worst case.
    output.reserve(bytes + this.rows.length * this.shape.fixedBytes + largest * MAX_BYTES_PER_BYTE);
  }
}
