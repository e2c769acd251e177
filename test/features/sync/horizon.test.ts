// Which open transactions delay the changes of others: those of the same database, which may still write what would come before them.
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { until } from '../../process/service.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { readChanges } from '../../support/phone.js';
import { EVENT_MS, pause, SocketClient } from '../../support/socket.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
let writer: pg.Client;
let socket: SocketClient;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
});
afterEach(async () => {
  socket.close();
  await writer.end();
});
afterAll(() => app.close());

/** Begins a transaction that writes, in the database of this name. */
async function write(database: string): Promise<void> {
  writer = new pg.Client({ ...(app.database.server as object), database });
  await writer.connect();
  await writer.query('begin');
  await writer.query('select pg_current_xact_id()');
}

/** Connects a live client. */
async function watch(): Promise<void> {
  socket = await SocketClient.connect({ url: app.url, token: ana.token });
  await socket.watch('1', ana, apiary);
}

interface Read {
  cursor: string | null;
  ids: string[];
}
async function read(after: string | null): Promise<Read> {
  const ids: string[] = [];
  for (let cursor = after; ; ) {
    const page = await readChanges(ana, cursor);
    ids.push(...page.changes.map(({ recordId }) => recordId));
    cursor = page.endCursor;
    if (!page.hasMore) return { cursor, ids };
  }
}

it('one in another database of the server delays nothing', async () => {
  await watch();
  const { cursor } = await read(null);
  await write('postgres');
  const hive = await ana.beehive(apiary);
  // A transaction of another test counts for the moment in which it ends.
  await until(async () => (await read(cursor)).ids.includes(hive));
  expect((await socket.message('next', '1')).payload.data.apiaryChanged.apiaryId).toBe(apiary);
});

it('one in the same database delays what is written after it until it ends', async () => {
  await watch();
  const { cursor } = await read(null);
  await write((app.database.server as { database: string }).database);
  const hive = await ana.beehive(apiary);
  await pause(EVENT_MS);
  expect((await read(cursor)).ids).toEqual([]);
  expect(socket.events('1')).toEqual([]);
  await writer.query('rollback');
  await until(async () => (await read(cursor)).ids.includes(hive));
  expect((await socket.message('next', '1')).payload.data.apiaryChanged.apiaryId).toBe(apiary);
});
