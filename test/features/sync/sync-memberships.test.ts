// What the changes feed sends when apiaries are shared and hives move.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { changeRole, deleteAccount, inDays, leave, removeMember, share, transfer } from '../../support/members.js';
import { expectEqual } from '../../support/phone.js';
import { allRemoved } from '../../support/removals.js';
import { beekeeper, harvestFrom, PASSWORD } from '../../support/world.js';
import {
  ana,
  apiary,
  app,
  ben,
  fill,
  hive,
  inSync,
  inspect,
  inWords,
  positionOf,
  update,
} from './sync-changes.fixture.js';

describe('an apiary that is shared', () => {
  it('is sent whole, and deleted as one when the membership ends', async () => {
    await fill(ana, apiary, hive);
    const phone = await inSync(ben, 4);
    await share(ana, apiary, ben, 'WORKER');
    await phone.sync();
    expect(phone.records.size).toBeGreaterThan(8);
    await expectEqual(phone, app);
    await update(hive, { foodFrames: 5 });
    expect(inWords(await phone.sync())).toEqual(['BEEHIVE 3']);
    await removeMember(ana, apiary, ben.id);
    expect(await phone.sync()).toEqual([
      { kind: 'APIARY', recordId: apiary, deleted: true, version: null, node: null },
    ]);
    expect(phone.records.size).toBe(0);
  });

  it('is exact after it was not shared for a time', async () => {
    await fill(ana, apiary, hive);
    await share(ana, apiary, ben, 'WORKER');
    const phone = await inSync(ben);
    await leave(ben, apiary);
    const during = await ana.beehive(apiary, { beehiveNumber: 2 });
    await ana.ask(`mutation { deleteBeehive(input: { id: "${hive}" }) { deletedId } }`);
    // A request while there is no access, and none.
    await phone.sync();
    await share(ana, apiary, ben, 'VIEWER');
    await phone.sync();
    expect(phone.records.has(during)).toBe(true);
    await expectEqual(phone, app);
    await leave(ben, apiary);
    await ana.ask(`mutation { deleteBeehive(input: { id: "${during}" }) { deletedId } }`);
    await share(ana, apiary, ben, 'VIEWER');
    await phone.sync();
    await expectEqual(phone, app);
  });

  it('changes with its members', async () => {
    const phone = await inSync();
    await share(ana, apiary, ben, 'WORKER');
    await changeRole(ana, apiary, ben.id, 'VIEWER');
    const changes = await phone.sync();
    expect(changes.map(({ kind, recordId }) => [kind, recordId])).toEqual([['APIARY', apiary]]);
    expect(changes[0]!.node).toMatchObject({ members: { nodes: [{ user: { userId: ben.id }, role: 'VIEWER' }] } });
  });

  it('is deleted when the date of an inspector has passed', async () => {
    await share(ana, apiary, ben, 'INSPECTOR');
    // Long enough for two requests on a busy machine.
    await app.database.sql(
      `update apiary_members set member_until = now() + interval '10 seconds' where user_id = $1`,
      [ben.id],
    );
    const phone = await inSync(ben);
    expect(phone.records.size).toBeGreaterThan(1);
    expect(await phone.sync()).toEqual([]);
    await sleep(10_100);
    // Nothing was written at that moment.
    expect(inWords(await phone.sync())).toEqual(['APIARY deleted']);
    expect(phone.records.size).toBe(0);
    await changeRole(ana, apiary, ben.id, 'INSPECTOR');
    await phone.sync();
    await expectEqual(phone, app);
  });

  it.each([3, 500])(
    'is sent whole once, however often the date of an inspector was changed, in pages of %d',
    async (first) => {
      const south = await ana.apiary({ name: 'South' });
      for (const at of [apiary, south]) await share(ana, at, ben, 'INSPECTOR');
      const phone = await inSync(ben, first);
      for (let day = 1; day <= 10; day++)
        for (const at of [apiary, south]) {
          expect((await changeRole(ana, at, ben.id, 'INSPECTOR', inDays(day))).errors).toBeUndefined();
          if (day % 4 === 0) await ana.beehive(at);
        }
      const changes = await phone.sync();
      for (const at of [apiary, south])
        expect(changes.filter(({ recordId }) => recordId === at).map(({ deleted }) => deleted)).toEqual([true, false]);
      await expectEqual(phone, app);
      expect(await phone.sync()).toEqual([]);
    },
  );

  it.each([1, 3])('and taken away again and again is deleted, in pages of %d', async (first) => {
    const phone = await inSync(ben, first);
    for (let i = 0; i < 3; i++) {
      await share(ana, apiary, ben, 'WORKER');
      if (i === 1) await phone.sync();
      await removeMember(ana, apiary, ben.id);
    }
    expect(inWords(await phone.sync())).toEqual(['APIARY deleted']);
    expect(phone.records.size).toBe(0);
  });

  it('is deleted when the account of its owner is deleted', async () => {
    await fill(ana, apiary, hive);
    await share(ana, apiary, ben, 'MANAGER');
    const phone = await inSync(ben);
    expect((await deleteAccount(ana, PASSWORD, true)).errors).toBeUndefined();
    expect(inWords(await phone.sync())).toEqual(['APIARY deleted']);
    expect(phone.records.size).toBe(0);
    await allRemoved(app);
    expect(await app.database.sql('select 1 from changes where owner_id = $1 or actor_id = $1', [ana.id])).toEqual([]);
  });

  it.each([true, false])('changes its owner, who keeps a role: %s', async (keepRole) => {
    await fill(ana, apiary, hive);
    await share(ana, apiary, ben, 'WORKER');
    const phones = [await inSync(), await inSync(ben)];
    expect((await transfer(ana, apiary, ben.id, keepRole)).errors).toBeUndefined();
    for (const phone of phones) {
      await phone.sync();
      await expectEqual(phone, app);
    }
    expect(phones[0]!.records.size > 0).toBe(keepRole);
  });

  it('has no invitations in the feed', async () => {
    const phone = await inSync();
    const before = phone.cursor;
    await ana.ask(`mutation { inviteToApiary(input: { apiaryId: "${apiary}", role: VIEWER }) { link } }`);
    expect(await phone.sync()).toEqual([]);
    // They are not read again either.
    expect(positionOf(phone.cursor!)).not.toEqual(positionOf(before!));
  });
});

