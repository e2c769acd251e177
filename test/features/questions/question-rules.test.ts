// The type, the options and the bounds of a question, and the same rules over GraphQL.
import { describe, expect, it } from '@jest/globals';
import { expectBadInput, expectGraphqlRefused } from '../../support/refusals.js';
import { ana, apiary, createQuestion, list, post, put } from './questions.fixture.js';

describe('the type of a question', () => {
  it.each([
    ['texto', 'texto'],
    ['numero', 'numero'],
    ['opciones', 'opciones'],
    ['si_no', 'opciones'],
    ['rango', 'numero'],
    ['cantidad', 'numero'],
    ['seleccion', 'opciones'],
    ['bool', 'opciones'],
  ])('%s means %s', async (sent, expected) => {
    expect(await createQuestion({ tipoRespuesta: sent })).toMatchObject({
      tipoRespuesta: expected,
      question_type: expected,
    });
    const { id } = await createQuestion();
    expect((await put(id, { question_type: sent })).body.tipoRespuesta).toBe(expected);
  });

  it.each(['foto', '', 'texto ', 'constructor', 5])(
    '%p is refused, under the field name of the request',
    async (sent) => {
      for (const name of ['question_type', 'tipoRespuesta']) {
        const answer = await post({ [name]: sent });
        expect({ status: answer.status, message: answer.body.message }).toEqual({
          status: 400,
          message: expect.stringMatching(new RegExp(`^${name} must be one of .*\\btexto\\b`)),
        });
      }
    },
  );
});

describe('the options of a question', () => {
  it.each([
    [
      ['Sí', 'No'],
      ['Sí', 'No'],
    ],
    ['Sí,No', ['Sí', 'No']],
    [' Alta , Media,,{}, Baja ', ['Alta', 'Media', 'Baja']],
    ['{}', null],
    ['', null],
    [null, null],
    [undefined, null],
    [
      [' a ', 'b '],
      ['a', 'b'],
    ],
  ])('%j are stored as %j', async (sent, stored) => {
    expect(await post({ question_type: 'opciones', options: sent })).toMatchObject({
      status: 201,
      body: { opciones: stored, options: stored },
    });
  });

  it.each([
    ['a duplicate', ['a', 'b', 'a']],
    ['a duplicate except for spaces', ['a', ' a ']],
    ['an empty option', ['a', '']],
    ['a blank option', ['a', '  ']],
    ['an empty list', []],
    ['51 options', Array.from({ length: 51 }, (_, i) => `${i}`)],
    ['an option of 201 characters', ['x'.repeat(201)]],
    ['a number', ['a', 5]],
  ])('%s is refused', async (_, options) => {
    expectBadInput(await post({ tipoRespuesta: 'opciones', opciones: options }), 'opciones');
  });

  it('can be 50, of 200 characters each', async () => {
    const opciones = Array.from({ length: 50 }, (_, i) => `${'🐝'.repeat(198)}${10 + i}`);
    expect(await createQuestion({ tipoRespuesta: 'opciones', opciones })).toMatchObject({ opciones });
  });

  it('stay if an update omits them, and are cleared with another type', async () => {
    const { id } = await createQuestion({ tipoRespuesta: 'opciones', opciones: ['a', 'b'] });
    expect((await put(id, { texto: 'Other', tipoRespuesta: 'opciones' })).body.opciones).toEqual(['a', 'b']);
    expect((await put(id, { opciones: 'c,d' })).body.opciones).toEqual(['c', 'd']);
    expect((await put(id, { opciones: null })).body.opciones).toBeNull();
    await put(id, { opciones: ['e'] });
    expect((await put(id, { tipoRespuesta: 'texto' })).body.opciones).toBeNull();
    expect((await createQuestion({ tipoRespuesta: 'texto', opciones: ['a'] })).opciones).toBeNull();
  });
});

