import pg, { type Pool } from 'pg';
import { type Db, PgBoss } from 'pg-boss';
import { JOB_SCHEMA } from '../database/job-schema.js';

/** The queue of the jobs whose attempts have all failed. */
export const DEAD_JOBS = 'dead';
/** A process that has died is noticed after the time of the heartbeat and of this. */
const SUPERVISE_SECONDS = 30;
const DELETE_COMPLETED_SECONDS = 600;
/** Between two looks of a process for entries of cron that are due, which any of them may add. */
const CRON_POLL_SECONDS = 15;
/** The interval of what the library offers and nothing here uses: jobs that wait for others, and indexes that it creates beside a migration. */
const SELDOM_SECONDS = 86_400;

/**
 * Its statements run on the pool like all others: without names, so that they pass a pooler, and without a connection of its own for LISTEN.
 * It expects the types of pg, where MikroORM has those of its own.
 */
const onPool = (pool: Pool): Db => ({
  executeSql: (text, values) => pool.query({ text, types: pg.types, ...(values && { values }) }),
});

/** @param isWorker whether it runs jobs, and does what must be done at certain times */
export function createBoss(pool: Pool, isWorker: boolean): PgBoss {
  return new PgBoss({
    db: onPool(pool),
    schema: JOB_SCHEMA,
    // Tables of a newer version are accepted: two versions of the service may run side by side. Older ones have been migrated before.
    migrate: true,
    supervise: isWorker,
    schedule: isWorker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: DELETE_COMPLETED_SECONDS,
    cronWorkerIntervalSeconds: CRON_POLL_SECONDS,
    flowIntervalSeconds: SELDOM_SECONDS,
    bamIntervalSeconds: SELDOM_SECONDS,
    // Only the owner of the tables may do so, and the feed of changes would wait for it.
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
}
