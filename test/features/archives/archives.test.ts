// An archive is what somebody sent: whatever it says, nothing becomes somebody else's, and nothing of others is read or said.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeZip } from '../../../src/documents/writers/zip-writer.js';
import { readArchive } from '../../../src/formats/archive.js';
import { FileError, type FileLine } from '../../../src/formats/file-line.js';
import { openZip } from '../../../src/formats/zip.js';
import { contextOf, exportArchive, exportJson, linesOf, type Row, restore } from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { act, upload } from '../../support/imports.js';
import { type Beekeeper, beekeeper, crown, harvestFrom, treat } from '../../support/world.js';

let app: TestApp;
let owner: Beekeeper;
let files: Map<string, string>;
let apiary: string;
let hive: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await beekeeper(app);
  apiary = await owner.apiary({ name: 'Roble' });
  hive = await owner.beehive(apiary, { beehiveNumber: 7 });
  await harvestFrom(owner, apiary, hive);
  await treat(owner, hive);
  await crown(owner, { apiary, beehive: hive });
  await owner.item(apiary, { itemName: 'Jars', quantity: 10 });
  await owner.ask('mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id } } }', {
    input: { apiaryId: apiary, title: 'Feed', kind: 'FEED', dueOn: '2026-12-01', beehiveIds: [hive] },
  });
  const zip = await openZip(await exportArchive(owner));
  files = new Map();
  for (const { name } of zip.entries) files.set(name, String(await zip.readAll(name, 1e7)));
});
afterAll(() => app.close());

const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);

/** The archive with other contents, and a manifest that fits them unless it is changed. */
async function archiveWith(
  changes: Record<string, string | ((rows: Row[]) => Row[])>,
  change: (manifest: Record<string, unknown> & { lists: Record<string, unknown>[] }) => void = () => {},
): Promise<Buffer> {
  const changed = new Map(files);
  for (const [list, to] of Object.entries(changes)) {
    const name = `${list}.ndjson`;
    const text =
      typeof to === 'string'
        ? to
        : to(rowsOf(files.get(name)!))
            .map((row) => `${JSON.stringify(row)}\n`)
            .join('');
    changed.set(name, text);
  }
  const manifest = JSON.parse(files.get('manifest.json')!);
  for (const list of manifest.lists) {
    const text = changed.get(list.file)!;
    list.rows = text.split('\n').length - 1;
    list.sha256 = createHash('sha256').update(text).digest('hex');
  }
  change(manifest);
  changed.set('manifest.json', JSON.stringify(manifest));
  const contents = [...changed].map(([name, text]) => ({ name, pieces: [text] }));
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(contents, new Date())) pieces.push(piece);
  return Buffer.concat(pieces);
}

const refusalOf = async (archive: Buffer): Promise<unknown> => {
  const lines: FileLine[] = [];
  try {
    for await (const line of readArchive(archive)) lines.push(line);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.problem.code;
  }
  return lines.length;
};

describe('the export as an archive', () => {
  it('has a file for each list, as the manifest says', async () => {
    const json = await exportJson(owner);
    const manifest = JSON.parse(files.get('manifest.json')!);
    expect(manifest).toMatchObject({ format: 'beekeeping-archive', version: '1.1', account: { id: owner.id } });
    expect([...files.keys()].at(-1)).toBe('manifest.json');
    for (const { name, file, rows, sha256 } of manifest.lists) {
      const text = files.get(file)!;
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
      expect(rowsOf(text)).toHaveLength(rows);
      if (name !== 'sessions') expect(rowsOf(text)).toEqual(json[name]);
    }
    expect(manifest.notRestored).toEqual(expect.arrayContaining(['user', 'sessions', 'webhooks', 'activity']));
  });

  it('refuses other formats', async () => {
    const { status, body } = await owner.rest('GET', '/users/me/export?format=xml');
    expect([status, body.errors ?? body]).toMatchObject([400, expect.anything()]);
    expect(JSON.stringify(body)).toContain('format');
  });
});

