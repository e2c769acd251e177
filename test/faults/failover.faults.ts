// Failovers of a primary with a synchronous standby behind HAProxy, while two processes of the service serve writers and readers. The
// service is never restarted.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { findFreePort } from '../process/ports.js';
import { type Service, until } from '../process/service.js';
import { FailoverTraffic } from '../support/failover-traffic.js';
import { expectWithin, FAULT_TIMINGS_MS } from '../support/fault-timings.js';
import { Haproxy, HealthCheck, provideHaproxy } from '../support/haproxy.js';
import { ReplicatedPostgres } from '../support/postgres/replicated.js';
import type { PostgresServer } from '../support/postgres/server.js';
import { everyApi, newBeekeeper, Services } from '../support/service.js';
import { attempt, complaintsAbout, type NoResponse, send, type TimedResponse } from '../support/timed-request.js';

jest.setTimeout(240_000);

const hasHaproxy = provideHaproxy();
if (!hasHaproxy)
  process.stderr.write('HAProxy is missing and cannot be installed, so the failover tests are SKIPPED.\n');
const withHaproxy = hasHaproxy || process.env.FAULTS === 'strict' ? describe : describe.skip;

type Outcome = [name: string, TimedResponse | NoResponse];

const PROCESSES = 2;
/** Writes before the fault. */
const ACKNOWLEDGED = 500;
/** Twice as long as HAProxy needs to mark the old primary as down. */
const SETTLE_MS = 2000;
const STANDBY_AWAY_MS = 25_000;
/** How long requests that have waited for the standby are repeated when it is back. */
const FINISH_MS = 30_000;

