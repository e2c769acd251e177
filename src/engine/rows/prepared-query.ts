// Queries of prepared statements, whose columns PostgreSQL describes once for each connection. pg asks for their description with each
// execution, and finds the parsers of the columns each time.
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import type { PreparedStatement } from '../engine.js';

interface RowDescription {
  fields: { name: string }[];
}
export interface Description {
  message: RowDescription;
  /** What pg has derived from the message. */
  parsers?: Parsers;
}
interface Parsers {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** Members of pg's query that its types do not declare. */
interface PgQuery extends pg.Submittable {
  /** How many rows to request at once: with it, pg sends Sync only after the last one, in a message and a round trip of its own. */
  rows?: number;
  _result: Parsers & { rows: unknown[]; addRow(row: unknown): void };
  _accumulateRows: boolean;
  prepare(connection: pg.Connection): void;
  hasBeenParsed(connection: pg.Connection): boolean;
  handleRowDescription(message: RowDescription): void;
  handleDataRow(message: object): void;
}

/** A connection of pg, which sends the request for a description between two other messages. */
export interface Describing {
  describe(message: object): void;
}
/** While this is set, the request is left out. */
let described: unknown;

export function describeOnce(connection: Describing): void {
  const { describe } = connection;
  connection.describe = (message) => {
    if (connection !== described) describe.call(connection, message);
  };
}

/**
 * What each connection has been sent, by the name of the statement. Connections may differ: one that prepared a statement before a table
 * changed may execute it again when the change has been undone.
 */
const descriptions = new WeakMap<pg.Connection, Map<string, Description>>();
/** What PostgreSQL has told last about the result of a statement. */
const latest = new WeakMap<PreparedStatement, Description>();

export class PreparedQuery extends (pg.Query as unknown as new (config: pg.QueryConfig) => PgQuery) {
  private connection: pg.Connection | undefined;

  /** @param statement undefined for a statement that is not prepared */
  constructor(
    private readonly statement: PreparedStatement | undefined,
    { text, values }: { text: string; values: unknown[] },
  ) {
    super({ name: statement?.name, text, values });
  }

  /** A connection that has not parsed the statement asks for its description. */
  override prepare(connection: pg.Connection): void {
    this.connection = connection;
    const { name } = this.statement ?? {};
    const known = name && this.hasBeenParsed(connection) ? descriptions.get(connection)?.get(name) : undefined;
    if (known) {
      this.describeAs(known);
      described = connection;
    }
    try {
      super.prepare(connection);
    } finally {
      described = undefined;
    }
  }

  override handleRowDescription(message: RowDescription): void {
    this.describeAs(this.statement && this.connection ? keep(this.statement, this.connection, message) : { message });
  }

  /** Like pg's `handleRowDescription`, without finding the parsers of a known description again. */
  describeAs(description: Description): void {
    const { parsers } = description;
    if (!parsers) {
      super.handleRowDescription(description.message);
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      description.parsers = { fields, _parsers, _prebuiltEmptyResultObject };
      return;
    }
    this._result.fields = parsers.fields;
    this._result._parsers = parsers._parsers;
    this._result._prebuiltEmptyResultObject = parsers._prebuiltEmptyResultObject;
    this._accumulateRows = true;
  }
}

function keep(statement: PreparedStatement, connection: pg.Connection, message: RowDescription): Description {
  // Usually all connections get the same description, and share it.
  const last = latest.get(statement);
  const description = last && isDeepStrictEqual(last.message.fields, message.fields) ? last : { message };
  latest.set(statement, description);
  const ofConnection = descriptions.get(connection) ?? new Map<string, Description>();
  descriptions.set(connection, ofConnection.set(statement.name, description));
  return description;
}