describe('a file that is no archive as it should be', () => {
  it.each<[string, string, () => Promise<Buffer>]>([
    ['of a newer version', 'NEWER_VERSION', () => archiveWith({}, (manifest) => (manifest.version = '2.0'))],
    ['of another format', 'DAMAGED', () => archiveWith({}, (manifest) => (manifest.format = 'other'))],
    ['without an account', 'DAMAGED', () => archiveWith({}, (manifest) => delete manifest.account)],
    ['with other rows', 'CHECKSUM', () => archiveWith({}, ({ lists }) => (lists[3]!.sha256 = '0'.repeat(64)))],
    ['with fewer rows', 'DAMAGED', () => archiveWith({}, ({ lists }) => (lists[3]!.rows = 99))],
    [
      'with a list twice',
      'DAMAGED',
      () => archiveWith({}, ({ lists }) => lists.push(lists.find(({ name }) => name === 'beehives')!)),
    ],
    ['that names a file outside', 'DAMAGED', () => archiveWith({}, ({ lists }) => (lists[0]!.file = '../x.ndjson'))],
    ['with what is no JSON', 'DAMAGED', () => archiveWith({ beehives: '{"id":\n' })],
    ['with what is no text', 'DAMAGED', () => archiveWith({ beehives: '{"observations":"\\u0000"}\n' })],
    ['with half of a character', 'DAMAGED', () => archiveWith({ beehives: '{"\\ud83d":1}\n' })],
    ['with what is no object', 'DAMAGED', () => archiveWith({ beehives: '[1]\n' })],
    [
      'with a line too long',
      'LINE_TOO_LONG',
      () => archiveWith({ beehives: `{"observations":"${randomBytes(2 ** 19).toString('hex')}"}\n` }),
    ],
    [
      'with too many rows',
      'TOO_MANY_RECORDS',
      () => archiveWith({}, ({ lists }) => (lists.find(({ name }) => name === 'beehives')!.rows = 250_001)),
    ],
  ])('%s is refused', async (_, code, archive) => {
    expect(await refusalOf(await archive())).toBe(code);
  });

  it('is refused in words that name the limits of an archive', async () => {
    const long = await archiveWith({ beehives: `{"observations":"${randomBytes(2 ** 19).toString('hex')}"}\n` });
    const many = await archiveWith({}, ({ lists }) => (lists.find(({ name }) => name === 'beehives')!.rows = 250_001));
    const failures = [];
    for (const file of [long, many]) failures.push((await upload(owner, new Uint8Array(file))).failure);
    expect(failures).toEqual([
      'A line has more than 1 MB: sheet beehives, row 1',
      'The archive has more than 250000 records',
    ]);
  });

  it('is refused if it is a bomb', async () => {
    const bomb = await archiveWith({ beehives: '{}\n'.repeat(3_000_000) });
    expect(await refusalOf(bomb)).toBe('TOO_LARGE');
  });
});

