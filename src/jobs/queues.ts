import type { PgBoss, QueueOptions } from 'pg-boss';
import { DEAD_JOBS } from './boss.js';
import type { JobKind } from './job-kind.js';

/** A process that has not renewed the heartbeat of a job for so long is taken for dead. Longer than a failover of the database. */
const HEARTBEAT_SECONDS = 60;
/** The removal of a very large account takes long. What hangs in a process that lives is ended after this time. */
const MAX_SECONDS = 6 * 3600;
/** How long jobs that are done are kept, so that one can look at them. */
const DONE_SECONDS = 3600;
const DEAD_SECONDS = 14 * 86_400;
/** As long as no process runs. */
const WAITING_SECONDS = 365 * 86_400;

type Options = QueueOptions & { deadLetter?: string };

function optionsOf({ retry }: JobKind): Options {
  return {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: MAX_SECONDS,
    deleteAfterSeconds: DONE_SECONDS,
    retentionSeconds: WAITING_SECONDS,
    retryLimit: retry ? retry.attempts - 1 : 0,
    ...(retry && {
      retryDelay: retry.delaySeconds,
      retryBackoff: true,
      retryDelayMax: retry.maxDelaySeconds,
      deadLetter: DEAD_JOBS,
    }),
  };
}

/** Writes to the tables what they lack of these kinds. What they have of another version, which may run beside this one, stays. */
export async function declareKinds(boss: PgBoss, kinds: JobKind[]): Promise<void> {
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue as object as Options]));
  const declare = async (name: string, policy: string, options: Options): Promise<void> => {
    const queue = queues.get(name);
    if (!queue) await boss.createQueue(name, { policy, ...options });
    else if (Object.entries(options).some(([option, value]) => queue[option as keyof Options] !== value))
      await boss.updateQueue(name, options);
  };
  await declare(DEAD_JOBS, 'standard', { retentionSeconds: DEAD_SECONDS });
  // At most one that waits and one that runs: a run that takes longer than the time between two delays the next.
  for (const kind of kinds) await declare(kind.name, kind.cron ? 'stately' : 'standard', optionsOf(kind));

  const schedules = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, cron } of kinds) if (cron && schedules.get(name) !== cron) await boss.schedule(name, cron);
}
