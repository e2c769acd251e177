// Questions as the forms of the mobile app show them and send them back.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const post = (apiary: string, fields: object) =>
  ana.rest('POST', '/questions', { apiary_id: apiary, question_text: '¿Hay huevos?', ...fields });
const typeOf = async (apiary: string): Promise<object[]> =>
  (await ana.ask(`{ questions(apiaryId: "${apiary}") { answerType options } }`)).questions;

describe('types of questions on /api/v1', () => {
  it('templates, and questions made from them, have types of the dropdown only', async () => {
    const { body: templates } = await ana.rest('GET', '/questions/templates');
    const types = new Set(templates.map((one: { tipoRespuesta: string }) => one.tipoRespuesta));
    expect([...types].sort()).toEqual(['numero', 'opciones', 'texto']);
    const eggs = templates.find((one: { key: string }) => one.key === 'huevos_frescos');
    expect(eggs).toMatchObject({ question_type: 'opciones', opciones: ['Sí', 'No'], options: ['Sí', 'No'] });
    expect((await post(await ana.apiary(), eggs)).body).toMatchObject({
      tipoRespuesta: 'opciones',
      opciones: ['Sí', 'No'],
    });
  });

  it('the questions of a hive and of its answers have them too', async () => {
    const apiary = await ana.apiary();
    const beehive = await ana.beehive(apiary);
    const { body: question } = await post(apiary, { tipoRespuesta: 'si_no' });
    const { body } = await ana.rest('POST', '/maya/iniciar-monitoreo', { hive_id: beehive });
    expect(body.preguntas).toMatchObject([{ tipo: 'opciones', opciones: ['Sí', 'No'] }]);
    const answers = [{ hive_question_id: question.id, answer: 'si' }];
    const saved = await ana.rest('POST', '/maya/guardar-respuestas', { hive_id: beehive, answers });
    const asked = { question_type: 'opciones', options: ['Sí', 'No'] };
    expect(saved.body.answers).toMatchObject([
      { answer: 'Sí', yes_no: true, question_type: 'opciones', hive_question: { apiary_question: asked } },
    ]);
  });

  it.each([
    ['as it was shown', (shown: object) => shown, 'YES_NO'],
    ['without options', ({ opciones: _a, options: _b, ...shown }: Record<string, unknown>) => shown, 'YES_NO'],
    ['with null for options', (shown: object) => ({ ...shown, opciones: null, options: null }), 'YES_NO'],
    ['with options as one text', (shown: object) => ({ ...shown, opciones: 'Sí,No' }), 'YES_NO'],
    ['without its type', () => ({ texto: '¿Ve huevos?' }), 'YES_NO'],
    ['with other options', (shown: object) => ({ ...shown, opciones: ['Sí', 'No', 'A veces'] }), 'CHOICE'],
    ['as a text', (shown: object) => ({ ...shown, tipoRespuesta: 'texto' }), 'TEXT'],
  ])('a yes/no question that comes back %s is then %s', async (_, change, expected) => {
    const apiary = await ana.apiary();
    const { body: shown } = await post(apiary, { tipoRespuesta: 'si_no' });
    expect(shown).toMatchObject({ tipoRespuesta: 'opciones', question_type: 'opciones', opciones: ['Sí', 'No'] });
    const { status } = await ana.rest('PUT', `/questions/${shown.id}`, change(shown));
    expect({ status, type: await typeOf(apiary) }).toMatchObject({ status: 200, type: [{ answerType: expected }] });
  });

  it('GraphQL makes a choice of a yes/no question', async () => {
    const apiary = await ana.apiary();
    const { body } = await post(apiary, { tipoRespuesta: 'si_no' });
    const input = `{ id: "${body.id}", answerType: CHOICE, options: ["Sí", "No"] }`;
    await ana.ask(`mutation { updateQuestion(input: ${input}) { question { id } } }`);
    expect(await typeOf(apiary)).toEqual([{ answerType: 'CHOICE', options: ['Sí', 'No'] }]);
  });
});

describe('the position of a question in a body', () => {
  const texts = async (apiary: string): Promise<string> =>
    (await ana.rest('GET', `/questions/apiary/${apiary}`)).body.map((one: { texto: string }) => one.texto).join('');

  it.each(['orden', 'display_order'])('%s moves a question, when it is created and when it changes', async (name) => {
    const apiary = await ana.apiary();
    const create = async (texto: string, position?: number) =>
      (await post(apiary, { texto, ...(position !== undefined && { [name]: position }) })).body;
    await create('A', 0);
    await create('B');
    const c = await create('C', 1);
    expect({ order: await texts(apiary), c: c[name] }).toEqual({ order: 'CAB', c: 1 });
    const moved = await ana.rest('PUT', `/questions/${c.id}`, { [name]: 2 });
    expect({ order: await texts(apiary), c: moved.body.orden }).toEqual({ order: 'ACB', c: 2 });
    for (const same of [{}, { [name]: 0 }, { [name]: 2 }]) {
      expect((await ana.rest('PUT', `/questions/${c.id}`, same)).body.display_order).toBe(2);
    }
    await ana.rest('PUT', `/questions/${c.id}`, { [name]: 99 });
    expect(await texts(apiary)).toBe('ABC');
  });
});

it('templates have the names of the mobile app, orden and activa', async () => {
  const { body } = await ana.rest('GET', '/questions/templates');
  expect(body.map((one: { orden: number }) => one.orden)).toEqual(body.map((_: unknown, i: number) => i + 1));
  expect(body[0]).toMatchObject({ orden: 1, display_order: 1, activa: true, is_active: true });
});
