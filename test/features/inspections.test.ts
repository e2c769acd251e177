import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/client.js';
import { CONNECTION, expectPagesOfWhole, idsOf, idsOfLinked } from '../support/connections.js';
import { expectOwnersTrue } from '../support/owners.js';
import { expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

/** An apiary with a hive and a question of each type; only the answer to the number is required. */
interface World {
  apiary: string;
  hive: string;
  text: string;
  number: string;
  choice: string;
  yesNo: string;
}
type Fields = Record<string, unknown>;

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const DAY_MS = 86_400_000;

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

const question = async (apiary: string, fields: Fields): Promise<string> => {
  const { status, body } = await ana.rest('POST', '/questions', { apiary_id: apiary, ...fields });
  if (status !== 201) throw new Error(body.message);
  return body.id;
};
async function world(): Promise<World> {
  const apiary = await ana.apiary();
  return {
    apiary,
    hive: await ana.beehive(apiary, { healthStatus: 'Ninguno', broodFrames: 4 }),
    text: await question(apiary, { texto: '¿Qué se ve?', tipoRespuesta: 'texto', categoria: 'Salud' }),
    number: await question(apiary, { texto: 'Cuadros', tipoRespuesta: 'numero', obligatoria: true, min: 0, max: 20 }),
    choice: await question(apiary, { texto: 'Población', tipoRespuesta: 'opciones', opciones: 'Alta,Media,Baja' }),
    yesNo: await question(apiary, { texto: '¿Hay reina?', tipoRespuesta: 'si_no' }),
  };
}
const answersToAll = (w: World) => [
  { questionId: w.text, text: ' Polen y néctar ' },
  { questionId: w.number, number: 8 },
  { questionId: w.choice, choice: 'Media' },
  { questionId: w.yesNo, yesNo: false },
];

/** All fields of an inspection. */
const EVERYTHING = `
  id beehiveId apiaryId actorId status occurredAt recordedAt createdAt updatedAt notes revision current reason seriesId visitId
  answers {
    id inspectionId questionId questionText answerType category required options min max position text number choice yesNo score
    asText answeredAt createdAt updatedAt
    asked { id position question { id text answerType category required options min max } }
  }`;
const RECORD = `mutation ($input: RecordInspectionInput!) { i: recordInspection(input: $input) { ${EVERYTHING} } }`;
const tryRecord = (input: Fields, who = ana) => who.graphql(RECORD, { input });
const record = async (input: Fields) => (await ana.ask(RECORD, { input })).i;
/** Records an inspection with the one required answer. */
const recordNumber = (w: World, number: number, fields: Fields = {}) =>
  record({ beehiveId: w.hive, answers: [{ questionId: w.number, number }], ...fields });
const tryAmend = (id: string, input: Fields, who = ana) =>
  who.graphql(
    `mutation ($id: ID!, $input: AmendInspectionInput!) { i: amendInspection(id: $id, input: $input) { ${EVERYTHING} } }`,
    { id, input },
  );
const tryUpdate = (id: string, input: Fields, who = ana) =>
  who.graphql(
    `mutation ($id: ID!, $input: UpdateInspectionDraftInput!) { i: updateInspectionDraft(id: $id, input: $input) { ${EVERYTHING} } }`,
    { id, input },
  );
const tryComplete = (id: string, who = ana) =>
  who.graphql(`mutation ($id: ID!) { i: completeInspection(id: $id) { ${EVERYTHING} } }`, { id });
const seen = async (id: string) =>
  (await ana.ask(`query ($id: ID!) { i: inspection(id: $id) { ${EVERYTHING} } }`, { id })).i;
const ofHive = async (hive: string) => (await ana.ask(`{ i: inspections(beehiveId: "${hive}") { ${CONNECTION} } }`)).i;
const hiveOf = async (id: string) => (await ana.rest('GET', `/beehives/${id}`)).body;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** Expects a refusal with exactly these problems, in any order, and no change. */
async function expectProblems(w: World, answers: Fields[], wanted: [question: string, message: RegExp][]) {
  const before = { hive: await hiveOf(w.hive), inspections: await ofHive(w.hive) };
  const hive = { healthStatus: 'Enfermedad', broodFrames: 0 };
  const { errors } = await tryRecord({ beehiveId: w.hive, answers, beehive: hive });
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  const { fields } = errors![0]!.extensions;
  expect(fields).toHaveLength(wanted.length);
  for (const [questionId, message] of wanted)
    expect(fields).toContainEqual(expect.objectContaining({ questionId, message: expect.stringMatching(message) }));
  const rest = await ana.rest('POST', '/inspections', { beehive_id: w.hive, answers, hive });
  expectRefused(rest, { status: 400, code: 'BAD_USER_INPUT' });
  for (const [, message] of wanted)
    expect(rest.body.message).toMatch(new RegExp(message.source.replace(/^\^|\$$/g, '')));
  expect({ hive: await hiveOf(w.hive), inspections: await ofHive(w.hive) }).toEqual(before);
}

describe('the flow of the specification', () => {
  it('runs over REST', async () => {
    const { body: apiary } = await ana.rest('POST', '/apiaries', { name: 'La Loma' });
    const { body: hive } = await ana.rest('POST', '/beehives', { apiary_id: apiary.id, hive_number: 1 });
    await ana.rest('POST', `/questions/load_defaults/${apiary.id}`);
    const { body: questions } = await ana.rest('GET', `/questions/apiary/${apiary.id}`);
    const last = questions.at(-1);
    await ana.rest('PUT', `/questions/apiary/${apiary.id}/reorder`, { order: [last.id] });
    const { status, body: form } = await ana.rest('POST', '/maya/iniciar-monitoreo', { hive_id: hive.id });
    expect(status).toBe(200);
    expect(form.preguntas).toHaveLength(10);
    expect(form.preguntas[0]).toEqual({
      id: last.id,
      texto: last.texto,
      tipo: last.tipoRespuesta,
      opciones: last.opciones,
      obligatoria: last.obligatoria,
      min: last.min,
      max: last.max,
    });
    const answers = form.preguntas.map((question: { id: string; opciones: string[] | null; tipo: string }) => ({
      question_id: question.id,
      answer: question.opciones?.[0] ?? (question.tipo === 'numero' ? '7' : 'Nada'),
    }));
    const made = await ana.rest('POST', '/inspections', {
      beehive_id: hive.id,
      answers,
      notes: 'Sunny',
      hive: { health_status: 'Presencia barroa', brood_frames: 6, activity_level: 'Alta' },
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        beehive_id: hive.id,
        apiary_id: apiary.id,
        status: 'COMPLETED',
        notes: 'Sunny',
        revision: 1,
        occurred_at: expect.stringMatching(ISO),
        recorded_at: expect.stringMatching(ISO),
      },
    });
    expect(made.body.answers.map(({ answer }: { answer: string }) => answer)).toEqual(
      answers.map(({ answer }: { answer: string }) => answer),
    );
    expect(await hiveOf(hive.id)).toMatchObject({
      health_status: 'Presencia barroa',
      brood_frames: 6,
      activity_level: 'Alta',
      hive_number: 1,
    });
    expect((await ana.rest('GET', `/inspections?beehive_id=${hive.id}`)).body).toEqual([made.body]);
    expect((await ana.rest('GET', `/inspections/${made.body.id}`)).body).toEqual(made.body);
    expect((await ana.rest('GET', `/answers/hive/${hive.id}`)).body).toEqual(made.body.answers);
  });

  it('runs over GraphQL', async () => {
    const apiary = await ana.apiary();
    const hive = await ana.beehive(apiary, { foodFrames: 3 });
    const { q } = await ana.ask(
      `mutation { q: loadDefaultQuestions(apiaryId: "${apiary}") { id answerType options } }`,
    );
    const [first] = q;
    await ana.ask(
      `mutation { reorderQuestions(apiaryId: "${apiary}", order: [${q.toReversed().map(({ id }: { id: string }) => `"${id}"`)}]) { id } }`,
    );
    const { questionnaire } = await ana.ask(
      `{ questionnaire(beehiveId: "${hive}") { questions { id answerType options } } }`,
    );
    expect(questionnaire.questions).toEqual(q.toReversed());
    expect(questionnaire.questions.at(-1)).toEqual(first);
    const answers = questionnaire.questions.map(
      ({ id, answerType, options }: { id: string; answerType: string; options: string[] }) => ({
        questionId: id,
        ...(answerType === 'CHOICE'
          ? { choice: options[1] }
          : answerType === 'NUMBER'
            ? { number: 20 }
            : { text: '-' }),
      }),
    );
    const made = await record({ beehiveId: hive, answers, beehive: { healthStatus: 'Healthy', hiveStatus: null } });
    expect(made.answers).toHaveLength(10);
    const { beehive } = await ana.ask(
      `{ beehive(id: "${hive}") { healthStatus health foodFrames lastInspection { id } inspections { nodes { ${EVERYTHING} } } } }`,
    );
    expect(beehive).toEqual({
      healthStatus: 'Healthy',
      health: 'HEALTHY',
      foodFrames: 3,
      lastInspection: { id: made.id },
      inspections: { nodes: [made] },
    });
  });
});

