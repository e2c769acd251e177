// Operations count on from what an archive has brought: it may bring no number after which there is hardly another one.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FileLine } from '../../../src/formats/file-line.js';
import { contextOf, exportArchive, exportJson, linesOf, type Row, restore, withRows } from '../../support/archives.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper, harvestFrom, treat } from '../../support/world.js';

const INT_MAX = 2_147_483_647;
const MAX = 1_000_000_000;

let app: TestApp;
let lines: FileLine[];
beforeAll(async () => {
  app = await startTestApp();
  const owner = await beekeeper(app);
  const apiary = await owner.apiary();
  const hive = await owner.beehive(apiary);
  await treat(owner, hive);
  await harvestFrom(owner, apiary, hive);
  await owner.ask(
    `mutation { createQuestion(input: { apiaryId: "${apiary}", text: "Brood?", answerType: YES_NO }) { question { id } }
      recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`,
  );
  lines = await linesOf(await exportArchive(owner));
});
afterAll(() => app.close());

async function restoreWith(value: number) {
  const account = await beekeeper(app);
  const set = (name: string) => (rows: Row[]) => rows.map((row) => ({ ...row, [name]: value }));
  const changes = {
    questions: set('position'),
    ...{ treatments: set('revision'), inspections: set('revision'), harvests: set('revision') },
    ...{ harvestRevisions: () => [], lotHarvests: () => [], lotPacks: () => [] },
  };
  const { results } = await restore(await contextOf(app, account.id), withRows(lines, changes), true);
  return { account, headings: results.flatMap(({ status, problem }) => (status === 'FAILED' ? problem!.heading : [])) };
}

it.each([MAX + 1, INT_MAX])('%i is refused by name', async (value) => {
  const { headings } = await restoreWith(value);
  expect(headings).toEqual(expect.arrayContaining(['position', 'revision']));
});

const run = (who: Beekeeper, text: string) => who.ask(`mutation { ${text} }`);
it('the last one leaves room for every operation', async () => {
  const { account } = await restoreWith(MAX);
  const { apiaries, treatments, harvests, inspections } = await exportJson(account);
  const apiary = apiaries![0]!.id;
  await run(
    account,
    `createQuestion(input: { apiaryId: "${apiary}", text: "Eggs?", answerType: YES_NO }) { question { id } }`,
  );
  await run(account, `loadDefaultQuestions(input: { apiaryId: "${apiary}" }) { questions { id } }`);
  const inspection = inspections!.find(({ revision }) => revision === MAX)!;
  await run(
    account,
    `amendInspection(input: { id: "${inspection.id}", answers: [], reason: "A test" }) { inspection { id } }`,
  );
  const treatment = treatments!.find(({ revision }) => revision === MAX)!;
  await run(account, `voidTreatment(input: { id: "${treatment.id}", reason: "A test" }) { treatment { id } }`);
  const harvest = harvests!.find(({ revision, status }) => revision === MAX && status === 'CLOSED')!;
  await run(account, `voidHarvest(input: { id: "${harvest.id}", reason: "A test" }) { harvest { id } }`);
});
