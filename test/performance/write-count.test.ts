// What is recorded for many hives at once takes as many statements as for two.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { isOfRequest, sentStatementsOf, startTestApp, type TestApp } from '../support/client.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

/** The answers for 50 hives are more rows than MikroORM inserts at once. */
const QUESTIONS = 10;
/** With the beginning and the end of the transaction. */
const MAX_OF_VISIT = 9;
const MAX_OF_OPERATION = 11;

let app: TestApp;
let ana: Beekeeper;
let questions: string[];
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await sentStatementsOf(app.app, work)).filter(isOfRequest);

/** The hives of a new apiary with questions. */
async function createHives(n: number): Promise<string[]> {
  const apiary = await ana.apiary();
  questions = [];
  for (let i = 0; i < QUESTIONS; i++) {
    const { createQuestion } = await ana.ask(
      'mutation ($input: CreateQuestionInput!) { createQuestion(input: $input) { question { id } } }',
      { input: { apiaryId: apiary, text: `Question ${i}`, answerType: 'TEXT', category: 'Brood' } },
    );
    questions.push(createQuestion.question.id);
  }
  return Promise.all(Array.from({ length: n }, (_, i) => ana.beehive(apiary, { beehiveNumber: i + 1 })));
}
const answers = (): object[] => questions.map((questionId) => ({ questionId, text: 'All is well' }));
const stateOf = (i: number): object => ({ foodFrames: i % 9, observations: `Visited as number ${i}` });

it.each([2, 50])('a visit to %d hives', async (n) => {
  const hives = await createHives(n);
  const beehives = hives.map((beehiveId, i) => ({ newId: randomUUID(), beehiveId, state: stateOf(i) }));
  const input = { answers: answers(), beehives };
  const statements = await statementsOf(async () => {
    const { recordVisit } = await ana.ask(
      'mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id } } }',
      { input },
    );
    expect(recordVisit.inspections.map(({ id }: { id: string }) => id)).toEqual(beehives.map(({ newId }) => newId));
  });
  // Two for the ids that the client chose and, now and then, one that deletes the oldest of these.
  expect(statements.length).toBeLessThanOrEqual(MAX_OF_VISIT + 3);
  const { apiary } = await ana.ask(
    `{ apiary: beehive(id: "${hives[0]}") { apiary { beehives { nodes { foodFrames version inspections { nodes { answers { asText } } } } } } } }`,
  );
  const seen = apiary.apiary.beehives.nodes.map(
    (hive: { foodFrames: number; version: number; inspections: { nodes: { answers: object[] }[] } }) =>
      `${hive.foodFrames} ${hive.version} ${hive.inspections.nodes.map((one) => one.answers.length)}`,
  );
  expect(seen.sort()).toEqual(hives.map((_, i) => `${i % 9} 2 ${QUESTIONS}`).sort());
});

it.each([2, 50])('a push of %d inspections', async (n) => {
  const hives = await createHives(n);
  const operations = hives.map((beehiveId, i) => ({
    key: randomUUID(),
    mutation: { recordInspection: { beehiveId, answers: answers(), state: stateOf(i) } },
  }));
  const statements = await statementsOf(async () => {
    const { executeOperations } = await ana.ask(
      'mutation ($input: ExecuteOperationsInput!) { executeOperations(input: $input) { results { status } } }',
      {
        input: { operations },
      },
    );
    expect(executeOperations.results).toEqual(operations.map(() => ({ status: 'APPLIED' })));
  });
  const isCleaning = (text: string): boolean => text.includes('delete from idempotency_keys');
  expect(statements.filter((text) => !isCleaning(text)).length).toBeLessThanOrEqual(MAX_OF_OPERATION * n);
});
