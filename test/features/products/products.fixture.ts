// What the tests of products share.
import { afterAll, beforeAll } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { share } from '../../support/members.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

export let app: TestApp;
export let ana: Beekeeper;
export let bea: Beekeeper;
export let apiary: string;
export let hive: string;

beforeAll(async () => {
  app = await startTestApp();
  [ana, bea] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary();
  hive = await ana.beehive(apiary, { beehiveNumber: 1 });
  await share(ana, apiary, bea, 'WORKER');
});
afterAll(() => app.close());

export const CREATE = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { product {
  id apiaryId kind name bankKey target ingredients { name amount unit } authorisationNumber authorisationCountry doseUnit dose method
  plannedDays withdrawalDays feedKind sugarPercent density } } }`;
export const create = async (input: object, who = ana) => (await who.ask(CREATE, { input })).createProduct.product;
export const STRIPS = {
  ...{ kind: 'MEDICINE', name: 'Strips', target: 'Varroa', doseUnit: 'strip', dose: '2', method: 'strips' },
  ...{ plannedDays: 42, withdrawalDays: 3, authorisationNumber: 'ES-1', authorisationCountry: 'ES' },
  ingredients: [{ name: 'amitraz', amount: '500', unit: 'MILLIGRAMS' }],
};
export const RECORD = `mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments {
  id kind productName activeIngredient target method dose doseUnit doseText plannedDays withdrawalDays authorisationNumber
  batchNumber expiryDate supplier purchaseProof productId ingredients { name amount unit per } } } }`;
export const treat = async (input: object, who = ana) =>
  (await who.ask(RECORD, { input: { beehiveIds: [hive], startedOn: '2026-05-01', ...input } })).recordTreatment
    .treatments[0];
export const refused = async (text: string, input: object, field: string, who = ana): Promise<void> =>
  expectGraphqlRefused(await who.graphql(text, { input }), { code: 'BAD_USER_INPUT', field });
export const refusedAs = async (
  code: string,
  who: Beekeeper,
  text: string,
  variables: Record<string, unknown>,
): Promise<void> => expectGraphqlRefused(await who.graphql(text, variables), { code });