describe('an archive that was changed', () => {
  it('creates nothing but records of the account that imports it', async () => {
    const [stranger, thief] = [await beekeeper(app), await beekeeper(app)];
    const foreign = await stranger.apiary({ name: 'Foreign' });
    const foreignHive = await stranger.beehive(foreign, { beehiveNumber: 1 });
    const before = await exportJson(stranger);
    const archive = await archiveWith({
      apiaries: (rows) =>
        rows.map((row) => ({ ...row, ownerId: stranger.id, userId: stranger.id, owner_id: stranger.id })),
      beehives: (rows) => [
        ...rows,
        { ...rows[0]!, id: foreignHive, apiaryId: foreign, number: 2 },
        { ...rows[0]!, number: 3, id: foreign },
      ],
      inspections: () => [],
      miteCounts: (rows) => rows.map((row) => ({ ...row, beehiveId: foreignHive, actorId: stranger.id })),
      queenReigns: (rows) => rows.map((row) => ({ ...row, actorId: stranger.id })),
      tasks: () => [],
    });
    const { problems, counts } = await restore(await contextOf(app, thief.id), await linesOf(archive), true);
    expect(problems.map(({ list, row, problems: [first] }) => [list, row, first?.heading])).toEqual([
      ['beehives', 2, 'apiaryId'],
    ]);
    // The mite count is of the hive that was not restored.
    expect(counts.FAILED).toBe(2);
    const { sessions: _, ...after } = await exportJson(stranger);
    expect(after).toMatchObject({ apiaries: before.apiaries!, beehives: before.beehives!, miteCounts: [] });
    const mine = await exportJson(thief);
    expect(mine.apiaries).toMatchObject([{ name: 'Roble', ownerId: thief.id }]);
    // The row has the id of somebody else's hive in the archive, which is like any other.
    expect(mine.queenReigns!.map(({ actorId }) => actorId)).toEqual([thief.id]);
    expect(JSON.stringify(mine)).not.toContain(foreignHive);
    expect(JSON.stringify(mine)).not.toContain(stranger.id);
  });

  it('has problems by list, line and column for values that a record cannot have', async () => {
    const account = await beekeeper(app);
    const archive = await archiveWith({
      apiaries: (rows) => [
        ...rows,
        { ...rows[0]!, id: hive, timeZone: 'Mars/Base' },
        { ...rows[0]!, name: ' ' },
        { id: 'no' },
        { ...rows[0]!, id: owner.id, mitesToWatch: -1 },
      ],
      keepers: `${JSON.stringify({ id: owner.id, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z', validFrom: '2020-01-01', legalName: 'Ana', country: 'XX' })}\n`,
      beehivePlacements: (rows) =>
        rows.map((row) => ({ ...row, apiaryId: null, apiaryLabel: 'Gone', apiaryCountry: 'es' })),
      // The hives that were named are shown with their labels.
      tasks: (rows) => rows.map((row) => ({ ...row, beehiveLabels: [] })),
      beehives: (rows) => [
        { ...rows[0]!, number: -4 },
        { ...rows[0]!, id: apiary, health: 'UNKNOWN', number: 1e10 },
        { ...rows[0]!, id: '01956f61-3bd1-796b-8521-9c875c5dfe07', endedOn: '2026-13-01' },
      ],
      stockMovements: (rows) => rows.map((row) => ({ ...row, balanceAfter: 1000 })),
    });
    const { problems, results } = await restore(await contextOf(app, account.id), await linesOf(archive), true);
    const found = problems.map(({ list, row, problems: [first] }) => [list, row, first!.heading]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['apiaries', 2, 'timeZone'],
        ['apiaries', 3, 'name'],
        ['apiaries', 5, 'mitesToWatch'],
        ['keepers', 1, 'country'],
        ['beehivePlacements', 1, 'apiaryCountry'],
        ['tasks', 1, 'beehiveLabels'],
        ['beehives', 2, 'number'],
        ['beehives', 3, 'endedOn'],
      ]),
    );
    expect(results.filter(({ status }) => status === 'FAILED').length).toBeGreaterThan(6);
    const { apiaries, beehives, stockMovements, inventoryItems } = await exportJson(account);
    expect([apiaries!.length, beehives!.length, stockMovements!.length]).toEqual([1, 0, 0]);
    expect(inventoryItems!.every(({ quantity }) => quantity === 0)).toBe(true);
  });
});