describe('an answer', () => {
  it('is stored with a snapshot of its question, in the order of the request', async () => {
    const w = await world();
    const made = await record({ beehiveId: w.hive, answers: answersToAll(w).toReversed() });
    const copy = (id: string, text: string, answerType: string, rest: Fields = {}) => ({
      id,
      text,
      answerType,
      category: null,
      required: false,
      options: null,
      min: null,
      max: null,
      ...rest,
    });
    const wanted = [
      [copy(w.yesNo, '¿Hay reina?', 'YES_NO'), { yesNo: false, asText: 'No' }],
      [
        copy(w.choice, 'Población', 'CHOICE', { options: ['Alta', 'Media', 'Baja'] }),
        { choice: 'Media', asText: 'Media' },
      ],
      [copy(w.number, 'Cuadros', 'NUMBER', { required: true, min: 0, max: 20 }), { number: 8, asText: '8' }],
      [
        copy(w.text, '¿Qué se ve?', 'TEXT', { category: 'Salud' }),
        { text: ' Polen y néctar ', asText: ' Polen y néctar ' },
      ],
    ] as const;
    expect(made.answers).toEqual(
      wanted.map(([question, value], i) => {
        const { id: questionId, text: questionText, ...snapshot } = question;
        return {
          ...{ id: expect.any(String), inspectionId: made.id, createdAt: expect.any(String) },
          ...{ updatedAt: expect.any(String), answeredAt: made.occurredAt, position: i + 1, score: null },
          ...{ text: null, number: null, choice: null, yesNo: null },
          ...{ questionId, questionText, ...snapshot, ...value },
          asked: { id: questionId, position: i + 1, question },
        };
      }),
    );
    expect(await seen(made.id)).toEqual(made);
  });

  it.each([
    ['number', 0],
    ['number', 20],
    ['choice', 'Alta'],
    ['yesNo', true],
    ['text', 'ñ'.repeat(5000)],
  ] as const)('is accepted at the limits (%s)', async (kind, value) => {
    const w = await world();
    const others = kind === 'number' ? [] : [{ questionId: w.number, number: 1 }];
    const { answers } = await record({
      beehiveId: w.hive,
      answers: [{ questionId: w[kind], [kind]: value }, ...others],
    });
    expect(answers[0][kind]).toBe(value);
  });

  it('to a choice without options may be any text', async () => {
    const w = await world();
    const open = await question(w.apiary, { texto: 'Open', tipoRespuesta: 'opciones' });
    const { answers } = await recordNumber(w, 1, {
      answers: [
        { questionId: open, choice: 'Whatever' },
        { questionId: w.number, number: 1 },
      ],
    });
    expect(answers[0]).toMatchObject({ choice: 'Whatever', options: null });
  });

  it('to an inactive question is accepted, and never required', async () => {
    const w = await world();
    const off = await question(w.apiary, { texto: 'Off', obligatoria: true, activa: false });
    expect((await recordNumber(w, 1)).answers).toHaveLength(1);
    const answers = [
      { questionId: off, text: 'Still' },
      { questionId: w.number, number: 1 },
    ];
    expect((await record({ beehiveId: w.hive, answers })).answers[0]).toMatchObject({ text: 'Still' });
  });

  it('is required according to the overrides of the hive', async () => {
    const w = await world();
    const off = await question(w.apiary, { texto: 'Off', obligatoria: true, activa: false });
    const assign = (apiary_question_id: string, is_active: boolean) =>
      ana.rest('POST', '/questions/hive', { hive_id: w.hive, apiary_question_id, is_active });
    await assign(w.number, false);
    expect((await record({ beehiveId: w.hive, answers: [] })).answers).toEqual([]);
    await assign(off, true);
    await expectProblems(w, [], [[off, /“Off” needs an answer/]]);
  });

  it('may refer to an override in place of its question', async () => {
    const w = await world();
    const { body } = await ana.rest('POST', '/questions/hive', { hive_id: w.hive, apiary_question_id: w.number });
    const made = await record({ beehiveId: w.hive, answers: [{ questionId: body.id, number: 3 }] });
    expect(made.answers).toMatchObject([{ questionId: w.number, number: 3 }]);
    const twice = [
      { questionId: body.id, number: 3 },
      { questionId: w.number.toUpperCase(), number: 3 },
    ];
    const { errors } = await tryRecord({ beehiveId: w.hive, answers: twice });
    expect(errors).toMatchObject([
      { extensions: { fields: [{ message: expect.stringMatching(/“Cuadros”.*twice/) }] } },
    ]);
  });
});

