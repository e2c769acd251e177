// Questions of an apiary: created, listed, changed and deleted over REST, and their limit.
import { describe, expect, it } from '@jest/globals';
import { expectBadInput, expectRefused } from '../../support/refusals.js';
import {
  ana,
  apiary,
  apiaryWith,
  app,
  createQuestion,
  eve,
  expectDense,
  idsOf,
  list,
  loadDefaults,
  post,
  put,
  reorder,
} from './questions.fixture.js';

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

describe('the limit of questions', () => {
  it('is 200 for an apiary, also for concurrent requests', async () => {
    const id = await ana.apiary();
    const templates = Array.from(
      { length: 190 },
      (_, i) => `q${i}: createQuestion(input: { apiaryId: "${id}", text: "${i}" }) { question { id } }`,
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
