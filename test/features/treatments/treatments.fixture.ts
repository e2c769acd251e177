// What the tests of treatments share: the service, two accounts, and an apiary with hives.
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let bea: Beekeeper;
export let apiary: string;
export let hives: string[];
beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
});
beforeEach(async () => {
  apiary = await ana.apiary({ name: 'El Roble' });
  hives = [await ana.beehive(apiary, { beehiveNumber: 1 }), await ana.beehive(apiary)];
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

export type Json = Record<string, unknown>;
const DETAILS = { kind: 'Varroa', productName: 'Thymol', startedOn: '2026-05-01' };
const RECORD = `mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments {
  id beehiveId beehiveLabel apiaryLabel courseId status dose doseText stockQuantity stockMovementId batchNumber supplier revision retainUntil
  createdAt endedOn
} } }`;
export const record = (input: Json, who = ana) =>
  who.graphql(RECORD, { input: { beehiveIds: hives, ...DETAILS, ...input } });
export const recordOne = async (input: Json = {}): Promise<string> =>
  (await record({ beehiveIds: [hives[0]], ...input })).data.recordTreatment.treatments[0].id;
export const change = (name: string, id: string, input: Json) => {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const fields = 'id status endedOn revision reason productName dose doseText';
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { treatment { ${fields} } } }`;
  return ana.graphql(document, { input: { id, ...input } });
};
export const voidIt = (id: string, reason = 'Wrong hive') =>
  ana.graphql(
    'mutation ($id: ID!, $reason: String!) { voidTreatment(input: { id: $id, reason: $reason }) { treatment { id status revision } } }',
    {
      id,
      reason,
    },
  );
export const rows = (): Promise<object[]> =>
  app.database.sql('select * from treatments where owner_id = $1 order by id', [ana.id]);
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Records a treatment whose end was announced, for a day that has passed since. */
export const recordAnnounced = async (endedOn: string): Promise<string> => {
  const id = await recordOne({ endedOn: inDays(10) });
  await app.database.sql('update treatments set ended_on = $2 where id = $1', [id, endedOn]);
  return id;
};
