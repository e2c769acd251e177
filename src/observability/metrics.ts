// Prometheus metrics, on a separate port (METRICS_PORT), so that a proxy in front of the APIs does not expose them.
import cluster from 'node:cluster';
import http from 'node:http';
import type { Pool } from 'pg';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import { COMMIT, VERSION } from './version.js';

export type ApiSurface = 'graphql' | 'rest' | 'other';

export class Metrics {
  private readonly requests = new Histogram({
    name: 'beekeeping_request_seconds',
    help: 'Duration of requests by API, operation (root field or endpoint) and status.',
    labelNames: ['api', 'operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  private readonly rateLimitedRequests = new Counter({
    name: 'beekeeping_rate_limited_total',
    help: 'Requests refused by a rate limit, by limit.',
    labelNames: ['limit'],
  });

  private readonly expiredRowsRemoved = new Counter({
    name: 'beekeeping_expired_rows_removed_total',
    help: 'Expired rows deleted by the background removal, by table.',
    labelNames: ['table'],
  });
  private readonly expiredRowsDuration = new Gauge({
    name: 'beekeeping_expired_rows_round_seconds',
    help: 'Duration of the last round of the background removal.',
    aggregator: 'max',
  });

  private readonly jobs = new Histogram({
    name: 'beekeeping_job_seconds',
    help: 'Duration of attempts to run a background job, by kind and result.',
    labelNames: ['kind', 'result'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
  });

  private readonly digestResults = new Counter({
    name: 'beekeeping_digests_total',
    help: 'Digests that were due, by what became of them.',
    labelNames: ['result'],
  });

  private readonly webhookAttempts = new Counter({
    name: 'beekeeping_webhook_attempts_total',
    help: 'Attempts to deliver a webhook, by result.',
    labelNames: ['result'],
  });

  private readonly openSubscriptions = new Gauge({
    name: 'beekeeping_subscriptions',
    help: 'Open subscriptions.',
  });
  private readonly subscriptionEvents = new Counter({
    name: 'beekeeping_subscription_events_total',
    help: 'Events sent to subscriptions.',
  });
  private readonly droppedSockets = new Counter({
    name: 'beekeeping_sockets_dropped_total',
    help: 'WebSockets whose clients read too slowly, or no longer answered, by reason.',
    labelNames: ['reason'],
  });

  /** @param quota bytes that an account may hold */
  constructor(pool: Pool, quota: number | undefined) {
    collectDefaultMetrics();
    new Gauge({
      name: 'beekeeping_build_info',
      help: 'The version of the service, and the commit that it was built from. The value is 1.',
      labelNames: ['version', 'commit'],
      // A worker reports the same as another.
      aggregator: 'first',
    }).set({ version: VERSION, commit: COMMIT ?? 'unknown' }, 1);
    new Gauge({
      name: 'beekeeping_pool_connections',
      help: 'Database connections of the pool, by state: idle or busy.',
      labelNames: ['state'],
      collect() {
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      },
    });
    new Gauge({
      name: 'beekeeping_pool_waiting_requests',
      help: 'Requests that wait for a database connection of the pool.',
      collect() {
        this.set(pool.waitingCount);
      },
    });
    measureJobs(pool);
    measureWebhooks(pool);
    measureAccounts(pool, quota);
  }

  request(api: ApiSurface, operation: string, status: number, seconds: number): void {
    this.requests.observe({ api, operation, status }, seconds);
  }

  /** @param removed the number of deleted rows by table */
  expiredRows(removed: Record<string, number>, seconds: number): void {
    for (const [table, count] of Object.entries(removed)) this.expiredRowsRemoved.inc({ table }, count);
    this.expiredRowsDuration.set(seconds);
  }

  /** @param result what became of digests that were due */
  digests(result: string, count: number): void {
    this.digestResults.inc({ result }, count);
  }

  job(kind: string, isDone: boolean, seconds: number): void {
    this.jobs.observe({ kind, result: isDone ? 'done' : 'failed' }, seconds);
  }

  webhookAttempt(result: string): void {
    this.webhookAttempts.inc({ result });
  }

  subscriptions(change: 1 | -1): void {
    this.openSubscriptions.inc(change);
  }

  subscriptionEvent(): void {
    this.subscriptionEvents.inc();
  }

  socketDropped(reason: string): void {
    this.droppedSockets.inc({ reason });
  }

  rateLimited(limit: string): void {
    this.rateLimitedRequests.inc({ limit });
  }
}

const COUNT_JOBS = `
  select kind.name as kind, count(*) filter (where job.state in ('created', 'retry'))::int as waiting,
    count(*) filter (where job.state = 'active')::int as active,
    (select count(*)::int from jobs.job dead where dead.name = 'dead' and dead.state = 'created' and dead.source_name = kind.name) as dead
  from jobs.queue kind left join jobs.job job on job.name = kind.name and job.state in ('created', 'retry', 'active')
  where kind.name <> 'dead' and kind.name not like '\\_%' group by kind.name`;

function measureJobs(pool: Pool): void {
  new Gauge({
    name: 'beekeeping_jobs',
    help: 'Background jobs by kind and state: waiting, active, or dead after the last attempt.',
    labelNames: ['kind', 'state'],
    // Every process counts the same table.
    aggregator: 'max',
    async collect() {
      type Row = { kind: string } & Record<'waiting' | 'active' | 'dead', number>;
      const counted = await pool.query<Row>(COUNT_JOBS).catch(() => undefined);
      for (const { kind, ...states } of counted?.rows ?? [])
        for (const [state, count] of Object.entries(states)) this.set({ kind, state }, count);
    },
  });
}

const COUNT_WEBHOOKS = `
  select (select count(*)::int from webhook_deliveries where next_at is not null) as waiting, lower(w.status) as status, count(*)::int as webhooks
  from webhooks w group by w.status`;

function measureWebhooks(pool: Pool): void {
  const waiting = new Gauge({
    name: 'beekeeping_webhook_deliveries_waiting',
    help: 'Deliveries of webhooks that wait for their first attempt or another one.',
    aggregator: 'max',
  });
  new Gauge({
    name: 'beekeeping_webhooks',
    help: 'Webhooks by status.',
    labelNames: ['status'],
    aggregator: 'max',
    async collect() {
      const counted = await pool
        .query<Record<'waiting' | 'webhooks', number> & { status: string }>(COUNT_WEBHOOKS)
        .catch(() => undefined);
      if (!counted) return;
      this.reset();
      waiting.set(counted.rows[0]?.waiting ?? 0);
      for (const { status, webhooks } of counted.rows) this.set({ status }, webhooks);
    },
  });
}

/** Upper bounds, in bytes. */
const ACCOUNT_SIZES = [1, 10, 100, 1000].map((mb) => mb * 1024 ** 2);
const SIZE_NAMES = ['under 1 MB', '1 to 10 MB', '10 to 100 MB', '100 to 1,000 MB', 'over 1,000 MB'];
const COUNT_ACCOUNTS = `
  select width_bucket(bytes, $1::bigint[]) as size, count(*)::int as accounts, sum(bytes)::float8 as bytes,
    sum(row_count)::float8 as rows, max(bytes)::float8 as largest, count(*) filter (where bytes > $2::bigint)::int as above
  from account_usage group by 1`;

/** What accounts hold (maintenance/account-usage.ts): by size, never by account. Every process reads the same table. */
function measureAccounts(pool: Pool, quota: number | undefined): void {
  const createGauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `beekeeping_${name}`, help, labelNames, aggregator: 'max' });
  const bytes = createGauge('accounts_bytes', 'Bytes that all accounts hold together.');
  const rows = createGauge('accounts_rows', 'Rows that all accounts hold together.');
  const largest = createGauge('largest_account_bytes', 'Bytes that the largest account holds.');
  const above = createGauge('accounts_over_quota', 'Accounts that hold more than ACCOUNT_QUOTA_MB.');
  new Gauge({
    name: 'beekeeping_accounts',
    help: 'Accounts by how much they hold.',
    labelNames: ['size'],
    aggregator: 'max',
    async collect() {
      type Row = Record<'size' | 'accounts' | 'bytes' | 'rows' | 'largest' | 'above', number>;
      const counted = await pool.query<Row>(COUNT_ACCOUNTS, [ACCOUNT_SIZES, quota]).catch(() => undefined);
      if (!counted) return;
      const sum = (of: keyof Row): number => counted.rows.reduce((all, row) => all + row[of], 0);
      for (const [i, size] of SIZE_NAMES.entries())
        this.set({ size }, counted.rows.find((row) => row.size === i)?.accounts ?? 0);
      bytes.set(sum('bytes'));
      rows.set(sum('rows'));
      above.set(sum('above'));
      largest.set(Math.max(0, ...counted.rows.map((row) => row.largest)));
    },
  });
}

/** Must exist in a worker too: it answers when the supervisor collects the metrics of all workers. */
const aggregatorRegistry = new AggregatorRegistry();

/** Serves the metrics of this process, or of all workers if it is their supervisor. @returns a function that stops the server */
export async function serveMetrics(port: number, host: string): Promise<() => Promise<void>> {
  const server = http.createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      const isSupervisor = cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0;
      const metrics = await (isSupervisor ? aggregatorRegistry.clusterMetrics() : register.metrics());
      response.writeHead(200, { 'Content-Type': register.contentType }).end(metrics);
    } catch {
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return () => new Promise((resolve) => server.close(() => resolve()));
}
