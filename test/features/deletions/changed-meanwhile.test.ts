// What became of an apiary, a hive or its treatment between the deletion and the restoration.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { countDeletions, reasonOf, remove, restore, restored } from '../../support/deletions.js';
import { share, transfer } from '../../support/members.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper, harvestFrom, treat } from '../../support/world.js';

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
