// READS FROM REPLICAS (DATABASE_REPLICA_URLS), with whoever has just written excepted: for a while they read from the primary, because
// a replica comes after it. A replica that is away or behind is not asked until it is there again.
import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { asAppError } from '../errors.js';
import type { Statement } from './statement.js';

const LOOK_EVERY_MS = 1000;
const LONGEST_BEHIND_S = 5;
/** Longer than a replica that is asked may be behind. */
const WRITERS_WAIT_MS = 10_000;
const WRITERS = 10_000;

/** One that has replayed all it was sent is not behind, however long ago that was; one that is sent nothing any more may be. */
const BEHIND = `
  select case when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
    else extract(epoch from now() - pg_last_xact_replay_timestamp()) end as seconds
  from pg_stat_wal_receiver where status = 'streaming'`;

type Readable = Pick<Pool, 'query'>;
interface Replica {
  pool: Pool;
  isUsable: boolean;
}

export class Replicas {
  private readonly replicas: Replica[];
  private readonly writers = new LRUCache<string, true>({ max: WRITERS, ttl: WRITERS_WAIT_MS });
  private readonly stopping = new AbortController();
  private turn = 0;

  constructor(
    private readonly primary: Pool,
    pools: Pool[],
  ) {
    this.replicas = pools.map((pool) => ({ pool, isUsable: false }));
    process.on('message', (message: { wrote?: string }) => message.wrote && this.writers.set(message.wrote, true));
  }

  async start(): Promise<void> {
    await this.look();
    void (async () => {
      for (;;) {
        await wait(LOOK_EVERY_MS, undefined, { signal: this.stopping.signal, ref: false });
        await this.look();
      }
    })().catch(() => {});
  }

  /** Where somebody's reads go. */
  readsOf(viewer: string | undefined): Readable {
    if (viewer === undefined || this.writers.has(viewer)) return this.primary;
    const usable = this.replicas.filter(({ isUsable }) => isUsable);
    const replica = usable[this.turn++ % usable.length];
    return replica
      ? { query: ((statement: Statement) => this.ask(replica, statement)) as Pool['query'] }
      : this.primary;
  }

  /** Every process of this service hears of it. */
  wrote(viewer: string): void {
    if (!this.writers.has(viewer) && cluster.isWorker) process.send?.({ wrote: viewer });
    this.writers.set(viewer, true);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.replicas.map(({ pool }) => pool.end()));
  }

  private async ask(replica: Replica, statement: Statement): Promise<unknown> {
    try {
      return await replica.pool.query(statement);
    } catch (error) {
      if (asAppError(error)?.code !== 'UNAVAILABLE') throw error;
      replica.isUsable = false;
      return this.primary.query(statement);
    }
  }

  private async look(): Promise<void> {
    await Promise.all(
      this.replicas.map(async (replica) => {
        const { rows } = await replica.pool.query<{ seconds: number }>(BEHIND).catch(() => ({ rows: [] }));
        replica.isUsable = rows[0] !== undefined && Number(rows[0].seconds) <= LONGEST_BEHIND_S;
      }),
    );
  }
}