describe('an import of an archive', () => {
  it('is checked and run as that of any other file', async () => {
    const account = await beekeeper(app);
    const read = await upload(account, new Uint8Array(await exportArchive(owner)));
    expect(read).toMatchObject({ status: 'READY', format: 'ARCHIVE', failure: null, rows_with_problems: 0 });
    const done = await act(account, read.id, 'run');
    expect(done).toMatchObject({ status: 'DONE', rows_with_problems: 0, records_created: read.rows_total });
    expect((await exportJson(account)).beehives).toMatchObject([{ number: 7 }]);
    expect(await upload(account, 'PK\x03\x04 nothing')).toMatchObject({ status: 'FAILED' });
  });

  it('marks honey of a withdrawal period, which is no change by people: what belongs to the honey follows', async () => {
    const account = await beekeeper(app);
    const later = (rows: Row[]): Row[] => rows.map((row) => ({ ...row, harvestedOn: '2026-05-10' }));
    const { id, rows_total } = await upload(account, new Uint8Array(await archiveWith({ harvests: later })));
    expect(await act(account, id, 'run')).toMatchObject({ rows_with_problems: 0, records_created: rows_total });
    const { lots } = await exportJson(account);
    expect(lots!.map(({ destination }) => destination)).toEqual(['NOT_FOR_SALE', 'NOT_FOR_SALE']);
  });

  it('is undone but for what is kept by law, and as a whole for what belongs together', async () => {
    const account = await beekeeper(app);
    const { id } = await upload(account, new Uint8Array(await exportArchive(owner)));
    await act(account, id, 'run');
    const { inventoryItems } = await exportJson(account);
    const { id: item } = inventoryItems!.find(({ quantity }) => quantity === 10)!;
    await account.ask(
      'mutation ($input: UpdateInventoryItemInput!) { updateInventoryItem(input: $input) { inventoryItem { id } } }',
      {
        input: { id: item, itemName: 'Mine' },
      },
    );
    expect(await act(account, id, 'undo')).toMatchObject({ status: 'UNDONE' });
    const left = await exportJson(account);
    const voided = left.treatments!.filter(({ current }) => current);
    expect(voided).toMatchObject([{ productName: 'Thymol', beehiveId: null, status: 'VOIDED', revision: 2 }]);
    expect(left.inventoryItems).toMatchObject([{ id: item, quantity: 10 }]);
    expect(left.stockMovements).toMatchObject([{ itemId: item, balanceAfter: 10 }]);
    for (const list of ['beehives', 'queens', 'harvests', 'lots', 'lotPacks', 'inspections', 'miteCounts'])
      expect([list, left[list]]).toEqual([list, []]);
    // The apiary has the item.
    expect(left.apiaries).toHaveLength(1);
  });

  it('leaves a harvest whose honey is in a lot that stays', async () => {
    const account = await beekeeper(app);
    const { id } = await upload(account, new Uint8Array(await exportArchive(owner)));
    await act(account, id, 'run');
    const { lots, lotHarvests } = await exportJson(account);
    const [lot] = lots!;
    await account.ask('mutation ($input: UpdateLotInput!) { updateLot(input: $input) { lot { id } } }', {
      input: { id: lot!.id, notes: 'Mine' },
    });
    await act(account, id, 'undo');
    const left = await exportJson(account);
    expect(left.lotHarvests).toEqual(lotHarvests!.filter(({ lotId }) => lotId === lot!.id));
    expect(left.harvests!.map((harvest) => harvest.id)).toEqual([left.lotHarvests![0]!.harvestId]);
  });

  it('finds what another import has restored, also at the same time, and its undo leaves that', async () => {
    const account = await beekeeper(app);
    const archive = new Uint8Array(await exportArchive(owner));
    const [first, second] = [await upload(account, archive), await upload(account, archive)];
    for (const done of await Promise.all([first, second].map(({ id }) => act(account, id, 'run'))))
      expect(done).toMatchObject({ status: 'DONE', rows_with_problems: 0 });
    const third = await upload(account, archive);
    await act(account, third.id, 'run');
    const { exportedAt: _, imports: _imports, ...before } = await exportJson(account);
    expect(before.beehives).toHaveLength(1);
    await act(account, third.id, 'undo');
    expect(await exportJson(account)).toMatchObject(before);
  });
});

describe('an archive that is restored again', () => {
  it('leaves what has been changed or deleted since as it is', async () => {
    const account = await beekeeper(app);
    const context = await contextOf(app, account.id);
    const lines = await linesOf(await exportArchive(owner));
    await restore(context, lines);
    const first = await exportJson(account);
    const id = first.apiaries![0]!.id;
    await account.ask('mutation ($input: UpdateApiaryInput!) { updateApiary(input: $input) { apiary { id } } }', {
      input: { id, name: 'Renamed' },
    });
    await account.ask('mutation ($input: DeleteBeehiveInput!) { deleteBeehive(input: $input) { deletedId } }', {
      input: { id: first.beehives![0]!.id },
    });
    const before = await exportJson(account);
    const again = await restore(context, lines);
    expect(again.counts.FAILED).toBeUndefined();
    expect(again.counts.SKIPPED).toBeGreaterThan(0);
    const { exportedAt: _, ...after } = await exportJson(account);
    expect(after).toEqual({ ...before, exportedAt: undefined });
    expect(after.beehives).toEqual([]);
  });

  it('restores to its own account what it has deleted, and leaves the rest', async () => {
    const account = await beekeeper(app);
    const place = await account.apiary({ name: 'Own' });
    const kept = await account.beehive(place, { beehiveNumber: 1 });
    const lost = await account.beehive(place, { beehiveNumber: 2 });
    await treat(account, lost);
    const lines = await linesOf(await exportArchive(account));
    await account.ask('mutation ($input: DeleteBeehiveInput!) { deleteBeehive(input: $input) { deletedId } }', {
      input: { id: lost },
    });
    const { problems } = await restore(await contextOf(app, account.id), lines);
    expect(problems).toEqual([]);
    const { apiaries, beehives, miteCounts, beehivePlacements } = await exportJson(account);
    expect(apiaries!.map(({ id }) => id)).toEqual([place]);
    expect(beehives).toHaveLength(2);
    const restored = beehives!.find(({ id }) => id !== kept)!;
    expect(restored).toMatchObject({ apiaryId: place, number: 2 });
    expect(miteCounts).toMatchObject([{ beehiveId: restored.id }]);
    expect(beehivePlacements!.map(({ beehiveId }) => beehiveId).sort()).toEqual([kept, restored.id].sort());
  });
});