describe('an invalid answer', () => {
  it.each([
    ['wrong type', 'number', { text: 'eight' }, /“Cuadros” must be answered with number/],
    ['wrong type', 'text', { number: 8 }, /“¿Qué se ve\?” must be answered with text/],
    ['wrong type', 'choice', { yesNo: true }, /“Población” must be answered with choice/],
    ['wrong type', 'yesNo', { choice: 'Alta' }, /“¿Hay reina\?” must be answered with yesNo/],
    ['two values', 'number', { number: 8, text: '8' }, /“Cuadros” must be answered with a single value/],
    ['below the minimum', 'number', { number: -1 }, /“Cuadros” must be at least 0/],
    ['above the maximum', 'number', { number: 20.5 }, /“Cuadros” .*\b20\b|“Cuadros” .*whole/],
    ['not an option', 'choice', { choice: 'Poca' }, /“Población” must be one of Alta, Media, Baja/],
    ['an option in another case', 'choice', { choice: 'alta' }, /“Población” must be one of/],
    ['missing', 'number', {}, /“Cuadros” needs an answer/],
    ['null', 'number', { number: null }, /“Cuadros” needs an answer/],
  ] as const)('is refused: %s (%s)', async (_, kind, value, message) => {
    const w = await world();
    const others = kind === 'number' ? [] : [{ questionId: w.number, number: 1 }];
    await expectProblems(w, [...others, { questionId: w[kind], ...value }], [[w[kind], message]]);
  });

  it('is reported together with all others, each with its question', async () => {
    const [w, other] = [await world(), await world()];
    await expectProblems(
      w,
      [
        { questionId: w.yesNo, text: 'maybe' },
        { questionId: w.choice, choice: 'Alta' },
        { questionId: w.choice, choice: 'Baja' },
        { questionId: other.text, text: 'x' },
        { questionId: UNKNOWN_ID, text: 'x' },
        { questionId: 'nonsense', text: 'x' },
      ],
      [
        [w.yesNo, /“¿Hay reina\?” must be answered with yesNo/],
        [w.choice, /“Población” is answered twice/],
        [other.text, /is to a question that this hive does not have/],
        [UNKNOWN_ID, /is to a question that this hive does not have/],
        ['nonsense', /is to a question that this hive does not have/],
        [w.number, /“Cuadros” needs an answer/],
      ],
    );
  });

  it.each(['', '   '])('can be a blank text (%j), which counts as missing', async (text) => {
    const w = await world();
    await ana.rest('PUT', `/questions/${w.text}`, { obligatoria: true });
    const answers = [
      { questionId: w.number, number: 1 },
      { questionId: w.text, text },
    ];
    await expectProblems(w, answers, [[w.text, /needs an answer/]]);
  });

  it.each([
    ['notes', { notes: 'x'.repeat(10_001) }],
    ['occurredAt', { occurredAt: daysAgo(-2) }],
    ['beehive.broodFrames', { beehive: { broodFrames: -1 } }],
    ['beehive.healthStatus', { beehive: { healthStatus: 'x'.repeat(101) } }],
  ])('is refused with the name of the field: %s', async (field, fields) => {
    const w = await world();
    expectGraphqlRefused(
      await tryRecord({ beehiveId: w.hive, answers: [{ questionId: w.number, number: 1 }], ...fields }),
      { code: 'BAD_USER_INPUT', field },
    );
    expect((await ofHive(w.hive)).totalCount).toBe(0);
  });

  it('is refused above the limits of size', async () => {
    const w = await world();
    const many = Array.from({ length: 201 }, () => ({ questionId: w.number, number: 1 }));
    expectGraphqlRefused(await tryRecord({ beehiveId: w.hive, answers: many }), {
      code: 'BAD_USER_INPUT',
      field: 'answers',
    });
    const long = [{ questionId: w.text, text: 'x'.repeat(5001) }];
    expect((await tryRecord({ beehiveId: w.hive, answers: long })).errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: [{ message: expect.stringMatching(/5000|5,000/) }] } },
    ]);
    expect((await ofHive(w.hive)).totalCount).toBe(0);
  });
});

