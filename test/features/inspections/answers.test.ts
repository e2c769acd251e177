// Which answers are accepted, under which ids, and how an invalid one is reported.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { expectOwnersTrue } from '../../support/owners.js';
import { expectRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let eve: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, eve] = [await beekeeper(app), await beekeeper(app)];
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

interface World {
  apiary: string;
  hive: string;
  question: string;
  assignment: string;
}
async function world(fields: object = { tipoRespuesta: 'numero' }): Promise<World> {
  const apiary = await ana.apiary();
  const hive = await ana.beehive(apiary, { beehiveNumber: 7 });
  const { body: question } = await ana.rest('POST', '/questions', { apiary_id: apiary, texto: 'Cuadros', ...fields });
  const sent = { hive_id: hive, apiary_question_id: question.id };
  const { body: assignment } = await ana.rest('POST', '/questions/hive', sent);
  return { apiary, hive, question: question.id, assignment: assignment.id };
}

describe('an answer names its question by the id of the question or of its assignment', () => {
  const PATHS = ['/answers', '/answers/batch', '/maya/guardar-respuestas', '/inspections'];
  const bodyFor = (path: string, answer: object, hive: object): object =>
    path === '/answers' ? { ...answer, ...hive } : { answers: [answer], ...hive };

  it.each(PATHS)('POST %s', async (path) => {
    const w = await world();
    for (const id of [w.question, w.assignment, w.question.toUpperCase()]) {
      const { status, body } = await ana.rest(
        'POST',
        path,
        bodyFor(path, { hive_question_id: id, answer: '5', score: 2 }, { hive_id: w.hive }),
      );
      const expected = { hive_question_id: w.question, answer: '5', score: 2 };
      expect({ path, status, body: path === '/answers' ? body : body.answers[0] }).toMatchObject({
        path,
        status: 201,
        body: expected,
      });
    }
  });

  it.each(PATHS.slice(0, 3))('POST %s without the hive, as far as the ids tell it', async (path) => {
    const w = await world();
    const send = (id: string, who = ana) =>
      who.rest('POST', path, bodyFor(path, { hive_question_id: id, answer: '5' }, {}));
    for (const id of [w.question, w.assignment]) expect((await send(id)).status).toBe(201);
    for (const id of [w.question, w.assignment]) expectRefused(await send(id, eve), { status: 404, code: 'NOT_FOUND' });
    await ana.beehive(w.apiary);
    expect((await send(w.assignment)).status).toBe(201);
    const refused = await send(w.question);
    expectRefused(refused, { status: 400, code: 'BAD_USER_INPUT' });
    expect(refused.body.message).toMatch(/^(hive|beehive)_id is required/);
    expect((await ana.rest('GET', `/answers/hive/${w.hive}`)).body).toHaveLength(3);
  });

  it('a batch with one assignment in it is for the hive of that', async () => {
    const w = await world();
    const { body: other } = await ana.rest('POST', '/questions', { apiary_id: w.apiary, texto: 'Notas' });
    await ana.beehive(w.apiary);
    const answers = [
      { hive_question_id: other.id, answer: 'Bien' },
      { hive_question_id: w.assignment, answer: '5' },
    ];
    expect((await ana.rest('POST', '/answers/batch', { answers })).status).toBe(201);
    expect((await ana.rest('GET', `/answers/hive/${w.hive}`)).body).toHaveLength(2);
  });
});

it('an answer without a value is refused by the text of its question, on both APIs', async () => {
  const w = await world();
  const answer = { questionId: w.question };
  const { errors } = await ana.graphql(
    'mutation ($hive: ID!, $answers: [AnswerInput!]!) { recordAnswers(input: { beehiveId: $hive, answers: $answers }) { inspection { id } } }',
    { hive: w.hive, answers: [answer] },
  );
  const message = expect.stringMatching(/^“.+” needs an answer$/);
  expect(errors).toMatchObject([{ message, extensions: { fields: [{ field: 'answers.0', ...answer, message }] } }]);
  const body = { hive_id: w.hive, answers: [{ hive_question_id: w.question, answer: '' }] };
  const { status, body: refusal } = await ana.rest('POST', '/maya/guardar-respuestas', body);
  expect([status, refusal]).toMatchObject([400, { message, fields: [{ message }] }]);
});

describe('numbers have bounds', () => {
  const TRENDS = `query ($id: ID!) { apiary(id: $id) { answerTrends(period: MONTH) { periods { min average max answersCount } } } }`;

  it.each([1.7e308, -1.7e308, 2_147_483_648, -2_147_483_649])('%p is refused, on both APIs', async (number) => {
    const w = await world();
    const answer = { questionId: w.question, number };
    const { errors } = await ana.graphql(
      'mutation ($hive: ID!, $answers: [AnswerInput!]!) { recordAnswers(input: { beehiveId: $hive, answers: $answers }) { inspection { id } } }',
      { hive: w.hive, answers: [answer] },
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ field: 'answers.0.number' }] });
    const body = { hive_id: w.hive, answers: [{ hive_question_id: w.question, answer: number.toFixed(0) }] };
    expectRefused(await ana.rest('POST', '/maya/guardar-respuestas', body), { status: 400, code: 'BAD_USER_INPUT' });
  });

  it('trends of the largest numbers', async () => {
    const w = await world();
    const answers = [{ hive_question_id: w.question, answer: '2147483647' }];
    for (let i = 0; i < 3; i++) await ana.rest('POST', '/answers/batch', { hive_id: w.hive, answers });
    const trends = (await ana.ask(TRENDS, { id: w.apiary })).apiary.answerTrends[0].periods;
    expect(trends).toEqual([{ min: 2147483647, average: 2147483647, max: 2147483647, answersCount: 3 }]);
  });
});

