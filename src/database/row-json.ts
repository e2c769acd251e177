// Lists of rows as PostgreSQL sent them (raw-rows.ts), as parts of a response.
import { type JsonOutput, JsonPart } from '../shared/json-bytes.js';
import { Literal, WORD_BYTES } from '../shared/words.js';
import type { RawRow } from './raw-rows.js';
import { type EnumName, type Step, type ValueKind, writeRow } from './row-values.js';

export interface ColumnField {
  key: string;
  /** The name of its column in the rows. */
  rowName: string;
  kind: ValueKind;
  /** Of an ENUM. */
  names?: readonly EnumName[];
}
/** A field that has the same text in every row. */
export interface ConstantField {
  key: string;
  text: string;
}

/** Of the longest value that is not text. */
const MAX_VALUE_BYTES = 40;
/** The comma before a row, and the bracket after the last one. */
const SEPARATOR_BYTES = 2;
const LARGE_BYTES = 256 * 1024;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/** The fields of each object of a list, in their order. */
export class RowShape {
  readonly steps: readonly Step[];
  /** The columns of the steps. */
  readonly rowNames: readonly string[];
  readonly end: Literal;
  /** An upper bound of the bytes of an object without its texts, and of what follows it in a list. */
  readonly fixedBytes: number;
  /** Whether aliases select a column several times. */
  readonly repeatsColumns: boolean;

  constructor(fields: readonly (ColumnField | ConstantField)[]) {
    let before = '{';
    const steps: Step[] = [];
    for (const field of fields) {
      before += `${JSON.stringify(field.key)}:`;
      if ('text' in field) {
        before += `${JSON.stringify(field.text)},`;
        continue;
      }
      const { rowName, kind, names = [] } = field;
      steps.push({ rowName, kind, names, before: new Literal(before), beforeText: new Literal(`${before}"`) });
      before = ',';
    }
    this.steps = steps;
    this.rowNames = steps.map(({ rowName }) => rowName);
    this.end = new Literal(`${before.slice(0, -1)}}`);
    this.fixedBytes = steps.reduce(
      (sum, step) => sum + step.beforeText.length + MAX_VALUE_BYTES,
      this.end.length + WORD_BYTES + SEPARATOR_BYTES,
    );
    this.repeatsColumns = new Set(this.rowNames).size < steps.length;
  }
}

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
    const bytes = this.rows.reduce((sum, { size }) => sum + size, 0);
    // At once, because growing step by step would take several times as much memory.
    if (bytes > LARGE_BYTES) output.reserve(bytes + this.rows.length * this.shape.fixedBytes);
    output.reserve(SEPARATOR_BYTES);
    output.buffer[output.length++] = OPENING_BRACKET;
    for (let i = 0; i < this.rows.length; i++) {
      if (i > 0) output.buffer[output.length++] = COMMA;
      writeRow(output, this.rows[i]!, this.shape, columns);
    }
    output.buffer[output.length++] = CLOSING_BRACKET;
  }
}
