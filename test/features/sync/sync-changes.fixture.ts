// What the tests of the changes feed share: the service, two accounts, a hive, and phones that read.

import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { hiveInput } from '../../support/hive-input.js';
import { Phone, type SyncChange } from '../../support/phone.js';
import { type Beekeeper, beekeeper, treat } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let ben: Beekeeper;
export let apiary: string;
export let hive: string;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary({ name: 'North' });
  hive = await ana.beehive(apiary, { beehiveNumber: 1 });
});

export const inSync = async (who = ana, first?: number): Promise<Phone> => {
  const phone = new Phone(app, who, undefined, first);
  await phone.sync();
  return phone;
};
export const inWords = (changes: SyncChange[]): string[] =>
  changes.map(({ kind, deleted, version }) => `${kind}${deleted ? ' deleted' : ` ${version}`}`);
export const inspect = async (who: Beekeeper, beehiveId: string, fields: object = {}): Promise<string> =>
  (
    await who.ask(
      'mutation ($input: RecordInspectionInput!) { made: recordInspection(input: $input) { inspection { id } } }',
      {
        input: { beehiveId, answers: [], ...fields },
      },
    )
  ).made.inspection.id;
export const update = (id: string, input: object, who = ana): Promise<unknown> =>
  who.ask('mutation ($input: UpdateBeehiveInput!) { updateBeehive(input: $input) { beehive { id } } }', {
    input: { id, ...hiveInput(input) },
  });

/** Everything that can be below a hive and an apiary. */
export async function fill(who: Beekeeper, at: string, below: string): Promise<void> {
  await treat(who, below);
  await inspect(who, below);
  const {
    question: { question },
  } = await who.ask(
    `mutation { question: createQuestion(input: { apiaryId: "${at}", text: "Mites?" }) { question { id } } }`,
  );
  await who.ask(
    `mutation { overrideQuestion(input: { beehiveId: "${below}", questionId: "${question.id}", active: false }) { beehiveQuestion { id } } }`,
  );
  const item = await who.item(at, { quantity: 5 });
  await who.ask(`mutation { adjustStock(input: { id: "${item}", amount: -2 }) { inventoryItem { quantity } } }`);
}
export const positionOf = (cursor: string): { xid: string; seq: string } =>
  JSON.parse(Buffer.from(cursor, 'base64url').toString()).position;
