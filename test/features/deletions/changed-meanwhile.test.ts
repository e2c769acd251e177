// What became of an apiary, a hive or its treatment between the deletion and the restoration.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { ask, countDeletions, reasonOf, remove, restore, restored } from '../../support/deletions.js';
import { share, transfer } from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { allPassedOn } from '../../support/transfers.js';
import { type Beekeeper, beekeeper, createQueen, crown, harvestFrom, treat } from '../../support/world.js';

let app: TestApp;
let [ana, bea]: Beekeeper[] = [];
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  bea = await beekeeper(app);
});
afterAll(() => app.close());

async function give(apiary: string): Promise<void> {
  await share(ana!, apiary, bea!, 'WORKER');
  expect((await transfer(ana!, apiary, bea!.id, false)).errors).toBeUndefined();
}

it('what stays with who harvested does so, too, if it was deleted before the apiary was given away', async () => {
  const apiary = await ana!.apiary();
  const { emptyLot, harvestDraft } = await harvestFrom(ana!, apiary, await ana!.beehive(apiary));
  const deletions = [
    await remove(ana!, 'deleteLot', emptyLot),
    await remove(ana!, 'discardHarvestDraft', harvestDraft),
  ];
  await give(apiary);
  expect(await countDeletions(bea!)).toBe(0);
  for (const { id } of deletions) {
    expect(reasonOf(await restore(bea!, id))).toBe('NOT_FOUND');
    await restored(ana!, id);
  }
  expect((await ana!.ask(`{ lot(id: "${emptyLot}") { id apiary { id } } }`)).lot).toEqual({
    id: emptyLot,
    apiary: null,
  });
  await expectOwnersTrue(app.database);
});

it('what belonged to a hive that has left an apiary is not given away with that', async () => {
  const [from, to] = [await ana!.apiary(), await ana!.apiary()];
  const hive = await ana!.beehive(from);
  const { miteCount } = await treat(ana!, hive);
  const { id } = await remove(ana!, 'deleteMiteCount', miteCount);
  await ana!.rest('PUT', `/beehives/${hive}`, { apiary_id: to });
  await give(from);
  expect(await countDeletions(bea!)).toBe(0);
  await restored(ana!, id);
});

const move = (who: Beekeeper, hive: string, apiary: string): Promise<object> =>
  who.ask(`mutation { moveBeehive(input: { id: "${hive}", apiaryId: "${apiary}" }) { beehive { id } } }`);

it('what belonged to a hive follows it, also if that is gone, and is given away with it', async () => {
  const [from, to] = [await ana!.apiary(), await ana!.apiary()];
  const hive = await ana!.beehive(from);
  const { miteCount, followUp } = await treat(ana!, hive);
  const deletions = [
    await remove(ana!, 'deleteMiteCount', miteCount),
    await remove(ana!, 'deleteTreatmentFollowUp', followUp),
  ];
  await move(ana!, hive, to);
  deletions.unshift(await remove(ana!, 'deleteBeehive', hive));
  await give(from);
  expect([await countDeletions(ana!, to), await countDeletions(bea!)]).toEqual([3, 0]);
  await give(to);
  for (const { id } of deletions) {
    expect(reasonOf(await restore(ana!, id))).toBe('NOT_FOUND');
    await restored(bea!, id);
  }
});

it('a draft has its answers, wherever its hive is now', async () => {
  const [from, to] = [await ana!.apiary(), await bea!.apiary()];
  const hive = await ana!.beehive(from);
  const question = await ask(ana!, from, 'Calm?');
  const answers = [{ questionId: question, text: 'Calm' }];
  const { recordInspection } = await ana!.ask(
    'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }',
    { input: { beehiveId: hive, draft: true, answers } },
  );
  const { id } = recordInspection.inspection;
  const draft = await remove(ana!, 'discardInspectionDraft', id);
  await give(from);
  await move(bea!, hive, to);
  await restored(bea!, draft.id);
  await allPassedOn(app);
  await expectOwnersTrue(app.database);
  expect((await bea!.ask(`{ inspection(id: "${id}") { answers { text } } }`)).inspection.answers).toEqual([
    { text: 'Calm' },
  ]);
});

