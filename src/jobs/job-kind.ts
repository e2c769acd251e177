import type * as z from 'zod';

/** What whoever adds a job knows of its kind. */
export interface JobType<P extends object = object> {
  /** In the tables, metrics, spans and the log. */
  name: string;
  /** What comes back from the tables is validated: another version of the service may have written it. */
  payload: z.ZodType<P>;
}

/** A row of the table of all kinds (maintenance/job-kinds.ts). */
export interface JobKind<P extends object = object> extends JobType<P> {
  /** How many run at the same time in each process. */
  concurrency: number;
  /** The delay doubles with each attempt, up to the maximum; each is at random up to twice as long. What fails for the last time is kept as dead. */
  retry?: { attempts: number; delaySeconds: number; maxDelaySeconds: number };
  /** When it is added, once for all processes (cron, in UTC). It is not retried: the next one does what it has left. */
  cron?: string;
  /**
   * Ends what a job is about after its process has died in two attempts, which the job itself may have caused: there is no third one. Whatever
   * else an attempt failed for is tried again as `retry` says.
   */
  giveUp?: (payload: P) => Promise<unknown>;
  /**
   * Runs at least once: an attempt may have done all its work before its process died.
   * @param signal aborted when the process stops, and when another process has taken the job
   */
  handle: (payload: P, signal: AbortSignal) => Promise<unknown>;
}

/** For a table with kinds of different payloads. */
export const defineKind = <P extends object>(kind: JobKind<P>): JobKind => kind as object as JobKind;
