// A phone reads everything once, and then each change once.
import { describe, expect, it } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { beforeQuery } from '../../support/client.js';
import { removeMember, share } from '../../support/members.js';
import { expectEqual, othersHaveEnded, Phone, readChanges } from '../../support/phone.js';
import { harvestFrom, treat } from '../../support/world.js';
import { ana, apiary, app, ben, fill, hive, inSync, inspect, inWords, update } from './sync-changes.fixture.js';

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
    await ana.ask(`mutation { updateApiary(input: { id: "${apiary}", name: "Renamed" }) { apiary { id } } }`);
    const added = await ana.beehive(apiary, { beehiveNumber: 2 });
    await update(hive, { foodFrames: 7 });
    phone.cursor = first.endCursor;
    for (const { node } of first.changes) phone.records.set(node!.id, node!);
    await phone.sync();
    expect(phone.records.get(added)).toMatchObject({ beehiveNumber: 2 });
    await expectEqual(phone, app);
  });

  it.each<[what: string, hasAccess: boolean]>([
    ['an apiary that was shared', false],
    ['what was recorded in a shared apiary', true],
  ])(
    'leaves nothing of %s while it was read, if that is no longer visible afterwards',
    async (_what, hasAccess) => {
      const own = await ben.apiary();
      await fill(ben, own, await ben.beehive(own));
      const record = async (at: string): Promise<void> => {
        const below = await ana.beehive(at);
        await fill(ana, at, below);
        await harvestFrom(ana, at, below);
      };
      for (let pages = 1, isReading = true; isReading; pages++) {
        const shared = await ana.apiary();
        await record(shared);
        const phone = new Phone(app, ben, undefined, 3);
        if (hasAccess) await share(ana, shared, ben, 'WORKER');
        for (let page = 0; page < pages; page++) isReading = await phone.readPage();
        await (hasAccess ? record(shared) : share(ana, shared, ben, 'WORKER'));
        while (isReading && (await phone.readPage()));
        await removeMember(ana, shared, ben.id);
        await phone.sync();
        await expectEqual(phone, app);
      }
    },
    120_000,
  );

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
  await ana.ask(`mutation { adjustStock(input: { id: "${item}", amount: -2 }) { inventoryItem { quantity } } }`);
  const read = `query ($after: String) { changes(after: $after) { changes { node { ... on StockMovement { item { quantity } } } } } }`;
  const deleteItem = () => ana.ask(`mutation { deleteInventoryItem(input: { id: "${item}" }) { deletedId } }`);
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
  await ana.ask(`mutation { updateApiary(input: { id: "${apiary}", name: "South" }) { apiary { id } } }`);
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
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', reason: 'RESPONSE_TOO_BROAD' } }]);
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
    await ana.ask(`mutation { deleteBeehive(input: { id: "${short}" }) { deletedId } }`);
    expect(await phone.sync()).toEqual([
      expect.objectContaining({ kind: 'BEEHIVE_PLACEMENT', deleted: true }),
      { kind: 'BEEHIVE', recordId: short, deleted: true, version: null, node: null },
    ]);
  });

  it('of the stock and of an inspection reaches the item and the hive', async () => {
    await fill(ana, apiary, hive);
    const phone = await inSync();
    const [item] = [...phone.records.values()].filter(({ __typename }) => __typename === 'InventoryItem');
    await ana.ask(
      `mutation { recordExit(input: { id: "${item!.id}", quantity: 1, person: "Ana" }) { inventoryItem { quantity } } }`,
    );
    await inspect(ana, hive);
    await phone.sync();
    expect(phone.records.get(item!.id)).toMatchObject({ quantity: 2 });
    await expectEqual(phone, app);
  });

  it('of nothing but the answers of a draft is a change of the draft', async () => {
    const {
      question: { question },
    } = await ana.ask(
      `mutation { question: createQuestion(input: { apiaryId: "${apiary}", text: "Seen?", answerType: TEXT }) { question { id } } }`,
    );
    const draft = await inspect(ana, hive, {
      draft: true,
      notes: 'Same',
      answers: [{ questionId: question.id, text: 'No' }],
    });
    const phone = await inSync();
    await ana.ask(
      'mutation ($input: UpdateInspectionDraftInput!) { updateInspectionDraft(input: $input) { inspection { id } } }',
      {
        input: { id: draft, notes: 'Same', answers: [{ questionId: question.id, text: 'Yes' }] },
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
        'mutation ($id: ID!, $name: String) { correctTreatment(input: { id: $id, productName: $name, reason: "Typo" }) { treatment { id } } }',
        { id: treatment, name: productName },
      );
    await othersHaveEnded(app);
    // The page ends before the second correction.
    const { changes } = await readChanges(ana, phone.cursor, 2);
    expect(changes.find(({ recordId }) => recordId === treatment)).toMatchObject({ version: 3, node: { version: 3 } });
  });

  it('of a treatment reaches the withdrawal period of its hive', async () => {
    const {
      made: { treatments: made },
    } = await ana.ask(
      `mutation { made: recordTreatment(input: {
        beehiveIds: ["${hive}"], kind: "a", productName: "b", startedOn: "2026-05-01", endedOn: "2026-05-02", withdrawalDays: 30 }) { treatments { id } } }`,
    );
    const phone = await inSync();
    expect(phone.records.get(hive)).toMatchObject({ withdrawalUntil: '2026-06-01' });
    await ana.ask(
      `mutation { voidTreatment(input: { id: "${made[0].id}", reason: "Other hive" }) { treatment { id } } }`,
    );
    await phone.sync();
    expect(phone.records.get(hive)).toMatchObject({ withdrawalUntil: null });
    await expectEqual(phone, app);
  });

  it('of a treatment: its correction, its end, its hive', async () => {
    const { treatment } = await treat(ana, hive);
    const phone = await inSync();
    await ana.ask(
      `mutation { correctTreatment(input: { id: "${treatment}", productName: "Oxalic acid", reason: "Typo" }) { treatment { id } } }`,
    );
    expect(await phone.sync()).toContainEqual(
      expect.objectContaining({ kind: 'TREATMENT', recordId: treatment, version: 2, deleted: false }),
    );
    await expectEqual(phone, app);
    await ana.ask(`mutation { deleteBeehive(input: { id: "${hive}" }) { deletedId } }`);
    await phone.sync();
    expect(phone.records.get(treatment)).toMatchObject({ treatedHive: null, productName: 'Oxalic acid' });
    await expectEqual(phone, app);
  });
});

it('a deletion takes everything along', async () => {
  await fill(ana, apiary, hive);
  await share(ana, apiary, ben, 'VIEWER');
  const phones = [await inSync(), await inSync(ben)];
  await ana.ask(`mutation { deleteApiary(input: { id: "${apiary}" }) { deletedId } }`);
  for (const phone of phones) {
    await phone.sync();
    await expectEqual(phone, app);
  }
  // Treatments outlive their apiary, for its owner.
  expect(phones.map(({ records }) => records.size)).toEqual([2, 0]);
});

it('the log has exactly one entry for each change', () => expectLogExact(app.database));