describe('the time of an inspection', () => {
  it('is that of the client, beside the time of recording', async () => {
    const w = await world();
    const before = Date.now();
    const made = await recordNumber(w, 1, { occurredAt: '2024-03-01T08:00:00.123-05:00' });
    expect(made.occurredAt).toBe('2024-03-01T13:00:00.123Z');
    const recordedAt = new Date(made.recordedAt).getTime();
    expect(recordedAt).toBeGreaterThanOrEqual(before);
    expect(recordedAt).toBeLessThanOrEqual(Date.now());
    expect(made.answers[0].answeredAt).toBe(made.occurredAt);
  });

  it('is the time of recording if omitted', async () => {
    const before = Date.now();
    const { occurredAt } = await recordNumber(await world(), 1);
    expect(new Date(occurredAt).getTime()).toBeGreaterThanOrEqual(before);
    expect(new Date(occurredAt).getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('a draft', () => {
  const draft = (w: World, fields: Fields = {}) => record({ beehiveId: w.hive, answers: [], draft: true, ...fields });

  it('may lack required answers, and can be updated and completed', async () => {
    const w = await world();
    const { id, status } = await draft(w, { notes: 'To do', occurredAt: daysAgo(3) });
    expect(status).toBe('DRAFT');
    const missing = await tryComplete(id);
    expect(missing.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', fields: [{ questionId: w.number }] } },
    ]);
    expect((await seen(id)).status).toBe('DRAFT');
    const changed = await tryUpdate(id, {
      answers: answersToAll(w),
      notes: 'Done',
      occurredAt: '2024-05-01T00:00:00.000Z',
    });
    expect(changed.data.i).toMatchObject({
      id,
      status: 'DRAFT',
      notes: 'Done',
      occurredAt: '2024-05-01T00:00:00.000Z',
    });
    expect(changed.data.i.answers).toHaveLength(4);
    const { data } = await tryComplete(id);
    expect(data.i).toMatchObject({ id, status: 'COMPLETED', revision: 1, current: true, notes: 'Done' });
    expect(data.i.answers.map(({ asText }: { asText: string }) => asText)).toEqual([
      ' Polen y néctar ',
      '8',
      'Media',
      'No',
    ]);
    expect(await seen(id)).toEqual(data.i);
  });

  it('is validated when it is created and when it is updated', async () => {
    const w = await world();
    const answers = [{ questionId: w.number, number: 21 }];
    const wanted = [{ extensions: { code: 'BAD_USER_INPUT', fields: [{ questionId: w.number }] } }];
    expect((await tryRecord({ beehiveId: w.hive, draft: true, answers })).errors).toMatchObject(wanted);
    const before = await draft(w, { answers: answersToAll(w) });
    expect((await tryUpdate(before.id, { answers })).errors).toMatchObject(wanted);
    expect(await seen(before.id)).toEqual(before);
  });

  it('is validated against the current questions when it is completed', async () => {
    const w = await world();
    const { id } = await draft(w, { answers: answersToAll(w) });
    await ana.rest('PUT', `/questions/${w.number}`, { max: 7 });
    expect((await tryComplete(id)).errors).toMatchObject([
      { extensions: { fields: [{ questionId: w.number, message: expect.stringMatching(/at most 7/) }] } },
    ]);
    await ana.rest('PUT', `/questions/${w.number}`, { max: 9, texto: 'Marcos' });
    expect((await tryComplete(id)).data.i.answers[1]).toMatchObject({ questionText: 'Marcos', max: 9, number: 8 });
  });

  it('changes no hive, and does not silently lose a state of the hive', async () => {
    const w = await world();
    const before = await hiveOf(w.hive);
    const input = { beehiveId: w.hive, answers: answersToAll(w), draft: true, beehive: { healthStatus: 'Enfermedad' } };
    const { data, errors } = await tryRecord(input);
    expect(await hiveOf(w.hive)).toEqual(before);
    if (data) await tryComplete(data.i.id);
    // A refusal is acceptable as well.
    expect(errors ? 'refused' : (await hiveOf(w.hive)).health_status).toMatch(/^(refused|Enfermedad)$/);
  });

  it('cannot be amended; once completed, it cannot be updated', async () => {
    const w = await world();
    const { id } = await draft(w, { answers: answersToAll(w) });
    expectGraphqlRefused(await tryAmend(id, { answers: answersToAll(w), reason: 'Why not' }), { code: 'CONFLICT' });
    const { data } = await tryComplete(id);
    expectGraphqlRefused(await tryUpdate(id, { answers: [] }), { code: 'CONFLICT' });
    expect((await tryComplete(id)).data.i).toEqual(data.i);
    expect(await seen(id)).toEqual(data.i);
  });
});

describe('an amendment', () => {
  const amendment = (w: World, number: number) => ({
    answers: [{ questionId: w.number, number }],
    reason: 'Miscounted',
  });
  /** All fields of a revision that an amendment must not change. */
  const immutablePart = ({ current, updatedAt, ...rest }: Fields) => JSON.stringify(rest);

  it('creates a new revision with a reason; the previous one stays unchanged', async () => {
    const w = await world();
    const first = await record({ beehiveId: w.hive, answers: answersToAll(w), notes: 'First', occurredAt: daysAgo(2) });
    const { data } = await tryAmend(first.id, { ...amendment(w, 9), notes: 'Second' });
    expect(data.i).toMatchObject({
      beehiveId: w.hive,
      seriesId: first.seriesId,
      revision: 2,
      current: true,
      reason: 'Miscounted',
      notes: 'Second',
      occurredAt: first.occurredAt,
      answers: [{ questionId: w.number, number: 9 }],
    });
    expect(data.i.id).not.toBe(first.id);
    const old = await seen(first.id);
    expect(immutablePart(old)).toBe(immutablePart(first));
    expect(old.current).toBe(false);
    const third = (await tryAmend(data.i.id, amendment(w, 10))).data.i;
    for (const id of [first.id, data.i.id, third.id]) {
      const { i } = await ana.ask(`{ i: inspection(id: "${id}") { revisions { id revision current } } }`);
      expect(i.revisions).toEqual([
        { id: third.id, revision: 3, current: true },
        { id: data.i.id, revision: 2, current: false },
        { id: first.id, revision: 1, current: false },
      ]);
    }
    expect(idsOf(await ofHive(w.hive))).toEqual([third.id]);
  });

  it('is refused for an earlier revision', async () => {
    const w = await world();
    const { id } = await recordNumber(w, 1);
    await tryAmend(id, amendment(w, 2));
    expectGraphqlRefused(await tryAmend(id, amendment(w, 3)), { code: 'CONFLICT' });
    expect((await ofHive(w.hive)).totalCount).toBe(1);
  });

  it('succeeds for one of five concurrent requests', async () => {
    const w = await world();
    const { id } = await recordNumber(w, 1);
    const answers = await Promise.all([2, 3, 4, 5, 6].map((number) => tryAmend(id, amendment(w, number))));
    const [won, ...more] = answers.filter(({ errors }) => !errors);
    expect(more).toEqual([]);
    for (const lost of answers.filter(({ errors }) => errors)) expectGraphqlRefused(lost, { code: 'CONFLICT' });
    expect(idsOf(await ofHive(w.hive))).toEqual([won!.data.i.id]);
    expect(won!.data.i.revision).toBe(2);
  });

  it('is validated against the snapshots of the questions, also after their deletion', async () => {
    const w = await world();
    const first = await record({ beehiveId: w.hive, answers: answersToAll(w) });
    for (const id of [w.text, w.number, w.choice, w.yesNo]) await ana.rest('DELETE', `/questions/${id}`);
    expect((await tryAmend(first.id, amendment(w, 21))).errors).toMatchObject([
      { extensions: { fields: [{ questionId: w.number, message: expect.stringMatching(/at most 20/) }] } },
    ]);
    expect((await tryAmend(first.id, { answers: [], reason: 'x' })).errors).toMatchObject([
      { extensions: { fields: [{ questionId: w.number, message: expect.stringMatching(/needs an answer/) }] } },
    ]);
    expectGraphqlRefused(await tryAmend(first.id, { ...amendment(w, 9), reason: ' ' }), {
      code: 'BAD_USER_INPUT',
      field: 'reason',
    });
    expect(await seen(first.id)).toEqual(first);
    expect((await tryAmend(first.id, amendment(w, 9))).data.i.answers).toMatchObject([
      { questionText: 'Cuadros', max: 20 },
    ]);
  });
});

describe('the history of a hive', () => {
  it('stays the same, byte for byte, after any change of the questions', async () => {
    const w = await world();
    const first = await record({ beehiveId: w.hive, answers: answersToAll(w), notes: 'Kept' });
    const { data } = await tryAmend(first.id, { answers: answersToAll(w), reason: 'Again' });
    const look = async () => ({
      graphql: JSON.stringify([await seen(first.id), await seen(data.i.id)]),
      rest: JSON.stringify([
        (await ana.rest('GET', `/inspections/${first.id}`)).body,
        (await ana.rest('GET', `/inspections?beehive_id=${w.hive}`)).body,
        (await ana.rest('GET', `/answers/hive/${w.hive}`)).body,
      ]),
    });
    const before = await look();
    const ids = [w.text, w.number, w.choice, w.yesNo];
    const changes: (() => Promise<{ status: number }>)[] = [
      ...ids.map((id) => () => ana.rest('PUT', `/questions/${id}`, { texto: 'Renamed', categoria: 'Moved' })),
      ...ids.map((id) => () => ana.rest('PUT', `/questions/${id}`, { tipoRespuesta: 'opciones', opciones: 'x,y' })),
      ...ids.map((id) => () => ana.rest('PUT', `/questions/${id}`, { tipoRespuesta: 'numero', min: 100, max: 200 })),
      ...ids.map((id) => () => ana.rest('PUT', `/questions/${id}`, { obligatoria: true, activa: false })),
      () => ana.rest('PUT', `/questions/apiary/${w.apiary}/reorder`, { order: ids.toReversed() }),
      ...ids.map((id) => () => ana.rest('DELETE', `/questions/${id}`)),
    ];
    for (const change of changes) {
      expect((await change()).status).toBeLessThan(300);
      expect(await look()).toEqual(before);
    }
    expect((await ana.rest('GET', `/questions/apiary/${w.apiary}`)).body).toEqual([]);
  });

  it('moves with the hive, and keeps the apiary of each inspection', async () => {
    const w = await world();
    const first = await recordNumber(w, 1, { occurredAt: daysAgo(2) });
    const elsewhere = await ana.apiary();
    await ana.rest('PUT', `/beehives/${w.hive}`, { apiary_id: elsewhere });
    const second = await record({ beehiveId: w.hive, answers: [] });
    expect([first.apiaryId, second.apiaryId]).toEqual([w.apiary, elsewhere]);
    expect(idsOf(await ofHive(w.hive))).toEqual([second.id, first.id]);
    const of = async (id: string) => {
      const { a, i } = await ana.ask(
        `{ a: apiary(id: "${id}") { inspections { nodes { id } } } i: inspections(apiaryId: "${id}") { nodes { id } } }`,
      );
      expect(i).toEqual(a.inspections);
      return idsOf(i);
    };
    expect(await of(w.apiary)).toEqual([first.id]);
    expect(await of(elsewhere)).toEqual([second.id]);
    expect((await seen(first.id)).apiaryId).toBe(w.apiary);
  });
});

describe('lists of inspections', () => {
  let bea: Beekeeper;
  let w: { apiary: string; hive: string; other: string };
  let ids: string[];
  const at = (day: number): string => new Date(Date.UTC(2024, 4, day)).toISOString();
  beforeAll(async () => {
    bea = await beekeeper(app);
    const apiary = await bea.apiary();
    w = { apiary, hive: await bea.beehive(apiary), other: await bea.beehive(apiary) };
    ids = [];
    // The days are not in order, and one occurs twice.
    for (const day of [3, 1, 5, 3, 2]) {
      const { i } = await bea.ask(RECORD, { input: { beehiveId: w.hive, answers: [], occurredAt: at(day) } });
      ids.push(i.id);
    }
    const input = { beehiveId: w.other, answers: [], occurredAt: at(4) };
    ids.push((await bea.ask(RECORD, { input })).i.id);
  });
  const days = async (args: string): Promise<number[]> => {
    const { i } = await bea.ask(`{ i: inspections${args} { nodes { occurredAt } } }`);
    return i.nodes.map(({ occurredAt }: { occurredAt: string }) => new Date(occurredAt).getUTCDate());
  };

  it('are newest first: of a hive, of an apiary, of the account', async () => {
    expect(await days(`(beehiveId: "${w.hive}")`)).toEqual([5, 3, 3, 2, 1]);
    expect(await days(`(apiaryId: "${w.apiary}")`)).toEqual([5, 4, 3, 3, 2, 1]);
    expect(await days('')).toEqual([5, 4, 3, 3, 2, 1]);
  });

  it('combine a hive and an apiary, and refuse an apiary of another account', async () => {
    expect(await days(`(beehiveId: "${w.hive}", apiaryId: "${w.apiary}")`)).toEqual([5, 3, 3, 2, 1]);
    expect(await days(`(beehiveId: "${w.hive}", apiaryId: "${await bea.apiary()}")`)).toEqual([]);
    const foreign = await ana.apiary();
    const { errors } = await bea.graphql(
      `{ inspections(beehiveId: "${w.hive}", apiaryId: "${foreign}") { nodes { id } } }`,
    );
    expect(errors).toMatchObject([{ message: 'Apiary not found', extensions: { code: 'NOT_FOUND' } }]);
  });

  it('are filtered by time: from inclusive, to exclusive', async () => {
    const within = `from: "${at(2)}", to: "${at(5)}"`;
    expect(await days(`(${within})`)).toEqual([4, 3, 3, 2]);
    expect(await days(`(beehiveId: "${w.hive}", from: "${at(3)}")`)).toEqual([5, 3, 3]);
    expect(await days(`(to: "${at(1)}")`)).toEqual([]);
    const { beehive, apiary } = await bea.ask(
      `{ beehive(id: "${w.hive}") { inspections(${within}) { totalCount } } apiary(id: "${w.apiary}") { inspections(${within}) { totalCount } } }`,
    );
    expect([beehive.inspections.totalCount, apiary.inspections.totalCount]).toEqual([3, 4]);
    const { body } = await bea.rest('GET', `/inspections?beehive_id=${w.hive}&from=${at(2)}&to=${at(5)}`);
    expect(body.map(({ occurred_at }: { occurred_at: string }) => occurred_at)).toEqual([at(3), at(3), at(2)]);
  });

  it.each([1, 2, 4, 6])('are paged by %i', async (first) => {
    await expectPagesOfWhole(
      async (paging) =>
        (
          await bea.ask(
            `query ($first: Int, $after: String) { i: inspections(first: $first, after: $after) { ${CONNECTION} } }`,
            { ...paging },
          )
        ).i,
      first,
      6,
    );
  });

  it('are bare arrays over REST, with a Link header to the next page', async () => {
    const whole = (await bea.rest('GET', `/inspections?beehive_id=${w.hive}`)).body;
    const pages = await idsOfLinked(bea, `/inspections?hive_id=${w.hive}&first=2`);
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(whole.map(({ id }: { id: string }) => id));
  });
});

describe('a visit to several hives', () => {
  const VISIT = `mutation ($input: RecordVisitInput!) { v: recordVisit(input: $input) { ${EVERYTHING} } }`;
  const visit = (input: Fields, who = ana) => who.graphql(VISIT, { input });

  it('is recorded for all hives in their order, with the same time', async () => {
    const w = await world();
    const [second, third] = [await ana.beehive(w.apiary), await ana.beehive(w.apiary)];
    const hives = [third, w.hive, second];
    const { data } = await visit({
      notes: 'Shared',
      answers: answersToAll(w),
      beehives: [
        { beehiveId: third, answers: [{ questionId: w.number, number: 3 }], notes: 'Own' },
        { beehiveId: w.hive, beehive: { healthStatus: 'Enfermedad' } },
        { beehiveId: second },
      ],
    });
    expect(data.v).toMatchObject(
      hives.map((beehiveId) => ({
        beehiveId,
        visitId: data.v[0].visitId,
        occurredAt: data.v[0].occurredAt,
        notes: beehiveId === third ? 'Own' : 'Shared',
        status: 'COMPLETED',
      })),
    );
    expect(data.v[0].visitId).toEqual(expect.any(String));
    const numbers = data.v.map(({ answers }: { answers: { questionId: string; number: number }[] }) => {
      expect(answers).toHaveLength(4);
      return answers.find(({ questionId }) => questionId === w.number)!.number;
    });
    expect(numbers).toEqual([3, 8, 8]);
    const health = await Promise.all(hives.map(async (hive) => (await hiveOf(hive)).health_status));
    expect(health).toEqual([null, 'Enfermedad', null]);
  });

  it('prefers the answer of a hive, also if it refers to an override', async () => {
    const w = await world();
    const { body } = await ana.rest('POST', '/questions/hive', { hive_id: w.hive, apiary_question_id: w.number });
    for (const questionId of [body.id, w.number.toUpperCase()]) {
      const { data, errors } = await visit({
        answers: [{ questionId: w.number, number: 8 }],
        beehives: [{ beehiveId: w.hive, answers: [{ questionId, number: 3 }] }],
      });
      expect({ data, errors }).toMatchObject({ data: { v: [{ answers: [{ questionId: w.number, number: 3 }] }] } });
    }
  });

  it('is recorded for no hive if one answer is invalid, and reports the problems of all hives', async () => {
    const w = await world();
    const [second, third] = [await ana.beehive(w.apiary), await ana.beehive(w.apiary)];
    const before = await hiveOf(w.hive);
    const { errors } = await visit({
      answers: [{ questionId: w.number, number: 8 }],
      beehives: [
        { beehiveId: w.hive, beehive: { healthStatus: 'Enfermedad' } },
        { beehiveId: second, answers: [{ questionId: w.number, number: 21 }] },
        { beehiveId: third, answers: [{ questionId: w.choice, choice: 'Poca' }] },
      ],
    });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    for (const hive of [w.hive, second, third]) expect((await ofHive(hive)).totalCount).toBe(0);
    expect(await hiveOf(w.hive)).toEqual(before);
    expect(errors![0]!.extensions.fields).toEqual([
      expect.objectContaining({ field: expect.stringMatching(/^beehives\.1\b/), questionId: w.number }),
      expect.objectContaining({ field: expect.stringMatching(/^beehives\.2\b/), questionId: w.choice }),
    ]);
  });

  it('requires 1 to 100 different hives of the account', async () => {
    const w = await world();
    const answers = [{ questionId: w.number, number: 8 }];
    const refused = async (hives: string[], code: string, message: RegExp) => {
      const { errors } = await visit({ answers, beehives: hives.map((beehiveId) => ({ beehiveId })) });
      expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code } }]);
    };
    await refused([], 'BAD_USER_INPUT', /^beehives must contain 1 to 100 hives/);
    await refused(Array(101).fill(w.hive), 'BAD_USER_INPUT', /^beehives must contain 1 to 100 hives/);
    await refused([w.hive, w.hive.toUpperCase()], 'BAD_USER_INPUT', /^beehives .*twice/);
    const other = await beekeeper(app);
    await refused([w.hive, await other.beehive(await other.apiary())], 'NOT_FOUND', /./);
    expect((await ofHive(w.hive)).totalCount).toBe(0);
  });

  it('does not deadlock with a visit to the same hives in another order', async () => {
    const w = await world();
    const hives = [w.hive, await ana.beehive(w.apiary), await ana.beehive(w.apiary)];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        visit({
          answers: [{ questionId: w.number, number: i }],
          beehives: (i % 2 ? hives : hives.toReversed()).map((beehiveId) => ({ beehiveId })),
        }),
      ),
    );
    expect(answers.map(({ errors }) => errors)).toEqual(Array(6).fill(undefined));
    for (const hive of hives) expect((await ofHive(hive)).totalCount).toBe(6);
  });
});