describe('a hive that moves', () => {
  it('out of sight is deleted; into sight, it is sent with everything below it', async () => {
    await fill(ana, apiary, hive);
    const other = await ana.apiary({ name: 'South' });
    await share(ana, apiary, ben, 'VIEWER');
    const cleo = await beekeeper(app);
    await share(ana, other, cleo, 'VIEWER');
    const phones = [await inSync(), await inSync(ben), await inSync(cleo, 2)];
    await update(hive, { apiaryId: other });
    for (const phone of phones) {
      await phone.sync();
      await expectEqual(phone, app);
    }
    expect(phones.map(({ records }) => records.has(hive))).toEqual([true, false, true]);
    await update(hive, { apiaryId: apiary });
    for (const phone of phones) {
      await phone.sync();
      await expectEqual(phone, app);
    }
    expect(phones.map(({ records }) => records.has(hive))).toEqual([true, true, false]);
  });

  it('out of sight and back has lost what was deleted meanwhile', async () => {
    const draft = await inspect(ana, hive, { draft: true });
    const other = await ana.apiary({ name: 'South' });
    await share(ana, apiary, ben, 'VIEWER');
    const phones = [await inSync(), await inSync(ben)];
    await update(hive, { apiaryId: other });
    await ana.ask(`mutation { discardInspectionDraft(input: { id: "${draft}" }) { deletedId } }`);
    await update(hive, { apiaryId: apiary });
    for (const phone of phones) {
      await phone.sync();
      expect(phone.records.has(hive)).toBe(true);
      await expectEqual(phone, app);
    }
  });

  it('and is then deleted, leaves its treatments where they were applied', async () => {
    await fill(ana, apiary, hive);
    const other = await ana.apiary({ name: 'South' });
    await share(ana, apiary, ben, 'VIEWER');
    const phones = [await inSync(), await inSync(ben)];
    await update(hive, { apiaryId: other });
    for (const phone of phones) await phone.sync();
    await ana.ask(`mutation { deleteBeehive(input: { id: "${hive}" }) { deletedId } }`);
    for (const phone of phones) {
      await phone.sync();
      await expectEqual(phone, app);
      const kinds = [...phone.records.values()].map(({ __typename }) => __typename);
      expect(kinds).toEqual(expect.arrayContaining(['Treatment', 'TreatmentFollowUp']));
    }
  });

  it('to an apiary of another account is theirs', async () => {
    await fill(ana, apiary, hive);
    const other = await ben.apiary();
    await share(ben, other, ana, 'MANAGER');
    const phones = [await inSync(), await inSync(ben)];
    await update(hive, { apiaryId: other });
    await leave(ana, other);
    for (const phone of phones) {
      await phone.sync();
      await expectEqual(phone, app);
    }
    expect(phones.map(({ records }) => records.has(hive))).toEqual([false, true]);
  });
});

it.each([1, 2, 500])(
  'a deleted apiary leaves the treatments of its deleted hives whole, in pages of %d',
  async (first) => {
    await fill(ana, apiary, hive);
    await ana.ask(`mutation { deleteBeehive(input: { id: "${hive}" }) { deletedId } }`);
    const phone = await inSync(ana, first);
    // An entry before those of the deletion: its record is gone by the time it is read.
    await ana.ask(`mutation { updateApiary(input: { id: "${apiary}", name: "South" }) { apiary { id } } }`);
    await ana.ask(`mutation { deleteApiary(input: { id: "${apiary}" }) { deletedId } }`);
    await phone.sync();
    await expectEqual(phone, app);
    expect([...phone.records.values()].map(({ __typename }) => __typename)).toEqual(['Treatment', 'TreatmentFollowUp']);
  },
);

describe.each([1, 2, 500])('in pages of %d', (first) => {
  it.each<[what: string, leaveApiary: () => Promise<unknown>]>([
    ['is deleted', () => ana.ask(`mutation { deleteApiary(input: { id: "${apiary}" }) { deletedId } }`)],
    ['gets another owner', () => transfer(ana, apiary, ben.id, false)],
    ['gets another owner, and is shared', () => transfer(ana, apiary, ben.id, true)],
  ])('lots keep their packs when their apiary %s', async (_what, leaveApiary) => {
    await share(ana, apiary, ben, 'WORKER');
    // One has the lots with their apiary, the other one gets them afterwards.
    const [early, late] = [await inSync(ana, first), await inSync(ana, first)];
    const { lot, pack } = await harvestFrom(ana, apiary, hive);
    await early.sync();
    await leaveApiary();
    for (const phone of [early, late]) {
      await phone.sync();
      expect(phone.records.get(lot)).toMatchObject({ __typename: 'Lot', lotIn: null });
      expect(phone.records.get(pack)).toMatchObject({ lotId: lot });
      await expectEqual(phone, app);
    }
  });
});
