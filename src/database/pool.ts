// Runs statements on the pool that MikroORM owns. Each distinct text becomes a prepared statement, which PostgreSQL parses and plans once
// per connection.
import { CompiledQuery, type Transaction } from 'kysely';
import type { Pool, PoolClient, QueryResult, TypeOverrides } from 'pg';
import type { Logger } from 'pino';
import type { Admission, ResponseBudget, Share } from '../admission/admission.js';
import type { Engine } from '../engine/engine.js';
import { plain } from '../engine/plain.js';
import { AppError } from '../errors.js';
import { tracer } from '../observability/tracer.js';
import { sendSettingsWithBegin } from './change-settings.js';
import { internals } from './client-internals.js';
import { isRead, retryIfLost, trackIdle } from './lost-connections.js';
import { reportFailure } from './outages.js';
import type { RowLimit } from './page-size.js';
import { PreparedStatements } from './prepared-statements.js';
import { limitResults, limitRows } from './result-budget.js';
import { logSlowStatement, SLOW_STATEMENT_MS } from './slow-statements.js';
import type { Statement } from './statement.js';
import { isoText } from './timestamps.js';
import { traceStatements } from './traced-statements.js';

/** The prepared statements of each pool by their text. Pools that must not prepare statements have no entry. */
const preparedStatements = new WeakMap<QueryTarget['pool'], PreparedStatements>();
/** What reads the rows of a pool; a pool without an entry is read by pg. */
const engines = new WeakMap<QueryTarget['pool'], Engine>();

/** Runs a statement, prepared if the pool allows it; a read twice if its connection was lost. */
export function queryPool(
  pool: QueryTarget['pool'],
  { text, values, isPassedOn = false }: Statement,
): Promise<QueryResult> {
  const prepared = preparedStatements.get(pool)?.find(text);
  const query = (): Promise<QueryResult> =>
    (engines.get(pool) ?? plain).query(pool, { prepared, text, values, isPassedOn });
  return isRead(text) ? retryIfLost(pool, query) : query();
}

/** Statements run on the pool or, while a unit of work is open, in its transaction. */
export interface QueryTarget {
  pool: Pick<Pool, 'query'>;
  transaction?: Transaction<never> | undefined;
  /** The mutation has committed: its reads are retried when the pool is exhausted. */
  hasWritten?: boolean;
  /** There is one root field: what it names by an id is not loaded with anything else. */
  isSingle?: boolean;
  /** Counts the rows that enter the response; undefined where there is no limit. */
  budget?: ResponseBudget | undefined;
  /** Limits the rows of its statements while they arrive. */
  rowLimit?: RowLimit | undefined;
  /** To whose share of the connections its statements count; undefined for work that no client asked for. */
  clientKey?: string | undefined;
  /** The log of the request, which receives slow statements. */
  requestLog?: { log: Logger; operation: string | undefined } | undefined;
}

/** Wraps a pool for a library that names its statements; the names are removed if the pool must not prepare statements. */
export function removeStatementNames(pool: Pool): Pick<Pool, 'query'> {
  if (preparedStatements.has(pool)) return pool;
  return { query: ({ text, values }: Statement) => pool.query({ text, values }) } as Pick<Pool, 'query'>;
}

/** The connections of each pool that clients share. */
const connections = new WeakMap<QueryTarget['pool'], Share>();

/** The connections of a pool for its clients. Undefined for one that has no clients, such as that of migrations. */
export const connectionsOf = (pool: QueryTarget['pool']): Share | undefined => connections.get(pool);

/** @param readable runs its statements on the connections of `pool` */
export function shareConnectionsOf(pool: Pool, readable: QueryTarget['pool']): void {
  const shared = connections.get(pool);
  if (shared) connections.set(readable, shared);
}

/** Runs a statement, in the open transaction if there is one, where it sees its changes and needs no second connection. */
export async function runStatement<R>(target: QueryTarget, statement: Statement): Promise<R[]> {
  const { transaction, requestLog, budget, rowLimit } = target;
  const started = performance.now();
  const { text, values } = statement;
  if (rowLimit) limitRows(values, rowLimit);
  if (transaction) budget?.requireTime();
  const { rows } = transaction
    ? await transaction.executeQuery(CompiledQuery.raw(text, values))
    : await queryAsClient(target, statement);
  const ms = performance.now() - started;
  if (ms > SLOW_STATEMENT_MS) logSlowStatement(requestLog, ms, text);
  return rows as R[];
}

/** What has been written is read with more patience: to a client, a refusal looks as if it had not been. */
const ATTEMPTS_AFTER_WRITE = 4;

function queryAsClient(target: QueryTarget, statement: Statement, attempt = 1): Promise<QueryResult> {
  const { pool, budget, hasWritten, clientKey } = target;
  const query = (): Promise<QueryResult> => queryPool(pool, statement);
  const shared = clientKey === undefined ? undefined : connections.get(pool);
  const rows = budget ? budget.query(query, shared) : shared ? shared.run(clientKey!, query) : query();
  if (!hasWritten || attempt === ATTEMPTS_AFTER_WRITE) return rows;
  return rows.catch((error: Error) => {
    if (!isExhausted(error)) throw error;
    return queryAsClient(target, statement, attempt + 1);
  });
}