describe('the last inspection and overdue hives', () => {
  it('the last inspection is by time of inspection, the current revision, and never a draft', async () => {
    const w = await world();
    const last = async () =>
      (await ana.ask(`{ beehive(id: "${w.hive}") { lastInspection { id } } }`)).beehive.lastInspection;
    expect(await last()).toBeNull();
    const recent = await recordNumber(w, 1, { occurredAt: daysAgo(2) });
    await recordNumber(w, 1, { occurredAt: daysAgo(9) });
    await record({ beehiveId: w.hive, answers: [], draft: true });
    expect(await last()).toEqual({ id: recent.id });
    const { data } = await tryAmend(recent.id, { answers: [{ questionId: w.number, number: 2 }], reason: 'x' });
    expect(await last()).toEqual({ id: data.i.id });
  });

  it('a hive is overdue without a completed inspection in the last days', async () => {
    const w = await world();
    const hive = (number: number) => ana.beehive(w.apiary, { beehiveNumber: number });
    const [never, long, lately, drafted] = [await hive(1), await hive(2), await hive(3), await hive(4)];
    const inspect = (beehiveId: string, days: number, fields: Fields = {}) =>
      record({ beehiveId, answers: [{ questionId: w.number, number: 1 }], occurredAt: daysAgo(days), ...fields });
    await inspect(w.hive, 1);
    await inspect(long, 40);
    await inspect(long, 50);
    await inspect(lately, 1);
    await inspect(lately, 60);
    await inspect(drafted, 1, { draft: true });
    const overdue = async (days: number) =>
      idsOf({
        nodes: (await ana.ask(`{ a: apiary(id: "${w.apiary}") { o: overdueBeehives(days: ${days}) { id } } }`)).a.o,
      });
    expect(await overdue(30)).toEqual([never, long, drafted]);
    expect(await overdue(45)).toEqual([never, drafted]);
    for (const days of [0, 3651]) await expect(overdue(days)).rejects.toThrow(/days/);
  });
});

