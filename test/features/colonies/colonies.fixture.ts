// What the tests of colonies share: the service, two accounts and an apiary.
import { afterAll, beforeAll } from '@jest/globals';
import { expectLogExact } from '../../support/change-log.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { correctBeehivePlacement, daysAgo, done, readHive } from '../../support/colonies.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let ben: Beekeeper;
export let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  [ana, ben] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary();
});
afterAll(async () => {
  await expectOwnersTrue(app.database);
  await expectLogExact(app.database);
  await app.close();
});

export const TODAY = daysAgo(0);
let number = 0;
/** A hive with frames, which has stood in its apiary for long. */
export async function hive(fields: object = {}, at = apiary): Promise<string> {
  const id = await ana.beehive(at, { beehiveNumber: ++number, foodFrames: 6, broodFrames: 4, ...fields });
  const [placement] = (await readHive(ana, id)).placements.nodes;
  await done(correctBeehivePlacement(ana, placement!.id, { placedOn: daysAgo(100) }) as never);
  return id;
}