describe('the mistakes of a visit have the path of the client', () => {
  const VISIT = 'mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id } } }';
  const problemsOf = async (input: object) => {
    const { errors } = await ana.graphql(VISIT, { input });
    return errors?.[0]?.extensions.fields;
  };

  it('own answers by their own index, after shared ones; shared ones once', async () => {
    const w = await world();
    const other = await ana.beehive(w.apiary, { beehiveNumber: 8 });
    const { body: text } = await ana.rest('POST', '/questions', { apiary_id: w.apiary, texto: 'Notas' });
    const shared = [
      { questionId: w.question, number: 5 },
      { questionId: text.id, number: 5 },
    ];
    const own = [{ questionId: w.question, text: 'muchos' }];
    const problems = await problemsOf({
      answers: shared,
      beehives: [{ beehiveId: w.hive }, { beehiveId: other, answers: own }],
    });
    expect(problems).toEqual([
      { field: 'answers.1', message: 'Every hive: “Notas” must be answered with text', questionId: text.id },
      {
        field: 'beehives.1.answers.0',
        message: 'Hive 8: “Cuadros” must be answered with a number',
        questionId: w.question,
      },
    ]);
  });

  it('a shared answer that is wrong for some hives, and an answer that is missing, name those', async () => {
    const w = await world({ obligatoria: true });
    const second = await ana.beehive(w.apiary);
    const elsewhere = await ana.beehive(await ana.apiary(), { beehiveNumber: 1 });
    const beehives = [
      { beehiveId: elsewhere },
      { beehiveId: w.hive, answers: [{ questionId: w.question, text: ' ' }] },
    ];
    const problems = await problemsOf({
      answers: [{ questionId: w.question, text: 'Bien' }],
      beehives: [...beehives, { beehiveId: second }],
    });
    expect(problems).toEqual([
      {
        field: 'answers.0',
        message: 'Hive 1: An answer is to a question that this hive does not have',
        questionId: w.question,
      },
      { field: 'beehives.1.answers', message: 'Hive 7: “Cuadros” needs an answer', questionId: w.question },
    ]);
  });
});

describe('an answer to a choice whose options nobody has written yet', () => {
  const send = (w: World, answer: string) =>
    ana.rest('POST', '/answers', { hive_id: w.hive, hive_question_id: w.question, answer });
  const record = (w: World, value: object) =>
    ana.graphql('mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }', {
      input: { beehiveId: w.hive, answers: [{ questionId: w.question, ...value }] },
    });

  it('has at most as many characters as an option, over both APIs', async () => {
    const w = await world({ tipoRespuesta: 'opciones' });
    const [longest, longer] = ['🐝'.repeat(200), '🐝'.repeat(201)];
    expect((await send(w, longest)).status).toBe(201);
    for (const value of [{ spoken: longest }, { choice: longest }])
      expect((await record(w, value)).errors).toBeUndefined();
    expectRefused(await send(w, longer), { status: 400, code: 'BAD_USER_INPUT' });
    expect((await send(w, longer)).body.message).toBe('“Cuadros” must have at most 200 characters');
    for (const value of [{ spoken: longer }, { choice: longer }])
      expect((await record(w, value)).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });
});

it('an answer without a visible character is none, over both APIs', async () => {
  for (const fields of [{ tipoRespuesta: 'texto' }, { tipoRespuesta: 'opciones' }]) {
    const w = await world({ ...fields, obligatoria: true });
    for (const blank of ['\u2800', '\u3164 ', '\u200b']) {
      const sent = { hive_id: w.hive, hive_question_id: w.question, answer: blank };
      expect((await ana.rest('POST', '/answers', sent)).status).toBe(400);
      const values = [{ spoken: blank }, fields.tipoRespuesta === 'texto' ? { text: blank } : { choice: blank }];
      for (const value of values) {
        const { errors } = await ana.graphql(
          'mutation ($input: RecordInspectionInput!) { recordInspection(input: $input) { inspection { id } } }',
          { input: { beehiveId: w.hive, answers: [{ questionId: w.question, ...value }] } },
        );
        expect(errors?.[0]?.message).toBe('“Cuadros” needs an answer');
      }
    }
  }
});

it.each(['\u2800', '\u3164', '\u115f\u1160', '\uffa0'])('a name of %j alone is empty, over both APIs', async (name) => {
  const { status, body } = await ana.rest('POST', '/apiaries', { name });
  expect({ status, message: body.message }).toEqual({ status: 400, message: 'name must not be empty' });
  const create = 'mutation ($input: CreateApiaryInput!) { createApiary(input: $input) { apiary { id } } }';
  expect((await ana.graphql(create, { input: { name } })).errors?.[0]?.message).toBe('name must not be empty');
  const apiary = await ana.apiary();
  const question = { apiary_id: apiary, texto: 'Color', tipoRespuesta: 'opciones', opciones: ['Rojo', name] };
  expect((await ana.rest('POST', '/questions', question)).body.message).toContain('must not contain an empty option');
});
