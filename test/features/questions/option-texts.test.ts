// The options of a question are any texts: what is stored is what was sent, over both APIs, and can be answered.
import { expect, it } from '@jest/globals';
import * as fc from '../../support/fast-check.js';
import { ana, apiary, app, list } from './questions.fixture.js';

const CREATE = `mutation ($input: CreateQuestionInput!) { createQuestion(input: $input) { question { id options } } }`;
const UPDATE = `mutation ($input: UpdateQuestionInput!) { updateQuestion(input: $input) { question { options } } }`;
const READ = `query ($id: ID!) { node(id: $id) { ... on Question { options } } }`;
const ANSWER = `mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }`;
const READ_ANSWER = `query ($id: ID!) { inspection(id: $id) { answers { choice options } } }`;

const ODD = [
  'null',
  'NULL',
  'Null',
  'a,\tb',
  'c,\nd',
  'g{\u0001',
  '{}',
  '{a}',
  '"',
  '""',
  '\\',
  '\\"',
  "'",
  'a\\,b',
  'true',
];
const text = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((one) => `x${one}x`.normalize()),
);
const options = fc.uniqueArray(text, {
  minLength: 2,
  maxLength: 6,
  comparator: (a, b) => a.toLowerCase() === b.toLowerCase(),
});

it('is what was sent, when it is read, changed and answered', async () => {
  const beehive = await ana.beehive(apiary);
  await fc.assert(
    fc.asyncProperty(options, options, async (first, second) => {
      const question = { apiaryId: apiary, text: 'Which?', answerType: 'CHOICE', category: 'Brood' };
      const created = await ana.graphql(CREATE, { input: { ...question, options: first } });
      fc.pre(created.errors === undefined);
      const { id, options: kept } = created.data.createQuestion.question;
      const read = async (): Promise<unknown> => (await ana.ask(READ, { id })).node.options;
      expect(await read()).toEqual(kept);
      const update = await ana.graphql(UPDATE, { input: { id, options: second } });
      fc.pre(update.errors === undefined);
      const { options: changed } = update.data.updateQuestion.question;
      expect(await read()).toEqual(changed);
      const choice = changed[0];
      const answers = [{ questionId: id, choice }];
      const { recordInspection } = await ana.ask(ANSWER, { input: { beehiveId: beehive, answers } });
      const answered = await ana.ask(READ_ANSWER, { id: recordInspection.inspection.id });
      expect(answered.inspection.answers).toEqual([{ choice, options: changed }]);
      expect((await list(apiary)).map((one) => one.id)).toContain(id);
      await app.database.sql('delete from questions where id = $1', [id]);
    }),
    { numRuns: 40, endOnFailure: true },
  );
}, 60_000);

it.each(ODD)('%j is an option', async (odd) => {
  const sent = [odd, 'other'];
  const input = { apiaryId: apiary, text: 'Which?', answerType: 'CHOICE', category: 'Brood', options: sent };
  const { createQuestion } = await ana.ask(CREATE, { input });
  const { id, options: kept } = createQuestion.question;
  expect(kept).toHaveLength(2);
  expect((await ana.ask(READ, { id })).node.options).toEqual(kept);
  await app.database.sql('delete from questions where id = $1', [id]);
});
