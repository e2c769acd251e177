// The interface between the service and what executes its requests. Outside of this folder, nothing else of it may be imported.
import type {
  DocumentNode,
  ExecutionResult,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { Client, Pool, QueryResult } from 'pg';

export const ENGINES = ['fast', 'plain'] as const;
export type EngineName = (typeof ENGINES)[number];

/** How requests are executed. Both engines send the same responses: `plain` consists of the packages alone. */
export interface Engine {
  readonly name: EngineName;
  /** Returns a function that executes an operation of a valid document, as graphql-js's `execute` does. */
  prepare(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    options: PrepareOptions,
  ): Execute;
  /**
   * Called once with the schema that type-graphql has built.
   * @param validate its `validateFn`
   */
  attach(schema: GraphQLSchema, validate: Validate): void;
  /** The class of the connections of a pool; undefined is pg's own. */
  readonly Client: typeof Client | undefined;
  /** Runs a statement on a pool whose connections are of the class `Client`. */
  query(pool: Pick<Pool, 'query'>, statement: EngineStatement): Promise<QueryResult>;
  /**
   * As JSON.stringify.
   * @param end is appended
   */
  stringify(value: unknown, end?: string): string | Buffer;
  /** Whether usual requests are answered without Express (http/direct.ts). */
  readonly bypassesExpress: boolean;
}

/** Validates an argument of a resolver. */
export type Validate = (value: unknown, type: unknown, data: { args: object }) => void;

export interface PrepareOptions {
  /** Whether only `stringify` reads the result, so that it may contain lists that are not objects yet. */
  isOnlyWritten: boolean;
}
type Variables = Record<string, unknown>;
export type Execute = (context: unknown, variables?: Variables) => ExecutionResult | Promise<ExecutionResult>;

/** The same object whenever the same statement is run. */
export interface PreparedStatement {
  readonly name: string;
}
interface EngineStatement {
  /** Undefined for a statement that is not prepared. */
  prepared: PreparedStatement | undefined;
  text: string;
  values: unknown[];
  /** Whether its rows are only passed on to the response: they may be `PassedRow`s. */
  isPassedOn: boolean;
}

/** A property of each `PassedRow`. */
export const PASSED = Symbol('passed on');

/** A row that is not an object: only the response reads its values. */
export interface PassedRow {
  readonly [PASSED]: true;
  /** Its bytes. */
  readonly size: number;
  /** Returns a value as PostgreSQL writes it. */
  text(column: string): string | null;
  /** Groups rows of the same statement by the text of a column that is not null. */
  group(rows: readonly PassedRow[], column: string): Map<string, PassedRow[]>;
}
export const isPassedRow = (row: object): row is PassedRow => PASSED in row;
/** Whether the rows of a statement are `PassedRow`s. */
export const arePassedRows = (values: unknown): values is PassedRow[] =>
  Array.isArray(values) && values.length > 0 && isPassedRow(values[0] as object);

/** The parameter `info` of a resolver. */
export interface EngineInfo extends GraphQLResolveInfo {
  /** Whether the response needs nothing but plain columns of the records that the resolver returns. */
  acceptsPassedRows?: boolean;
}

/** The extension `column` of a field in the schema: its value is that of this column of the parent's row, unchanged. */
export interface PlainColumn {
  rowName: string;
  /** The type in PostgreSQL. */
  type: string;
  isEnum: boolean;
  isNullable: boolean;
}

/** The engine with which a schema has been created. */
export const engineOf = ({ extensions }: GraphQLSchema): Engine => extensions.engine as Engine;
