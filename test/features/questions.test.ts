import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Client, startTestApp, type TestApp } from '../support/client.js';
import { expectOwnersTrue } from '../support/owners.js';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../support/world.js';

interface QuestionJson {
  id: string;
  texto: string;
  orden: number;
}

let app: TestApp;
let ana: Beekeeper;
let eve: Beekeeper;
let apiary: string;
beforeAll(async () => {
  app = await startTestApp();
  [ana, eve] = [await beekeeper(app), await beekeeper(app)];
  apiary = await ana.apiary();
});
afterAll(() => expectOwnersTrue(app.database));
afterAll(() => app.close());

const post = (fields: object = {}) =>
  ana.rest('POST', '/questions', { apiary_id: apiary, question_text: 'How is it?', ...fields });
const put = (id: string, fields: object) => ana.rest('PUT', `/questions/${id}`, fields);
const list = async (of: string): Promise<QuestionJson[]> => (await ana.rest('GET', `/questions/apiary/${of}`)).body;
const textsOf = async (of: string): Promise<string[]> => (await list(of)).map(({ texto }) => texto);
const idsOf = async (of: string): Promise<string[]> => (await list(of)).map(({ id }) => id);
const reorder = (of: string, order: unknown) => ana.rest('PUT', `/questions/apiary/${of}/reorder`, { order });
const loadDefaults = (of: string) => ana.rest('POST', `/questions/load_defaults/${of}`);

/** Creates a question and returns it. */
async function createQuestion(fields: object = {}) {
  const { status, body } = await post(fields);
  if (status !== 201) throw new Error(body.message);
  return body;
}
/** Creates an apiary with a question for each text. */
async function apiaryWith(...texts: string[]): Promise<{ id: string; ids: string[] }> {
  const id = await ana.apiary();
  const ids: string[] = [];
  for (const texto of texts) ids.push((await createQuestion({ apiary_id: id, question_text: texto })).id);
  return { id, ids };
}
async function expectDense(of: string): Promise<void> {
  const positions = (await list(of)).map(({ orden }) => orden);
  expect(positions).toEqual(positions.map((_, i) => i + 1));
}

describe('a question over REST', () => {
  it('has the names of the specification and of the app, and no others', async () => {
    const { status, body } = await post({
      question_text: '¿Cuántos cuadros?',
      question_type: 'numero',
      category: 'Producción',
      is_required: true,
      min_value: 0,
      max_value: 20,
      is_active: false,
    });
    const orden = (await list(apiary)).length;
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        apiarioId: apiary,
        apiary_id: apiary,
        texto: '¿Cuántos cuadros?',
        question_text: '¿Cuántos cuadros?',
        tipoRespuesta: 'numero',
        question_type: 'numero',
        categoria: 'Producción',
        category: 'Producción',
        obligatoria: true,
        is_required: true,
        opciones: null,
        options: null,
        min: 0,
        min_value: 0,
        max: 20,
        max_value: 20,
        orden,
        display_order: orden,
        activa: false,
        is_active: false,
      },
    });
    expect((await list(apiary)).at(-1)).toEqual(body);
    const unchanged = await put(body.id, {});
    expect({ status: unchanged.status, body: unchanged.body }).toEqual({ status: 200, body });
  });

  const fields = { texto: 'Cuadros', tipoRespuesta: 'numero', categoria: 'Miel', obligatoria: true, min: 1, max: 5 };
  it.each([
    ['the names of the specification', { apiarioId: '', ...fields, activa: false }, 'apiarioId'],
    [
      'the names of the app',
      {
        question_text: 'Cuadros',
        question_type: 'numero',
        category: 'Miel',
        is_required: true,
        min_value: 1,
        max_value: 5,
        is_active: false,
      },
      'apiary_id',
    ],
    [
      'the names of the app in camelCase',
      {
        questionText: 'Cuadros',
        questionType: 'numero',
        category: 'Miel',
        isRequired: true,
        minValue: 1,
        maxValue: 5,
        isActive: false,
      },
      'apiaryId',
    ],
  ])('%s are accepted by POST and PUT', async (_, sent, owner) => {
    const wanted = { ...fields, activa: false, apiarioId: apiary };
    expect(await ana.rest('POST', '/questions', { ...sent, [owner]: apiary })).toMatchObject({
      status: 201,
      body: wanted,
    });
    const { id } = await createQuestion();
    expect(await put(id, { ...sent, [owner]: apiary })).toMatchObject({ status: 200, body: { ...wanted, id } });
  });

  it('the name of the specification takes precedence over that of the app', async () => {
    const both = {
      question_text: 'The app',
      texto: 'The spec',
      question_type: 'texto',
      tipoRespuesta: 'opciones',
      options: ['x'],
      opciones: ['a', 'b'],
      is_required: false,
      obligatoria: true,
      category: 'x',
      categoria: 'y',
    };
    const wanted = {
      texto: 'The spec',
      tipoRespuesta: 'opciones',
      opciones: ['a', 'b'],
      obligatoria: true,
      categoria: 'y',
    };
    expect(await post(both)).toMatchObject({ status: 201, body: wanted });
    expect(await put((await createQuestion()).id, both)).toMatchObject({ status: 200, body: wanted });
  });
});

