// Runs statements on the pool that MikroORM owns. Each distinct text becomes a prepared statement, which PostgreSQL parses and plans once
// per connection.
import { CompiledQuery, type Transaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient, QueryResult, TypeOverrides } from 'pg';
import type { Logger } from 'pino';
import { TextMap } from '../shared/text-map.js';
import { sendSettingsWithBegin } from './change-settings.js';
import { internals } from './client-internals.js';
import { PreparedQuery, type PreparedStatement } from './prepared-query.js';
import { RawQuery } from './raw-query.js';
import type { ResponseBudget } from './response-budget.js';
import { limitResults } from './result-budget.js';
import type { Statement } from './statement.js';
import { isoText } from './timestamps.js';

/**
 * Bounds the memory of connections, which keep every prepared statement until they end (MAX_CONNECTION_LIFETIME_S). Further texts run
 * unnamed, only slower. A name expires when it has not been used for STATEMENT_NAME_TTL_MS.
 */
const MAX_STATEMENT_NAMES = 500;
const STATEMENT_NAME_TTL_MS = 10 * 60_000;
/** How long the cache takes the time as unchanged: by default it sets a timer every millisecond. */
const TTL_RESOLUTION_MS = 1000;
/** The prepared statements of each pool by their text. Pools that must not prepare statements have no entry. */
const preparedStatements = new WeakMap<QueryTarget['pool'], PreparedStatements>();

/** A name is never reused, because connections still have the statement of that name. */
export class PreparedStatements {
  private readonly byText = new TextMap<PreparedStatement>();
  /** By name. */
  private readonly inUse = new LRUCache<string, { text: string }>({
    max: MAX_STATEMENT_NAMES,
    ttl: STATEMENT_NAME_TTL_MS,
    ttlResolution: TTL_RESOLUTION_MS,
    updateAgeOnGet: true,
    dispose: ({ text }) => this.byText.delete(text),
  });
  private count = 0;

  find(text: string): PreparedStatement | undefined {
    const known = this.byText.get(text);
    if (known && this.inUse.get(known.name)) return known;
    if (this.inUse.size >= MAX_STATEMENT_NAMES && !this.inUse.purgeStale()) return undefined;
    const statement = { name: `s${this.count++}` };
    this.inUse.set(statement.name, { text });
    this.byText.add(text, statement);
    return statement;
  }
}

/** Runs a statement, prepared if the pool allows it. */
export function queryPool(pool: QueryTarget['pool'], { text, values, isRaw }: Statement): Promise<QueryResult> {
  const prepared = preparedStatements.get(pool)?.find(text);
  const query = new (isRaw ? RawQuery : PreparedQuery)(prepared, { text, values });
  // With a query of its own, too, the pool returns a promise, which its types do not declare.
  return pool.query(query) as unknown as Promise<QueryResult>;
}

/** Statements run on the pool or, while a unit of work is open, in its transaction. */
export interface QueryTarget {
  pool: Pick<Pool, 'query'>;
  transaction?: Transaction<never> | undefined;
  /** The mutation has committed: its reads are retried when the pool is exhausted. */
  hasWritten?: boolean;
  /** Counts the rows that enter the response; undefined where there is no limit. */
  budget?: ResponseBudget | undefined;
  /** The log of the request, which receives slow statements. */
  requestLog?: { log: Logger; operation: string | undefined } | undefined;
}

/** Wraps a pool for a library that names its statements; the names are removed if the pool must not prepare statements. */
export function removeStatementNames(pool: Pool): Pick<Pool, 'query'> {
  if (preparedStatements.has(pool)) return pool;
  return { query: ({ text, values }: Statement) => pool.query({ text, values }) } as Pick<Pool, 'query'>;
}

const SLOW_STATEMENT_MS = 500;
const MAX_LOGGED_CHARACTERS = 500;

/** Runs a statement, in the open transaction if there is one, where it sees its changes and needs no second connection. */
export async function runStatement<R>(
  { pool, transaction, requestLog, hasWritten, budget }: QueryTarget,
  statement: Statement,
): Promise<R[]> {
  const started = performance.now();
  const { text, values } = statement;
  const query = (): Promise<QueryResult> => queryWithRetries(pool, statement, hasWritten ? ATTEMPTS_AFTER_WRITE : 1);
  const { rows } = transaction
    ? await transaction.executeQuery(CompiledQuery.raw(text, values))
    : await (budget ? budget.query(query) : query());
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

async function queryWithRetries(
  pool: QueryTarget['pool'],
  statement: Statement,
  attempts: number,
): Promise<QueryResult> {
  try {
    return await queryPool(pool, statement);
  } catch (error) {
    const isExhausted = error instanceof Error && error.message.includes('timeout exceeded when trying to connect');
    if (!isExhausted || attempts <= 1) throw error;
    return queryWithRetries(pool, statement, attempts - 1);
  }
}

const TIMESTAMPTZ_OID = 1184;
const NUMERIC_OID = 1700;
const DATE_OID = 1082;

/**
 * Configures a new pool: timestamps are returned as `2026-05-01T08:00:00.000Z`, without a Date in between, and numeric as number.
 * @param isPooled whether a pooler may give each transaction another connection, on which earlier statements are not prepared
 * @param hasTimeouts false: statements may take any time
 */
export function preparePool(pool: Pool, isPooled: boolean, hasTimeouts = true): void {
  if (!isPooled) preparedStatements.set(pool, new PreparedStatements());
  const types = pool.options.types as unknown as TypeOverrides;
  types.setTypeParser(TIMESTAMPTZ_OID, isoText);
  types.setTypeParser(NUMERIC_OID, Number);
  // A day is text: it has no time zone.
  types.setTypeParser(DATE_OID, String);
  const inUse = trackInUse(pool);
  releaseDeadConnections(pool, inUse);
  leaveReadOnlyServers(pool, inUse);
  sendSettingsWithBegin(pool);
  if (!hasTimeouts) return;
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
      stream.destroy(new Error('Connection terminated: the database does not respond'));
    }, SILENCE_CHECK_MS).unref();
    client.once('end', () => clearInterval(check));
  });
}
