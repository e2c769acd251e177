// What became of an apiary, a hive or its treatment between the deletion and the restoration.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { countDeletions, reasonOf, remove, restore, restored } from '../../support/deletions.js';
import { share, transfer } from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper, crown, harvestFrom, treat } from '../../support/world.js';

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

it('nor what belonged to one that has another owner', async () => {
  const [from, to] = [await ana!.apiary(), await bea!.apiary()];
  const hive = await ana!.beehive(from);
  const { id } = await remove(ana!, 'deleteMiteCount', (await treat(ana!, hive)).miteCount);
  await share(bea!, to, ana!, 'MANAGER');
  await ana!.ask(`mutation { moveBeehive(input: { beehiveId: "${hive}", apiaryId: "${to}" }) { beehive { id } } }`);
  await give(from);
  expect(await countDeletions(bea!)).toBe(0);
  expect(reasonOf(await restore(bea!, id))).toBe('NOT_FOUND');
  expect(reasonOf(await restore(ana!, id))).toBe('PARENT_DELETED');
});

it('a hive whose treatment ended while it was gone is not treated', async () => {
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
    ...{ itemId: item, quantityPerHive: 2 },
  };
  const query = 'mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }';
  const [{ id }] = (await ana!.ask(query, { input })).recordTreatment.treatments;
  const before = await app.database.sql('select item_id, movement_id from treatments where id = $1', [id]);
  const gone = await remove(ana!, 'deleteInventoryItem', item);
  await give(apiary);
  await restored(bea!, gone.id);
  expect(await app.database.sql('select item_id, movement_id from treatments where id = $1', [id])).toEqual(before);
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

it('a queen whose reign comes back is where her hive is now', async () => {
  const [from, to] = [await ana!.apiary(), await ana!.apiary()];
  const beehive = await ana!.beehive(from);
  const { queen, reign } = await crown(ana!, { apiary: from, beehive });
  const gone = await remove(ana!, 'deleteReign', reign);
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
  const query = `{ beehive(id: "${hive}") { timeline(kinds: [DELETED], first: 5) { totalCount nodes { kind } } } }`;
  expect((await ana!.ask(query)).beehive.timeline.totalCount).toBe(1);
  await share(bea!, to, ana!, 'MANAGER');
  await ana!.ask(`mutation { moveBeehive(input: { beehiveId: "${hive}", apiaryId: "${to}" }) { beehive { id } } }`);
  expect((await bea!.ask(query)).beehive.timeline).toEqual({ totalCount: 0, nodes: [] });
});
