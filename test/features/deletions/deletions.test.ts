// Who restores what, what is refused, and what is read of it meanwhile.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { exportArchive } from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import {
  ask,
  countDeletions,
  inspect,
  lastDeletion,
  reasonOf,
  remove,
  restore,
  restored,
} from '../../support/deletions.js';
import { act, upload } from '../../support/imports.js';
import { refusalOf, share, transfer } from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { Phone, visibleTo } from '../../support/phone.js';
import { allPassedOn } from '../../support/transfers.js';
import { type Beekeeper, beekeeper, crown, harvestFrom, treat } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const sql = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> => app.database.sql<R>(text, values);
describe('roles', () => {
  it('who may delete such a record restores it, and nobody else', async () => {
    const [worker, viewer, stranger] = [await beekeeper(app), await beekeeper(app), await beekeeper(app)];
    const apiary = await ana.apiary();
    await share(ana, apiary, worker, 'WORKER');
    await share(ana, apiary, viewer, 'VIEWER');
    const hive = await ana.beehive(apiary, { beehiveNumber: 7 });
    const { miteCount } = await treat(ana, hive);
    const ofCount = await remove(worker, 'deleteMiteCount', miteCount);
    expect(ofCount).toMatchObject({ kind: 'MITE_COUNT', label: '7' });
    const unknown = await restore(stranger, uuidv7());
    expect(await restore(stranger, ofCount.id)).toMatchObject({ errors: unknown.errors! });
    expect(reasonOf(await restore(viewer, ofCount.id))).toBe('ROLE_TOO_LOW');
    await restored(worker, ofCount.id);
    const ofHive = await remove(ana, 'deleteBeehive', hive);
    expect(await lastDeletion(viewer, apiary)).toEqual(ofHive);
    expect(reasonOf(await restore(worker, ofHive.id))).toBe('ROLE_TOO_LOW');
    expect(await countDeletions(stranger)).toBe(0);
    await restored(ana, ofHive.id);
    const ofApiary = await remove(ana, 'deleteApiary', apiary);
    expect(await countDeletions(worker)).toBe(0);
    expect(reasonOf(await restore(worker, ofApiary.id))).toBe('NOT_FOUND');
    await restored(ana, ofApiary.id);
    // Sessions know of a membership within half a second.
    await app.app.sessions.refresh();
    expect((await worker.ask(`{ apiary(id: "${apiary}") { viewerRole } }`)).apiary.viewerRole).toBe('WORKER');
  });

  it('a draft of a hive that stands elsewhere now needs the role there', async () => {
    const worker = await beekeeper(app);
    const [from, to] = [await ana.apiary(), await ana.apiary()];
    await share(ana, from, worker, 'WORKER');
    const hive = await ana.beehive(from);
    const { recordInspection } = await worker.ask(
      `mutation { recordInspection(input: { beehiveId: "${hive}", answers: [], draft: true }) { inspection { id } } }`,
    );
    const draft = await remove(worker, 'discardInspectionDraft', recordInspection.inspection.id);
    await ana.ask(`mutation { moveBeehive(input: { id: "${hive}", apiaryId: "${to}" }) { beehive { id } } }`);
    expect(reasonOf(await restore(worker, draft.id))).toBe('NOT_FOUND');
    await restored(ana, draft.id);
  });
});

