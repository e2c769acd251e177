// What the tests of harvests share: the service, an account, and an apiary with hives.
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { expectRefusedInBoth, RECORD_HARVEST, type Refusal } from '../../support/harvests.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let apiary: string;
/** Hives with the numbers 1, 2 and 3. */
export let hives: string[];
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(async () => {
  await expectLogExact(app.database);
  await expectOwnersTrue(app.database);
  await app.close();
});
beforeEach(async () => {
  apiary = await ana.apiary({ name: 'La Loma' });
  hives = [];
  for (const beehiveNumber of [1, 2, 3]) hives.push(await ana.beehive(apiary, { beehiveNumber }));
});

export const input = (fields: object = {}) => ({
  apiaryId: apiary,
  harvestedOn: '2026-06-20',
  sources: hives.map((beehiveId, i) => ({ beehiveId, frames: i + 1 })),
  ...fields,
});
export const record = async (fields: object = {}) =>
  (await ana.ask(RECORD_HARVEST, { input: input(fields) })).recordHarvest.harvest;
export const readHarvest = async (id: string, who = ana) =>
  (await who.ask(`{ harvest(id: "${id}") { status grams lotGrams destination version sources { withheld } } }`))
    .harvest;
export const readLot = async (id: string, who = ana) =>
  (await who.ask(`{ lot(id: "${id}") { grams packedGrams destination version apiaryId } }`)).lot;

export const expectRefusals = (query: string, variables: object, expected: Refusal, who = ana): Promise<void> =>
  expectRefusedInBoth(who, query, variables, expected);
