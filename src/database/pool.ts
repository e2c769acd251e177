// Statements run on the pool that MikroORM owns. Each distinct text becomes one prepared statement, which PostgreSQL parses and plans
// once per connection.
import type { Socket } from 'node:net';
import { CompiledQuery, type Transaction } from 'kysely';
import type { Pool, PoolClient, QueryResult, TypeOverrides } from 'pg';
import type { Logger } from 'pino';
import type { ResponseBudget } from './response-budget.js';
import type { Statement } from './statement.js';

/** Further texts run unnamed, which is slower and never wrong: a connection keeps whatever was prepared on it. */
const MAX_STATEMENT_NAMES = 500;
/** The names that a pool's statements have, by their text. Pools that may not name any are absent. */
const statementNames = new WeakMap<QueryTarget['pool'], Map<string, string>>();

function nameOf(pool: QueryTarget['pool'], text: string): string | undefined {
  const names = statementNames.get(pool);
  const known = names?.get(text);
  if (!names || known || names.size >= MAX_STATEMENT_NAMES) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Runs a statement under the name that it has in this pool. */
export function queryPool(pool: QueryTarget['pool'], { text, values }: Statement): Promise<QueryResult> {
  return pool.query({ name: nameOf(pool, text), text, values });
}

/** Where statements run: on the pool, or in the unit of work's transaction while one is open. */
export interface QueryTarget {
  pool: Pick<Pool, 'query'>;
  transaction?: Transaction<never> | undefined;
  /** Something has been stored, and what is read now tells of it: a pool that is used up is waited for longer. */
  hasWritten?: boolean;
  /** Counts the rows that enter the response; undefined where there is no limit. */
  budget?: ResponseBudget | undefined;
  /** Of the request: a statement that takes long is told in its log. */
  requestLog?: { log: Logger; operation: string | undefined } | undefined;
}

/** The pool for a library that names its statements itself; where the pool may not name any, their names are left out. */
export function withoutStatementNames(pool: Pool): Pick<Pool, 'query'> {
  if (statementNames.has(pool)) return pool;
  return { query: ({ text, values }: Statement) => pool.query({ text, values }) } as Pick<Pool, 'query'>;
}

const SLOW_STATEMENT_MS = 500;
const MAX_LOGGED_CHARACTERS = 500;

/** In a transaction a statement joins it: it sees its changes, and never waits for a second connection of the pool. */
export async function run<R>(
  { pool, transaction, requestLog, hasWritten }: QueryTarget,
  { text, values }: Statement,
): Promise<R[]> {
  const started = performance.now();
  const { rows } = transaction
    ? await transaction.executeQuery(CompiledQuery.raw(text, values))
    : await queryWithRetries(pool, { text, values }, hasWritten ? ATTEMPTS_AFTER_WRITE : 1);
  const ms = performance.now() - started;
  if (ms > SLOW_STATEMENT_MS) {
    const { operation } = requestLog ?? {};
    requestLog?.log.warn(
      { operation, ms: Math.round(ms), statement: text.slice(0, MAX_LOGGED_CHARACTERS) },
      'slow statement',
    );
  }
  return rows as R[];
}

const ATTEMPTS_AFTER_WRITE = 4;

async function queryWithRetries(pool: QueryTarget['pool'], statement: Statement, tries: number): Promise<QueryResult> {
  try {
    return await queryPool(pool, statement);
  } catch (error) {
    const wasBusy = error instanceof Error && error.message.includes('timeout exceeded when trying to connect');
    if (!wasBusy || tries <= 1) throw error;
    return queryWithRetries(pool, statement, tries - 1);
  }
}

const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;

/**
 * Every pool passes here when it is created. From then on timestamps arrive as `2026-05-01T08:00:00.000Z`, without a Date in between,
 * and numeric as number.
 * @param isPooled by something between the service and its server: each transaction may be given another connection, which does not
 *   know what was prepared on the one before
 * @param isPatient statements may take as long as they like
 */
export function preparePool(pool: Pool, isPooled: boolean, isPatient = false): void {
  if (!isPooled) statementNames.set(pool, new Map());
  const types = pool.options.types as unknown as TypeOverrides;
  types.setTypeParser(TIMESTAMPTZ, isoText);
  types.setTypeParser(NUMERIC, Number);
  releaseDeadConnections(pool);
  if (!isPatient) endSilentConnections(pool);
}

/**
 * A connection that dies in a transaction is never given back by Kysely, whose rollback fails then; it would be missing from the
 * pool for ever, and closing the pool would wait for it. So it is given back here.
 */
function releaseDeadConnections(pool: Pool): void {
  const inUse = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!inUse.has(client)) return;
      client.release(true);
      // Whoever held it may still give it back, which pg would take for a mistake.
      client.release = () => {};
    });
  });
}

/** Longer than any statement may take (orm.ts): a server that has said nothing for so long will say nothing more. */
const SILENCE_TIMEOUT_MS = 5000;

/** A network that swallows everything gives no error; a connection that waits for an answer in vain is ended here, and told as lost. */
function endSilentConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    const inside = client as unknown as ClientInternals;
    const { stream } = inside.connection;
    stream.setTimeout(SILENCE_TIMEOUT_MS);
    stream.on('timeout', () => {
      if (!inside.readyForQuery) stream.destroy(new Error('Connection terminated: the database says nothing'));
    });
  });
}
/** What pg has and does not tell. */
interface ClientInternals {
  readyForQuery: boolean;
  connection: { stream: Socket };
}

/** PostgreSQL writes `2026-05-01 08:00:00.5+00`. */
function isoText(text: string): string {
  if (!text.endsWith('+00') || text[10] !== ' ') return new Date(text).toISOString();
  const milliseconds = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