describe('what has taken its place', () => {
  it('a number, which can be changed', async () => {
    const apiary = await ana.apiary();
    const first = await remove(ana, 'deleteBeehive', await ana.beehive(apiary, { beehiveNumber: 1 }));
    await ana.beehive(apiary, { beehiveNumber: 1 });
    const { errors } = await restore(ana, first.id);
    expect(errors![0]!.extensions).toMatchObject({
      reason: 'BEEHIVE_NUMBER_TAKEN',
      fields: [{ field: 'beehiveNumber' }],
    });
    expect(reasonOf(await restore(ana, first.id, { code: 'L1' }))).toBe('BAD_USER_INPUT');
    expect(reasonOf(await restore(ana, first.id, { beehiveNumber: -1 }))).toBe('BAD_USER_INPUT');
    await restored(ana, first.id, { beehiveNumber: 2 });
    const { beehive } = await ana.ask(`{ beehive(id: "${first.recordId}") { beehiveNumber } }`);
    expect(beehive.beehiveNumber).toBe(2);
  });

  it('the code of a lot, and the honey in it', async () => {
    const apiary = await ana.apiary();
    const { emptyLot } = await harvestFrom(ana, apiary, await ana.beehive(apiary));
    const deletion = await remove(ana, 'deleteLot', emptyLot);
    const { harvests } = await ana.ask(`{ harvests(apiaryId: "${apiary}") { nodes { id lotGrams grams status } } }`);
    const source = harvests.nodes.find(({ lotGrams }: { lotGrams: number }) => lotGrams === 500);
    const lot = { apiaryId: apiary, code: emptyLot.toUpperCase(), harvests: [{ harvestId: source.id, grams: 7400 }] };
    const create = 'mutation ($input: CreateLotInput!) { createLot(input: $input) { lot { id } } }';
    const { createLot } = await ana.ask(create, { input: lot });
    expect(reasonOf(await restore(ana, deletion.id, { code: 'ANOTHER' }))).toBe('RESTORE_CONFLICT');
    await ana.ask(`mutation { deleteLot(input: { id: "${createLot.lot.id}" }) { deletedId } }`);
    await ana.ask(create, { input: { ...lot, harvests: [{ harvestId: source.id, grams: 100 }] } });
    expect(reasonOf(await restore(ana, deletion.id))).toBe('LOT_CODE_TAKEN');
    await restored(ana, deletion.id, { code: 'ANOTHER' });
  });

  it('a reign of the same days, an override of the same question', async () => {
    const apiary = await ana.apiary();
    const beehive = await ana.beehive(apiary);
    const { reign } = await crown(ana, { apiary, beehive });
    const ofReign = await remove(ana, 'deleteQueenReign', reign);
    await crown(ana, { apiary, beehive }, 'Q2');
    expect(reasonOf(await restore(ana, ofReign.id))).toBe('REIGN_OVERLAPS');
    const question = await ask(ana, apiary, 'Calm?');
    const assign = `mutation { overrideQuestion(input: { beehiveId: "${beehive}", questionId: "${question}" }) { beehiveQuestion { id } } }`;
    const { overrideQuestion } = await ana.ask(assign);
    const ofOverride = await remove(ana, 'deleteQuestionOverride', overrideQuestion.beehiveQuestion.id);
    await ana.ask(assign);
    expect(reasonOf(await restore(ana, ofOverride.id))).toBe('RESTORE_CONFLICT');
  });

  it('questions make room again', async () => {
    const apiary = await ana.apiary();
    const first = await ask(ana, apiary, 'A');
    await ask(ana, apiary, 'B');
    const deletion = await remove(ana, 'deleteQuestion', first);
    await ask(ana, apiary, 'C');
    await restored(ana, deletion.id);
    const { questions } = await ana.ask(`{ questions(apiaryId: "${apiary}") { text position } }`);
    expect(questions.map(({ text, position }: { text: string; position: number }) => `${position}${text}`)).toEqual([
      '1A',
      '2B',
      '3C',
    ]);
  });
});

it('what a record belonged to is restored first', async () => {
  const apiary = await ana.apiary();
  const hive = await ana.beehive(apiary);
  const { miteCount } = await treat(ana, hive);
  const ofCount = await remove(ana, 'deleteMiteCount', miteCount);
  const ofHive = await remove(ana, 'deleteBeehive', hive);
  const ofApiary = await remove(ana, 'deleteApiary', apiary);
  expect(reasonOf(await restore(ana, ofCount.id))).toBe('PARENT_DELETED');
  expect(reasonOf(await restore(ana, ofHive.id))).toBe('PARENT_DELETED');
  for (const { id } of [ofApiary, ofHive, ofCount]) await restored(ana, id);
  expect(await countDeletions(ana, apiary)).toBe(0);
});

it('of what it belonged to, nothing may be missing: otherwise it stays to be restored', async () => {
  const bea = await beekeeper(app);
  const [apiary, other] = [await ana.apiary(), await bea.apiary()];
  const hive = await ana.beehive(apiary);
  const question = await ask(ana, apiary, 'Calm?');
  const { overrideQuestion } = await ana.ask(
    `mutation { overrideQuestion(input: { beehiveId: "${hive}", questionId: "${question}" }) { beehiveQuestion { id } } }`,
  );
  const ofOverride = await remove(ana, 'deleteQuestionOverride', overrideQuestion.beehiveQuestion.id);
  const ofQuestion = await remove(ana, 'deleteQuestion', question);
  expect(reasonOf(await restore(ana, ofOverride.id))).toBe('PARENT_DELETED');
  for (const { id } of [ofQuestion, ofOverride]) await restored(ana, id);
  // The hive is another account's by now.
  const { recordInspection } = await ana.ask(
    `mutation { recordInspection(input: { beehiveId: "${hive}", answers: [{ questionId: "${question}", text: "Calm" }], draft: true }) { inspection { id } } }`,
  );
  const ofDraft = await remove(ana, 'discardInspectionDraft', recordInspection.inspection.id);
  await share(bea, other, ana, 'MANAGER');
  await ana.ask(`mutation { moveBeehive(input: { id: "${hive}", apiaryId: "${other}" }) { beehive { id } } }`);
  expect(reasonOf(await restore(ana, ofDraft.id))).toBe('PARENT_DELETED');
  expect(await countDeletions(bea)).toBe(0);
});