describe('trends', () => {
  interface Trend {
    questionId: string;
    text: string;
    answerType: string;
    periods: Fields[];
  }
  const trends = async (w: World, args: string): Promise<Trend[]> =>
    (
      await ana.ask(
        `{ a: apiary(id: "${w.apiary}") { t: answerTrends(${args}) {
          questionId text answerType periods { from answers min average max counts { answer count } } } } }`,
      )
    ).a.t;
  const periodsOf = async (w: World, question: string, args: string) =>
    (await trends(w, args)).find(({ questionId }) => questionId === question)?.periods;
  const numbers = (from: string, answers: number, min: number, average: number, max: number) => {
    return { from, answers, min, average, max, counts: [] };
  };
  const counts = (from: string, ...pairs: [answer: string, count: number][]) => {
    const answers = pairs.reduce((sum, [, count]) => sum + count, 0);
    return {
      from,
      answers,
      min: null,
      average: null,
      max: null,
      counts: pairs.map(([answer, count]) => ({ answer, count })),
    };
  };

  it('are grouped by week and by month: numbers, choices, yes and no', async () => {
    const w = await world();
    // 1 January 2024 is a Monday.
    for (const [day, number, choice, yesNo] of [
      ['2024-01-01T00:00:00.000Z', 4, 'Alta', true],
      ['2024-01-07T23:59:59.999Z', 9, 'Baja', true],
      ['2024-01-08T00:00:00.000Z', 5, 'Alta', false],
      ['2024-02-01T12:00:00.000Z', 10, 'Media', true],
    ] as const) {
      const answers = [
        { questionId: w.number, number },
        { questionId: w.choice, choice },
        { questionId: w.yesNo, yesNo },
        { questionId: w.text, text: 'x' },
      ];
      await record({ beehiveId: w.hive, answers, occurredAt: day });
    }
    expect(await periodsOf(w, w.number, 'period: WEEK')).toEqual([
      numbers('2024-01-01', 2, 4, 6.5, 9),
      numbers('2024-01-08', 1, 5, 5, 5),
      numbers('2024-01-29', 1, 10, 10, 10),
    ]);
    expect(await periodsOf(w, w.number, 'period: MONTH')).toEqual([
      numbers('2024-01-01', 3, 4, 6, 9),
      numbers('2024-02-01', 1, 10, 10, 10),
    ]);
    expect(await periodsOf(w, w.choice, 'period: MONTH')).toEqual([
      counts('2024-01-01', ['Alta', 2], ['Baja', 1]),
      counts('2024-02-01', ['Media', 1]),
    ]);
    expect(await periodsOf(w, w.yesNo, 'period: MONTH')).toEqual([
      counts('2024-01-01', ['Sí', 2], ['No', 1]),
      counts('2024-02-01', ['Sí', 1]),
    ]);
    expect(await periodsOf(w, w.text, 'period: MONTH')).toEqual([
      { ...counts('2024-01-01'), answers: 3 },
      { ...counts('2024-02-01'), answers: 1 },
    ]);
    expect(await trends(w, 'period: MONTH')).toHaveLength(4);
    const within = 'from: "2024-01-07T23:59:59.999Z", to: "2024-02-01T12:00:00.000Z"';
    expect(await trends(w, `period: MONTH, questionId: "${w.number}", ${within}`)).toEqual([
      { questionId: w.number, text: 'Cuadros', answerType: 'NUMBER', periods: [numbers('2024-01-01', 2, 5, 7, 9)] },
    ]);
    expect(await trends(w, `period: WEEK, questionId: "${UNKNOWN_ID}"`)).toEqual([]);
  });

  it('count current revisions and no drafts', async () => {
    const w = await world();
    const occurredAt = '2024-01-01T00:00:00.000Z';
    const { id } = await recordNumber(w, 5, { occurredAt });
    await recordNumber(w, 20, { occurredAt, draft: true });
    await tryAmend(id, { answers: [{ questionId: w.number, number: 7 }], reason: 'x' });
    expect(await periodsOf(w, w.number, 'period: WEEK')).toEqual([numbers('2024-01-01', 1, 7, 7, 7)]);
  });

  it('belong to the apiary of the inspection, and outlive the question', async () => {
    const w = await world();
    await recordNumber(w, 5, { occurredAt: '2024-01-01T00:00:00.000Z' });
    const other = await world();
    await ana.rest('PUT', `/beehives/${w.hive}`, { apiary_id: other.apiary });
    await ana.rest('DELETE', `/questions/${w.number}`);
    expect(await periodsOf(w, w.number, 'period: WEEK')).toEqual([numbers('2024-01-01', 1, 5, 5, 5)]);
    expect(await trends(other, 'period: WEEK')).toEqual([]);
  });

  it('have the latest text of a question', async () => {
    const w = await world();
    const answer = async (choice: string, texto: string, day: number) => {
      await ana.rest('PUT', `/questions/${w.choice}`, { texto });
      const answers = [
        { questionId: w.number, number: 1 },
        { questionId: w.choice, choice },
      ];
      await record({ beehiveId: w.hive, answers, occurredAt: `2024-01-0${day}T00:00:00.000Z` });
    };
    await answer('Media', 'Old', 1);
    await answer('Baja', 'Older', 2);
    await answer('Alta', 'New', 3);
    const names = await trends(w, `period: MONTH, questionId: "${w.choice}"`);
    expect(names.map(({ text }) => text)).toEqual(['New']);
    await answer('Media', 'Newest', 4);
    expect((await trends(w, `period: MONTH, questionId: "${w.choice}"`))[0]!.text).toBe('Newest');
  });

  it('are refused or empty for an invalid question id', async () => {
    const w = await world();
    const { data, errors } = await ana.graphql(
      `{ a: apiary(id: "${w.apiary}") { t: answerTrends(period: WEEK, questionId: "nonsense") { text } } }`,
    );
    const code = errors?.[0]?.extensions.code;
    expect(code ?? data.a.t).toEqual(code === undefined ? [] : expect.stringMatching(/^(BAD_USER_INPUT|NOT_FOUND)$/));
  });
});

