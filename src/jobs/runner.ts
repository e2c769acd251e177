// Runs background jobs with pg-boss (ADR 0044). A job is a row, added in the transaction that causes it, and every process takes part. One that
// dies no longer renews the heartbeat of its jobs, which others then run.
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Db, fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { JOB_SCHEMA } from '../database/job-schema.js';
import type { UnitOfWorkRequest } from '../database/unit-of-work.js';
import type { Metrics } from '../observability/metrics.js';
import { codeOf, traceRoot, tracer } from '../observability/tracer.js';
import { createBoss } from './boss.js';
import type { JobKind, JobType } from './job-kind.js';
import { declareKinds } from './queues.js';

/** Between two looks for jobs that another process has added, and for those of cron. */
const POLL_SECONDS = 5;
const CRON_POLL_SECONDS = 15;
/** For the others of a kind, which are woken when one finds a job. */
const SELDOM_SECONDS = 300;
const HEARTBEAT_REFRESH_SECONDS = 15;
const STOP_TIMEOUT_MS = 5000;
/** For a database that does not respond. */
const STOP_MARGIN_MS = 1500;
const WARNING_INTERVAL_MS = 60_000;
/** What the library stores as the output of an attempt whose process no longer renews its heartbeat. */
const PROCESS_DIED = 'job heartbeat timeout';
const MAX_DEATHS = 2;
const COUNT_DEATH = `
  update ${JOB_SCHEMA}.job set data = data || jsonb_build_object('deaths', $3::int) where name = $1 and id = $2`;

/** Cron adds jobs without data. */
type Job = JobWithMetadata<{ traceparent?: string; deaths?: number } | null>;
type Unit = Pick<UnitOfWorkRequest, 'transaction' | 'afterCommit'>;

export class JobRunner {
  private readonly boss: PgBoss;
  /** The ids of the library's workers by kind. */
  private readonly workers = new Map<string, string[]>();
  private readonly stopping = new AbortController();
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly pool: Pool,
    private readonly log: Logger,
    private readonly metrics: Metrics | undefined,
  ) {
    this.boss = createBoss(pool, true);
    this.boss.on('error', (err) => this.warn({ err }, 'jobs could not be read or stored'));
    this.boss.on('warning', ({ message, data }) => this.warn({ data }, message));
  }

  async start(kinds: JobKind[]): Promise<void> {
    await this.boss.start();
    await declareKinds(this.boss, kinds);
    for (const kind of kinds) {
      const ids: string[] = [];
      this.workers.set(kind.name, ids);
      const pollSeconds = kind.cron ? CRON_POLL_SECONDS : POLL_SECONDS;
      for (let n = 0; n < kind.concurrency; n++)
        ids.push(await this.work(kind, n === 0 ? pollSeconds : SELDOM_SECONDS));
    }
  }

  /** Adds a job in the transaction of a unit of work, and runs it after the commit. @param id a known one is not added again */
  async add<P extends object>(unit: Unit, type: JobType<P>, payload: P, id?: string): Promise<void> {
    await this.send(type, payload, { db: transactionOf(unit, type), id });
    unit.afterCommit.push(() => this.wake(type));
  }

  /** Adds many jobs, as `add` does each, in one statement. */
  async addAll<P extends object>(unit: Unit, type: JobType<P>, jobs: { id: string; payload: P }[]): Promise<void> {
    const inserted = jobs.map(({ id, payload }) => ({ id, data: traced(payload) }));
    await this.boss.insert(type.name, inserted, { db: transactionOf(unit, type) });
    unit.afterCommit.push(() => this.wake(type));
  }

  /** Adds a job that no transaction causes. @param id a known one is not added again */
  async addNow<P extends object>(type: JobType<P>, payload: P, id?: string): Promise<void> {
    await this.send(type, payload, { id });
    this.wake(type);
  }

  /** Waits for running jobs, but not long: what goes on then is given back, and runs again after the delay of a retry. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const stopped = this.boss
      .stop({ timeout: STOP_TIMEOUT_MS, close: false })
      .catch((err: unknown) => this.warn({ err }, 'jobs could not be given back'));
    await Promise.race([stopped, wait(STOP_TIMEOUT_MS + STOP_MARGIN_MS, undefined, { ref: false })]);
  }

  private async send(type: JobType, payload: object, { db, id }: { db?: Db; id: string | undefined }): Promise<void> {
    await this.boss.send(type.name, traced(payload), { ...(db && { db }), ...(id && { id }) });
  }

  /** Looks for jobs now instead of at the next poll. */
  private wake({ name }: JobType): void {
    for (const id of this.workers.get(name) ?? []) this.boss.notifyWorker(id);
  }

  /** Starts a worker, which runs one job at a time. @returns its id */
  private work(kind: JobKind, pollingIntervalSeconds: number): Promise<string> {
    const options = {
      includeMetadata: true,
      pollingIntervalSeconds,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS,
    } as const;
    return this.boss.work<Job['data'], void, typeof options>(kind.name, options, async ([job]) => {
      // There may be others, for this worker too, when it is done.
      this.wake(kind);
      await this.run(kind, job as Job);
    });
  }

  private run(kind: JobKind, job: Job): Promise<void> {
    const attempt = job.retryCount + 1;
    const attributes = { 'beekeeping.job.id': job.id, 'beekeeping.job.attempt': attempt };
    const started = performance.now();
    const work = async (): Promise<void> => {
      let isDone = false;
      try {
        const payload = kind.payload.parse(job.data ?? {});
        if (kind.giveUp && (await this.countDeaths(job)) >= MAX_DEATHS) {
          this.log.error({ kind: kind.name, job: job.id, attempt }, 'a job is given up: its process has died twice');
          await kind.giveUp(payload);
          return;
        }
        await kind.handle(payload, AbortSignal.any([job.signal, this.stopping.signal]));
        isDone = true;
      } catch (err) {
        const isDead = kind.retry !== undefined && job.retryCount >= job.retryLimit;
        const message = isDead ? 'a job failed: no more attempts' : 'a job failed';
        this.log.warn({ err, kind: kind.name, job: job.id, attempt }, message);
        const code = codeOf(err);
        // It is stored in the table. Messages, such as that of a mail server, may contain data of people.
        throw Object.assign(new Error(code), { code });
      } finally {
        this.metrics?.job(kind.name, isDone, (performance.now() - started) / 1000);
      }
    };
    return traceRoot(`job ${kind.name}`, attributes, work, job.data?.traceparent);
  }

  /** @returns in how many of its attempts the process has died */
  private async countDeaths({ name, id, data, output }: Job): Promise<number> {
    const before = data?.deaths ?? 0;
    if ((output as { value?: { message?: string } } | null)?.value?.message !== PROCESS_DIED) return before;
    await this.pool.query(COUNT_DEATH, [name, id, before + 1]);
    return before + 1;
  }

  /** A database that is away makes each poll fail. */
  private warn(details: object, message: string): void {
    if (performance.now() - this.warnedAt < WARNING_INTERVAL_MS) return;
    this.warnedAt = performance.now();
    this.log.warn(details, message);
  }
}

/** A job that is added in a transaction is there if that commits, and only then. @throws Error outside of one */
function transactionOf({ transaction }: Unit, { name }: JobType): Db {
  if (!transaction) throw new Error(`the job ${name} is added outside of a transaction`);
  return fromKysely(transaction);
}

/** With the trace in which it is added. */
const traced = (payload: object): object => ({ ...payload, traceparent: tracer?.traceparent });