it('what belonged to a hive that has another owner is not given away', async () => {
  const [from, to] = [await ana!.apiary(), await bea!.apiary()];
  const hive = await ana!.beehive(from);
  const { id } = await remove(ana!, 'deleteMiteCount', (await treat(ana!, hive)).miteCount);
  await share(bea!, to, ana!, 'MANAGER');
  await move(ana!, hive, to);
  await give(from);
  expect(await countDeletions(bea!)).toBe(0);
  expect(reasonOf(await restore(bea!, id))).toBe('NOT_FOUND');
  expect(reasonOf(await restore(ana!, id))).toBe('PARENT_DELETED');
});

it('a hive whose treatment ended while it was gone is not treated, and one whose treatment had not ended is', async () => {
  const apiary = await ana!.apiary();
  const hive = await ana!.beehive(apiary);
  const { treatment } = await treat(ana!, hive);
  const isTreated = async (): Promise<boolean> =>
    (await ana!.ask(`{ beehive(id: "${hive}") { isTreated } }`)).beehive.isTreated;
  expect(await isTreated()).toBe(true);
  const first = await remove(ana!, 'deleteBeehive', hive);
  await restored(ana!, first.id);
  expect(await isTreated()).toBe(true);
  const second = await remove(ana!, 'deleteBeehive', hive);
  await ana!.ask(
    `mutation { endTreatment(input: { id: "${treatment}", endedOn: "2026-05-20" }) { treatment { id } } }`,
  );
  await restored(ana!, second.id);
  expect(await isTreated()).toBe(false);
  const third = await remove(ana!, 'deleteBeehive', hive);
  await ana!.ask(
    `mutation { correctTreatment(input: { id: "${treatment}", status: ACTIVE, endedOn: null, reason: "Not yet" }) { treatment { id } } }`,
  );
  await restored(ana!, third.id);
  expect(await isTreated()).toBe(true);
});

it('what is written of a hive while it is gone belongs to it again', async () => {
  const apiary = await ana!.apiary();
  const hive = await ana!.beehive(apiary);
  const { treatment } = await treat(ana!, hive);
  const { harvest, harvestDraft } = await harvestFrom(ana!, apiary, hive);
  const gone = await remove(ana!, 'deleteBeehive', hive);
  const sources = [{ beehiveId: hive, frames: 2, grams: 900 }];
  await ana!.ask(
    `mutation ($amend: AmendHarvestInput!, $draft: UpdateHarvestDraftInput!, $correct: CorrectTreatmentInput!) {
      amendHarvest(input: $amend) { harvest { id } }
      updateHarvestDraft(input: $draft) { harvest { id } }
      correctTreatment(input: $correct) { treatment { id } }
    }`,
    {
      amend: { id: harvest, sources, reason: 'Two frames' },
      draft: { id: harvestDraft, sources },
      correct: { id: treatment, dose: '3', doseUnit: 'g', reason: 'Forgotten' },
    },
  );
  await restored(ana!, gone.id);
  await ana!.ask(`mutation { closeHarvest(input: { id: "${harvestDraft}" }) { harvest { id } } }`);
  const found = await ana!.ask(
    `query ($harvest: ID!, $draft: ID!, $treatment: ID!) {
      amended: harvest(id: $harvest) { sources { beehive { id } } }
      closed: harvest(id: $draft) { status sources { beehive { id } } }
      treatment(id: $treatment) { revisions { beehive { id } } }
    }`,
    { harvest, draft: harvestDraft, treatment },
  );
  const ofHive = { beehive: { id: hive } };
  expect(found).toEqual({
    amended: { sources: [ofHive] },
    closed: { status: 'CLOSED', sources: [ofHive] },
    treatment: { revisions: [ofHive, ofHive] },
  });
});