it('a deletion that is repeated is one, also over REST; after a restoration, there can be another', async () => {
  const apiary = await ana.apiary();
  const hive = await ana.beehive(apiary);
  for (let i = 0; i < 2; i++) expect((await ana.rest('DELETE', `/beehives/${hive}`)).status).toBe(204);
  expect(await countDeletions(ana, apiary)).toBe(1);
  await restored(ana, (await lastDeletion(ana, apiary))!.id);
  await remove(ana, 'deleteBeehive', hive);
  expect(await countDeletions(ana, apiary)).toBe(1);
});

it('a column that a later version has added gets its default', async () => {
  const apiary = await ana.apiary();
  const { id, recordId } = await remove(ana, 'deleteBeehive', await ana.beehive(apiary));
  await sql(
    `update deleted_rows set rows = jsonb_build_array((rows -> 0) - 'is_treated' || '{"from_a_former_version": 1}')
     where deletion_id = $1 and table_name = 'beehives'`,
    [id],
  );
  await restored(ana, id);
  expect((await ana.ask(`{ beehive(id: "${recordId}") { isTreated } }`)).beehive.isTreated).toBe(false);
});

describe('at the same time', () => {
  it('two restorations are one, and two deletions', async () => {
    for (let i = 0; i < 10; i++) {
      const apiary = await ana.apiary();
      await ana.beehive(apiary);
      const deleted = await Promise.all([1, 2, 3].map(() => ana.rest('DELETE', `/apiaries/${apiary}`)));
      expect(deleted.map(({ status }) => status)).toEqual([204, 204, 204]);
      const { id } = (await lastDeletion(ana, apiary))!;
      const reasons = await Promise.all([1, 2, 3].map(async () => reasonOf(await restore(ana, id))));
      expect(reasons.sort()).toEqual(['NOT_FOUND', 'NOT_FOUND', undefined]);
    }
  });

  it('a restoration and a transfer leave everything with one owner', async () => {
    const bea = await beekeeper(app);
    for (let i = 0; i < 10; i++) {
      const apiary = await ana.apiary();
      const hive = await ana.beehive(apiary);
      await inspect(ana, hive, await ask(ana, apiary, 'Calm?'));
      const { id } = await remove(ana, 'deleteBeehive', hive);
      await share(ana, apiary, bea, 'WORKER');
      const [given, reason] = await Promise.all([
        transfer(ana, apiary, bea.id, false),
        restore(ana, id).then(reasonOf),
      ]);
      expect(refusalOf(given)).toBeUndefined();
      expect([undefined, 'NOT_FOUND', 'CHANGED_CONCURRENTLY']).toContain(reason);
      if (reason !== undefined) await restored(bea, id);
      await allPassedOn(app);
      await expectOwnersTrue(app.database);
    }
  });
});

it('an archive brings what was deleted as well, beside what can be restored', async () => {
  const ben = await beekeeper(app);
  const apiary = await ben.apiary();
  const hive = await ben.beehive(apiary);
  await inspect(ben, hive, await ask(ben, apiary, 'Calm?'));
  await ben.item(apiary, { quantity: 5 });
  const archive = new Uint8Array(await exportArchive(ben));
  const deletion = await remove(ben, 'deleteApiary', apiary);
  const { id } = await upload(ben, archive);
  expect(await act(ben, id, 'run')).toMatchObject({ status: 'DONE', rows_with_problems: 0 });
  const read = async (): Promise<object[]> =>
    (
      await ben.ask(`{ apiaries { nodes {
        inventoryItems { nodes { quantity stockMovements { nodes { amount } } } }
        beehives { nodes { inspections { nodes { answers { asText } } } } } } } }`)
    ).apiaries.nodes;
  const whole = {
    inventoryItems: { nodes: [{ quantity: 5, stockMovements: { nodes: [{ amount: 5 }] } }] },
    beehives: { nodes: [{ inspections: { nodes: [{ answers: [{ asText: 'Calm' }] }] } }] },
  };
  expect(await read()).toEqual([whole]);
  await restored(ben, deletion.id);
  expect(await read()).toEqual([whole, whole]);
});

