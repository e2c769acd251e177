// The deprecated voice endpoints, which start a questionnaire and store its answers.
import { describe, expect, it } from '@jest/globals';
import { expectRefused } from '../../support/refusals.js';
import {
  ana,
  daysAgo,
  ISO,
  ofHive,
  recordNumber,
  tryAmend,
  UNKNOWN_ID,
  type World,
  world,
} from './inspections.fixture.js';

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

  it('name what is refused as the app does, in the names that it has sent', async () => {
    const w = await world();
    await ana.beehive(w.apiary);
    for (const path of PATHS) {
      const ofApiary = await ana.rest('POST', path, { answers: [{ hive_question_id: w.number, answer: '1' }] });
      expect(ofApiary.body.message).toBe('hive_id is required: the questions belong to an apiary');
      for (const [list, question, text] of [
        ['answers', 'hive_question_id', 'answer'],
        ['respuestas', 'questionId', 'spoken'],
      ] as const) {
        const answers = [
          { [question]: w.number, [text]: '1' },
          { [question]: w.text, [text]: 'x'.repeat(5001) },
        ];
        const { body } = await ana.rest('POST', path, { hive_id: w.hive, [list]: answers });
        expect(body.message).toBe(`${list}.1.${text} must have at most 5000 characters`);
      }
    }
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
