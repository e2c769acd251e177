// The answers of an inspection are stored with a snapshot of their questions; invalid ones are refused together.
import { describe, expect, it } from '@jest/globals';
import { expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import {
  ana,
  answersToAll,
  daysAgo,
  type Fields,
  hiveOf,
  ofHive,
  question,
  record,
  recordNumber,
  seen,
  tryRecord,
  UNKNOWN_ID,
  type World,
  world,
} from './inspections.fixture.js';

/** Expects a refusal with exactly these problems, in any order, and no change. */
async function expectProblems(w: World, answers: Fields[], wanted: [question: string, message: RegExp][]) {
  const before = { hive: await hiveOf(w.hive), inspections: await ofHive(w.hive) };
  const hive = { healthStatus: 'Enfermedad', broodFrames: 0 };
  const { errors } = await tryRecord({ beehiveId: w.hive, answers, state: hive });
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
          ...{ id: expect.any(String), inspection: { id: made.id }, createdAt: expect.any(String) },
          ...{ answeredAt: made.occurredAt, position: i + 1, score: null },
          ...{ text: null, number: null, choice: null, yesNo: null },
          ...{ questionId, questionText, ...snapshot, ...value },
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

  it('to an inactive question is refused, and never required', async () => {
    const w = await world();
    const off = await question(w.apiary, { texto: 'Off', obligatoria: true, activa: false });
    expect((await recordNumber(w, 1)).answers).toHaveLength(1);
    const answers = [
      { questionId: off, text: 'Still' },
      { questionId: w.number, number: 1 },
    ];
    const refused = [[off, /is to a question that this hive does not have/]] as [string, RegExp][];
    await expectProblems(w, answers, refused);
    const sent = { hive_id: w.hive, answers: [{ hive_question_id: off, answer: 'Still' }] };
    for (const path of ['/answers/batch', '/maya/guardar-respuestas', '/inspections'])
      expect((await ana.rest('POST', path, sent)).status).toBe(400);
    expect((await ana.rest('POST', '/answers', { hive_id: w.hive, hive_question_id: off, answer: 'x' })).status).toBe(
      400,
    );
    await ana.rest('POST', '/questions/hive', { hive_id: w.hive, apiary_question_id: off, is_active: true });
    expect((await record({ beehiveId: w.hive, answers })).answers[0]).toMatchObject({ text: 'Still' });
  });

  it('in a draft stays, if its question has been deactivated meanwhile', async () => {
    const w = await world();
    const later = await question(w.apiary, { texto: 'Later off' });
    const answers = [
      { questionId: later, text: 'Seen' },
      { questionId: w.number, number: 1 },
    ];
    const draft = await record({ beehiveId: w.hive, answers, draft: true });
    await ana.rest('PUT', `/questions/${later}`, { activa: false });
    const { status, body } = await ana.rest('POST', `/inspections/${draft.id}/complete`);
    expect([status, body.answers.map((one: { text: string }) => one.text)]).toEqual([200, ['Seen', null]]);
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
    ['wrong type', 'number', { text: 'eight' }, /“Cuadros” must be answered with a number/],
    ['wrong type', 'text', { number: 8 }, /“¿Qué se ve\?” must be answered with text/],
    ['wrong type', 'choice', { yesNo: true }, /“Población” must be answered with one of its options/],
    ['wrong type', 'yesNo', { choice: 'Alta' }, /“¿Hay reina\?” must be answered with yes or no/],
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
        [w.yesNo, /“¿Hay reina\?” must be answered with yes or no/],
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
    ['state.broodFrames', { state: { broodFrames: -1 } }],
    ['state.healthStatus', { state: { healthStatus: 'x'.repeat(101) } }],
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