it('the owner to whom an apiary was given restores what was deleted there before, with its answers', async () => {
  const bea = await beekeeper(app);
  const apiary = await ana.apiary();
  const hive = await ana.beehive(apiary);
  const answer = await inspect(ana, hive, await ask(ana, apiary, 'Calm?'));
  const deletion = await remove(ana, 'deleteBeehive', hive);
  await share(ana, apiary, bea, 'WORKER');
  expect(refusalOf(await transfer(ana, apiary, bea.id, false))).toBeUndefined();
  expect(reasonOf(await restore(ana, deletion.id))).toBe('NOT_FOUND');
  await restored(bea, deletion.id);
  await allPassedOn(app);
  await expectOwnersTrue(app.database);
  expect((await bea.ask(`{ node(id: "${answer}") { id } }`)).node).toEqual({ id: answer });
  expect(reasonOf(await ana.graphql(`{ node(id: "${answer}") { id } }`))).toBe('NOT_FOUND');
});

it('copies on phones are right again, of the owner and of a member', async () => {
  const [ben, worker] = [await beekeeper(app), await beekeeper(app)];
  const apiary = await ben.apiary();
  await share(ben, apiary, worker, 'WORKER');
  const hive = await ben.beehive(apiary, { beehiveNumber: 3 });
  await inspect(ben, hive, await ask(ben, apiary, 'Calm?'));
  await treat(ben, hive);
  await crown(ben, { apiary, beehive: hive });
  await harvestFrom(ben, apiary, hive);
  const phones = [new Phone(app, ben), new Phone(app, worker)];
  for (const phone of phones) await phone.sync();
  // Its movement is in the log when a phone reads it for the first time.
  await remove(ben, 'deleteInventoryItem', await ben.item(apiary, { quantity: 5 }));
  const item = await ben.item(apiary, { quantity: 5 });
  const expectSame = async (): Promise<void> => {
    for (const [i, who] of [ben, worker].entries()) {
      await phones[i]!.sync();
      expect(Object.fromEntries(phones[i]!.records)).toEqual(Object.fromEntries(await visibleTo(who, app)));
    }
  };
  await expectSame();
  for (const [mutation, id] of [
    ['deleteBeehive', hive],
    ['deleteInventoryItem', item],
    ['deleteApiary', apiary],
  ] as const) {
    const deletion = await remove(ben, mutation, id);
    await expectSame();
    await restored(ben, deletion.id);
    await expectSame();
  }
});

it('people see one entry in the log, and one event in the timeline', async () => {
  const apiary = await ana.apiary();
  const hive = await ana.beehive(apiary);
  const { miteCount } = await treat(ana, hive);
  const ofCount = await remove(ana, 'deleteMiteCount', miteCount);
  const timeline = `{ beehive(id: "${hive}") { timeline(filter: { kinds: [DELETED] }) { nodes { kind actor { userId } record { __typename } deletion { id recordId } } } } }`;
  expect((await ana.ask(timeline)).beehive.timeline.nodes).toEqual([
    { kind: 'DELETED', actor: { userId: ana.id }, record: null, deletion: { id: ofCount.id, recordId: miteCount } },
  ]);
  await restored(ana, ofCount.id);
  expect((await ana.ask(timeline)).beehive.timeline.nodes).toEqual([]);
  const deletion = await remove(ana, 'deleteBeehive', hive);
  await restored(ana, deletion.id);
  const { apiary: read } = await ana.ask(
    `{ apiary(id: "${apiary}") { changeLog(first: 3) { nodes { action kind recordId } } } }`,
  );
  expect(read.changeLog.nodes).toEqual([
    { action: 'CREATED', kind: 'BEEHIVE', recordId: hive },
    { action: 'DELETED', kind: 'BEEHIVE', recordId: hive },
    { action: 'CREATED', kind: 'MITE_COUNT', recordId: miteCount },
  ]);
});

it('people see nothing of what outlives an apiary and gets it back', async () => {
  const ben = await beekeeper(app);
  const apiary = await ben.apiary();
  const beehive = await ben.beehive(apiary);
  await crown(ben, { apiary, beehive });
  await harvestFrom(ben, apiary, beehive);
  const [last] = await sql<{ seq: string }>('select max(seq) as seq from changes');
  const deletion = await remove(ben, 'deleteApiary', apiary);
  await restored(ben, deletion.id);
  const seen = 'select entity, action from changes where owner_id = $1 and seq > $2 and notable order by seq';
  expect(await sql(seen, [ben.id, last!.seq])).toEqual([
    { entity: 'Apiary', action: 'DELETED' },
    { entity: 'Apiary', action: 'CREATED' },
  ]);
});