withHaproxy('behind HAProxy', () => {
  const services = new Services();
  let service: Service;
  let url: string;
  let postgres: ReplicatedPostgres;
  let checks: { primary: HealthCheck; standby: HealthCheck };
  let haproxy: Haproxy;
  let traffic: FailoverTraffic | undefined;

  async function serve(options: { closesSessions?: boolean } = {}): Promise<void> {
    const folder = services.folder();
    haproxy = await Haproxy.start(folder, [checks.primary, checks.standby], options);
    service = services.start(
      {
        DATABASE_URL: postgres.url(haproxy.port),
        WEB_CONCURRENCY: String(PROCESSES),
        PORT: String(await findFreePort()),
      },
      folder,
    );
    url = await service.ready();
  }

  beforeEach(async () => {
    expect({ hasHaproxy }).toEqual({ hasHaproxy: true });
    postgres = await ReplicatedPostgres.create(services.folder());
    const { primary, standby } = postgres;
    checks = { primary: await HealthCheck.listen(primary), standby: await HealthCheck.listen(standby) };
  });
  afterEach(async () => {
    await traffic?.stop();
    await Promise.all(Object.values(checks).map((check) => check.close()));
    await haproxy?.stop();
    await postgres.stop();
    await services.end();
    traffic = undefined;
  });

  /** Measures the time from when HAProxy knows the new primary to the first acknowledged write that was sent after that. */
  async function expectWritesAgain(check: HealthCheck): Promise<void> {
    await until(() => check.primarySince !== undefined);
    const since = check.primarySince!;
    await until(() => traffic!.firstWriteAfter(since) !== undefined);
    const ms = traffic!.firstWriteAfter(since)! - since;
    expectWithin('writes again after HAProxy knows the primary', ms, FAULT_TIMINGS_MS.recovery);
  }

  async function expectNothingLost(primary: PostgresServer): Promise<void> {
    await traffic!.stop();
    const result = await traffic!.compare((text) => postgres.sql(primary, text));
    process.stderr.write(`    ${JSON.stringify(result)}\n`);
    expect(result).toMatchObject({ lost: [], twice: [], unknown: [], complaints: [] });
    expect(result.acknowledged).toBeGreaterThan(100);
    expect(service.isRunning).toBe(true);
    expect(service.output).not.toMatch(/unexpected error|Unhandled/);
  }

  it.each<[string, () => Promise<void>]>([
    ['kill -9 of the primary', () => postgres.primary.stop('SIGKILL')],
    [
      'a planned switchover',
      async () => {
        await postgres.primary.sql('checkpoint');
        await postgres.primary.stop('SIGINT');
      },
    ],
  ])('%s: 503 until the standby is promoted, no acknowledged write lost, none stored twice', async (_name, end) => {
    await serve();
    traffic = await FailoverTraffic.start(url, { accounts: 8 });
    await until(() => traffic!.acknowledged >= ACKNOWLEDGED);
    const startedAt = performance.now();
    await end();
    await postgres.promote();
    const promoted = performance.now();
    await expectWritesAgain(checks.standby);
    const sinceFault = Math.round(traffic.firstWriteAfter(checks.standby.primarySince!)! - startedAt);
    process.stderr.write(
      `    promoted ${Math.round(promoted - startedAt)} ms, writes ${sinceFault} ms after the fault\n`,
    );
    await sleep(SETTLE_MS);
    const settled = performance.now();
    await sleep(SETTLE_MS);
    expect(traffic.failuresAfter(settled)).toEqual([]);
    expect(traffic.countReads(settled).served).toBeGreaterThan(0);
    await expectNothingLost(postgres.standby);
  });

  it('the synchronous standby is killed while 120 accounts write: reads continue, writes continue when it is back', async () => {
    await serve();
    traffic = await FailoverTraffic.start(url, { accounts: 120, pauseMs: 100, finishMs: STANDBY_AWAY_MS + FINISH_MS });
    await until(() => traffic!.acknowledged >= ACKNOWLEDGED);
    const startedAt = performance.now();
    await postgres.standby.stop('SIGKILL');
    let maxWaiting = 0;
    while (performance.now() - startedAt < STANDBY_AWAY_MS) {
      maxWaiting = Math.max(maxWaiting, await postgres.waitingCommits());
      await sleep(500);
    }
    const reads = traffic.countReads(startedAt + 1000, performance.now() - 1000);
    process.stderr.write(`    reads ${JSON.stringify(reads)}, at most ${maxWaiting} commits waited\n`);
    await postgres.standby.start();
    await postgres.standbyConfirms();
    const since = performance.now();
    await until(() => traffic!.firstWriteAfter(since) !== undefined);
    expectWithin('writes again', traffic.firstWriteAfter(since)! - since, FAULT_TIMINGS_MS.recovery);
    expect(reads.served).toBeGreaterThan(9 * reads.failed);
    await expectNothingLost(postgres.primary);
  });

  it('HAProxy leads to the standby by mistake: 503 for writes, reads continue, and the connections to it are closed', async () => {
    await serve({ closesSessions: false });
    const ana = await newBeekeeper(url);
    traffic = await FailoverTraffic.start(url, { accounts: 8 });
    checks.primary.override = false;
    checks.standby.override = true;
    const connectedTo = async (server: PostgresServer): Promise<number> => {
      const text = `select count(*)::int as n from pg_stat_activity where usename = 'service'`;
      return (await postgres.sql<{ n: number }>(server, text))[0]!.n;
    };
    // Without shutdown-sessions, HAProxy keeps the connections to the primary, so they are terminated here.
    await until(async () => {
      await postgres.primary.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'service' and backend_type = 'client backend'`,
      );
      await sleep(100);
      return (await connectedTo(postgres.standby)) > 0 && (await connectedTo(postgres.primary)) === 0;
    });
    const startedAt = performance.now();
    const requests = Object.entries(everyApi(ana)).map(
      async ([name, request]): Promise<Outcome> => [name, await attempt(url, request)],
    );
    const outcomes = await Promise.all(requests);
    const isServed = ([, response]: Outcome) =>
      'status' in response && response.status === 200 && !response.body.errors;
    expect(outcomes.filter(isServed).map(([name]) => name)).toEqual(['REST read', 'GraphQL read', 'readiness']);
    expect(complaintsAbout(outcomes.filter((outcome) => !isServed(outcome)))).toEqual([]);
    await sleep(1000);
    expect(traffic.countReads(startedAt).served).toBeGreaterThan(0);
    expect(traffic.firstWriteAfter(startedAt)).toBeUndefined();
    checks.primary.override = undefined;
    checks.standby.override = undefined;
    checks.primary.primarySince = undefined;
    await expectWritesAgain(checks.primary);
    await sleep(SETTLE_MS);
    expect(await connectedTo(postgres.standby)).toBe(0);
    expect((await send(url, everyApi(ana)['REST log-in']!)).status).toBe(200);
    await expectNothingLost(postgres.primary);
  });
});
