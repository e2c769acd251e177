// Queries whose rows stay as PostgreSQL sent them. pg makes a string of each value, and an object of each row; a list that is only passed
// on needs neither (row-json.ts). This file knows nothing but pg and the format of its protocol.
import type { Readable } from 'node:stream';
import pg from 'pg';
import { Parser } from 'pg-protocol/dist/parser.js';
import { type Describing, type Description, describeOnce, PreparedQuery } from './prepared-query.js';
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
export class DataRows {
  readonly name = 'dataRow';

  /**
   * @param start of the first message
   * @param end of the last one
   */
  constructor(
    readonly bytes: Buffer,
    readonly start: number,
    public end = start,
  ) {}

  get length(): number {
    return this.end - this.start;
  }
}

interface ParserInternals {
  parse(buffer: Buffer, callback: (message: object) => void): void;
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): object;
}
/** Stands for a row that has been added to `rows` of the parser. */
const ADDED = {};

/** pg's parser emits an event for each row, and decodes all its values. This one emits an event for all rows of a piece of the stream. */
export class RowsParser extends (Parser as unknown as new () => ParserInternals) {
  private rows: DataRows | undefined;

  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): object {
    if (code !== DATA_ROW) return super.handlePacket(offset, code, length, bytes);
    this.rows ??= new DataRows(bytes, offset - HEADER_BYTES);
    this.rows.end = offset + length - LENGTH_BYTES;
    return ADDED;
  }

  override parse(buffer: Buffer, callback: (message: object) => void): void {
    const flush = (): void => {
      const { rows } = this;
      if (!rows) return;
      this.rows = undefined;
      callback(rows);
    };
    super.parse(buffer, (message) => {
      if (message === ADDED) return;
      flush();
      callback(message);
    });
    flush();
  }
}

/** Members of pg's client and connection that their types do not declare. */
interface ClientInternals {
  connection: Describing & {
    emit(event: string, message: object): void;
    attachListeners(stream: Readable): void;
  };
  _getActiveQuery(): unknown;
  _handleDataRow(message: object): void;
}

/** A client whose connection does what `RawQuery` and `PreparedQuery` need. pg's own queries receive row by row. */
export class RawRowsClient extends (pg.Client as unknown as new (config?: pg.ClientConfig) => ClientInternals) {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this;
    describeOnce(connection);
    connection.attachListeners = (stream) => {
      const parser = new RowsParser();
      const emit = (message: object): void => {
        const { name } = message as { name: string };
        connection.emit(name === 'error' ? 'errorMessage' : name, message);
      };
      stream.on('data', (buffer: Buffer) => parser.parse(buffer, emit));
    };
  }

  override _handleDataRow(rows: object): void {
    const { bytes, start, end } = rows as DataRows;
    if (this._getActiveQuery() instanceof RawQuery) super._handleDataRow(rows);
    else forEachRow(bytes, start, end, (at) => super._handleDataRow(new DataRow(bytes, at)));
  }
}

/** A query whose result has `RawRow`s. */
export class RawQuery extends PreparedQuery {
  private readonly raw = new RawRows();

  override describeAs({ message }: Description): void {
    this.raw.names = message.fields.map(({ name }) => name);
  }

  override handleDataRow(rows: DataRows): void {
    this.raw.add(rows, (row) => this._result.addRow(row));
  }
}
