// For operators: the jobs whose attempts have all failed.
import type { Pool } from 'pg';
import { DEAD_JOBS } from './boss.js';
import { withBoss } from './with-boss.js';

export interface DeadJob {
  id: string;
  kind: string;
  attempts: number;
  failedAt: Date;
  /** The code of the last error. */
  error: string;
}

const MAX_LISTED = 1000;

/** @returns the oldest first */
export const listDeadJobs = (pool: Pool): Promise<DeadJob[]> =>
  withBoss(pool, async (boss) => {
    const jobs = await boss.findJobs(DEAD_JOBS, { limit: MAX_LISTED });
    return jobs.map(({ id, sourceName, sourceRetryCount, createdOn, sourceOutput }) => ({
      id,
      kind: sourceName ?? '',
      attempts: (sourceRetryCount ?? 0) + 1,
      failedAt: createdOn,
      error: (sourceOutput as { message?: string } | null)?.message ?? '',
    }));
  });

/** Adds them again, with all attempts. @param id undefined for all of them @returns how many */
export const retryDeadJobs = (pool: Pool, id: string | undefined): Promise<number> =>
  withBoss(pool, async (boss) => {
    if (id !== undefined) return boss.redrive(DEAD_JOBS, { ids: [id] });
    let sum = 0;
    // It adds a limited number at once.
    for (let count = 1; count > 0; sum += count) count = await boss.redrive(DEAD_JOBS);
    return sum;
  });
