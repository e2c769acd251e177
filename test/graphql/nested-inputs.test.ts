// The bounds of an input hold wherever it is nested: in another input, in a list, and in the arguments of a field.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
let beehive: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  beehive = await ana.beehive(apiary);
});
afterAll(() => app.close());

const LONG = 'a'.repeat(10_001);
const answers = [{ questionId: '00000000-0000-7000-8000-000000000000', text: LONG }];

it.each([
  [
    'the filter of a query',
    'query ($v: BeehiveFilter) { beehives(filter: $v) { totalCount } }',
    { search: 'a'.repeat(201) },
    'filter.search',
  ],
  [
    'the filter of a nested list',
    'query ($v: BeehiveFilter) { apiaries { nodes { beehives(filter: $v) { totalCount } } } }',
    { search: 'a'.repeat(201) },
    'filter.search',
  ],
  [
    'a list in the arguments',
    'mutation ($v: [AnswerInput!]!) { recordAnswers(input: { answers: $v }) { inspection { id } } }',
    answers,
    'answers.0.text',
  ],
])('%s', async (_where, document, value, field) => {
  const { errors } = await ana.graphql(document, { v: value });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field }] });
});

it.each([
  ['answers.0.text', () => ({ beehiveId: beehive, answers })],
  ['state.broodFrames', () => ({ beehiveId: beehive, answers: [], state: { broodFrames: -1 } })],
  ['notes', () => ({ beehiveId: beehive, answers: [], notes: LONG })],
])('%s of an inspection', async (field, input) => {
  const document = 'mutation ($v: RecordInspectionInput!) { recordInspection(input: $v) { inspection { id } } }';
  const { errors } = await ana.graphql(document, { v: input() });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field }] });
});

it.each(['beehives.0.answers.0.text', 'beehives.0.state.foodFrames'])('%s of a visit', async (field) => {
  const visited = {
    beehiveId: beehive,
    ...(field.includes('answers') ? { answers } : { state: { foodFrames: 1001 } }),
  };
  const document = 'mutation ($v: RecordVisitInput!) { recordVisit(input: $v) { inspections { id } } }';
  const { errors } = await ana.graphql(document, { v: { answers: [], beehives: [visited] } });
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field }] });
});
