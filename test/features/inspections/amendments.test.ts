// Drafts are changed, completed inspections are amended, and the history stays as it was.
import { describe, expect, it } from '@jest/globals';
import { idsOf } from '../../support/connections.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import {
  ana,
  answersToAll,
  daysAgo,
  type Fields,
  hiveOf,
  ofHive,
  record,
  recordNumber,
  seen,
  tryAmend,
  tryComplete,
  tryRecord,
  tryUpdate,
  type World,
  world,
} from './inspections.fixture.js';

describe('a draft', () => {
  const draft = (w: World, fields: Fields = {}) => record({ beehiveId: w.hive, answers: [], draft: true, ...fields });

  it('may lack required answers, and can be updated and completed', async () => {
    const w = await world();
    const { id, status } = await draft(w, { notes: 'To do' });
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
    expect(changed.data.i.inspection).toMatchObject({
      id,
      status: 'DRAFT',
      notes: 'Done',
      occurredAt: '2024-05-01T00:00:00.000Z',
    });
    expect(changed.data.i.inspection.answers).toHaveLength(4);
    const { data } = await tryComplete(id);
    expect(data.i.inspection).toMatchObject({ id, status: 'COMPLETED', revision: 1, current: true, notes: 'Done' });
    expect(data.i.inspection.answers.map(({ asText }: { asText: string }) => asText)).toEqual([
      ' Polen y néctar ',
      '8',
      'Media',
      'No',
    ]);
    expect(await seen(id)).toEqual(data.i.inspection);
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
    expect((await tryComplete(id)).data.i.inspection.answers[1]).toMatchObject({
      questionText: 'Marcos',
      max: 9,
      number: 8,
    });
  });

  it('changes no hive, and does not silently lose a state of the hive', async () => {
    const w = await world();
    const before = await hiveOf(w.hive);
    const input = { beehiveId: w.hive, answers: answersToAll(w), draft: true, state: { healthStatus: 'Enfermedad' } };
    const { data, errors } = await tryRecord(input);
    expect(await hiveOf(w.hive)).toEqual(before);
    if (!errors) await tryComplete(data.i.inspection.id);
    // A refusal is acceptable as well.
    expect(errors ? 'refused' : (await hiveOf(w.hive)).health_status).toMatch(/^(refused|Enfermedad)$/);
  });

  it('cannot be amended; once completed, it cannot be updated', async () => {
    const w = await world();
    const { id } = await draft(w, { answers: answersToAll(w) });
    expectGraphqlRefused(await tryAmend(id, { answers: answersToAll(w), reason: 'Why not' }), { code: 'CONFLICT' });
    const { data } = await tryComplete(id);
    expectGraphqlRefused(await tryUpdate(id, { answers: [] }), { code: 'CONFLICT' });
    expect((await tryComplete(id)).data.i.inspection).toEqual(data.i.inspection);
    expect(await seen(id)).toEqual(data.i.inspection);
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
    expect(data.i.inspection).toMatchObject({
      beehive: { id: w.hive },
      seriesId: first.seriesId,
      revision: 2,
      current: true,
      reason: 'Miscounted',
      notes: 'Second',
      occurredAt: first.occurredAt,
      answers: [{}, { questionId: w.number, number: 9 }, {}, {}],
    });
    expect(data.i.inspection.id).not.toBe(first.id);
    const old = await seen(first.id);
    expect(immutablePart(old)).toBe(immutablePart(first));
    expect(old.current).toBe(false);
    const third = (await tryAmend(data.i.inspection.id, amendment(w, 10))).data.i.inspection;
    for (const id of [first.id, data.i.inspection.id, third.id]) {
      const { i } = await ana.ask(`{ i: inspection(id: "${id}") { revisions { id revision current } } }`);
      expect(i.revisions).toEqual([
        { id: third.id, revision: 3, current: true },
        { id: data.i.inspection.id, revision: 2, current: false },
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
    expect(idsOf(await ofHive(w.hive))).toEqual([won!.data.i.inspection.id]);
    expect(won!.data.i.inspection.revision).toBe(2);
  });

  it('is validated against the snapshots of the questions, also after their deletion', async () => {
    const w = await world();
    const first = await record({ beehiveId: w.hive, answers: answersToAll(w) });
    for (const id of [w.text, w.number, w.choice, w.yesNo]) await ana.rest('DELETE', `/questions/${id}`);
    expect((await tryAmend(first.id, amendment(w, 21))).errors).toMatchObject([
      { extensions: { fields: [{ questionId: w.number, message: expect.stringMatching(/at most 20/) }] } },
    ]);
    const none = { withdrawnQuestionIds: [w.number], reason: 'x' };
    expect((await tryAmend(first.id, none)).errors).toMatchObject([
      { extensions: { fields: [{ questionId: w.number, message: expect.stringMatching(/needs an answer/) }] } },
    ]);
    expectGraphqlRefused(await tryAmend(first.id, { ...amendment(w, 9), reason: ' ' }), {
      code: 'BAD_USER_INPUT',
      field: 'reason',
    });
    expect(await seen(first.id)).toEqual(first);
    expect((await tryAmend(first.id, amendment(w, 9))).data.i.inspection.answers).toMatchObject([
      { questionText: '¿Qué se ve?' },
      { questionText: 'Cuadros', number: 9, max: 20 },
      { questionText: 'Población' },
      { questionText: '¿Hay reina?' },
    ]);
  });
});

describe('the history of a hive', () => {
  it('stays the same, byte for byte, after any change of the questions', async () => {
    const w = await world();
    const first = await record({ beehiveId: w.hive, answers: answersToAll(w), notes: 'Kept' });
    const { data } = await tryAmend(first.id, { answers: answersToAll(w), reason: 'Again' });
    const look = async () => ({
      graphql: JSON.stringify([await seen(first.id), await seen(data.i.inspection.id)]),
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
