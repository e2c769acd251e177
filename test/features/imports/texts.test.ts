// What a file can make grow: of what an import stores and returns beside the cells, each text has a bound.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { act, rowsOf, upload } from '../../support/imports.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import { workbookParts, zipOf } from '../../support/xlsx.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const LONG = 'x'.repeat(30_000);
const MAX_TEXT_LENGTH = 200;
const MAX_SUMMARY_LENGTH = 500;
/** A message may have some texts of the file. */
const MAX_MESSAGE_LENGTH = 1000;

/** The columns that hold texts of a file, and are not its cells. */
const longest = async (): Promise<Record<string, number>> => {
  const [row] = await app.database.sql<Record<string, number>>(`
    select max(length(problem::text)) as problem, max(length(details::text)) as details, max(length(mapping::text)) as mapping,
      (select max(length(summary)) from import_rows) as summary, (select max(length(problems::text)) from import_rows) as problems
    from imports`);
  return row!;
};

async function expectBounded(who: Beekeeper): Promise<void> {
  const { problem, details, mapping, summary, problems } = await longest();
  expect(Math.max(problem ?? 0, details ?? 0, summary ?? 0)).toBeLessThan(MAX_MESSAGE_LENGTH);
  expect(Math.max(mapping ?? 0, problems ?? 0)).toBeLessThan(5 * MAX_MESSAGE_LENGTH);
  const { body } = await who.rest('GET', '/imports');
  expect(JSON.stringify(body).length).toBeLessThan(20 * MAX_MESSAGE_LENGTH);
}

it('of a file that cannot be read: its problem', async () => {
  const ana = await beekeeper(app);
  const file = await zipOf(
    workbookParts({
      ['n'.repeat(100_000)]: [
        ['Apiary', 'Hive'],
        ['x'.repeat(40_000), 1],
      ],
    }),
  );
  const failed = await upload(ana, file as Uint8Array<ArrayBuffer>, 'book.xlsx');
  expect(failed).toMatchObject({ status: 'FAILED', failure: expect.stringContaining('A cell has more than') });
  expect(failed.failure!.length).toBeLessThan(MAX_MESSAGE_LENGTH);
  await expectBounded(ana);
});

it('of a file that takes too much memory: it fails, and is not tried again', async () => {
  const ana = await beekeeper(app);
  const failed = await upload(ana, `[${'{},'.repeat(6_000_000)}{}]`, 'backup.json');
  expect(failed.status).toBe('FAILED');
  expect(failed.failure).toMatch(/^(The file takes too much memory|Leer el archivo ocupa demasiada memoria)/);
  expect(await app.database.sql(`select problem from imports where id = $1`, [failed.id])).toEqual([
    { problem: { code: 'TOO_MUCH_MEMORY' } },
  ]);
  expect(await app.database.sql(`select 1 from jobs.job where name = 'imports' and state < 'completed'`)).toEqual([]);
});

it('of a table: summaries, headings and problems', async () => {
  const ana = await beekeeper(app);
  const headings = `Apiary;Hive;Date;Product;${LONG}`;
  const rows = [`${LONG};1;2025-05-01;${LONG};${LONG}`, `aaa;2;2025-05-01;Apivar;x`, `${LONG};x${LONG};${LONG};a;a`];
  const read = await upload(ana, `${headings}\n${rows.join('\n')}\n`, 'treatments.csv');
  expect(read).toMatchObject({ status: 'READY', rows_with_problems: 2 });
  for (const { summary, problems } of await rowsOf(ana, read.id)) {
    expect(summary.length).toBeLessThanOrEqual(MAX_SUMMARY_LENGTH);
    for (const { heading, value, message } of problems) {
      expect(Math.max(heading?.length ?? 0, value?.length ?? 0)).toBeLessThanOrEqual(MAX_TEXT_LENGTH);
      expect(message.length).toBeLessThan(MAX_MESSAGE_LENGTH);
    }
  }
  expect(await act(ana, read.id, 'run', { skip_problems: true })).toMatchObject({ status: 'DONE' });
  await expectBounded(ana);
});
