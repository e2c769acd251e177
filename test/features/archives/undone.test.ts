// What an undo of an archive has removed, another import of it restores; what people have deleted themselves, it does not.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deriveId } from '../../../src/features/archives/archived-ids.queries.js';
import { RESTORED_LISTS } from '../../../src/records/archived.js';
import { comparable, exportArchive, exportJson, type Lists } from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { act, type ImportAnswer, upload } from '../../support/imports.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { seedBeekeepers, seededBeekeeper } from '../../support/seed-beekeepers.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

const NAMES = [...RESTORED_LISTS.keys()];
const ROUNDS = process.env.SLOW_TESTS === 'on' ? 4 : 2;

let app: TestApp;
let archive: Uint8Array<ArrayBuffer>;
/** It has the same records. */
let laterArchive: Uint8Array<ArrayBuffer>;
/** What is in the archive. */
let archived: Lists;
beforeAll(async () => {
  app = await startTestApp();
  await seedBeekeepers(app.database, {
    accounts: 'values (900001, 1, 3), (900002, 1, 1)',
    members: `values (900002, 900001, 1, 'WORKER')`,
  });
  const firm = await seededBeekeeper(app, 900_001);
  archive = new Uint8Array(await exportArchive(firm));
  archived = await exportJson(firm);
  expect(NAMES.filter((name) => archived[name]!.length === 0)).toEqual([]);
  laterArchive = new Uint8Array(await exportArchive(firm));
});
afterEach(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

async function importInto(who: Beekeeper, file = archive): Promise<ImportAnswer> {
  const { id } = await upload(who, file);
  const done = await act(who, id, 'run');
  expect(done).toMatchObject({ status: 'DONE', rows_with_problems: 0 });
  return done;
}

const recordsOf = (lists: Lists): Lists => Object.fromEntries(NAMES.map((name) => [name, lists[name]!]));

/** Those of the archive, under the ids that records have after so many undos, beside what these have left. */
function expectRestored(who: Beekeeper, lists: Lists, undos: number, left: Lists): void {
  const text = JSON.stringify(lists);
  // What no log knows has the same id again.
  const idOf = (id: string): string =>
    [deriveId(who.id, id, undos), deriveId(who.id, id)].find((derived) => text.includes(derived)) ?? id;
  const leftIds = new Set(left.treatments!.map(({ id }) => id));
  const treatments = lists.treatments!.filter(({ id }) => !leftIds.has(id));
  const found = comparable({ ...lists, treatments }, NAMES, (id) => id);
  expect(found).toEqual(comparable(archived, NAMES, idOf));
}

describe('an import of an archive after an undo', () => {
  it('restores what the undo has removed, again and again', async () => {
    const account = await beekeeper(app);
    let left: Lists = { treatments: [] };
    for (let undos = 0; undos < ROUNDS; undos++) {
      const first = await importInto(account, undos === 1 ? laterArchive : archive);
      const lists = await exportJson(account);
      expectRestored(account, lists, undos, left);
      if (undos === 1) {
        // There is nothing to restore, and so nothing of it to undo.
        const again = await importInto(account);
        expect(again.records_created).toBe(0);
        await act(account, again.id, 'undo');
        expect(recordsOf(await exportJson(account))).toEqual(recordsOf(lists));
      }
      expect(await act(account, first.id, 'undo')).toMatchObject({ status: 'UNDONE' });
      left = await exportJson(account);
      expect(left.treatments!.filter(({ current, status }) => current && status !== 'VOIDED')).toEqual([]);
      const others = NAMES.filter((name) => name !== 'treatments' && left[name]!.length > 0);
      expect(others).toEqual([]);
      const own = await upload(account, new Uint8Array(await exportArchive(account)));
      expect(await act(account, own.id, 'run')).toMatchObject({ status: 'DONE', records_created: 0 });
    }
  }, 120_000);

  it('does not restore what people have deleted, nor replace what the undo has left', async () => {
    const account = await beekeeper(app);
    const { id } = await importInto(account);
    const { beehives, restrictedZones, keepers, apiaries, treatments } = await exportJson(account);
    const remove = (name: string, record: string) =>
      account.ask(`mutation ($id: ID!) { ${name}(input: { id: $id }) { deletedId } }`, { id: record });
    const hive = beehives![0]!.id;
    await remove('deleteBeehive', hive);
    await remove('deleteRestrictedZone', restrictedZones![0]!.id);
    await remove('deleteKeeper', keepers![0]!.id);
    const voided = treatments!.find(({ current, status }) => current && status !== 'VOIDED')!;
    await account.ask('mutation ($input: VoidTreatmentInput!) { voidTreatment(input: $input) { treatment { id } } }', {
      input: { id: voided.id, reason: 'Wrong hive' },
    });
    const renamed = { id: apiaries![0]!.id, name: 'Renamed' };
    await account.ask('mutation ($input: UpdateApiaryInput!) { updateApiary(input: $input) { apiary { id } } }', {
      input: renamed,
    });
    await act(account, id, 'undo');
    expect((await exportJson(account)).apiaries).toMatchObject([renamed]);
    const again = await upload(account, archive);
    expect(await act(account, again.id, 'run')).toMatchObject({ status: 'DONE' });
    const statuses = await app.database.sql<{ status: string }>(
      'select distinct status from import_rows where import_id = $1',
      [again.id],
    );
    expect(statuses.map(({ status }) => status).sort()).toEqual(['DONE', 'SKIPPED']);
    const after = await exportJson(account);
    expect(after.apiaries).toHaveLength(apiaries!.length);
    expect(after.apiaries).toEqual(expect.arrayContaining([expect.objectContaining(renamed)]));
    expect(after.beehives).toHaveLength(beehives!.length - 1);
    expect(after.keepers).toHaveLength(keepers!.length - 1);
    expect(after.restrictedZones).toHaveLength(restrictedZones!.length - 1);
    const counting = (lists: Lists) => lists.treatments!.filter((one) => one.current && one.status !== 'VOIDED').length;
    expect(counting(after)).toBe(counting({ treatments: treatments! }) - 1);
  }, 120_000);
});
