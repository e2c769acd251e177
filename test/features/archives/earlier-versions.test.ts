// What versions 1.x have written is restored by this one. A release whose archives have another version adds its own, with one record of each
// kind and more: WRITE_ARCHIVE=on npm test -- features/archives/earlier-versions
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deriveId } from '../../../src/features/archives/archived-ids.queries.js';
import { ARCHIVE_VERSION, type Manifest } from '../../../src/formats/archive-format.js';
import { RESTORED_LISTS } from '../../../src/records/archived.js';
import { comparable, exportArchive, exportJson, type Lists, linesOf, type Row } from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { act, upload } from '../../support/imports.js';
import { seedBeekeepers, seededBeekeeper } from '../../support/seed-beekeepers.js';
import { beekeeper } from '../../support/world.js';

const FOLDER = 'test/features/archives/versions';
const isWriting = process.env.WRITE_ARCHIVE === 'on';
const files = [...new Set([...readdirSync(FOLDER), ...(isWriting ? [`${ARCHIVE_VERSION}.zip`] : [])])];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  if (isWriting) writeFileSync(`${FOLDER}/${ARCHIVE_VERSION}.zip`, await writeSeeded());
});
afterAll(() => app.close());

async function writeSeeded(): Promise<Buffer> {
  const seeded = {
    accounts: 'values (1, 1, 3), (2, 1, 1)',
    members: `values (1, 2, 1, 'MANAGER'), (2, 1, 1, 'WORKER')`,
  };
  await seedBeekeepers(app.database, seeded, {
    visits: 2,
    counts: 1,
    courses: 1,
    questions: 2,
    items: 2,
    movements: 1,
  });
  return exportArchive(await seededBeekeeper(app, 1));
}

/** The rows of each list as the file has them. */
async function readLists(file: Buffer): Promise<{ manifest: Manifest; lists: Lists }> {
  const [first, ...lines] = await linesOf(file);
  const lists: Lists = {};
  for (const line of lines)
    if (line.type === 'sheet') lists[line.name] = [];
    else if (line.type === 'row') Object.values(lists)[line.sheet - 1]!.push(line.cells as Row);
  return { manifest: (first as unknown as { details: Manifest }).details, lists };
}

/** The columns alone that the other rows have, too. */
const withColumnsOf = (lists: Lists, others: Lists): Lists =>
  Object.fromEntries(
    Object.entries(lists).map(([name, rows]) => [
      name,
      rows.map(
        (row, i) => Object.fromEntries(Object.keys(others[name]![i] ?? row).map((key) => [key, row[key]])) as Row,
      ),
    ]),
  );

it('this version has its archive, with every list', async () => {
  const { manifest, lists } = await readLists(readFileSync(`${FOLDER}/${ARCHIVE_VERSION}.zip`));
  expect(manifest.version).toBe(ARCHIVE_VERSION);
  expect([...RESTORED_LISTS.keys()].filter((name) => !lists[name]?.length)).toEqual([]);
});

it.each(files)('%s is restored with every record and value', async (name) => {
  const file = readFileSync(`${FOLDER}/${name}`);
  const { manifest, lists } = await readLists(file);
  const names = Object.keys(lists);
  const account = await beekeeper(app);
  const read = await upload(account, new Uint8Array(file));
  expect(read).toMatchObject({ status: 'READY', failure: null, rows_with_problems: 0 });
  const done = await act(account, read.id, 'run');
  expect(done).toMatchObject({ status: 'DONE', rows_with_problems: 0, records_created: read.rows_total });
  const restored = comparable(await exportJson(account), names, (id) => id);
  for (const { name: list, rows } of manifest.lists)
    if (names.includes(list)) expect([list, restored[list]!.length]).toEqual([list, rows]);
  const written = comparable(lists, names, (id) => deriveId(account.id, id));
  expect(withColumnsOf(restored, written)).toEqual(written);
});
