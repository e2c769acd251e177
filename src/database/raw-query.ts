// Queries whose rows stay as PostgreSQL sent them. pg makes a string of each value, and an object of each row; a list that is only passed
// on needs neither (row-json.ts). This file knows nothing but pg and the format of its protocol.
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import { type Description, PreparedQuery } from './prepared-query.js';
import { forEachRow, HEADER_BYTES, LENGTH_BYTES, NULL_LENGTH, RawRows, readLength } from './raw-rows.js';

const DATA_ROW = 'D'.charCodeAt(0);

/** A row whose values are decoded when they are read, as pg's own class has them. */
class DataRow {
  /** @param start of the number of values */
  constructor(
    readonly bytes: Buffer,
    readonly start: number,
  ) {}

  get fields(): (string | null)[] {
    const { bytes } = this;
    const values = new Array<string | null>(bytes.readInt16BE(this.start)).fill(null);
    let at = this.start + 2;
    for (let column = 0; column < values.length; column++) {
      const length = readLength(bytes, at);
      at += LENGTH_BYTES;
      if (length === NULL_LENGTH) continue;
      values[column] = bytes.toString('utf8', at, at + length);
      at += length;
    }
    return values;
  }
}

/** Consecutive DataRow messages. Their bytes are valid only until they have been handled. */
class DataRows {
  readonly name = 'dataRow';
  end: number;

  /** @param start of the first message */
  constructor(
    readonly bytes: Buffer,
    readonly start: number,
  ) {
    this.end = start;
  }

  get length(): number {
    return this.end - this.start;
  }
}

interface ParserInternals {
  parse(buffer: Buffer, callback: (message: object) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): object;
  rows?: DataRows | undefined;
}
/** Stands for a row that has been added to `rows` of the parser. */
const ADDED = {};

/** pg's parser emits an event for each row, and decodes all its values. With this, it emits one for all rows of a piece of the stream. */
function joinRows(parser: ParserInternals): void {
  const { parse, handlePacket } = parser;
  parser.handlePacket = function (this: ParserInternals, offset, code, length, bytes) {
    if (code !== DATA_ROW) return handlePacket.call(this, offset, code, length, bytes);
    this.rows ??= new DataRows(bytes, offset - HEADER_BYTES);
    this.rows.end = offset + length - LENGTH_BYTES;
    return ADDED;
  };
  parser.parse = function (this: ParserInternals, buffer, callback) {
    const flush = (): void => {
      const { rows } = this;
      if (!rows) return;
      this.rows = undefined;
      callback(rows);
    };
    parse.call(this, buffer, (message) => {
      if (message === ADDED) return;
      flush();
      callback(message);
    });
    flush();
  };
}
joinRows(Parser.prototype as unknown as ParserInternals);

interface ClientInternals {
  _getActiveQuery(): unknown;
  _handleDataRow(message: object): void;
}

/** pg's own queries receive row by row. */
function divideRows(client: ClientInternals): void {
  const { _handleDataRow: handle } = client;
  client._handleDataRow = function (this: ClientInternals, rows) {
    if (this._getActiveQuery() instanceof RawQuery) return handle.call(this, rows);
    const { bytes, start, end } = rows as DataRows;
    forEachRow(bytes, start, end, (at) => handle.call(this, new DataRow(bytes, at)));
  };
}

/** A query whose result has `RawRow`s. */
export class RawQuery extends PreparedQuery {
  private readonly raw = new RawRows();

  protected override describeAs({ message }: Description): void {
    this.raw.names = message.fields.map(({ name }) => name);
  }

  override handleDataRow(rows: DataRows): void {
    this.raw.add(rows, (row) => this._result.addRow(row));
  }
}
divideRows(pg.Client.prototype as unknown as ClientInternals);
