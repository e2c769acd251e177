// When one process of PostgreSQL is killed, PostgreSQL ends the others and recovers. Numbers of transactions that were rolled back shortly
// before are then given again, to transactions that write.
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { until } from '../../process/service.js';
import { expectEqual, Phone, readChanges } from '../../support/phone.js';
import { PostgresServer } from '../../support/postgres/server.js';
import { newBeekeeper, Services } from '../../support/service.js';
import { EVENT_MS, pause, SocketClient } from '../../support/socket.js';
import { syncServer } from '../../support/sync-server.js';
import type { SyncServer } from '../../support/sync-world.js';
import { attempt } from '../../support/timed-request.js';
import type { Beekeeper } from '../../support/world.js';

/** Fewer than fit into a page of the write-ahead log: PostgreSQL writes a full page soon. */
const ROLLED_BACK = 50;
/** A page that becomes full, or a commit of another program, makes the numbers durable. */
const MAX_ATTEMPTS = 10;

jest.setTimeout(120_000);

const services = new Services();
let postgres: PostgresServer;
let url: string;
let server: SyncServer;
let ana: Beekeeper;
let apiary: string;
beforeAll(async () => {
  // Nothing but commits, and full pages, makes PostgreSQL write its log to disk.
  const lazy = { wal_writer_delay: '10s', wal_writer_flush_after: '1GB', autovacuum: 'off' };
  postgres = await PostgresServer.create(services.folder(), lazy);
  await postgres.sql('create database hives');
  url = await services.start({ DATABASE_URL: postgres.url('hives') }).ready();
  server = syncServer([url], () => postgres.url('hives'));
  ana = await newBeekeeper(url);
  apiary = await ana.apiary();
});
afterAll(async () => {
  await services.end();
  await postgres.stop('SIGQUIT');
});

const rollBack = (n: number): Promise<unknown> =>
  postgres.sql(`do $$ begin for i in 1..${n} loop perform pg_current_xact_id(); rollback; end loop; end $$`, 'hives');

async function findNextXid(): Promise<number> {
  const [row] = await postgres.sql<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot()) as next', 'hives');
  return Number(row!.next);
}

/**
 * Rolls back transactions, and crashes PostgreSQL when `work` has been done.
 * @returns when their numbers will be given again
 */
async function crashAfter(work: () => Promise<unknown>): Promise<void> {
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
    await rollBack(ROLLED_BACK);
    const given = await findNextXid();
    await work();
    await postgres.killBackend();
    if ((await findNextXid()) < given - ROLLED_BACK / 2) return;
  }
  throw new Error('the numbers of all transactions were durable');
}

const isReady = async (): Promise<boolean> =>
  ((await attempt(url, { path: '/readyz' })) as { status?: number }).status === 200;

it('phones get what is written under numbers that had been given before the crash', async () => {
  const [idle, beginning] = [new Phone(server, ana), new Phone(server, ana)];
  await idle.sync();
  await ana.beehive(apiary);
  await crashAfter(async () => {
    await idle.sync();
    await idle.sync();
    const { endCursor, changes } = await readChanges(ana, null, 1);
    beginning.cursor = endCursor;
    for (const { node } of changes) beginning.records.set(node!.id, node!);
  });
  await until(isReady);
  const added = await ana.beehive(apiary);
  await rollBack(2 * ROLLED_BACK);
  for (const phone of [idle, beginning]) {
    await phone.sync();
    expect(phone.records.has(added)).toBe(true);
    await expectEqual(phone, server);
    expect(await phone.sync()).toEqual([]);
  }
});

it('subscriptions get events of what is written under numbers that had been given before the crash', async () => {
  await until(isReady);
  const socket = await SocketClient.connect({ url, token: ana.token });
  try {
    await socket.watch('1', ana, apiary);
    await crashAfter(() => pause(EVENT_MS));
    // Before the service reads the log again, its numbers have been passed again.
    await postgres.sql(`update apiaries set name = 'After the crash' where id = '${apiary}'`, 'hives');
    await rollBack(2 * ROLLED_BACK);
    await Promise.race([socket.message('next', '1'), pause(20 * EVENT_MS)]);
    expect(new Set(socket.events('1'))).toEqual(new Set([apiary]));
    // It is not repeated.
    await pause(2 * EVENT_MS);
    socket.received.splice(0);
    await pause(2 * EVENT_MS);
    expect(socket.received).toEqual([]);
  } finally {
    socket.close();
  }
});
