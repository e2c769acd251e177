// Failovers by Patroni, etcd and HAProxy with the files of deploy/patroni, while 120 accounts write through two processes of the service,
// which is never restarted. `npm run test:failover`.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { findFreePort } from '../process/ports.js';
import { type Service, until } from '../process/service.js';
import { FailoverTraffic } from '../support/failover-traffic.js';
import { findObstacle, type Name, PatroniCluster } from '../support/patroni.js';
import { Services } from '../support/service.js';

jest.setTimeout(900_000);

const ACCOUNTS = 120;
const PROCESSES = 2;
/** Longer than the ttl of Patroni, after which the primary that is cut off has ended. */
const CUT_MS = 45_000;
const SETTLE_MS = 5000;
/** The service gives a request up after 5 s without an answer of the database, and an operation after 10 s. */
const LONGEST_REQUEST_MS = 12_000;
/** ttl + loop_wait of Patroni, an election of etcd, and a promotion on a busy machine. */
const LONGEST_INTERRUPTION_MS = 90_000;

const obstacle = findObstacle();
if (obstacle) process.stderr.write(`    The failovers by Patroni are SKIPPED: ${obstacle}.\n`);

(obstacle ? describe.skip : describe)('behind HAProxy and Patroni', () => {
  const services = new Services();
  let cluster: PatroniCluster;
  let service: Service;
  let traffic: FailoverTraffic;

  beforeAll(async () => {
    cluster = await PatroniCluster.start(services.folder());
    const PORT = String(await findFreePort());
    service = services.start({ DATABASE_URL: cluster.url, WEB_CONCURRENCY: String(PROCESSES), PORT });
    const url = await service.ready();
    traffic = await FailoverTraffic.start(url, { accounts: ACCOUNTS, pauseMs: 500, retryMs: 500, finishMs: 300_000 });
    await until(() => traffic.acknowledged > 5 * ACCOUNTS);
  });
  afterAll(async () => {
    await traffic?.stop();
    await cluster?.stop();
    await services.end();
  });

  const events: [string, (leader: Name) => Promise<void>][] = [
    ['a planned switchover', () => cluster.switchover()],
    ['kill -9 of the primary', async (leader) => cluster.killPostgres(leader)],
    [
      'the primary is cut off, without a reset',
      async (leader) => {
        cluster.cut(leader);
        await sleep(CUT_MS);
        cluster.heal(leader);
      },
    ],
  ];

  it.each(events)('%s: writes go on without a restart', async (name, event) => {
    const leader = await cluster.leader();
    const startedAt = performance.now();
    await event(leader);
    await until(() => traffic.firstWriteAfter(startedAt) !== undefined);
    await sleep(SETTLE_MS);
    await cluster.isHealthy();
    const settled = performance.now();
    await sleep(SETTLE_MS);
    const seen = traffic.describe(startedAt, settled);
    process.stderr.write(`    ${name}: ${leader} -> ${await cluster.leader()} ${JSON.stringify(seen)}\n`);
    expect(Object.keys(seen.failures).filter((outcome) => outcome !== '503')).toEqual([]);
    expect(seen.longestRequestMs).toBeLessThan(LONGEST_REQUEST_MS);
    expect(seen.withoutWriteMs).toBeLessThan(LONGEST_INTERRUPTION_MS);
    expect(traffic.failuresAfter(settled).length).toBe(0);
    expect(service.isRunning).toBe(true);
  });

  it('no acknowledged write is lost, and none is stored twice', async () => {
    await traffic.stop();
    const leader = await cluster.leader();
    const result = await traffic.compare((text) => cluster.sql(text, leader));
    process.stderr.write(`    ${JSON.stringify(result)}\n`);
    expect(result).toMatchObject({ lost: [], twice: [], unknown: [], complaints: [] });
    expect(service.output).not.toMatch(/unexpected error|Unhandled/);
  });
});