describe('the bounds of a question', () => {
  it.each([
    [0, 20],
    [-5, -5],
    [null, 3],
    [7, null],
    [undefined, undefined],
  ])('can be %p to %p for a number', async (min, max) => {
    expect(await createQuestion({ tipoRespuesta: 'numero', min, max })).toMatchObject({
      min: min ?? null,
      max: max ?? null,
    });
  });

  it('are refused if the minimum exceeds the maximum, also when an update changes only one', async () => {
    expectBadInput(await post({ tipoRespuesta: 'numero', min: 2, max: 1 }), 'min');
    const { id } = await createQuestion({ tipoRespuesta: 'numero', min: 2, max: 5 });
    expect((await put(id, { max: 1 })).status).toBe(400);
    expect((await put(id, { min_value: 6 })).status).toBe(400);
    expect((await list(apiary)).find((question) => question.id === id)).toMatchObject({ min: 2, max: 5 });
  });

  it('are dropped for other types', async () => {
    expect(await createQuestion({ tipoRespuesta: 'texto', min: 9, max: 1 })).toMatchObject({ min: null, max: null });
    const { id } = await createQuestion({ tipoRespuesta: 'numero', min: 1, max: 9 });
    expect((await put(id, { tipoRespuesta: 'si_no' })).body).toMatchObject({ min: null, max: null });
  });

  it.each([1.5, 'x', 2_147_483_648])('%p is refused', async (min) => {
    expectBadInput(await post({ tipoRespuesta: 'numero', min }), 'min');
  });
});

describe('questions over GraphQL', () => {
  const FIELDS = 'id apiaryId text answerType category required options min max position active templateKey';

  it('are created, updated, reordered and deleted', async () => {
    const id = await ana.apiary();
    const create = async (input: object) =>
      (
        await ana.ask(
          `mutation ($input: CreateQuestionInput!) { q: createQuestion(input: $input) { question { ${FIELDS} } } }`,
          {
            input: { apiaryId: id, ...input },
          },
        )
      ).q.question;
    const a = await create({ text: 'A', answerType: 'CHOICE', options: [' x', 'y'], category: 'G', required: true });
    expect(a).toEqual({
      id: a.id,
      apiaryId: id,
      text: 'A',
      answerType: 'CHOICE',
      category: 'G',
      required: true,
      options: ['x', 'y'],
      min: null,
      max: null,
      position: 1,
      active: true,
      templateKey: null,
    });
    const b = await create({ text: 'B' });
    const {
      q: { question: q },
    } = await ana.ask(
      `mutation { q: updateQuestion(input: { id: "${a.id}", answerType: NUMBER, min: 1, category: null }) { question { ${FIELDS} } } }`,
    );
    expect(q).toEqual({ ...a, answerType: 'NUMBER', min: 1, options: null, category: null });
    const {
      moved: { questions: moved },
    } = await ana.ask(
      `mutation { moved: reorderQuestions(input: { apiaryId: "${id}", order: ["${b.id}"] }) { questions { id position } } }`,
    );
    expect(moved).toEqual([
      { id: b.id, position: 1 },
      { id: a.id, position: 2 },
    ]);
    expect(await ana.ask(`mutation { deleteQuestion(input: { id: "${b.id}" }) { deletedId } }`)).toEqual({
      deleteQuestion: { deletedId: b.id },
    });
    expect(await list(id)).toMatchObject([{ id: a.id, orden: 1 }]);
  });

  it.each([
    ['text: ""', 'text'],
    ['text: "x", answerType: NUMBER, min: 3, max: 1', 'min'],
    ['text: "x", answerType: CHOICE, options: ["a", "a"]', 'options'],
    [`text: "x", category: "${'x'.repeat(101)}"`, 'category'],
  ])('are refused with the name of the field: %s', async (fields, field) => {
    expectGraphqlRefused(
      await ana.graphql(`mutation { createQuestion(input: { apiaryId: "${apiary}", ${fields} }) { question { id } } }`),
      { code: 'BAD_USER_INPUT', field },
    );
  });

  it('refuse null for required fields', async () => {
    const { id } = await createQuestion();
    for (const field of ['text', 'answerType', 'required', 'active']) {
      expectGraphqlRefused(
        await ana.graphql(`mutation { updateQuestion(input: { id: "${id}", ${field}: null }) { question { id } } }`),
        {
          code: 'BAD_USER_INPUT',
          field,
        },
      );
    }
  });

  it('refuse an order with an unknown id', async () => {
    expectGraphqlRefused(
      await ana.graphql(
        `mutation { reorderQuestions(input: { apiaryId: "${apiary}", order: ["nonsense"] }) { questions { id } } }`,
      ),
      { code: 'BAD_USER_INPUT' },
    );
  });
});
