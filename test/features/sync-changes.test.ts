// The feed of changes as a client reads it: nothing is missed, whatever happens between two requests.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { expectLogExact } from '../support/change-log.js';
import { beforeQuery, startTestApp, type TestApp } from '../support/client.js';
import { changeRole, deleteAccount, leave, removeMember, share, transfer } from '../support/members.js';
import { expectEqual, othersHaveEnded, Phone, readChanges, type SyncChange } from '../support/phone.js';
import { type Beekeeper, beekeeper, harvestFrom, PASSWORD, treat } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let ben: Beekeeper;
let apiary: string;
let hive: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary({ name: 'North' });
  hive = await ana.beehive(apiary, { beehiveNumber: 1 });
});

const inSync = async (who = ana, first?: number): Promise<Phone> => {
  const phone = new Phone(app, who, undefined, first);
  await phone.sync();
  return phone;
};
const inWords = (changes: SyncChange[]): string[] =>
  changes.map(({ kind, deleted, version }) => `${kind}${deleted ? ' deleted' : ` ${version}`}`);
const inspect = async (who: Beekeeper, beehiveId: string, fields: object = {}): Promise<string> =>
  (
    await who.ask('mutation ($input: RecordInspectionInput!) { made: recordInspection(input: $input) { id } }', {
      input: { beehiveId, answers: [], ...fields },
    })
  ).made.id;
const update = (id: string, input: object, who = ana): Promise<unknown> =>
  who.ask('mutation ($id: ID!, $input: UpdateBeehiveInput!) { updateBeehive(id: $id, input: $input) { id } }', {
    id,
    input,
  });

/** Everything that can be below a hive and an apiary. */
async function fill(who: Beekeeper, at: string, below: string): Promise<void> {
  await treat(who, below);
  await inspect(who, below);
  const { question } = await who.ask(
    `mutation { question: createQuestion(input: { apiaryId: "${at}", text: "Mites?" }) { id } }`,
  );
  await who.ask(
    `mutation { assignQuestion(input: { beehiveId: "${below}", questionId: "${question.id}", active: false }) { id } }`,
  );
  const item = await who.item(at, { quantity: 5 });
  await who.ask(`mutation { adjustStock(input: { itemId: "${item}", amount: -2 }) { quantity } }`);
}

/** A transaction of another program, which stays open. It adds a hive. */
async function openWriter(number: number) {
  const client = await app.app.pool.connect();
  await client.query('begin');
  await client.query(
    'insert into beehives (id, created_at, updated_at, apiary_id, beehive_number) values (gen_random_uuid(), now(), now(), $1, $2)',
    [apiary, number],
  );
  return {
    add: (other: number) =>
      client.query(
        'insert into beehives (id, created_at, updated_at, apiary_id, beehive_number) values (gen_random_uuid(), now(), now(), $1, $2)',
        [apiary, other],
      ),
    commit: async () => {
      await client.query('commit');
      client.release();
    },
    rollback: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}
const numbersOf = ({ records }: Phone): unknown[] =>
  [...records.values()]
    .filter(({ __typename }) => __typename === 'Beehive')
    .map(({ beehiveNumber }) => beehiveNumber)
    .sort();

describe('the first sync', () => {
  it('sends everything, in pages of any size', async () => {
    await fill(ana, apiary, hive);
    const other = await ben.apiary();
    await fill(ben, other, await ben.beehive(other));
    for (const first of [1, 3, 500]) await expectEqual(await inSync(ana, first), app);
  });

  it('goes on in the log without a gap', async () => {
    await fill(ana, apiary, hive);
    const phone = new Phone(app, ana, undefined, 2);
    const first = await readChanges(ana, null, 2);
    expect(first).toMatchObject({ hasMore: true, resyncRequired: false });
    // Before the place that has been read, and after it.
    await ana.ask(`mutation { updateApiary(id: "${apiary}", input: { name: "Renamed" }) { id } }`);
    const added = await ana.beehive(apiary, { beehiveNumber: 2 });
    await update(hive, { foodFrames: 7 });
    phone.cursor = first.endCursor;
    for (const { node } of first.changes) phone.records.set(node!.id, node!);
    await phone.sync();
    expect(phone.records.get(added)).toMatchObject({ beehiveNumber: 2 });
    await expectEqual(phone, app);
  });

  it('of an account without records is empty, and its cursor valid', async () => {
    const phone = await inSync(ben);
    expect(phone.records.size).toBe(0);
    await ben.apiary();
    expect(inWords(await phone.sync())).toContain('APIARY 1');
  });
});

it('a record that is deleted while the page is read asks for another try', async () => {
  const item = await ana.item(apiary, { quantity: 5 });
  const phone = await inSync();
  await ana.ask(`mutation { adjustStock(input: { itemId: "${item}", amount: -2 }) { quantity } }`);
  const read = `query ($after: String) { changes(after: $after) { changes { node { ... on StockMovement { item { quantity } } } } } }`;
  const deleteItem = () => ana.ask(`mutation { deleteInventoryItem(id: "${item}") }`);
  await othersHaveEnded(app);
  // The log, the movement, and then the item.
  const { errors } = await beforeQuery(app.app, 3, deleteItem, () => ana.graphql(read, { after: phone.cursor }));
  expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'CHANGED_CONCURRENTLY' } }]);
  await phone.sync();
  await expectEqual(phone, app);
});