describe('the list of questions', () => {
  it('is a bare array in display order, including inactive questions', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C');
    await put(ids[1]!, { activa: false });
    await reorder(id, [ids[2], ids[0], ids[1]]);
    const { status, body } = await ana.rest('GET', `/questions/apiary/${id}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: [
        { texto: 'C', orden: 1, activa: true },
        { texto: 'A', orden: 2, activa: true },
        { texto: 'B', orden: 3, activa: false },
      ],
    });
    const { questions, apiary } = await ana.ask(
      `{ questions(apiaryId: "${id}") { text position active } apiary(id: "${id}") { questions { text position active } } }`,
    );
    expect(questions).toEqual([
      { text: 'C', position: 1, active: true },
      { text: 'A', position: 2, active: true },
      { text: 'B', position: 3, active: false },
    ]);
    expect(apiary.questions).toEqual(questions);
  });

  it('is empty for an apiary without questions', async () => {
    expect(await ana.rest('GET', `/questions/apiary/${await ana.apiary()}`)).toMatchObject({ status: 200, body: [] });
  });
});

describe('creating a question', () => {
  it('ignores the id and the order of the request, and appends the question', async () => {
    const { id, ids } = await apiaryWith('A', 'B');
    for (const sent of [{ id: '' }, { id: ids[0] }, { id: 'presencia_reina', orden: 0 }, { display_order: 0 }]) {
      const { status, body } = await post({ ...sent, apiary_id: id, unknown: 'key' });
      expect({ status, orden: body.orden }).toEqual({ status: 201, orden: (await list(id)).length });
      expect(ids).not.toContain(body.id);
      ids.push(body.id);
    }
    expect(await idsOf(id)).toEqual(ids);
  });

  it('defaults to an active, optional question for text', async () => {
    expect(await createQuestion()).toMatchObject({
      tipoRespuesta: 'texto',
      activa: true,
      obligatoria: false,
      categoria: null,
    });
  });

  it('accepts null for optional fields', async () => {
    const optional = [
      'category',
      'question_type',
      'is_required',
      'options',
      'min_value',
      'max_value',
      'is_active',
      'id',
    ];
    expect(await createQuestion(Object.fromEntries(optional.map((name) => [name, null])))).toMatchObject({
      tipoRespuesta: 'texto',
      activa: true,
      obligatoria: false,
      categoria: null,
    });
  });

  it('stores the text exactly as sent', async () => {
    for (const texto of ['  ¿Y la reina?  ', 'Ñandú — 🐝']) expect((await createQuestion({ texto })).texto).toBe(texto);
  });

  it.each([
    ['without an apiary', { apiary_id: undefined }, 'apiarioId'],
    ['without a text', { question_text: undefined }, 'texto'],
    ['with null as its text', { question_text: null }, 'question_text'],
    ['with a number as its text', { texto: 5 }, 'texto'],
  ])('is refused %s', async (_, sent, field) => {
    expectBadInput(await post(sent), field);
  });
});

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

describe('updating a question', () => {
  it('changes the fields of the request; null clears optional fields', async () => {
    const before = await createQuestion({
      tipoRespuesta: 'numero',
      categoria: 'Miel',
      obligatoria: true,
      activa: false,
      min: 1,
      max: 5,
    });
    const step = async (fields: object, wanted: object) => {
      const { status, body } = await put(before.id, fields);
      expect({ status, body }).toEqual({ status: 200, body: { ...before, ...wanted } });
      Object.assign(before, body);
    };
    await step({ texto: 'Renamed' }, { texto: 'Renamed', question_text: 'Renamed' });
    await step({ categoria: null }, { categoria: null, category: null });
    await step({ min_value: null }, { min: null, min_value: null });
    await step({ max: null }, { max: null, max_value: null });
    await step({ is_active: true }, { activa: true, is_active: true });
    await step({ obligatoria: false }, { obligatoria: false, is_required: false });
  });

  it('ignores the apiary and the id of the request', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C');
    const sent = { orden: 0, display_order: 0, apiary_id: apiary, apiarioId: apiary, id: ids[0] };
    expect(await put(ids[2]!, sent)).toMatchObject({ status: 200, body: { id: ids[2], orden: 3, apiarioId: id } });
    expect(await idsOf(id)).toEqual(ids);
  });

  it.each([
    ['texto', null],
    ['texto', ''],
    ['texto', ' '],
    ['texto', 'x'.repeat(501)],
    ['texto', 'a\0b'],
    ['tipoRespuesta', null],
    ['tipoRespuesta', 'foto'],
    ['obligatoria', null],
    ['obligatoria', 'maybe'],
    ['activa', null],
    ['categoria', 'x'.repeat(101)],
  ])('refuses %s = %j without any change', async (field, value) => {
    const before = await createQuestion();
    expectBadInput(await put(before.id, { categoria: 'Changed', [field]: value }), field);
    expect((await put(before.id, {})).body).toEqual(before);
  });

  it('accepts 500 characters of text and 100 of category', async () => {
    const sent = { texto: '🐝'.repeat(500), categoria: 'ñ'.repeat(100) };
    expect(await put((await createQuestion()).id, sent)).toMatchObject({ status: 200, body: sent });
  });
});

describe('deleting a question', () => {
  it('is permanent, and the questions after it move up', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C', 'D');
    const deleted = await ana.rest('DELETE', `/questions/${ids[1]}`);
    expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 204, body: undefined });
    expect(await list(id)).toMatchObject([
      { texto: 'A', orden: 1 },
      { texto: 'C', orden: 2 },
      { texto: 'D', orden: 3 },
    ]);
    expect((await put(ids[1]!, { texto: 'Again' })).status).toBe(404);
    expect((await createQuestion({ apiary_id: id })).orden).toBe(4);
  });
});

describe('reordering questions', () => {
  it('moves the listed questions to the front; the others keep their order', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C', 'D', 'E');
    const answer = await reorder(id, [ids[3], ids[1]]);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: undefined });
    expect((await textsOf(id)).join('')).toBe('DBACE');
    await expectDense(id);
    await reorder(id, [ids[4]!.toUpperCase()]);
    expect((await textsOf(id)).join('')).toBe('EDBAC');
    expect((await reorder(id, [])).status).toBe(204);
    expect((await textsOf(id)).join('')).toBe('EDBAC');
  });

  it('refuses duplicates and questions of other apiaries without any change', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C');
    const foreign = (await createQuestion()).id;
    const [a, b, c] = ids;
    for (const order of [
      [c, b, c],
      [c, c!.toUpperCase()],
      [c, foreign],
      [c, '00000000-0000-4000-8000-000000000000'],
      [c, 'nonsense'],
      [c, ''],
      [c, null],
      null,
      undefined,
    ]) {
      expectBadInput(await reorder(id, order), 'order');
      expect(await idsOf(id)).toEqual([a, b, c]);
    }
  });

  it('50 concurrent requests end in one of the requested orders', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C', 'D', 'E', 'F', 'G');
    const orders = fc.sample(fc.shuffledSubarray(ids, { minLength: ids.length }), 50);
    const answers = await Promise.all(orders.map((order) => reorder(id, order)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(orders).toContainEqual(await idsOf(id));
    await expectDense(id);
  });

  it('leaves no gap among concurrent creates, deletes and reorders', async () => {
    const step = fc.oneof(
      fc.constant({ kind: 'create' as const }),
      fc.record({ kind: fc.constant('delete' as const), which: fc.nat(4) }),
      fc.record({ kind: fc.constant('reorder' as const), places: fc.shuffledSubarray([0, 1, 2, 3, 4]) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { id, ids } = await apiaryWith('A', 'B', 'C', 'D', 'E');
        const done = await Promise.all(
          steps.map(async (one) => {
            if (one.kind === 'create') return (await post({ apiary_id: id })).status;
            if (one.kind === 'delete') return (await ana.rest('DELETE', `/questions/${ids[one.which]}`)).status;
            const order = one.places.map((place) => ids[place]);
            return (await reorder(id, order)).status;
          }),
        );
        const succeeded = (kind: string, status: number) =>
          steps.filter((one, i) => one.kind === kind && done[i] === status).length;
        // A reorder may fail with a question that another request has deleted; nothing else may fail.
        expect(succeeded('create', 201)).toBe(steps.filter(({ kind }) => kind === 'create').length);
        const deleted = new Set(steps.flatMap((one) => (one.kind === 'delete' ? [one.which] : [])));
        expect(succeeded('delete', 204)).toBe(steps.filter(({ kind }) => kind === 'delete').length);
        expect(done.filter((status) => ![201, 204, 400, 404].includes(status))).toEqual([]);
        const left = await idsOf(id);
        expect(left).toHaveLength(5 - deleted.size + succeeded('create', 201));
        expect(left.filter((one) => ids.includes(one)).sort()).toEqual(ids.filter((_, i) => !deleted.has(i)).sort());
        await expectDense(id);
      }),
      { numRuns: 8 },
    );
  });
});

describe('the position of a question', () => {
  type Placed = { id: string; position: number };
  const FIELDS = 'id position';
  const create = async (of: string, input: object): Promise<Placed> =>
    (
      await ana.ask(`mutation ($input: CreateQuestionInput!) { q: createQuestion(input: $input) { ${FIELDS} } }`, {
        input: { apiaryId: of, text: 'How is it?', ...input },
      })
    ).q;
  const update = async (id: string, input: object): Promise<Placed> =>
    (
      await ana.ask(
        `mutation ($id: ID!, $input: UpdateQuestionInput!) { q: updateQuestion(id: $id, input: $input) { ${FIELDS} } }`,
        { id, input },
      )
    ).q;
  const placed = async (of: string): Promise<Placed[]> =>
    (await ana.ask(`{ questions(apiaryId: "${of}") { ${FIELDS} } }`)).questions;
  const joined = async (of: string): Promise<string> => (await textsOf(of)).join('');
  const withPositions = (ids: string[]): Placed[] => ids.map((id, i) => ({ id, position: i + 1 }));

  it.each([
    [1, 'XABC'],
    [2, 'AXBC'],
    [4, 'ABCX'],
    [5, 'ABCX'],
    [2_147_483_647, 'ABCX'],
    [0, 'ABCX'],
    [null, 'ABCX'],
    [undefined, 'ABCX'],
  ])('inserts a new question at %p: %s', async (position, expected) => {
    const { id } = await apiaryWith('A', 'B', 'C');
    const question = await create(id, { text: 'X', position });
    expect(question.position).toBe(expected.indexOf('X') + 1);
    expect(await joined(id)).toBe(expected);
    await expectDense(id);
  });

  it.each([
    ['up', 'D', 2, 'ADBCE'],
    ['up to the start', 'E', 1, 'EABCD'],
    ['down', 'B', 4, 'ACDBE'],
    ['down to the end', 'A', 5, 'BCDEA'],
    ['beyond the end', 'B', 6, 'ACDEB'],
    ['far beyond the end', 'B', 2_147_483_647, 'ACDEB'],
    ['to its own position', 'C', 3, 'ABCDE'],
    ['to 0', 'C', 0, 'ABCDE'],
    ['to null', 'C', null, 'ABCDE'],
    ['to undefined', 'C', undefined, 'ABCDE'],
  ])('moves a question %s (%s to %p): %s', async (_, text, position, expected) => {
    const { id, ids } = await apiaryWith(...'ABCDE');
    const question = await update(ids['ABCDE'.indexOf(text)]!, { position });
    expect(question.position).toBe(expected.indexOf(text) + 1);
    expect(await joined(id)).toBe(expected);
    await expectDense(id);
  });

  it('changes together with other fields, and never the questions of another apiary', async () => {
    const [first, second] = [await apiaryWith('A', 'B', 'C'), await apiaryWith('D', 'E', 'F')];
    await update(first.ids[2]!, { text: 'Z', position: 1 });
    await create(first.id, { text: 'Y', position: 1 });
    expect(await joined(first.id)).toBe('YZAB');
    expect(await joined(second.id)).toBe('DEF');
  });

  it.each([-1, 2_147_483_648, 1.5])('refuses %p', async (position) => {
    const { id, ids } = await apiaryWith('A', 'B');
    await expect(create(id, { position })).rejects.toThrow(/position/);
    await expect(update(ids[1]!, { position })).rejects.toThrow(/position/);
    expect(await joined(id)).toBe('AB');
  });

  it('agrees with a list as the model after every insert, move and deletion', async () => {
    const position = fc.option(fc.integer({ min: 0, max: 9 }), { freq: 6 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('create' as const), position }),
      fc.record({ kind: fc.constant('move' as const), index: fc.nat(20), position }),
      fc.record({ kind: fc.constant('delete' as const), index: fc.nat(20) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { id, ids } = await apiaryWith('A', 'B', 'C');
        let model = ids;
        for (const one of steps) {
          if (one.kind === 'create') {
            const index = one.position ? one.position - 1 : model.length;
            const question = await create(id, { position: one.position });
            model = model.toSpliced(index, 0, question.id);
            expect(withPositions(model)).toContainEqual(question);
          } else if (model.length > 0) {
            const target = model[one.index % model.length]!;
            const others = model.filter((other) => other !== target);
            if (one.kind === 'delete') {
              await ana.ask(`mutation { deleteQuestion(id: "${target}") }`);
              model = others;
            } else {
              const question = await update(target, { position: one.position });
              if (one.position) model = others.toSpliced(one.position - 1, 0, target);
              expect(withPositions(model)).toContainEqual(question);
            }
          }
          expect(await placed(id)).toEqual(withPositions(model));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('stays dense under concurrent inserts and moves', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C', 'D', 'E');
    const changes = Array.from({ length: 30 }, (_, i) =>
      i % 3 === 0 ? create(id, { position: (i % 5) + 1 }) : update(ids[i % 5]!, { position: ((i * 7) % 8) + 1 }),
    );
    await Promise.all(changes);
    expect(await placed(id)).toHaveLength(15);
    await expectDense(id);
  });
});

describe('the default questions', () => {
  const templates = async () => (await ana.rest('GET', '/questions/templates')).body;

  it('are the ten default templates; a second call adds none', async () => {
    const id = await ana.apiary();
    const answer = await loadDefaults(id);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: undefined });
    const loaded = await list(id);
    const shape = ({ texto, tipoRespuesta, categoria, obligatoria, opciones, min, max }: Record<string, unknown>) => ({
      texto,
      tipoRespuesta,
      categoria,
      obligatoria,
      opciones,
      min,
      max,
    });
    expect(loaded).toHaveLength(10);
    expect(loaded.map((question) => shape({ ...question }))).toEqual((await templates()).slice(0, 10).map(shape));
    expect(loaded).toEqual(loaded.map((question, i) => ({ ...question, activa: true, orden: i + 1 })));
    expect((await loadDefaults(id)).status).toBe(204);
    expect(await list(id)).toEqual(loaded);
  });

  it('are loaded once by 8 concurrent requests', async () => {
    const id = await ana.apiary();
    const answers = await Promise.all(Array.from({ length: 8 }, () => loadDefaults(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
    expect(await list(id)).toHaveLength(10);
    await expectDense(id);
  });

  it('are appended, except those with the text of an existing question', async () => {
    const [first, second] = await templates();
    const { id } = await apiaryWith('Own', `  ${first.texto.toUpperCase()} `);
    await loadDefaults(id);
    const texts = await textsOf(id);
    expect(texts.slice(0, 3)).toEqual(['Own', `  ${first.texto.toUpperCase()} `, second.texto]);
    expect(texts).toHaveLength(11);
    await expectDense(id);
  });

  it('are loaded again after a deletion', async () => {
    const id = await ana.apiary();
    await loadDefaults(id);
    const [first] = await list(id);
    await ana.rest('DELETE', `/questions/${first!.id}`);
    await loadDefaults(id);
    expect((await list(id)).at(-1)).toMatchObject({ texto: first!.texto, orden: 10 });
  });

  it('are available in English over GraphQL, which returns all questions', async () => {
    const id = await ana.apiary();
    const load = (language: string) =>
      ana.ask(`mutation { q: loadDefaultQuestions(apiaryId: "${id}", language: ${language}) { text position } }`);
    const { questionTemplates } = await ana.ask('{ questionTemplates(language: EN) { text } }');
    const { q } = await load('EN');
    expect(q).toEqual(
      questionTemplates
        .slice(0, 10)
        .map(({ text }: object & { text: string }, i: number) => ({ text, position: i + 1 })),
    );
    expect((await load('ES')).q).toEqual(q);
  });
});

describe('the question bank', () => {
  const DEFAULTS = [
    ['Salud', 'opciones', true, ['Sí', 'No'], null, null],
    ['Salud', 'texto', false, null, null, null],
    ['Estado de la Colmena', 'opciones', true, ['Alta', 'Media', 'Baja'], null, null],
    ['Producción', 'numero', true, null, 0, 20],
    ['Estado de la Colmena', 'opciones', true, ['Excelente', 'Bueno', 'Regular', 'Malo'], null, null],
    ['Alimentación', 'opciones', true, ['Sí', 'No'], null, null],
    ['Salud', 'opciones', true, ['Sí', 'No'], null, null],
    ['Producción', 'numero', true, null, 0, 20],
    ['Mantenimiento', 'opciones', true, ['Sí', 'No'], null, null],
    ['Estado de la Colmena', 'opciones', true, ['Dócil', 'Nervioso', 'Agresivo'], null, null],
  ];

  it('starts with the ten questions of the app, under both sets of names and without an id', async () => {
    const { status, body } = await ana.rest('GET', '/questions/templates');
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(10);
    for (const template of body) {
      expect(Object.keys(template)).not.toContain('id');
      const { texto, tipoRespuesta, categoria, obligatoria, opciones, min, max } = template;
      expect(texto).toMatch(/\S/);
      expect(template).toMatchObject({
        question_text: texto,
        question_type: tipoRespuesta,
        category: categoria,
        is_required: obligatoria,
        options: opciones,
        min_value: min,
        max_value: max,
      });
    }
    const facts = body
      .slice(0, 10)
      .map((t: Record<string, unknown>) => [t.categoria, t.tipoRespuesta, t.obligatoria, t.opciones, t.min, t.max]);
    expect(facts).toEqual(DEFAULTS);
  });

  it('has the same questions in both languages, and several for each category', async () => {
    const ask = async (args: string) =>
      (
        await ana.ask(
          `{ t: questionTemplates(${args}) { key text group category answerType options min max isDefault language } }`,
        )
      ).t;
    const [es, en, omitted] = [await ask('language: ES'), await ask('language: EN'), await ask('category: null')];
    expect(omitted).toEqual(es);
    expect(en).toHaveLength(es.length);
    for (const [i, spanish] of es.entries()) {
      const english = en[i];
      expect({ ...english, text: '', group: '', options: english.options?.length }).toEqual({
        ...spanish,
        text: '',
        group: '',
        options: spanish.options?.length,
        language: 'EN',
      });
      expect(english.text).not.toBe(spanish.text);
    }
    expect(es.filter((t: { isDefault: boolean }) => t.isDefault)).toEqual(es.slice(0, 10));
    for (const category of ['COLONY_HEALTH', 'QUEEN_STATUS', 'FOOD_STORES', 'PESTS_AND_DISEASE', 'EQUIPMENT']) {
      const some = await ask(`language: EN, category: ${category}`);
      expect(some).toEqual(en.filter((t: { category: string }) => t.category === category));
      expect(some.length).toBeGreaterThan(1);
    }
  });

  describe('for administrators', () => {
    let admin: Client;
    beforeAll(async () => {
      const { id, email } = await beekeeper(app);
      await app.database.sql("update users set role = 'ADMIN' where id = $1", [id]);
      const { body } = await app.anyone.rest('POST', '/auth/login', { email, password: PASSWORD });
      admin = new Client(app.url, body.access_token);
    });

    const ADD =
      'mutation ($input: AddQuestionTemplateInput!) { t: addQuestionTemplate(input: $input) { key text options } }';
    const retire = (who: Client, key: string) =>
      who.graphql(`mutation { t: retireQuestionTemplate(key: "${key}") { key } }`);
    const template = (key: string, fields: object = {}) => ({
      key,
      category: 'EQUIPMENT',
      textEs: `¿Pregunta ${key}?`,
      textEn: `Question ${key}?`,
      groupEs: 'Grupo',
      groupEn: 'Group',
      answerType: 'CHOICE',
      optionsEs: ['Sí', 'No'],
      optionsEn: ['Yes', 'No'],
      isDefault: true,
      ...fields,
    });
    const keys = async () => (await ana.rest('GET', '/questions/templates')).body.map((t: { key: string }) => t.key);

    it('adds and retires templates; questions created from a template stay', async () => {
      const before = await keys();
      expect((await admin.ask(ADD, { input: template('tapa_nueva') })).t).toEqual({
        key: 'tapa_nueva',
        text: '¿Pregunta tapa_nueva?',
        options: ['Sí', 'No'],
      });
      expect((await keys()).toSorted()).toEqual([...before, 'tapa_nueva'].toSorted());
      const id = await ana.apiary();
      await loadDefaults(id);
      expect(await textsOf(id)).toHaveLength(11);
      expect((await retire(admin, 'tapa_nueva')).data).toEqual({ t: { key: 'tapa_nueva' } });
      expect(await keys()).toEqual(before);
      expect(await textsOf(id)).toContain('¿Pregunta tapa_nueva?');
      const later = await ana.apiary();
      await loadDefaults(later);
      expect(await textsOf(later)).toHaveLength(10);
    });

    it('refuses a key that is taken or has other characters than letters, digits and _', async () => {
      expectGraphqlRefused(await admin.graphql(ADD, { input: template('presencia_reina') }), { code: 'CONFLICT' });
      for (const key of ['', 'Tapa', 'a b', 'ñ'])
        expectGraphqlRefused(await admin.graphql(ADD, { input: template(key) }), {
          code: 'BAD_USER_INPUT',
          field: 'key',
        });
      expectGraphqlRefused(await retire(admin, 'nothing'), { code: 'NOT_FOUND' });
    });

    it('checks a template like a question', async () => {
      const refused = async (fields: object, field: string) =>
        expectGraphqlRefused(await admin.graphql(ADD, { input: template('ruled', fields) }), {
          code: 'BAD_USER_INPUT',
          field,
        });
      await refused({ optionsEn: ['Yes'] }, 'optionsEn');
      await refused({ answerType: 'NUMBER', min: 2, max: 1 }, 'min');
      await refused({ importance: 11 }, 'importance');
      await refused({ textEn: ' ' }, 'textEn');
      expect(await keys()).not.toContain('ruled');
    });

    it('refuses other accounts', async () => {
      for (const answer of [
        await ana.graphql(ADD, { input: template('forbidden') }),
        await retire(ana, 'presencia_reina'),
      ])
        expectGraphqlRefused(answer, { code: 'FORBIDDEN' });
      expect(await keys()).toContain('presencia_reina');
      expect(await keys()).not.toContain('forbidden');
    });
  });
});

describe('questions over GraphQL', () => {
  const FIELDS = 'id apiaryId text answerType category required options min max position active templateKey';

  it('are created, updated, reordered and deleted', async () => {
    const id = await ana.apiary();
    const create = async (input: object) =>
      (
        await ana.ask(`mutation ($input: CreateQuestionInput!) { q: createQuestion(input: $input) { ${FIELDS} } }`, {
          input: { apiaryId: id, ...input },
        })
      ).q;
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
    const { q } = await ana.ask(
      `mutation { q: updateQuestion(id: "${a.id}", input: { answerType: NUMBER, min: 1, category: null }) { ${FIELDS} } }`,
    );
    expect(q).toEqual({ ...a, answerType: 'NUMBER', min: 1, options: null, category: null });
    const { moved } = await ana.ask(
      `mutation { moved: reorderQuestions(apiaryId: "${id}", order: ["${b.id}"]) { id position } }`,
    );
    expect(moved).toEqual([
      { id: b.id, position: 1 },
      { id: a.id, position: 2 },
    ]);
    expect(await ana.ask(`mutation { deleteQuestion(id: "${b.id}") }`)).toEqual({ deleteQuestion: b.id });
    expect(await list(id)).toMatchObject([{ id: a.id, orden: 1 }]);
  });

  it.each([
    ['text: ""', 'text'],
    ['text: "x", answerType: NUMBER, min: 3, max: 1', 'min'],
    ['text: "x", answerType: CHOICE, options: ["a", "a"]', 'options'],
    [`text: "x", category: "${'x'.repeat(101)}"`, 'category'],
  ])('are refused with the name of the field: %s', async (fields, field) => {
    expectGraphqlRefused(
      await ana.graphql(`mutation { createQuestion(input: { apiaryId: "${apiary}", ${fields} }) { id } }`),
      { code: 'BAD_USER_INPUT', field },
    );
  });

  it('refuse null for required fields', async () => {
    const { id } = await createQuestion();
    for (const field of ['text', 'answerType', 'required', 'active']) {
      expectGraphqlRefused(
        await ana.graphql(`mutation { updateQuestion(id: "${id}", input: { ${field}: null }) { id } }`),
        {
          code: 'BAD_USER_INPUT',
          field,
        },
      );
    }
  });

  it('refuse an order with an unknown id', async () => {
    expectGraphqlRefused(
      await ana.graphql(`mutation { reorderQuestions(apiaryId: "${apiary}", order: ["nonsense"]) { id } }`),
      { code: 'BAD_USER_INPUT' },
    );
  });
});

describe('the limit of questions', () => {
  it('is 200 for an apiary, also for concurrent requests', async () => {
    const id = await ana.apiary();
    const templates = Array.from(
      { length: 190 },
      (_, i) => `q${i}: createQuestion(input: { apiaryId: "${id}", text: "${i}" }) { id }`,
    );
    // In batches, because an operation may have at most 15 aliases.
    for (let i = 0; i < templates.length; i += 15)
      await ana.ask(`mutation { ${templates.slice(i, i + 15).join(' ')} }`);
    const answers = await Promise.all(Array.from({ length: 15 }, () => post({ apiary_id: id })));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(5);
    for (const answer of refused) expectRefused(answer, { status: 409, code: 'TOO_MANY_QUESTIONS' });
    await expectDense(id);
    expect((await loadDefaults(id)).status).toBe(409);
  });
});

describe('the overrides of a hive', () => {
  const questionsOf = async (hive: string): Promise<string[]> =>
    (await ana.rest('POST', '/maya/iniciar-monitoreo', { hive_id: hive })).body.preguntas.map(
      ({ texto }: { texto: string }) => texto,
    );
  const assign = (hive: string, question: string, fields: object = {}) =>
    ana.rest('POST', '/questions/hive', { hive_id: hive, apiary_question_id: question, display_order: 0, ...fields });
  const assigned = async (hive: string) => (await ana.rest('GET', `/questions/hive/${hive}`)).body;

  it('are created, listed with their question, and deleted', async () => {
    const { id, ids } = await apiaryWith('A', 'B');
    const hive = await ana.beehive(id);
    expect(await assigned(hive)).toEqual([]);
    const { status, body } = await assign(hive, ids[1]!);
    const question = (await list(id))[1];
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        hive_id: hive,
        apiary_question_id: ids[1],
        display_order: 0,
        is_active: true,
        apiary_question: question,
      },
    });
    expect(await assigned(hive)).toEqual([body]);
    const deleted = await ana.rest('DELETE', `/questions/hive/${body.id}`);
    expect({ status: deleted.status, body: deleted.body }).toEqual({ status: 204, body: undefined });
    expect(await assigned(hive)).toEqual([]);
    expect(await list(id)).toHaveLength(2);
  });

  it('replace an earlier override of the same question, also in concurrent requests', async () => {
    const { id, ids } = await apiaryWith('A');
    const hive = await ana.beehive(id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => assign(hive, ids[0]!)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    await assign(hive, ids[0]!, { display_order: 7, is_active: false });
    expect(await assigned(hive)).toMatchObject([{ display_order: 7, is_active: false }]);
  });

  it('decide which questions a hive has; otherwise it has the active questions of its apiary', async () => {
    const { id, ids } = await apiaryWith('A', 'B', 'C');
    const [hive, other] = [await ana.beehive(id), await ana.beehive(id)];
    await put(ids[2]!, { activa: false });
    expect(await questionsOf(hive)).toEqual(['A', 'B']);
    await assign(hive, ids[0]!, { is_active: false });
    const { body } = await assign(hive, ids[2]!);
    expect(await questionsOf(hive)).toEqual(['B', 'C']);
    expect(await questionsOf(other)).toEqual(['A', 'B']);
    await ana.rest('DELETE', `/questions/hive/${body.id}`);
    expect(await questionsOf(hive)).toEqual(['B']);
  });

  it('are deleted with their question', async () => {
    const { id, ids } = await apiaryWith('A', 'B');
    const hive = await ana.beehive(id);
    await assign(hive, ids[0]!);
    expect((await ana.rest('DELETE', `/questions/${ids[0]}`)).status).toBe(204);
    expect(await assigned(hive)).toEqual([]);
  });

  it('refuse a question of another apiary', async () => {
    const { id } = await apiaryWith();
    const hive = await ana.beehive(id);
    expectBadInput(await assign(hive, (await createQuestion()).id), 'apiary_question_id');
    expectBadInput(await assign(hive, undefined as never), 'apiary_question_id');
    expectBadInput(await assign(hive, (await createQuestion()).id, { display_order: 'x' }), 'display_order');
    expect(await assigned(hive)).toEqual([]);
  });

  it('have paths of their own, which take precedence over the path of a question', async () => {
    const { id, ids } = await apiaryWith('A');
    const hive = await ana.beehive(id);
    const { body } = await assign(hive, ids[0]!);
    expect((await ana.rest('DELETE', `/questions/hive/${ids[0]}`)).status).toBe(404);
    expect((await ana.rest('DELETE', `/questions/${body.id}`)).status).toBe(404);
    expect((await put('hive', { texto: 'x' })).status).toBe(405);
    expect(await assigned(hive)).toHaveLength(1);
    expect(await list(id)).toHaveLength(1);
  });
});

describe('another account', () => {
  it('finds nothing and changes nothing; requests without a token are refused', async () => {
    const { id, ids } = await apiaryWith('A', 'B');
    const hive = await ana.beehive(id);
    const { body } = await ana.rest('POST', '/questions/hive', { hive_id: hive, apiary_question_id: ids[0] });
    const before = await list(id);
    const own = await eve.beehive(await eve.apiary());
    const attempts: [string, string, object?][] = [
      ['GET', `/questions/apiary/${id}`],
      ['POST', '/questions', { apiary_id: id, question_text: 'Own' }],
      ['PUT', `/questions/${ids[0]}`, { question_text: 'Own' }],
      ['DELETE', `/questions/${ids[0]}`],
      ['PUT', `/questions/apiary/${id}/reorder`, { order: [ids[1], ids[0]] }],
      ['POST', `/questions/load_defaults/${id}`],
      ['GET', `/questions/hive/${hive}`],
      ['POST', '/questions/hive', { hive_id: hive, apiary_question_id: ids[0] }],
      ['POST', '/questions/hive', { hive_id: own, apiary_question_id: ids[0] }],
      ['DELETE', `/questions/hive/${body.id}`],
    ];
    for (const [method, path, sent] of attempts) {
      expectRefused(await eve.rest(method, path, sent), { status: 404, code: 'NOT_FOUND' });
      expect(await app.anyone.rest(method, path, sent)).toMatchObject({
        status: 401,
        body: { message: 'No token found', error: 'No token found' },
      });
    }
    expect((await app.anyone.rest('GET', '/questions/templates')).status).toBe(401);
    expect(await list(id)).toEqual(before);
    expect((await ana.rest('GET', `/questions/hive/${hive}`)).body).toHaveLength(1);
  });
});