it('a treatment has its line of the stock again, also after its apiary was given away', async () => {
  const apiary = await ana!.apiary();
  const [hive, item] = [await ana!.beehive(apiary), await ana!.item(apiary, { quantity: 5 })];
  const input = {
    ...{ beehiveIds: [hive], kind: 'Thymol', productName: 'Thymol', startedOn: '2026-05-01' },
    stock: { itemId: item, quantityPerHive: 2 },
  };
  const query = 'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }';
  const [{ id }] = (await ana!.ask(query, { input })).recordTreatment.treatments;
  const before = await app.database.sql('select item_id, stock_movement_id from treatments where id = $1', [id]);
  const gone = await remove(ana!, 'deleteInventoryItem', item);
  await give(apiary);
  await restored(bea!, gone.id);
  expect(await app.database.sql('select item_id, stock_movement_id from treatments where id = $1', [id])).toEqual(
    before,
  );
  await expectOwnersTrue(app.database);
});

const REIGNS = `query ($hive: ID!) { beehive(id: $hive) { queen { id } queenReigns(first: 5) { nodes { startedOn endedOn endReason queen { id } } } } }`;

it('a queen who was installed elsewhere meanwhile has left the hive on that day', async () => {
  const [apiary, elsewhere] = [await ana!.apiary(), await ana!.apiary()];
  const [hive, other] = [await ana!.beehive(apiary), await ana!.beehive(elsewhere)];
  const { queen } = await crown(ana!, { apiary, beehive: hive });
  const gone = await remove(ana!, 'deleteBeehive', hive);
  const installed = { beehiveId: other, queenId: queen, startedOn: '2026-06-01' };
  await ana!.ask('mutation ($input: InstallQueenInput!) { installQueen(input: $input) { queenReign { id } } }', {
    input: installed,
  });
  await restored(ana!, gone.id);
  const left = { startedOn: '2026-05-01', endedOn: '2026-06-01', endReason: 'MOVED', queen: { id: queen } };
  expect((await ana!.ask(REIGNS, { hive })).beehive).toEqual({ queen: null, queenReigns: { nodes: [left] } });
  expect((await ana!.ask(REIGNS, { hive: other })).beehive.queen).toEqual({ id: queen });
});

it('a queen who had been elsewhere on that day has not left', async () => {
  const apiary = await ana!.apiary();
  const [hive, other] = [await ana!.beehive(apiary), await ana!.beehive(apiary)];
  const { queen } = await crown(ana!, { apiary, beehive: other });
  const installed = { beehiveId: hive, queenId: queen, startedOn: '2026-05-01' };
  await ana!.ask('mutation ($input: InstallQueenInput!) { installQueen(input: $input) { queenReign { id } } }', {
    input: installed,
  });
  const before = await ana!.ask(REIGNS, { hive });
  await restored(ana!, (await remove(ana!, 'deleteBeehive', hive)).id);
  expect(await ana!.ask(REIGNS, { hive })).toEqual(before);
  expect(before.beehive.queen).toEqual({ id: queen });
});

it('daughters have their mother again', async () => {
  const mother = await createQueen(ana!, await ana!.apiary());
  const daughter = await createQueen(ana!, await ana!.apiary(), { motherId: mother });
  await restored(ana!, (await remove(ana!, 'deleteQueen', mother)).id);
  expect((await ana!.ask(`{ queen(id: "${daughter}") { mother { id } } }`)).queen.mother).toEqual({ id: mother });
});

