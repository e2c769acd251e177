// Queries of prepared statements, whose columns PostgreSQL describes once for each connection. pg asks for their description with each
// execution, and finds the parsers of the columns each time.
import pg from 'pg';

/** A statement that connections have prepared, or prepare when they first execute it. */
export interface PreparedStatement {
  readonly name: string;
  /** What PostgreSQL has told about its result. */
  description?: Description;
}
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
  _result: Parsers & { addRow(row: unknown): void };
  _accumulateRows: boolean;
  prepare(connection: pg.Connection): void;
  hasBeenParsed(connection: pg.Connection): boolean;
  handleRowDescription(message: RowDescription): void;
  handleDataRow(message: object): void;
}

interface Describing {
  describe(this: Describing, message: object): void;
}
/** pg sends its request between two other messages: while this is set, it is left out. */
let isDescribed = false;
const prototype = pg.Connection.prototype as unknown as Describing;
const { describe } = prototype;
prototype.describe = function (message): void {
  if (!isDescribed) describe.call(this, message);
};

export class PreparedQuery extends (pg.Query as unknown as new (config: pg.QueryConfig) => PgQuery) {
  /** @param statement undefined for a statement that is not prepared */
  constructor(
    private readonly statement: PreparedStatement | undefined,
    { text, values }: { text: string; values: unknown[] },
  ) {
    super({ name: statement?.name, text, values });
  }

  /**
   * A connection that has not parsed the statement asks for its description, since the table may have changed. If it changes later,
   * PostgreSQL refuses to execute what was prepared before.
   */
  override prepare(connection: pg.Connection): void {
    const { description } = this.statement ?? {};
    isDescribed = description !== undefined && this.hasBeenParsed(connection);
    try {
      if (isDescribed) this.describeAs(description!);
      super.prepare(connection);
    } finally {
      isDescribed = false;
    }
  }

  override handleRowDescription(message: RowDescription): void {
    const description: Description = { message };
    if (this.statement) this.statement.description = description;
    this.describeAs(description);
  }

  protected describeAs(description: Description): void {
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
