// Recording an inspection: the flow of the specification, its time, the other accounts, and the last inspection of a hive.
import { describe, expect, it } from '@jest/globals';
import { idsOf } from '../../support/connections.js';
import { expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { beekeeper } from '../../support/world.js';
import {
  ana,
  answersToAll,
  app,
  daysAgo,
  EVERYTHING,
  type Fields,
  hiveOf,
  ISO,
  ofHive,
  record,
  recordNumber,
  seen,
  tryAmend,
  tryComplete,
  tryRecord,
  tryUpdate,
  world,
} from './inspections.fixture.js';

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
    const {
      q: { questions: q },
    } = await ana.ask(
      `mutation { q: loadDefaultQuestions(input: { apiaryId: "${apiary}" }) { questions { id answerType options } } }`,
    );
    const [first] = q;
    await ana.ask(
      `mutation { reorderQuestions(input: { apiaryId: "${apiary}", order: [${q.toReversed().map(({ id }: { id: string }) => `"${id}"`)}] }) { questions { id } } }`,
    );
    const {
      beehive: { questionnaire },
    } = await ana.ask(`{ beehive(id: "${hive}") { questionnaire { questions { id answerType options } } } }`);
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
    const made = await record({ beehiveId: hive, answers, state: { healthStatus: 'Healthy', hiveStatus: null } });
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

describe('the time of an inspection', () => {
  it('is that of the client, beside the time of recording', async () => {
    const w = await world();
    const before = Date.now();
    const made = await recordNumber(w, 1, { occurredAt: '2024-03-01T08:00:00.123-05:00' });
    expect(made.occurredAt).toBe('2024-03-01T13:00:00.123Z');
    const recordedAt = new Date(made.createdAt).getTime();
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
    expect(await last()).toEqual({ id: data.i.inspection.id });
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
      idsOf(
        (
          await ana.ask(
            `{ apiary(id: "${w.apiary}") { beehives(filter: { notInspectedSince: "${daysAgo(days)}" }) { nodes { id } } } }`,
          )
        ).apiary.beehives,
      );
    expect(await overdue(30)).toEqual([never, long, drafted]);
    expect(await overdue(45)).toEqual([never, drafted]);
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
      await tryComplete(draft.id, {}, eve),
      await eve.graphql(`{ inspections(beehiveId: "${w.hive}") { totalCount } }`),
      await eve.graphql(`{ inspections(apiaryId: "${w.apiary}") { totalCount } }`),
      await eve.graphql(`{ beehive(id: "${w.hive}") { questionnaire { questions { id } } } }`),
      await eve.graphql(`{ beehive(id: "${w.hive}") { answers { nodes { id } } } }`),
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
