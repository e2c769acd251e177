// The fields of the objects of a list, and how the values of each are written.
import { Literal, WORD_BYTES } from './four-bytes.js';

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
  /** One of a few values, which have other names in the schema: `numero` is NUMBER. */
  ENUM,
}

/** A value of an enum as PostgreSQL sends it, and its name as JSON. */
interface EnumName {
  value: Literal;
  name: Literal;
}

export interface Step {
  rowName: string;
  kind: ValueKind;
  /** What precedes the value: the name of its field. */
  before: Literal;
  /** The same, with a quotation mark after it. */
  beforeText: Literal;
  /** The names of the values of an ENUM. */
  names: readonly EnumName[];
}

export interface ColumnField {
  key: string;
  /** The name of its column in the rows. */
  rowName: string;
  kind: ValueKind;
  /** The names of the values of an ENUM. */
  names?: readonly EnumName[];
}
/** A field that has the same text in every row. */
export interface ConstantField {
  key: string;
  text: string;
}

/** The size of the longest value that is not text. */
const MAX_VALUE_BYTES = 40;
/** The comma before a row, and the bracket after the last one. */
export const SEPARATOR_BYTES = 2;

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
