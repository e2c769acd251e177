// The interface between the service and what executes its requests. Outside of this folder, nothing else of it may be imported.
import type { IncomingMessage, ServerResponse } from 'node:http';
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
  /** Whether the validators of an object's class accept it. If false, class-validator decides. */
  isValid(object: Readonly<Record<string, unknown>>): boolean;
  /** The class of the connections of a pool; undefined is pg's own. */
  readonly Client: typeof Client | undefined;
  /** Runs a statement on a pool whose connections are of the class `Client`. */
  query(pool: Pick<Pool, 'query'>, statement: EngineStatement): Promise<QueryResult>;
  /**
   * As JSON.stringify.
   * @param end is appended
   */
  stringify(value: unknown, end?: string): string | Buffer;
  /** Returns a function that answers requests before Express, or returns false: then Express does. */
  serve<S>(serving: Serving<S>): (request: IncomingMessage, response: ServerResponse, sender: S) => boolean;
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

/** What an engine may answer before Express. `S` is what the service knows of a request and passes on. */
export interface Serving<S> {
  /** Longer bodies are left to Express, in bytes. */
  maxBody: number;
  /** Answers a POST with a JSON body at exactly this target. */
  operations: { target: string; start: Start<S> };
  /** The paths below a base, such as `/beehives/:id`, each with its methods. Paths without parameters come first. */
  paths: { base: string; methods: Iterable<[path: string, starts: ReadonlyMap<string, Start<S>>]> };
}
export interface PathMatch {
  params: Record<string, string>;
  query: NodeJS.Dict<string | string[]>;
}
export type Start<S> = (request: IncomingMessage, response: ServerResponse, sender: S, match: PathMatch) => Answer;

/** The steps of an answer. What one of them throws is passed to `refuse`. */
export interface Answer {
  /** Returns false if the body is not wanted any more. */
  accept(): Promise<boolean>;
  /** Called for each piece of the body. */
  received(bytes: number): void;
  /** @param body undefined for a request without one */
  respond(body: Buffer | undefined): Promise<void>;
  refuse(error: unknown): void;
  /** Called at last. */
  end(): void;
}

/** The engine with which a schema has been created. */
export const engineOf = ({ extensions }: GraphQLSchema): Engine => extensions.engine as Engine;
