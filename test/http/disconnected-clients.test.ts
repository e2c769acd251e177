// What a mutation takes counts to its client until it has ended, also if the client has disconnected: otherwise one that disconnects each time
// would have as much as it likes.
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '../process/service.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { importOnce } from '../support/import-once.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const { connectionsOf } = await importOnce<typeof import('../../src/database/pool.js')>('../../src/database/pool.js');

const BODY_BYTES = 200_000;

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
});
afterAll(() => app.close());

const isLocked = async (): Promise<boolean> =>
  (
    await app.app.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rows.length > 0;

/** Runs a statement that locks something, and the work while it is locked. */
async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
  const holder = await app.app.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(statement);
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

/** Sends a request, and disconnects when it waits for a lock. */
async function disconnectWhenLocked(bytes: string): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname).on('error', () => {});
  socket.write(bytes);
  await until(isLocked);
  socket.resetAndDestroy();
  await until(() => [...app.app.admission.open].length === 0);
}

/** Sends a request that waits for the row of an apiary, and disconnects. The work runs while it still waits. */
const disconnectWhileItWaits = (bytes: string, work: () => void): Promise<void> =>
  whileLocked(`select 1 from apiaries where id = '${apiary}' for update`, async () => {
    await disconnectWhenLocked(bytes);
    work();
  });

const requestOf = (line: string, body: string, framing: (body: string) => string): string =>
  `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\nContent-Type: application/json\r\n${framing(body.padEnd(BODY_BYTES))}`;
const withLength = (body: string): string => `Content-Length: ${body.length}\r\n\r\n${body}`;
const inChunks = (body: string): string =>
  `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
const RENAME = 'mutation ($input: UpdateApiaryInput!) { updateApiary(input: $input) { apiary { id } } }';
const rename = (): string => JSON.stringify({ query: RENAME, variables: { input: { id: apiary, location: 'B' } } });

it.each([
  ['GraphQL', () => requestOf('POST /graphql', rename(), withLength)],
  ['GraphQL in chunks', () => requestOf('POST /graphql', rename(), inChunks)],
  ['REST', () => requestOf(`PUT /api/v1/apiaries/${apiary}`, '{"name":"B","location":"B"}', withLength)],
  ['REST in chunks', () => requestOf(`PUT /api/v1/apiaries/${apiary}`, '{"name":"B","location":"B"}', inChunks)],
])('%s: the parsed body of a mutation counts until the mutation has ended', async (_, request) => {
  const { parsed, arriving, requests } = app.app.admission.share;
  const connections = connectionsOf(app.app.pool)!;
  let held = 0;
  await disconnectWhileItWaits(request(), () => {
    held = parsed.used;
    expect(connections.used).toBe(1);
  });
  expect(held).toBeGreaterThanOrEqual(BODY_BYTES);
  await until(() => parsed.used === 0);
  expect([arriving.used, requests.used, connections.used]).toEqual([0, 0, 0]);
});

it('the rows of the payload count, too', async () => {
  await ana.beehive(apiary);
  const { responses } = app.app.admission.share;
  const query = RENAME.replace('{ id }', '{ beehives { nodes { id inspections { nodes { id } } } } }');
  const body = JSON.stringify({ query, variables: { input: { id: apiary, location: 'C' } } });
  await whileLocked('lock table inspections', async () => {
    await disconnectWhileItWaits(requestOf('POST /graphql', body, withLength), () => {});
    // Those of the hives have been read.
    await until(isLocked);
    expect(responses.used).toBeGreaterThan(0);
  });
  await until(() => responses.used === 0);
});

it.each([
  ['a document', '/reports/season/pdf?year=2026', 'documents'],
  ['a list', '/lists/inspections', 'streams'],
] as const)('the share of %s is kept until it is no longer read', async (_, path, name) => {
  const { [name]: share, documents, streams } = app.app.admission.share;
  await whileLocked('lock table inspections, treatments, harvests, beehives', async () => {
    await disconnectWhenLocked(`GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\n\r\n`);
    expect(share.used).toBe(1);
  });
  await until(() => documents.used + streams.used === 0);
});
