// Inspections of days before their questions existed, and before others that are recorded already.
import { describe, expect, it } from '@jest/globals';
import { expectGraphqlRefused } from '../../support/refusals.js';
import {
  ana,
  app,
  daysAgo,
  question,
  record,
  tryAmend,
  tryComplete,
  tryRecord,
  type World,
  world,
} from './inspections.fixture.js';

const hiveOf = async (id: string) =>
  (await ana.ask('query ($id: ID!) { beehive(id: $id) { healthStatus broodFrames lastInspectedAt version } }', { id }))
    .beehive;
const refused = (w: World, answer: Awaited<ReturnType<typeof tryRecord>>): void => {
  expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', fields: [{ questionId: w.number }] } }]);
};

describe('a required question', () => {
  it('binds from the day on which it was created, but not before', async () => {
    const w = await world();
    const of = (occurredAt?: string, fields: object = {}) =>
      tryRecord({ beehiveId: w.hive, answers: [], occurredAt, ...fields });
    refused(w, await of());
    expect((await of(daysAgo(2))).data.i.inspection.status).toBe('COMPLETED');
    // What is answered is checked all the same.
    refused(w, await of(daysAgo(2), { answers: [{ questionId: w.number, number: 21 }] }));
    const { data } = await of(daysAgo(2), { draft: true });
    expect((await tryComplete(data.i.inspection.id)).data.i.inspection.status).toBe('COMPLETED');
    const visit = (occurredAt: string | null) =>
      ana.graphql('mutation ($input: RecordVisitInput!) { recordVisit(input: $input) { inspections { id } } }', {
        input: { beehives: [{ beehiveId: w.hive }], answers: [], occurredAt },
      });
    expect((await visit(daysAgo(300))).data.recordVisit.inspections).toHaveLength(1);
    expectGraphqlRefused(await visit(null), { code: 'BAD_USER_INPUT' });
    const old = { beehive_id: w.hive, answers: [], occurred_at: daysAgo(5) };
    expect((await ana.rest('POST', '/inspections', old)).status).toBe(201);
    expect((await ana.rest('POST', '/inspections', { ...old, occurred_at: undefined })).status).toBe(400);
  });

  it('binds the whole day on which it was created, where the apiary is', async () => {
    const w = await world();
    await ana.ask(
      `mutation { updateApiary(input: { id: "${w.apiary}", timeZone: "America/Bogota" }) { apiary { id } } }`,
    );
    // 23:00 of 9 March in Bogotá, which is the 10th in UTC.
    await app.database.sql(`update questions set created_at = '2026-03-10T04:00Z' where id = $1`, [w.number]);
    const at = (occurredAt: string) => tryRecord({ beehiveId: w.hive, answers: [], occurredAt });
    for (const time of ['2026-03-10T04:00:01Z', '2026-03-10T03:59:00Z', '2026-03-09T05:00:00Z'])
      refused(w, await at(time));
    expect((await at('2026-03-09T04:59:59Z')).errors).toBeUndefined();
  });

  it('does not bind an amendment that moves the inspection before it', async () => {
    const w = await world();
    const first = await record({ beehiveId: w.hive, answers: [{ questionId: w.number, number: 3 }] });
    const empty = { withdrawnQuestionIds: [w.number], reason: 'Another day' };
    refused(w, await tryAmend(first.id, empty));
    expect((await tryAmend(first.id, { ...empty, occurredAt: daysAgo(3) })).data.i.inspection.revision).toBe(2);
  });
});

describe('the state of the hive', () => {
  it('is that of the latest inspection, in whichever order they are recorded', async () => {
    const w = await world();
    const inspect = (occurredAt: string | undefined, broodFrames: number, expectedVersion?: number) =>
      record({
        beehiveId: w.hive,
        answers: [{ questionId: w.number, number: 3 }],
        occurredAt,
        state: { broodFrames },
        beehiveExpectedVersion: expectedVersion,
      });
    const { occurredAt } = await inspect(daysAgo(20), 7);
    const after = await hiveOf(w.hive);
    expect(after).toMatchObject({ broodFrames: 7, lastInspectedAt: occurredAt });
    // An offline phone that has seen the hive as it is may record the past, too.
    await inspect(daysAgo(600), 2, after.version);
    expect(await hiveOf(w.hive)).toEqual(after);
    await inspect(daysAgo(10), 9);
    expect(await hiveOf(w.hive)).toMatchObject({ broodFrames: 9 });
  });

  it('is not hidden by a draft of a later day', async () => {
    const w = await world();
    await question(w.apiary, { texto: 'Otra', tipoRespuesta: 'texto' });
    await tryRecord({ beehiveId: w.hive, answers: [], draft: true });
    await record({ beehiveId: w.hive, answers: [], occurredAt: daysAgo(30), state: { healthStatus: 'Enfermedad' } });
    expect(await hiveOf(w.hive)).toMatchObject({ healthStatus: 'Enfermedad' });
  });
});
