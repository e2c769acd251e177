// WHAT CAN BE SEEN FROM OUTSIDE, in Prometheus's format: on a port of its own (METRICS_PORT), so that no proxy lets the world see it.
import cluster from 'node:cluster';
import http from 'node:http';
import type { Pool } from 'pg';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';

export type ApiSurface = 'graphql' | 'rest' | 'other';

export class Metrics {
  private readonly requests = new Histogram({
    name: 'beekeeping_request_seconds',
    help: 'How long requests took, by API, operation (a field of the schema or an endpoint) and status.',
    labelNames: ['api', 'operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  private readonly rateLimitedRequests = new Counter({
    name: 'beekeeping_rate_limited_total',
    help: 'Requests that were refused because there were too many, by limit.',
    labelNames: ['limit'],
  });

  private readonly expiredRowsRemoved = new Counter({
    name: 'beekeeping_expired_rows_removed_total',
    help: 'Rows that the background removal has deleted, by table.',
    labelNames: ['table'],
  });
  private readonly expiredRowsDuration = new Gauge({
    name: 'beekeeping_expired_rows_round_seconds',
    help: 'How long the last round of the background removal took.',
    aggregator: 'max',
  });

  constructor(pool: Pool) {
    collectDefaultMetrics();
    const connections = { total: () => pool.totalCount, idle: () => pool.idleCount, waiting: () => pool.waitingCount };
    new Gauge({
      name: 'beekeeping_pool_connections',
      help: 'Connections to the database, and requests that wait for one.',
      labelNames: ['state'],
      collect() {
        for (const [state, count] of Object.entries(connections)) this.set({ state }, count());
      },
    });
    new Gauge({
      name: 'beekeeping_mails_waiting',
      help: 'Mails that have not been sent yet.',
      // The same table, whichever process is asked.
      aggregator: 'max',
      async collect() {
        const { rows } = await pool
          .query<{ n: number }>('select count(*)::int as n from mails')
          .catch(() => ({ rows: [] }));
        if (rows[0]) this.set(rows[0].n);
      },
    });
  }

  request(api: ApiSurface, operation: string, status: number, seconds: number): void {
    this.requests.observe({ api, operation, status }, seconds);
  }

  /** @param removed how many rows of each table */
  expiredRows(removed: Record<string, number>, seconds: number): void {
    for (const [table, count] of Object.entries(removed)) this.expiredRowsRemoved.inc({ table }, count);
    this.expiredRowsDuration.set(seconds);
  }

  rateLimited(limit: string): void {
    this.rateLimitedRequests.inc({ limit });
  }
}

/** In a worker it answers its supervisor, which asks all of them. */
const together = new AggregatorRegistry();

/** Serves the figures of this process, or of all workers where it is their supervisor. @returns what stops it */
export async function serveMetrics(port: number, host: string): Promise<() => Promise<void>> {
  const server = http.createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      const isSupervisor = cluster.isPrimary && Object.keys(cluster.workers ?? {}).length > 0;
      const figures = await (isSupervisor ? together.clusterMetrics() : register.metrics());
      response.writeHead(200, { 'Content-Type': register.contentType }).end(figures);
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
