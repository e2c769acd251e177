// Queries whose rows stay as PostgreSQL sent them. pg makes a string of each value, and an object of each row; a list that is only passed
// on needs neither (row-json.ts). This file knows nothing but pg and the format of its protocol:
// https://www.postgresql.org/docs/18/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-DATAROW
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';

const DATA_ROW = 'D'.charCodeAt(0);
const NULL_LENGTH = -1;
const FIRST_BYTES = 8192;
const BLOCK_BYTES = 64 * 1024;

interface Protocol {
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): object;
}

/** A DataRow message. Its bytes are valid only until it has been handled. */
class DataRow {
  readonly name = 'dataRow';

  /** @param offset of the number of values */
  constructor(
    readonly bytes: Buffer,
    readonly offset: number,
    /** Of the message: this and what follows. */
    readonly length: number,
  ) {}

  /** As pg's own class has it. */
  get fields(): (string | null)[] {
    const { bytes } = this;
    let at = this.offset + 2;
    return Array.from({ length: bytes.readInt16BE(this.offset) }, () => {
      const length = bytes.readInt32BE(at);
      at += 4;
      if (length === NULL_LENGTH) return null;
      at += length;
      return bytes.toString('utf8', at - length, at);
    });
  }
}

/** pg's parser decodes every value at once. With this, values are decoded when `fields` is read. */
function decodeLater(protocol: Protocol): void {
  const { handlePacket } = protocol;
  protocol.handlePacket = function (this: Protocol, offset, code, length, bytes) {
    return code === DATA_ROW
      ? new DataRow(bytes, offset, length)
      : handlePacket.call(this, offset, code, length, bytes);
  };
}
decodeLater(Parser.prototype as unknown as Protocol);

/** The rows of a statement. */
export class RawRows {
  /** The names of the columns. */
  names: readonly string[] = [];
  /** The last of the blocks of bytes in which the rows lie; a row lies within one. */
  private block = Buffer.allocUnsafe(FIRST_BYTES);
  private used = 0;

  add({ bytes, offset, length }: DataRow): RawRow {
    const size = length - 4;
    if (this.used + size > this.block.length) {
      this.block = Buffer.allocUnsafe(Math.max(size, BLOCK_BYTES));
      this.used = 0;
    }
    const start = this.used;
    this.used += size;
    bytes.copy(this.block, start, offset, offset + size);
    return new RawRow(this, this.block, start, size);
  }
}

export class RawRow {
  constructor(
    readonly rows: RawRows,
    readonly bytes: Buffer,
    /** Where it begins in `bytes`: with the number of values, before each of which is its length. */
    readonly start: number,
    readonly size: number,
  ) {}

  /** Returns the text of a column, as PostgreSQL writes it. */
  text(name: string): string | null {
    const { bytes } = this;
    let at = this.start + 2;
    for (const each of this.rows.names) {
      const length = bytes.readInt32BE(at);
      at += 4;
      if (each === name) return length === NULL_LENGTH ? null : bytes.toString('utf8', at, at + length);
      at += Math.max(length, 0);
    }
    throw new Error(`The row has no column ${name}`);
  }
}

/** A query whose result has `RawRow`s. */
export class RawQuery extends (pg.Query as unknown as new (config: pg.QueryConfig) => PgQuery) {
  private readonly rows = new RawRows();

  override handleRowDescription(message: { fields: { name: string }[] }): void {
    this.rows.names = message.fields.map(({ name }) => name);
  }

  override handleDataRow(message: DataRow): void {
    this._result.addRow(this.rows.add(message));
  }
}

/** Members of pg's query that its types do not declare. */
interface PgQuery extends pg.Submittable {
  _result: { addRow(row: unknown): void };
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
}