it('a question comes back without the override of a hive that has moved', async () => {
  const [apiary, elsewhere] = [await ana!.apiary(), await ana!.apiary()];
  const [moved, stayed] = [await ana!.beehive(apiary), await ana!.beehive(apiary)];
  const questionId = await ask(ana!, apiary, 'Calm?');
  const assign =
    'mutation ($input: OverrideQuestionInput!) { overrideQuestion(input: $input) { beehiveQuestion { id } } }';
  for (const beehiveId of [moved, stayed]) await ana!.ask(assign, { input: { questionId, beehiveId } });
  const gone = await remove(ana!, 'deleteQuestion', questionId);
  await move(ana!, moved, elsewhere);
  await restored(ana!, gone.id);
  const overrides = 'select beehive_id as id from beehive_questions where question_id = $1';
  expect(await app.database.sql(overrides, [questionId])).toEqual([{ id: stayed }]);
});

it('revisions that were written while an apiary and an item were gone belong to them again', async () => {
  const [apiary, elsewhere] = [await ana!.apiary(), await ana!.apiary()];
  const [hive, itemId] = [await ana!.beehive(apiary), await ana!.item(apiary, { quantity: 5 })];
  const { recordInspection, recordTreatment } = await ana!.ask(
    `mutation ($inspection: RecordInspectionInput!, $treatment: RecordTreatmentInput!) {
      recordInspection(input: $inspection) { inspection { id } }
      recordTreatment(input: $treatment) { treatments { id } }
    }`,
    {
      inspection: { beehiveId: hive, answers: [] },
      treatment: {
        ...{ beehiveIds: [hive], kind: 'Thymol', productName: 'Thymol', startedOn: '2026-05-01' },
        stock: { itemId, quantityPerHive: 2 },
      },
    },
  );
  await move(ana!, hive, elsewhere);
  const gone = await remove(ana!, 'deleteApiary', apiary);
  await ana!.ask(
    `mutation ($amend: AmendInspectionInput!, $correct: CorrectTreatmentInput!) {
      amendInspection(input: $amend) { inspection { id } }
      correctTreatment(input: $correct) { treatment { id } }
    }`,
    {
      amend: { id: recordInspection.inspection.id, notes: 'Calm', answers: [], reason: 'Forgotten' },
      correct: { id: recordTreatment.treatments[0].id, dose: '3', doseUnit: 'g', reason: 'Forgotten' },
    },
  );
  await restored(ana!, gone.id);
  for (const [table, columns] of [
    ['inspections', 'apiary_id'],
    ['treatments', 'apiary_id, item_id, stock_movement_id'],
  ]) {
    const rows = await app.database.sql(`select ${columns} from ${table} where beehive_id = $1`, [hive]);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toEqual(rows[0]);
    expect(rows[0]).toMatchObject({ apiary_id: apiary });
  }
});

it('a queen whose reign comes back is where her hive is now', async () => {
  const [from, to] = [await ana!.apiary(), await ana!.apiary()];
  const beehive = await ana!.beehive(from);
  const { queen, reign } = await crown(ana!, { apiary: from, beehive });
  const gone = await remove(ana!, 'deleteQueenReign', reign);
  await ana!.rest('PUT', `/beehives/${beehive}`, { apiary_id: to });
  const apiaryOf = async (): Promise<string> =>
    (await ana!.ask(`{ queen(id: "${queen}") { apiaryId } }`)).queen.apiaryId;
  expect(await apiaryOf()).toBe(from);
  await restored(ana!, gone.id);
  expect(await apiaryOf()).toBe(to);
});

it('the timeline of a hive that has got another owner does not tell what was deleted before', async () => {
  const [from, to] = [await ana!.apiary(), await bea!.apiary()];
  const hive = await ana!.beehive(from);
  await remove(ana!, 'deleteMiteCount', (await treat(ana!, hive)).miteCount);
  const query = `{ beehive(id: "${hive}") { timeline(filter: { kinds: [DELETED] }, first: 5) { totalCount nodes { kind } } } }`;
  expect((await ana!.ask(query)).beehive.timeline.totalCount).toBe(1);
  await share(bea!, to, ana!, 'MANAGER');
  await move(ana!, hive, to);
  expect((await bea!.ask(query)).beehive.timeline).toEqual({ totalCount: 0, nodes: [] });
});