it('a member who is removed while the page is read is asked for another try, which deletes the apiary', async () => {
  await share(ana, apiary, ben, 'WORKER');
  const phone = await inSync(ben);
  await ana.ask(`mutation { updateApiary(id: "${apiary}", input: { name: "South" }) { id } }`);
  const read = `query ($after: String) { changes(after: $after) { changes { node { ... on Apiary { viewerRole } } } } }`;
  await othersHaveEnded(app);
  // The log, the apiary, and then the membership.
  const { errors } = await beforeQuery(
    app.app,
    3,
    () => removeMember(ana, apiary, ben.id),
    () => ben.graphql(read, { after: phone.cursor }),
  );
  expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'CHANGED_CONCURRENTLY' } }]);
  expect(inWords(await phone.sync())).toContain('APIARY deleted');
  await expectEqual(phone, app);
});

it('a page counts as many records as it may have', async () => {
  const below = 'changes { node { ... on Apiary { beehives(first: 500) { nodes { id } } } } }';
  for (const page of ['changes', 'changes(first: 500)']) {
    const { errors } = await ana.graphql(`{ ${page} { ${below} } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', reason: 'TOO_BROAD' } }]);
  }
  expect((await ana.graphql(`{ changes(first: 100) { ${below} } }`)).errors).toBeUndefined();
});

it('an operation reads one page', async () => {
  const { status, errors } = await ana.graphql(
    '{ a: changes { endCursor } ... F } fragment F on Query { changes { endCursor } }',
  );
  expect(status).toBe(400);
  expect(errors).toMatchObject([
    {
      message: 'An operation may have only one of these fields: a, changes',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ]);
  expect(
    (await ana.graphql('{ changes { endCursor } ... F } fragment F on Query { changes { hasMore } }')).status,
  ).toBe(200);
});

describe('a change', () => {
  it('is sent once, with the record as it is now, however often it has changed', async () => {
    const phone = await inSync();
    for (const foodFrames of [1, 2, 3]) await update(hive, { foodFrames });
    const changes = await phone.sync();
    expect(inWords(changes)).toEqual(['BEEHIVE 4']);
    expect(changes[0]!.node).toMatchObject({ id: hive, foodFrames: 3 });
    expect(await phone.sync()).toEqual([]);
  });

  it('of a record of somebody else is not sent', async () => {
    const phone = await inSync();
    const other = await ben.apiary();
    await fill(ben, other, await ben.beehive(other));
    expect(await phone.sync()).toEqual([]);
  });

  it('of a record that was created and deleted meanwhile is a deletion', async () => {
    const phone = await inSync();
    const short = await ana.beehive(apiary, { beehiveNumber: 3 });
    await ana.ask(`mutation { deleteBeehive(id: "${short}") }`);
    expect(await phone.sync()).toEqual([
      expect.objectContaining({ kind: 'BEEHIVE_PLACEMENT', deleted: true }),
      { kind: 'BEEHIVE', id: short, deleted: true, version: null, node: null },
    ]);
  });

  it('of the stock and of an inspection reaches the item and the hive', async () => {
    await fill(ana, apiary, hive);
    const phone = await inSync();
    const [item] = [...phone.records.values()].filter(({ __typename }) => __typename === 'InventoryItem');
    await ana.ask(`mutation { recordExit(input: { itemId: "${item!.id}", quantity: 1, person: "Ana" }) { quantity } }`);
    await inspect(ana, hive);
    await phone.sync();
    expect(phone.records.get(item!.id)).toMatchObject({ quantity: 2 });
    await expectEqual(phone, app);
  });

  it('of nothing but the answers of a draft is a change of the draft', async () => {
    const { question } = await ana.ask(
      `mutation { question: createQuestion(input: { apiaryId: "${apiary}", text: "Seen?", answerType: TEXT }) { id } }`,
    );
    const draft = await inspect(ana, hive, {
      draft: true,
      notes: 'Same',
      answers: [{ questionId: question.id, text: 'No' }],
    });
    const phone = await inSync();
    await ana.ask(
      'mutation ($id: ID!, $input: UpdateInspectionDraftInput!) { updateInspectionDraft(id: $id, input: $input) { id } }',
      {
        id: draft,
        input: { notes: 'Same', answers: [{ questionId: question.id, text: 'Yes' }] },
      },
    );
    expect(inWords(await phone.sync())).toEqual(['INSPECTION 2']);
    expect(phone.records.get(draft)).toMatchObject({ answers: [{ asText: 'Yes' }] });
  });

  it('has the version that its record has now', async () => {
    const { treatment } = await treat(ana, hive);
    const phone = await inSync();
    for (const productName of ['One', 'Two'])
      await ana.ask(
        'mutation ($id: ID!, $name: String) { correctTreatment(id: $id, input: { productName: $name, reason: "Typo" }) { id } }',
        { id: treatment, name: productName },
      );
    await othersHaveEnded(app);
    // The page ends before the second correction.
    const { changes } = await readChanges(ana, phone.cursor, 2);
    expect(changes.find(({ id }) => id === treatment)).toMatchObject({ version: 3, node: { version: 3 } });
  });

  it('of a treatment reaches the withdrawal period of its hive', async () => {
    const { made } = await ana.ask(
      `mutation { made: recordTreatment(input: {
        beehiveIds: ["${hive}"], kind: "a", productName: "b", startedOn: "2026-05-01", endedOn: "2026-05-02", withdrawalDays: 30 }) { id } }`,
    );
    const phone = await inSync();
    expect(phone.records.get(hive)).toMatchObject({ withdrawalUntil: '2026-06-01' });
    await ana.ask(`mutation { voidTreatment(id: "${made[0].id}", reason: "Other hive") { id } }`);
    await phone.sync();
    expect(phone.records.get(hive)).toMatchObject({ withdrawalUntil: null });
    await expectEqual(phone, app);
  });

  it('of a treatment: its correction, its end, its hive', async () => {
    const { treatment } = await treat(ana, hive);
    const phone = await inSync();
    await ana.ask(
      `mutation { correctTreatment(id: "${treatment}", input: { productName: "Oxalic acid", reason: "Typo" }) { id } }`,
    );
    expect(await phone.sync()).toContainEqual(
      expect.objectContaining({ kind: 'TREATMENT', id: treatment, version: 2, deleted: false }),
    );
    await expectEqual(phone, app);
    await ana.ask(`mutation { deleteBeehive(id: "${hive}") }`);
    await phone.sync();
    expect(phone.records.get(treatment)).toMatchObject({ treatedHive: null, productName: 'Oxalic acid' });
    await expectEqual(phone, app);
  });
});

describe('slow transactions', () => {
  it('that commit after faster ones are not skipped', async () => {
    const phone = await inSync();
    const slow = await openWriter(10);
    await ana.beehive(apiary, { beehiveNumber: 11 });
    await phone.sync();
    await ana.beehive(apiary, { beehiveNumber: 12 });
    await phone.sync();
    await slow.add(13);
    await slow.commit();
    await phone.sync();
    expect(numbersOf(phone)).toEqual([1, 10, 11, 12, 13]);
  });

  it('that interleave, with numbers of entries in another order than those of transactions, are read completely', async () => {
    const phone = await inSync();
    const [first, second] = [await openWriter(20), await openWriter(21)];
    await second.add(22);
    await first.add(23);
    await second.commit();
    await phone.sync();
    await ana.beehive(apiary, { beehiveNumber: 24 });
    await phone.sync();
    await first.commit();
    await phone.sync();
    expect(numbersOf(phone)).toEqual([1, 20, 21, 22, 23, 24]);
  });

  it('that roll back leave nothing, and hold nothing up afterwards', async () => {
    const phone = await inSync();
    const slow = await openWriter(30);
    await ana.beehive(apiary, { beehiveNumber: 31 });
    await slow.rollback();
    await phone.sync();
    expect(numbersOf(phone)).toEqual([1, 31]);
  });
});

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
    expect(await phone.sync()).toEqual([{ kind: 'APIARY', id: apiary, deleted: true, version: null, node: null }]);
    expect(phone.records.size).toBe(0);
  });

  it('is exact after it was not shared for a time', async () => {
    await fill(ana, apiary, hive);
    await share(ana, apiary, ben, 'WORKER');
    const phone = await inSync(ben);
    await leave(ben, apiary);
    const during = await ana.beehive(apiary, { beehiveNumber: 2 });
    await ana.ask(`mutation { deleteBeehive(id: "${hive}") }`);
    // A request while there is no access, and none.
    await phone.sync();
    await share(ana, apiary, ben, 'VIEWER');
    await phone.sync();
    expect(phone.records.has(during)).toBe(true);
    await expectEqual(phone, app);
    await leave(ben, apiary);
    await ana.ask(`mutation { deleteBeehive(id: "${during}") }`);
    await share(ana, apiary, ben, 'VIEWER');
    await phone.sync();
    await expectEqual(phone, app);
  });

  it('changes with its members', async () => {
    const phone = await inSync();
    await share(ana, apiary, ben, 'WORKER');
    await changeRole(ana, apiary, ben.id, 'VIEWER');
    const changes = await phone.sync();
    expect(changes.map(({ kind, id }) => [kind, id])).toEqual([['APIARY', apiary]]);
    expect(changes[0]!.node).toMatchObject({ members: { nodes: [{ userId: ben.id, role: 'VIEWER' }] } });
  });

  it('is deleted when the date of an inspector has passed', async () => {
    await share(ana, apiary, ben, 'INSPECTOR');
    await app.database.sql(`update apiary_members set expires_at = now() + interval '2 seconds' where user_id = $1`, [
      ben.id,
    ]);
    const phone = await inSync(ben);
    expect(phone.records.size).toBeGreaterThan(1);
    expect(await phone.sync()).toEqual([]);
    await sleep(2100);
    // Nothing was written at that moment.
    expect(inWords(await phone.sync())).toEqual(['APIARY deleted']);
    expect(phone.records.size).toBe(0);
    await changeRole(ana, apiary, ben.id, 'INSPECTOR');
    await phone.sync();
    await expectEqual(phone, app);
  });

  it('is deleted when the account of its owner is deleted', async () => {
    await fill(ana, apiary, hive);
    await share(ana, apiary, ben, 'MANAGER');
    const phone = await inSync(ben);
    expect((await deleteAccount(ana, PASSWORD, true)).errors).toBeUndefined();
    expect(inWords(await phone.sync())).toEqual(['APIARY deleted']);
    expect(phone.records.size).toBe(0);
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
    await ana.ask(`mutation { inviteToApiary(input: { apiaryId: "${apiary}", role: VIEWER }) { link } }`);
    expect(await phone.sync()).toEqual([]);
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
    await ana.ask(`mutation { discardInspectionDraft(id: "${draft}") }`);
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
    await ana.ask(`mutation { deleteBeehive(id: "${hive}") }`);
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

it('a deletion takes everything along', async () => {
  await fill(ana, apiary, hive);
  await share(ana, apiary, ben, 'VIEWER');
  const phones = [await inSync(), await inSync(ben)];
  await ana.ask(`mutation { deleteApiary(id: "${apiary}") }`);
  for (const phone of phones) {
    await phone.sync();
    await expectEqual(phone, app);
  }
  // Treatments outlive their apiary, for its owner.
  expect(phones.map(({ records }) => records.size)).toEqual([2, 0]);
});

it.each([1, 2, 500])(
  'a deleted apiary leaves the treatments of its deleted hives whole, in pages of %d',
  async (first) => {
    await fill(ana, apiary, hive);
    await ana.ask(`mutation { deleteBeehive(id: "${hive}") }`);
    const phone = await inSync(ana, first);
    // An entry before those of the deletion: its record is gone by the time it is read.
    await ana.ask(`mutation { updateApiary(id: "${apiary}", input: { name: "South" }) { id } }`);
    await ana.ask(`mutation { deleteApiary(id: "${apiary}") }`);
    await phone.sync();
    await expectEqual(phone, app);
    expect([...phone.records.values()].map(({ __typename }) => __typename)).toEqual(['Treatment', 'TreatmentFollowUp']);
  },
);

describe.each([1, 2, 500])('in pages of %d', (first) => {
  it.each<[what: string, leaveApiary: () => Promise<unknown>]>([
    ['is deleted', () => ana.ask(`mutation { deleteApiary(id: "${apiary}") }`)],
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

describe('a cursor', () => {
  const edit = (cursor: string, edited: object): string =>
    Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(cursor, 'base64url').toString()), ...edited })).toString(
      'base64url',
    );
  const NOT_A_CURSOR = {
    code: 'BAD_USER_INPUT',
    fields: [{ field: 'after', message: 'is not a cursor of this list' }],
  };

  it('of another account, and other text, is refused', async () => {
    const { cursor } = await inSync(ben);
    const { cursor: own } = await inSync();
    const wrong = [
      cursor!,
      'bm9uc2Vuc2U',
      'e30',
      edit(own!, { at: 'yesterday' }),
      // Days that PostgreSQL does not know.
      edit(own!, { at: '2026-02-30T00:00:00.000Z' }),
      edit(own!, { expiriesUntil: '0000-01-01T00:00:00.000Z' }),
      edit(own!, { position: { xid: '1;', seq: '0' } }),
    ];
    for (const after of wrong) {
      const { errors } = await ana.graphql('query ($after: String) { changes(after: $after) { endCursor } }', {
        after,
      });
      expect(errors).toMatchObject([{ extensions: NOT_A_CURSOR }]);
    }
    const { errors } = await ana.graphql('{ changes(first: 501) { endCursor } }');
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('that is older than 180 days, or of another database, requires a resync', async () => {
    const phone = await inSync();
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const { cursor } = phone;
    expect(await readChanges(ana, edit(cursor!, { at: daysAgo(179) }))).toMatchObject({ resyncRequired: false });
    for (const edited of [{ at: daysAgo(181) }, { system: '1' }])
      expect(await readChanges(ana, edit(cursor!, edited))).toMatchObject({
        resyncRequired: true,
        changes: [],
        hasMore: false,
      });
    phone.cursor = edit(cursor!, { at: daysAgo(181) });
    await update(hive, { foodFrames: 1 });
    await phone.sync();
    await expectEqual(phone, app);
  });

  it('from before a promotion misses nothing, also what has a lower number', async () => {
    const phone = await inSync();
    const { position } = JSON.parse(Buffer.from(phone.cursor!, 'base64url').toString());
    await update(hive, { foodFrames: 1 });
    // The old primary had given more numbers than the new one knows.
    const ahead = { xid: String(Number(position.xid) + 1000), seq: '0' };
    phone.cursor = edit(phone.cursor!, { timeline: '000000FF', position: ahead });
    await phone.sync();
    await expectEqual(phone, app);
    expect(await phone.sync()).toEqual([]);
  });

  it('from before a promotion reads the same log again, however old that is', async () => {
    const own = await beekeeper(app);
    const place = await own.apiary();
    for (let i = 0; i < 3; i++) await own.beehive(place);
    await app.database.sql(`update changes set at = at - interval '200 days' where owner_id = $1`, [own.id]);
    const phone = await inSync(own, 1);
    const answers: boolean[] = [];
    let after = edit(phone.cursor!, { timeline: '000000FF' });
    for (let hasMore = true; hasMore; ) {
      const page = await readChanges(own, after, 1);
      answers.push(page.resyncRequired);
      ({ endCursor: after, hasMore } = page);
    }
    // The apiary, its hives and their placements.
    expect(answers).toEqual(Array(7).fill(false));
  });
});

it('the log has exactly one entry for each change', () => expectLogExact(app.database));
