// Routes reads to replicas (DATABASE_REPLICA_URLS). An account that has just written reads from the primary for a while, because replicas
// lag behind it. A replica that is unavailable or lags too far is not used until it has recovered.
import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { asAppError } from '../errors.js';
import { describeOutage } from './outages.js';
import { queryPool, shareConnectionsOf } from './pool.js';
import type { Statement } from './statement.js';

const CHECK_INTERVAL_MS = 1000;
const MAX_LAG_S = 5;
/** Longer than the lag of a replica that is still used. */
const READ_YOUR_WRITES_MS = 10_000;
const TTL_RESOLUTION_MS = 100;
/** Accounts. */
const MAX_RECENT_WRITERS = 10_000;

/**
 * A replica that has replayed everything it received does not lag, however long ago that was. One that is no longer streaming may lag, so
 * the query returns no row for it. A role without pg_read_all_stats sees no status, but the row only while there is a receiver.
 */
const LAG_QUERY = `
  select case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
    else extract(epoch from now() - pg_last_xact_replay_timestamp()) end as seconds
  from pg_stat_wal_receiver where coalesce(status, 'streaming') = 'streaming'`;

type Readable = Pick<Pool, 'query'>;
interface Replica {
  pool: Pool;
  readable: Readable;
  isUsable: boolean;
  /** Why the log says that it is not used. */
  logged: string | undefined;
}

/** The message between the processes of a service: this viewer has just written. */
export interface WriteMessage {
  wrote?: string;
}

export class Replicas {
  private readonly replicas: Replica[];
  private readonly writers = new LRUCache<string, true>({
    max: MAX_RECENT_WRITERS,
    ttl: READ_YOUR_WRITES_MS,
    ttlResolution: TTL_RESOLUTION_MS,
  });
  private readonly stopping = new AbortController();
  private next = 0;

  constructor(
    private readonly primary: Pool,
    pools: Pool[],
    private readonly log: Logger,
  ) {
    this.replicas = pools.map((pool) => this.create(pool));
    process.on('message', ({ wrote }: WriteMessage) => wrote && this.writers.set(wrote, true));
  }

  async start(): Promise<void> {
    await this.check();
    void (async () => {
      for (;;) {
        await wait(CHECK_INTERVAL_MS, undefined, { signal: this.stopping.signal, ref: false });
        await this.check();
      }
    })().catch(() => {});
  }

  /** Returns the pool for the reads of a viewer. */
  readPoolFor(viewer: string | undefined): Readable {
    if (viewer === undefined || this.writers.has(viewer)) return this.primary;
    const usable = this.replicas.filter(({ isUsable }) => isUsable);
    const replica = usable[this.next++ % usable.length];
    return replica?.readable ?? this.primary;
  }

  private create(pool: Pool): Replica {
    const query = ((statement: Statement) => this.query(replica, statement)) as Pool['query'];
    const replica: Replica = { pool, readable: { query }, isUsable: false, logged: undefined };
    shareConnectionsOf(pool, replica.readable);
    return replica;
  }

  /** Records that a viewer has written, in every process of this service. */
  recordWrite(viewer: string): void {
    if (!this.writers.has(viewer) && cluster.isWorker) process.send?.({ wrote: viewer } satisfies WriteMessage);
    this.writers.set(viewer, true);
  }

  /** A replica may not know an account or a session that has just been created, wherever that was. */
  loggedIn({ id, loggedInAt }: { id: string; loggedInAt: number }): void {
    if (Date.now() - loggedInAt < READ_YOUR_WRITES_MS) this.recordWrite(id);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.replicas.map(({ pool }) => pool.end()));
  }

  private async query(replica: Replica, statement: Statement): Promise<unknown> {
    try {
      return await queryPool(replica.pool, statement);
    } catch (error) {
      const code = asAppError(error)?.code;
      // A replica cancels statements that conflict with the changes it receives; the next ones succeed.
      if (code !== 'UNAVAILABLE' && code !== 'CONFLICT') throw error;
      if (code === 'UNAVAILABLE') replica.isUsable = false;
      return await queryPool(this.primary, statement);
    }
  }

  private async check(): Promise<void> {
    await Promise.all(
      this.replicas.map(async (replica) => {
        const problem = await findProblem(replica.pool);
        replica.isUsable = problem === undefined;
        if (!this.stopping.signal.aborted) this.logState(replica, problem);
      }),
    );
  }

  /** Once for each kind of problem, and when it is over. */
  private logState(replica: Replica, problem: Problem | undefined): void {
    const kind = problem && (problem.code ?? problem.kind);
    if (replica.logged === kind) return;
    replica.logged = kind;
    const { host, port, database } = replica.pool.options;
    const at = { replica: `${host}:${port}/${database}` };
    if (problem) this.log.warn({ ...at, reason: problem.reason, code: problem.code }, 'a read replica is not used');
    else this.log.warn(at, 'a read replica is used again');
  }
}

interface Problem {
  kind: 'unreachable' | 'not streaming' | 'behind';
  reason: string;
  code?: string;
}

/** @returns why the replica cannot be used; undefined if it can */
async function findProblem(pool: Pool): Promise<Problem | undefined> {
  try {
    const { rows } = await pool.query<{ seconds: number }>(LAG_QUERY);
    if (!rows[0]) return { kind: 'not streaming', reason: 'it receives no changes from the primary' };
    const seconds = Math.round(Number(rows[0].seconds));
    // A number that is none is no reason to use it.
    if (Number(rows[0].seconds) <= MAX_LAG_S) return undefined;
    return { kind: 'behind', reason: `it is ${seconds} s behind the primary` };
  } catch (error) {
    return { kind: 'unreachable', ...describeOutage(error) };
  }
}
