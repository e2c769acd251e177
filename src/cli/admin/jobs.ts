// What the command does with background jobs whose attempts have all failed.
import type { Pool } from 'pg';
import { listDeadJobs, retryDeadJobs } from '../../jobs/dead-jobs.js';
import { UsageError } from '../run-command.js';

/** Each in a line, the oldest first. */
export async function listDead({ pool }: { pool: Pool }): Promise<string> {
  const jobs = await listDeadJobs(pool);
  if (jobs.length === 0) return 'No job has failed for the last time.';
  return jobs
    .map(
      (job) => `${job.id}  ${job.kind}  failed ${job.failedAt.toISOString()}, attempts: ${job.attempts}  ${job.error}`,
    )
    .join('\n');
}

const IS_UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** @param id of `listDead`, or `all` @throws UsageError */
export async function retryDead(pool: Pool, id: string): Promise<string> {
  if (id !== 'all' && !IS_UUID.test(id)) throw new UsageError(`${id} is not the id of a job`);
  const count = await retryDeadJobs(pool, id === 'all' ? undefined : id);
  if (count === 0)
    throw new Error(id === 'all' ? 'No job has failed for the last time.' : `There is no such job: ${id}`);
  return `${count === 1 ? 'One job is' : `${count} jobs are`} run again.`;
}
