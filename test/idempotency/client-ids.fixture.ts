// What the tests of the ids of clients share: the service, two accounts, and every kind of record that a client may name.
import { afterAll, beforeAll } from '@jest/globals';
import { expectLogExact } from '../support/change-log.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper, createQueen, harvestFrom, treat } from '../support/world.js';

export const TAKEN = 'CONFLICT ID_TAKEN';

export let app: TestApp;
export let ana: Beekeeper;
export let ben: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, ben] = [await beekeeper(app), await beekeeper(app)];
});
afterAll(async () => {
  await expectLogExact(app.database);
  await app.close();
});

export interface Home {
  apiary: string;
  beehive: string;
  item: string;
  question: string;
  treatment: string;
  queen: string;
  harvest: string;
  lot: string;
}
export async function createHome(owner: Beekeeper): Promise<Home> {
  const apiary = await owner.apiary();
  const beehive = await owner.beehive(apiary);
  const { createQuestion } = await owner.ask(
    `mutation { createQuestion(input: { apiaryId: "${apiary}", text: "Mites?" }) { question { id } } }`,
  );
  return {
    apiary,
    beehive,
    item: await owner.item(apiary, { quantity: 100 }),
    question: createQuestion.question.id,
    treatment: (await treat(owner, beehive)).treatment,
    queen: await createQueen(owner, apiary),
    ...(await harvestFrom(owner, apiary, beehive)),
  };
}
