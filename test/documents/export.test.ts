// The export of an account with years of records: whole, each row once, a page in memory at a time, and told from one that broke off.
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { records } from '../../src/records/records.js';
import { isOfRequest, queriesOf, startTestApp, type TestApp } from '../support/client.js';
import { type SeededBeekeeper, seedBeekeepers, seededBeekeeper } from '../support/seed-beekeepers.js';

const [FIRM, OTHER] = [900_001, 900_002];
/** Rows of a statement. */
const PAGE = 500;

let app: TestApp;
let firm: SeededBeekeeper;
beforeAll(async () => {
  app = await startTestApp();
  await seedBeekeepers(app.database, {
    accounts: `values (${FIRM}, 30, 40), (${OTHER}, 2, 10)`,
    members: `values (${FIRM}, ${OTHER}, 1, 'MANAGER'), (${OTHER}, ${FIRM}, 1, 'VIEWER')`,
  });
  await app.database.sql('analyze');
  firm = await seededBeekeeper(app, FIRM);
}, 60_000);
afterAll(() => app.close());

/** The response to a request for an export, of which nothing has been read. */
const request = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${firm.token}` };
    get(`${app.url}/api/v1/users/me/export`, { headers, agent: false }, resolve).on('error', reject);
  });

interface Transfer {
  text: string;
  /** Whether the last chunk has arrived. */
  isComplete: boolean;
}
/** Reads until the end, whatever that is. */
const readToEnd = (response: IncomingMessage): Promise<Transfer> =>
  new Promise((resolve) => {
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    response.on('error', () => {});
    response.on('close', () => resolve({ text, isComplete: response.complete }));
  });

type Rows = { id: string }[];
/** The lists of the account's own rows, with the ids that the database has. */
async function idsInDatabase(): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>();
  const all = [...app.app.orm.getMetadata().getAll().values()];
  for (const [entity, { exportAs, exportWhere }] of Object.entries(records)) {
    const { tableName, props } = all.find(({ className }) => className === entity)!;
    if (exportAs === undefined || exportWhere || !props.some(({ fieldNames }) => fieldNames?.[0] === 'owner_id'))
      continue;
    const key = props.find(({ primary }) => primary)!.fieldNames[0];
    const rows = await app.database.sql<{ id: string }>(
      `select ${key}::text as id from ${tableName} where owner_id = $1`,
      [firm.id],
    );
    ids.set(exportAs, rows.map(({ id }) => id).sort());
  }
  return ids;
}

async function expectWhole({ text, isComplete }: Transfer): Promise<void> {
  expect(isComplete).toBe(true);
  const exported: Record<string, Rows> = JSON.parse(text);
  const ids = await idsInDatabase();
  const found = [...ids.keys()].map((name) => [name, exported[name]!.map(({ id }) => String(id)).sort()]);
  expect(found).toEqual([...ids]);
  const large = [...ids.values()].filter(({ length }) => length > PAGE);
  expect(large.length).toBeGreaterThan(5);
}

it('has each row of each table once, and reads a page at a time', async () => {
  let transfer: Transfer | undefined;
  const queries = await queriesOf(app.app, async () => {
    transfer = await readToEnd(await request());
  });
  await expectWhole(transfer!);
  const sizes = queries.filter(({ text }) => isOfRequest(text)).map(({ rowCount }) => rowCount!);
  expect(Math.max(...sizes)).toBe(PAGE + 1);
});

it('waits for a client that does not read, and goes on when it does', async () => {
  const queriesWhile = async (work: () => Promise<unknown>): Promise<number> =>
    (await queriesOf(app.app, work)).filter(({ text }) => isOfRequest(text)).length;
  let response: IncomingMessage | undefined;
  let transfer: Transfer | undefined;
  await queriesWhile(async () => {
    response = await request();
    await sleep(2000);
  });
  expect(await queriesWhile(() => sleep(500))).toBe(0);
  const rest = await queriesWhile(async () => {
    transfer = await readToEnd(response!);
  });
  expect(rest).toBeGreaterThan(5);
  await expectWhole(transfer!);
});

it('is told from a whole one if the connection to PostgreSQL breaks in between', async () => {
  const other = new pg.Client(app.database.server as pg.ClientConfig);
  await other.connect();
  try {
    await other.query('begin; lock table treatments in access exclusive mode');
    const response = await request();
    expect(response.statusCode).toBe(200);
    const reading = readToEnd(response);
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    let terminated = 0;
    while (terminated === 0 || !response.closed) {
      terminated += (await other.query(`select pg_terminate_backend(pid) ${waiting}`)).rows.length;
      await sleep(20);
    }
    const { text, isComplete } = await reading;
    expect(isComplete).toBe(false);
    // Several tables had arrived.
    expect(text).toContain('"beehives":[{');
    expect(() => JSON.parse(text)).toThrow();
  } finally {
    await other.end();
  }
  await expectWhole(await readToEnd(await request()));
});
