// What is written in pieces is read in pages that are small in bytes, however large the rows are, and whole.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { addLongInspections, addLongTreatments } from '../support/long-texts.js';
import { addTreatments } from '../support/many-rows.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const MAX_BYTES = 1024 * 1024;
const [INSPECTIONS, ANSWERS, TREATMENTS] = [60, 40, 700];

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  const hive = await ana.beehive(await ana.apiary());
  await addLongInspections(app.database, hive, INSPECTIONS);
  // Small ones come first.
  await addTreatments(app.database, hive, TREATMENTS - 200);
  await addLongTreatments(app.database, hive, 200);
});
afterAll(() => app.close());

const sizeOf = (row: object): number => (row as { size?: number }).size ?? JSON.stringify(row).length;
/** Reads a response. @returns it, and the bytes of each of its statements; undefined for one that was ended because of its size */
async function pagesOf(path: string): Promise<{ body: string; pages: (number | undefined)[] }> {
  type Sent = (config: object, ...rest: unknown[]) => Promise<{ rows: object[] }>;
  const pool = app.app.pool as unknown as { query: Sent };
  const original = pool.query;
  const pages: (number | undefined)[] = [];
  pool.query = async (...sent) => {
    const { rows } = await original.apply(pool, sent).catch((error: Error) => {
      if (/too large/.test(error.message)) pages.push(undefined);
      throw error;
    });
    pages.push(rows.reduce((sum, row) => sum + sizeOf(row), 0));
    return { rows };
  };
  try {
    const response = await fetch(`${app.url}/api/v1${path}`, { headers: { authorization: `Bearer ${ana.token}` } });
    expect(response.status).toBe(200);
    return { body: Buffer.from(await response.arrayBuffer()).toString('latin1'), pages };
  } finally {
    pool.query = original;
  }
}

const countOf = (body: string, text: string): number => body.split(text).length - 1;

it.each<[string, string, (body: string) => number, number]>([
  ['the export', '/users/me/export', (body) => JSON.parse(body).answers.length, INSPECTIONS * ANSWERS],
  ['the treatments of the export', '/users/me/export', (body) => JSON.parse(body).treatments.length, TREATMENTS],
  ['the archive', '/users/me/export?format=zip', (body) => countOf(body, 'answers.ndjson'), 2],
  ['a list', '/lists/inspections', (body) => countOf(body, '\r\n') - 1, INSPECTIONS],
  ['a list as a workbook', '/lists/inspections?format=xlsx', (body) => countOf(body, 'sheet1.xml'), 2],
  ['the register as a table', '/treatments/register/csv', (body) => countOf(body, '\r\n') - 1, TREATMENTS],
  ['the register as a page', '/treatments/register/html', (body) => countOf(body, '<tbody'), TREATMENTS],
])('%s', async (_name, path, rowsOf, rows) => {
  const { body, pages } = await pagesOf(path);
  expect(rowsOf(body)).toBe(rows);
  expect(pages.filter((bytes) => bytes !== undefined && bytes > MAX_BYTES)).toEqual([]);
  // Each costs a connection.
  expect(pages.filter((bytes) => bytes === undefined).length).toBeLessThanOrEqual(4);
});