describe('the deprecated voice endpoints', () => {
  const toAnswers = (w: World, texts: Record<'number' | 'choice' | 'yesNo' | 'text', string>) =>
    (['number', 'choice', 'yesNo', 'text'] as const).map((kind) => ({
      hive_question_id: w[kind],
      answer: texts[kind],
      score: 3,
    }));
  const TEXTS = { number: '12', choice: 'Alta', yesNo: 'Sí', text: 'Todo bien' };
  const PATHS = ['/maya/guardar-respuestas', '/answers/batch'];

  it.each(PATHS)('POST %s stores the answers, all with the same time', async (path) => {
    const w = await world();
    for (const key of ['answers', 'respuestas']) {
      const { status, body } = await ana.rest('POST', path, { hive_id: w.hive, [key]: toAnswers(w, TEXTS) });
      expect(status).toBe(201);
      const times = new Set(body.answers.map(({ answered_at }: { answered_at: string }) => answered_at));
      expect(times.size).toBe(1);
      expect([...times][0]).toMatch(ISO);
      const { body: read } = await ana.rest('GET', `/answers/hive/${w.hive}`);
      expect(read.slice(0, 4)).toEqual(body.answers);
      expect(read[0]).toMatchObject({
        id: expect.any(String),
        hive_question_id: w.number,
        answer: '12',
        score: 3,
        answered_by: expect.any(String),
        hive_question: {
          id: expect.any(String),
          apiary_question_id: w.number,
          apiary_question: {
            id: w.number,
            question_text: 'Cuadros',
            question_type: 'numero',
            is_required: true,
            options: null,
            min_value: 0,
            max_value: 20,
          },
        },
      });
      expect(read.slice(0, 4).map(({ answer }: { answer: string }) => answer)).toEqual(Object.values(TEXTS));
    }
    expect((await ofHive(w.hive)).totalCount).toBe(2);
  });

  it.each([
    ['number', ' 7 ', '7'],
    ['number', '+7', '7'],
    ['choice', 'alta', 'Alta'],
    ['choice', ' BAJA ', 'Baja'],
    ['yesNo', 'sí', 'Sí'],
    ['yesNo', 'SI', 'Sí'],
    ['yesNo', 'Yes', 'Sí'],
    ['yesNo', 'true', 'Sí'],
    ['yesNo', 'NO', 'No'],
    ['yesNo', 'false', 'No'],
    ['text', '12', '12'],
  ] as const)('parse the answer to a %s: %j as %s', async (kind, answer, asText) => {
    const w = await world();
    const answers = [{ hive_question_id: w[kind], answer }];
    const { status, body } = await ana.rest('POST', '/maya/guardar-respuestas', { hive_id: w.hive, answers });
    expect({ status, answers: body.answers }).toMatchObject({ status: 201, answers: [{ answer: asText }] });
  });

  it.each([
    ['number', 'muchos', /“Cuadros” must be a number/],
    ['number', '21', /“Cuadros” must be at most 20/],
    ['number', '1e1', /“Cuadros” must be a number/],
    ['choice', 'Poca', /“Población” must be one of Alta, Media, Baja/],
    ['yesNo', 'quizás', /“¿Hay reina\?”/],
  ] as const)('refuse the answer to a %s: %j, in `error`, without any change', async (kind, answer, message) => {
    const w = await world();
    for (const path of PATHS) {
      const refused = await ana.rest('POST', path, {
        hive_id: w.hive,
        answers: toAnswers(w, { ...TEXTS, [kind]: answer }),
      });
      expectRefused(refused, { status: 400, code: 'BAD_USER_INPUT' });
      expect(refused.body.error).toMatch(message);
    }
    expect((await ofHive(w.hive)).totalCount).toBe(0);
  });

  it.each([
    ['too long', 'x'.repeat(5001)],
    ['not storable', 'a\0b'],
  ])('refuse a text that is %s', async (_, answer) => {
    const w = await world();
    for (const path of [...PATHS, '/inspections']) {
      const answers = [
        { hive_question_id: w.text, answer },
        { hive_question_id: w.number, answer: '1' },
      ];
      const { status, body } = await ana.rest('POST', path, { hive_id: w.hive, answers });
      expect({ path, status, code: body.error_code }).toEqual({ path, status: 400, code: 'BAD_USER_INPUT' });
    }
    expect((await ofHive(w.hive)).totalCount).toBe(0);
  });

  it('accept missing and empty answers to required questions', async () => {
    const w = await world();
    const answers = toAnswers(w, { ...TEXTS, number: '', yesNo: ' ' });
    const { status, body } = await ana.rest('POST', '/maya/guardar-respuestas', { hive_id: w.hive, answers });
    expect(status).toBe(201);
    expect(body.answers.map(({ answer }: { answer: string }) => answer)).toEqual(['Alta', 'Todo bien']);
  });

  it('infer the hive from the override that the first answer refers to', async () => {
    const w = await world();
    const { body: assigned } = await ana.rest('POST', '/questions/hive', {
      hive_id: w.hive,
      apiary_question_id: w.choice,
    });
    const answers = [{ hive_question_id: assigned.id, answer: 'baja', score: 1 }];
    expect((await ana.rest('POST', '/answers/batch', { answers })).status).toBe(201);
    expect((await ana.rest('GET', `/answers/hive/${w.hive}`)).body).toMatchObject([{ answer: 'Baja', score: 1 }]);
    expectRefused(await ana.rest('POST', '/answers/batch', { answers: [] }), { status: 400, code: 'BAD_USER_INPUT' });
    expectRefused(await ana.rest('POST', '/answers/batch', {}), { status: 400, code: 'BAD_USER_INPUT' });
  });

  it('list the answers of the newest inspection first, of current revisions only', async () => {
    const w = await world();
    const old = await recordNumber(w, 1, { occurredAt: daysAgo(3) });
    await recordNumber(w, 2);
    await tryAmend(old.id, { answers: [{ questionId: w.number, number: 3 }], reason: 'x' });
    const { body } = await ana.rest('GET', `/answers/hive/${w.hive}`);
    expect(body.map(({ answer }: { answer: string }) => answer)).toEqual(['2', '3']);
  });

  it('POST /inspections accepts the answer format of the app, and a draft', async () => {
    const w = await world();
    const { status, body } = await ana.rest('POST', '/inspections', {
      hive_id: w.hive,
      respuestas: [{ hive_question_id: w.number, answer: '5' }],
      occurred_at: '2024-05-01T10:00:00Z',
      draft: true,
    });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { status: 'DRAFT', occurred_at: '2024-05-01T10:00:00.000Z', answers: [{ answer: '5', number: 5 }] },
    });
  });

  it.each([
    ['POST', '/inspections', { answers: [] }, 'beehive_id'],
    ['POST', '/inspections', { beehive_id: UNKNOWN_ID }, 'answers'],
    ['GET', '/inspections', undefined, 'beehive_id'],
    ['POST', '/maya/iniciar-monitoreo', {}, 'hive_id'],
    ['POST', '/maya/guardar-respuestas', { hive_id: UNKNOWN_ID }, 'answers'],
  ] as const)('%s %s with %j requires %s', async (method, path, body, field) => {
    expectRefused(await ana.rest(method, path, body), {
      status: 400,
      code: 'BAD_USER_INPUT',
      message: `${field} is required`,
    });
  });
});

