// Random histories: records are deleted, others are recorded meanwhile, and what was deleted is restored, the last first. The model is what the
// rows were: what comes back equals it, and nothing else changes.
import { expect, it } from '@jest/globals';
import { app, createRecords, members, owner } from '../../authorization/authorization.fixture.js';
import type { RecordIds } from '../../authorization/case.js';
import { DELETABLE } from '../../support/deletable.js';
import { type Deletion, remove, restore } from '../../support/deletions.js';
import * as fc from '../../support/fast-check.js';
import { type Snapshot, snapshotOf } from '../../support/kept-snapshot.js';
import { Phone, visibleTo } from '../../support/phone.js';
import type { Beekeeper } from '../../support/world.js';

interface Step {
  deletion: Deletion;
  before: Snapshot;
  after: Snapshot;
}

/** What the rows are to be: those that the deletion has removed or changed are as before it, unless somebody has changed them since. */
function expectedAfter(now: Snapshot, { before, after }: Step): Snapshot {
  const expected: Snapshot = new Map([...now].map(([key, row]) => [key, { ...row }]));
  for (const [key, row] of before) {
    const left = after.get(key);
    const current = expected.get(key);
    if (!left) expected.set(key, row);
    else
      for (const column of Object.keys(row))
        if (JSON.stringify(row[column]) !== JSON.stringify(left[column])) current![column] = row[column];
  }
  return expected;
}

const NOTABLE = `select entity, row_id as id from changes where notable and action = 'CREATED' and seq > $1 and owner_id = $2`;
const LAST = 'select coalesce(max(seq), 0) as seq from changes';
const lastEntry = async (): Promise<string> => (await app.database.sql<{ seq: string }>(LAST))[0]!.seq;

/** Those that are there: a record may have gone with another one. */
const isThere = async (who: Beekeeper, id: string): Promise<boolean> =>
  (await who.graphql(`{ node(id: "${id}") { id } }`)).errors === undefined;

/** What others record meanwhile, as long as there is an apiary. */
async function recordMeanwhile(ids: RecordIds, phone: Beekeeper): Promise<void> {
  const { data } = await phone.graphql<{ createBeehive: { beehive: { id: string } } | null }>(
    `mutation { createBeehive(input: { apiaryId: "${ids.apiary}", placedOn: "2026-01-01" }) { beehive { id } } }`,
  );
  if (data?.createBeehive)
    await phone.ask(
      `mutation { recordInspection(input: { beehiveId: "${data.createBeehive.beehive.id}", answers: [], draft: true }) { inspection { id } } }`,
    );
}

it('is as it was, for the owner, members, the log and phones', async () => {
  const kinds = fc.uniqueArray(fc.constantFrom(...DELETABLE), {
    minLength: 2,
    maxLength: 6,
    selector: ({ kind }) => kind,
  });
  const syncs = fc.infiniteStream(fc.boolean());
  await fc.assert(
    fc.asyncProperty(kinds, fc.boolean(), syncs, async (chosen, isByManager, isSynced) => {
      const ids = await createRecords();
      const phones = [new Phone(app, owner), new Phone(app, members.worker)];
      const readers = [owner, members.worker];
      const sync = async (): Promise<void> => {
        for (const phone of phones) await phone.sync();
      };
      await sync();
      const history: Step[] = [];
      for (const { kind, id, mutation } of chosen) {
        const who = isByManager && kind !== 'APIARY' ? members.manager : owner;
        if (!(await isThere(who, id(ids)))) continue;
        const before = await snapshotOf(app.database, owner.id);
        const deletion = await remove(who, mutation, id(ids));
        history.push({ deletion, before, after: await snapshotOf(app.database, owner.id) });
        await recordMeanwhile(ids, members.manager);
        if (isSynced.next().value) await sync();
      }
      for (const step of history.reverse()) {
        const expected = expectedAfter(await snapshotOf(app.database, owner.id), step);
        const seq = await lastEntry();
        const { errors, data } = await restore(owner, step.deletion.id);
        expect(errors).toBeUndefined();
        expect(Object.fromEntries(await snapshotOf(app.database, owner.id))).toEqual(Object.fromEntries(expected));
        const { recordId } = step.deletion;
        const entity = data.restoreDeletion.record!.__typename;
        expect(await app.database.sql(NOTABLE, [seq, owner.id])).toEqual([{ entity, id: recordId }]);
        if (isSynced.next().value) await sync();
      }
      await sync();
      for (const [i, phone] of phones.entries())
        expect(Object.fromEntries(phone.records)).toEqual(Object.fromEntries(await visibleTo(readers[i]!, app)));
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 120_000);
