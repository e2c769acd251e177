// Says in the log why the database cannot be used, once for each reason, and when it can be used again: requests get the same 503 whatever
// the reason is, and write no line about it.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { readMessage } from '../observability/errors.js';
import { poolInternals } from './client-internals.js';

/**
 * So long without a failure, it is usable again. Longer than the time after which a silent connection is ended (pool.ts): while commits wait
 * for a standby that is gone, new connections succeed and fail by turns.
 */
const RECOVERY_MS = 6000;

/** Why a server cannot be used. Messages of failed connections name hosts, roles and databases, but contain no passwords and no rows. */
export function describeOutage(error: unknown): { reason: string; code?: string } {
  const { code } = error as { code?: unknown };
  return { reason: readMessage(error), ...(typeof code === 'string' && { code }) };
}

class Outage {
  private readonly started = performance.now();
  private readonly reasons = new Set<string>();
  private recoveredAt = 0;
  private recovery: NodeJS.Timeout | undefined;

  constructor(
    private readonly log: Logger,
    private readonly end: () => void,
  ) {}

  failed(error: unknown): void {
    clearTimeout(this.recovery);
    this.recovery = undefined;
    const { reason, code } = describeOutage(error);
    const kind = code ?? reason;
    if (this.reasons.has(kind)) return;
    this.reasons.add(kind);
    this.log.error({ reason, code }, 'the database cannot be used');
  }

  succeeded(): void {
    if (this.recovery) return;
    this.recoveredAt = performance.now();
    this.recovery = setTimeout(() => {
      this.end();
      const ms = Math.round(this.recoveredAt - this.started);
      this.log.warn({ ms }, 'the database can be used again');
    }, RECOVERY_MS).unref();
  }
}

const failures = new WeakMap<Pool, (error: unknown) => void>();
/** Reports that a connection of the pool failed in another way than when it was opened. */
export const reportFailure = (pool: Pool, error: unknown): void => failures.get(pool)?.(error);

/** From now on, what happens to the connections of the pool is logged. */
export function logOutages(pool: Pool, log: Logger): void {
  let outage: Outage | undefined;
  const fail = (error: unknown): void => {
    if (pool.ending) return;
    outage ??= new Outage(log, () => {
      outage = undefined;
    });
    outage.failed(error);
  };
  failures.set(pool, fail);
  const internals = poolInternals(pool);
  const open = internals.newClient;
  internals.newClient = (waiting) => {
    const { callback } = waiting;
    waiting.callback = (error, ...connection) => {
      if (error) fail(error);
      callback(error, ...connection);
    };
    open.call(pool, waiting);
  };
  // A connection that is given back without an error has executed a statement.
  pool.on('release', (error) => !error && outage?.succeeded());
}
