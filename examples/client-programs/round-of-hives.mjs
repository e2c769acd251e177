// A round through an apiary: the questionnaires of twenty hives in one request, and their inspections in another: all or none.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Client, RequestError } from './client.mjs';

const SET_UP = 'mutation SetUp($input: CreateApiaryInput!) { createApiary(input: $input) { apiary { id } } }';
const ADD_HIVES = `
  mutation AddHives($inputs: [CreateBeehiveInput!]!, $apiaryId: ID!) {
    createBeehives(input: { beehives: $inputs }) { beehives { id } }
    loadDefaultQuestions(input: { apiaryId: $apiaryId }) { questions { id } }
  }`;
const ROUND = `
  query Round($apiaryId: ID!) {
    beehives(apiaryId: $apiaryId, first: 20) {
      nodes {
        id
        beehiveNumber
        health
        questionnaire { questions { id text answerType required options min max } }
      }
    }
  }`;
const RECORD = `
  mutation Record($input: RecordVisitInput!) {
    recordVisit(input: $input) {
      inspections {
        visitId
        answers { questionText asText }
        beehive { beehiveNumber health status broodFrames healthStatus lastInspection { id } }
        id
      }
    }
  }`;
const REVIEW = `
  query Review($apiaryId: ID!, $visitId: ID!, $since: DateTime!) {
    visit: inspections(filter: { visitId: $visitId }) { totalCount }
    atRisk: beehives(apiaryId: $apiaryId, filter: { health: [AT_RISK] }) { totalCount nodes { beehiveNumber } }
    overdue: beehives(apiaryId: $apiaryId, filter: { notInspectedSince: $since }) { totalCount }
  }`;
const CLEAN_UP = 'mutation CleanUp($id: ID!) { deleteApiary(input: { id: $id }) { deletedId } }';

/** What a form would ask the beekeeper; here each question gets its first option, its least number or a word. */
const answer = ({ id, answerType, options, min }) => ({
  questionId: id,
  ...{
    CHOICE: { choice: options?.[0] },
    NUMBER: { number: min ?? 0 },
    YES_NO: { yesNo: true },
    TEXT: { text: 'Nada' },
  }[answerType],
});

const client = new Client();
const { username } = await client.logIn();
const { createApiary } = await client.request(SET_UP, { input: { name: `Round ${randomUUID().slice(0, 8)}` } });
const apiaryId = createApiary.apiary.id;
try {
  const inputs = Array.from({ length: 20 }, (_, i) => ({
    apiaryId,
    beehiveNumber: i + 1,
    state: { status: 'ACTIVE' },
  }));
  await client.request(ADD_HIVES, { inputs, apiaryId });

  const { beehives } = await client.request(ROUND, { apiaryId });
  const questions = beehives.nodes[0].questionnaire.questions;
  console.log(
    `Round of ${username}: ${beehives.nodes.length} hives with ${questions.length} questions each, in one request`,
  );
  for (const { text, answerType, required, options, min, max } of questions.slice(0, 3))
    console.log(
      `  ${text} ${options?.join(' / ') ?? `${answerType} ${min ?? ''}–${max ?? ''}`}${required ? ', required' : ''}`,
    );

  // The words of the visit are the same for all hives; every fifth has something of its own.
  const visited = beehives.nodes.map(({ id, beehiveNumber, questionnaire }) => ({
    beehiveId: id,
    answers: questionnaire.questions.filter(({ required }) => required).map(answer),
    ...(beehiveNumber % 5 === 0
      ? { notes: 'Varroa on two frames.', state: { health: 'AT_RISK', broodFrames: 4 } }
      : { state: { health: 'HEALTHY', broodFrames: 6 } }),
  }));

  // An answer that does not fit is refused before anything is stored, and the error names the hive and the answer.
  const { id, max } = beehives.nodes[6].questionnaire.questions.find((one) => one.required && one.max !== null);
  const wrong = structuredClone(visited);
  wrong[6].answers.find(({ questionId }) => questionId === id).number = max + 1;
  const refused = await client
    .request(RECORD, { input: { beehives: wrong } }, { key: randomUUID() })
    .catch((error) => error);
  assert(refused instanceof RequestError && refused.code === 'BAD_USER_INPUT');
  assert.match(refused.fields[0].field, /^beehives\.6\.answers\.\d+/);
  console.log(`  a wrong answer: ${refused.fields[0].field}: ${refused.fields[0].message}; nothing is recorded`);

  const input = { notes: 'Sunny, 18 °C.', occurredAt: new Date().toISOString(), beehives: visited };
  const { recordVisit } = await client.request(RECORD, { input }, { key: randomUUID() });
  const { inspections } = recordVisit;
  for (const { beehive, answers } of inspections.slice(3, 5))
    console.log(
      `  hive ${beehive.beehiveNumber}: ${answers.length} answers; ${beehive.status}, ${beehive.health} (“${beehive.healthStatus}”), ${beehive.broodFrames} frames of brood`,
    );
  assert.equal(inspections.length, 20);
  assert(inspections.every(({ id, beehive }) => beehive.lastInspection.id === id));

  const since = new Date(Date.now() - 14 * 86_400_000);
  const review = { apiaryId, visitId: inspections[0].visitId, since };
  const { visit, atRisk, overdue } = await client.request(REVIEW, review);
  console.log(
    `  recorded ${visit.totalCount} inspections; at risk: ${atRisk.nodes.map((hive) => hive.beehiveNumber).join(', ')}`,
  );
  assert.deepEqual([visit.totalCount, atRisk.totalCount, overdue.totalCount], [20, 4, 0]);
} finally {
  await client.request(CLEAN_UP, { id: apiaryId });
}