describe('another account', () => {
  it('finds nothing over REST; requests without a token are refused', async () => {
    const w = await world();
    const { id } = await recordNumber(w, 1);
    const eve = await beekeeper(app);
    const answers = [{ question_id: w.number, answer: '1' }];
    const attempts: [string, string, object?][] = [
      ['POST', '/inspections', { beehive_id: w.hive, answers }],
      ['GET', `/inspections?beehive_id=${w.hive}`],
      ['GET', `/inspections/${id}`],
      ['GET', `/answers/hive/${w.hive}`],
      ['POST', '/answers/batch', { hive_id: w.hive, answers }],
      ['POST', '/answers/batch', { answers }],
      ['POST', '/maya/iniciar-monitoreo', { hive_id: w.hive }],
      ['POST', '/maya/guardar-respuestas', { hive_id: w.hive, answers }],
    ];
    for (const [method, path, body] of attempts) {
      expectRefused(await eve.rest(method, path, body), { status: 404, code: 'NOT_FOUND' });
      expect(await app.anyone.rest(method, path, body)).toMatchObject({
        status: 401,
        body: { error: 'No token found' },
      });
    }
    expect((await ofHive(w.hive)).totalCount).toBe(1);
  });

  it('finds nothing over GraphQL', async () => {
    const w = await world();
    const completed = await recordNumber(w, 1);
    const draft = await record({ beehiveId: w.hive, answers: answersToAll(w), draft: true });
    const eve = await beekeeper(app);
    const answers = [{ questionId: w.number, number: 2 }];
    for (const refused of [
      await tryRecord({ beehiveId: w.hive, answers }, eve),
      await tryAmend(completed.id, { answers, reason: 'x' }, eve),
      await tryUpdate(draft.id, { answers }, eve),
      await tryComplete(draft.id, eve),
      await eve.graphql(`{ inspections(beehiveId: "${w.hive}") { totalCount } }`),
      await eve.graphql(`{ inspections(apiaryId: "${w.apiary}") { totalCount } }`),
      await eve.graphql(`{ questionnaire(beehiveId: "${w.hive}") { questions { id } } }`),
      await eve.graphql(`{ beehiveAnswers(beehiveId: "${w.hive}") { id } }`),
      await eve.graphql(`{ inspection(id: "${completed.id}") { id } }`),
    ])
      expectGraphqlRefused(refused, { code: 'NOT_FOUND' });
    expect((await eve.ask('{ inspections { totalCount } }')).inspections.totalCount).toBe(0);
    expect(await seen(completed.id)).toEqual(completed);
    expect(await seen(draft.id)).toEqual(draft);
  });

  it('cannot answer a question of this account for its own hive', async () => {
    const w = await world();
    const eve = await beekeeper(app);
    const beehiveId = await eve.beehive(await eve.apiary());
    const { errors } = await tryRecord({ beehiveId, answers: [{ questionId: w.number, number: 2 }] }, eve);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ questionId: w.number }] } }]);
    expect(JSON.stringify(errors)).not.toContain('Cuadros');
  });
});