/** Whether there was no connection in time: for the client, or for the process. */
const isExhausted = (error: Error): boolean =>
  (error instanceof AppError && error.code === 'UNAVAILABLE') ||
  error.message.includes('timeout exceeded when trying to connect');

export interface PoolOptions {
  /** False for migrations, whose statements may take any time. */
  hasTimeouts?: boolean;
  /** What reads the rows of the service's own reads; other programs need none. */
  engine?: Engine;
  /** Divides the connections among clients; undefined for a pool that has none. */
  admission?: Admission | undefined;
}

const TIMESTAMPTZ_OID = 1184;
const NUMERIC_OID = 1700;
const DATE_OID = 1082;

/**
 * Configures a new pool: timestamps are returned as `2026-05-01T08:00:00.000Z`, without a Date in between, and numeric as number.
 * @param isPooled whether a pooler may give each transaction another connection, on which earlier statements are not prepared
 */
export function preparePool(
  pool: Pool,
  isPooled: boolean,
  { hasTimeouts = true, engine = plain, admission }: PoolOptions = {},
): void {
  engines.set(pool, engine);
  if (!isPooled) preparedStatements.set(pool, new PreparedStatements());
  const types = pool.options.types as unknown as TypeOverrides;
  types.setTypeParser(TIMESTAMPTZ_OID, isoText);
  types.setTypeParser(NUMERIC_OID, Number);
  // A day is text: it has no time zone.
  types.setTypeParser(DATE_OID, String);
  const inUse = trackInUse(pool);
  trackIdle(pool, inUse);
  releaseDeadConnections(pool, inUse);
  leaveReadOnlyServers(pool, inUse);
  sendSettingsWithBegin(pool);
  if (tracer) traceStatements(pool, tracer);
  if (!hasTimeouts) return;
  if (admission) connections.set(pool, admission.createConnections(pool.options.max));
  endSilentConnections(pool);
  limitResults(pool);
}

function trackInUse(pool: Pool): WeakSet<PoolClient> {
  const inUse = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  return inUse;
}

/**
 * Releases connections that die in a transaction. Kysely does not, because its rollback fails: the pool would lose the connection
 * permanently, and closing the pool would wait for it.
 */
function releaseDeadConnections(pool: Pool, inUse: WeakSet<PoolClient>): void {
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!inUse.has(client)) return;
      client.release(true);
      // Its user may still release it, and pg throws on a second release.
      client.release = () => {};
    });
  });
}

/** SQLSTATE of a write on a server that accepts none: the primary has become a standby, or its address leads to one. */
const READ_ONLY = '25006';
/** Minimum time between two replacements of all connections: a server whose disk is full, for example, refuses writes for long. */
const LEAVE_INTERVAL_MS = 500;

/**
 * Closes connections to a server that refuses writes: after a failover, new ones reach the primary. The first refusal closes all open
 * connections of the pool, idle ones at once, the others when they are released.
 */
function leaveReadOnlyServers(pool: Pool, inUse: WeakSet<PoolClient>): void {
  const open = new Set<PoolClient>();
  let leftAt = Number.NEGATIVE_INFINITY;
  const leave = (client: PoolClient): void => {
    open.delete(client);
    if (!inUse.has(client)) return void internals(client).connection.stream.destroy(new Error('Connection terminated'));
    const { release } = client;
    client.release = () => release(true);
  };
  pool.on('connect', (client) => {
    open.add(client);
    client.once('end', () => open.delete(client));
    internals(client).connection.on('errorMessage', ({ code }) => {
      if (code !== READ_ONLY || !open.has(client)) return;
      if (performance.now() - leftAt < LEAVE_INTERVAL_MS) return leave(client);
      leftAt = performance.now();
      for (const one of open) leave(one);
    });
  });
}

/** Together 5 s, longer than the statement timeout (orm.ts): a server that has been silent for so long will not respond any more. */
const SILENT_CHECKS = 10;
const SILENCE_CHECK_MS = 500;

/**
 * Ends connections that wait for a response without end: a network that drops every packet causes no error by itself. Counts checks
 * without traffic during a statement instead of measuring time, so that neither the idle time before the statement nor a blocked event
 * loop in this process is mistaken for silence of the server.
 */
function endSilentConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    const inside = internals(client);
    const { stream } = inside.connection;
    let bytesBefore = 0;
    let silentChecks = 0;
    const check = setInterval(() => {
      const bytes = stream.bytesRead + stream.bytesWritten;
      silentChecks = inside.readyForQuery || bytes !== bytesBefore ? 0 : silentChecks + 1;
      bytesBefore = bytes;
      if (silentChecks < SILENT_CHECKS) return;
      const error = new Error('Connection terminated: the database does not respond');
      reportFailure(pool, error);
      stream.destroy(error);
    }, SILENCE_CHECK_MS).unref();
    client.once('end', () => clearInterval(check));
  });
}
