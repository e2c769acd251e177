// An inspection that was recorded for the wrong hive is moved to the right one, and what refers to it goes along.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROLE_TOO_LOW, refusalOf, share } from '../../support/members.js';
import { beekeeper, placementOf } from '../../support/world.js';
import {
  ana,
  answersToAll,
  app,
  daysAgo,
  type Fields,
  lastOf,
  record,
  recordNumber,
  seen,
  tryAmend,
  tryVoid,
  UNKNOWN_ID,
  voided,
  type World,
  world,
} from './inspections.fixture.js';

describe('an inspection that is moved', () => {
  let [w, elsewhere, other]: [World, string, string] = [{} as World, '', ''];
  beforeAll(async () => {
    w = await world();
    elsewhere = await ana.apiary({ name: 'South' });
    other = await ana.beehive(elsewhere);
  });

  it('is recorded for the other hive, with its answers as they were asked, and voided for the one before', async () => {
    const occurredAt = daysAgo(3);
    const before = await record({ beehiveId: w.hive, answers: answersToAll(w), notes: 'Calm', occurredAt });
    await ana.rest('PUT', `/questions/${w.number}`, { max: 9, texto: 'Marcos' });
    const moved = await voided(before.id, { beehiveId: other, expectedVersion: 1 });
    expect(moved).toEqual({
      ...before,
      ...{ version: 1, id: moved.id, seriesId: moved.id, beehive: { id: other }, apiaryId: elsewhere },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      answers: before.answers.map((answer: Fields, i: number) => ({
        ...answer,
        ...{ id: moved.answers[i].id, inspection: { id: moved.id }, createdAt: expect.any(String) },
      })),
    });
    expect(moved.id).not.toBe(before.id);
    expect(await seen(before.id)).toMatchObject({ status: 'VOIDED', reason: 'Wrong hive', answers: before.answers });
    expect(await lastOf(other)).toEqual({ lastInspectedAt: occurredAt, lastInspection: { id: moved.id } });
    expect(await lastOf(w.hive)).toEqual({ lastInspectedAt: null, lastInspection: null });
    expect((await ana.rest('GET', `/answers/hive/${other}`)).body).toHaveLength(4);
    expect((await ana.rest('GET', `/answers/hive/${w.hive}`)).body).toEqual([]);
  });

  it('goes to another hive, that was living, and in which the viewer records; otherwise nothing changes', async () => {
    const { id } = await recordNumber(w, 4);
    const ended = await ana.beehive(w.apiary);
    const lost = `mutation { recordLoss(input: { id: "${ended}", cause: UNKNOWN, lostOn: "${daysAgo(9).slice(0, 10)}" }) { beehive { id } } }`;
    await ana.ask(
      `mutation { correctBeehivePlacement(input: { id: "${await placementOf(ana, ended)}", placedOn: "${daysAgo(30).slice(0, 10)}" }) { beehivePlacement { id } } }`,
    );
    await ana.ask(lost);
    expect(refusalOf(await tryVoid(id, { beehiveId: w.hive }))).toBe('BAD_USER_INPUT');
    expect(refusalOf(await tryVoid(id, { beehiveId: UNKNOWN_ID }))).toBe('NOT_FOUND');
    expect(refusalOf(await tryVoid(id, { beehiveId: ended }))).toBe('CONFLICT BEEHIVE_ENDED');
    expect(refusalOf(await tryVoid(id, { beehiveId: other, expectedVersion: 3 }))).toBe('CONFLICT VERSION_CONFLICT');
    const eva = await beekeeper(app);
    const evas = await eva.beehive(await eva.apiary());
    expect(refusalOf(await tryVoid(id, { beehiveId: evas }))).toBe('NOT_FOUND');
    await share(ana, w.apiary, eva, 'WORKER');
    await share(ana, elsewhere, eva, 'VIEWER');
    expect(refusalOf(await tryVoid(id, { beehiveId: other }, eva))).toBe(ROLE_TOO_LOW);
    expect(await seen(id)).toMatchObject({ status: 'COMPLETED' });
    // Nor to a hive of another owner, who would take the record away.
    await share(ana, elsewhere, eva, 'WORKER');
    const { errors } = await tryVoid(id, { beehiveId: evas }, eva);
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ field: 'beehiveId', message: 'must be a hive of the same owner' }],
    });
    expect(await seen(id)).toMatchObject({ status: 'COMPLETED' });
    const past = await recordNumber(w, 4, { occurredAt: daysAgo(12) });
    expect((await voided(past.id, { beehiveId: ended })).beehive.id).toBe(ended);
  });

  it('is moved once, also by several at once', async () => {
    const { id } = await recordNumber(w, 4);
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryVoid(id, { beehiveId: other })));
    const refusals = answers.map(refusalOf);
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
    expect(refusals.filter((refusal) => refusal === 'CONFLICT INSPECTION_VOIDED')).toHaveLength(4);
  });
});

describe('the records of a task', () => {
  const RECORDS = '{ task { id version records { ... on Inspection { id status revision beehive { id } } } } }';
  const finished = async (w: World) => {
    const { createTask } = await ana.ask(
      `mutation { createTask(input: { apiaryId: "${w.apiary}", title: "Look", kind: INSPECT }) ${RECORDS} }`,
    );
    const inspection = { beehiveId: w.hive, answers: [{ questionId: w.number, number: 4 }] };
    const { done } = await ana.ask(
      `mutation ($input: CompleteTaskInput!) { done: completeTask(input: $input) ${RECORDS} }`,
      { input: { id: createTask.task.id, inspection } },
    );
    return done.task;
  };
  const recordsOf = async ({ id }: { id: string }) =>
    (
      await ana.ask(
        `{ task(id: "${id}") { version records { ... on Inspection { id status revision beehive { id } } } } }`,
      )
    ).task;
  const amended = async (w: World, id: string, who = ana): Promise<string> => {
    const answers = [{ questionId: w.number, number: 5 }];
    return (await tryAmend(id, { answers, reason: 'Forgotten' }, who)).data.i.inspection.id;
  };

  it('follow an inspection that is moved', async () => {
    const w = await world();
    const other = await ana.beehive(w.apiary);
    const task = await finished(w);
    const moved = await voided(task.records[0].id, { beehiveId: other });
    expect(await recordsOf(task)).toEqual({
      version: task.version + 1,
      records: [{ id: moved.id, status: 'COMPLETED', revision: 1, beehive: { id: other } }],
    });
  });

  it('follow one that is amended, also by somebody who does not see the task, and then moved or voided', async () => {
    const w = await world();
    const other = await ana.beehive(await ana.apiary());
    const task = await finished(w);
    const second = await amended(w, task.records[0].id);
    expect(await recordsOf(task)).toEqual({
      version: task.version + 1,
      records: [{ id: second, status: 'COMPLETED', revision: 2, beehive: { id: w.hive } }],
    });
    const elsewhere = await ana.apiary();
    await ana.ask(
      `mutation { moveBeehives(input: { ids: ["${w.hive}"], apiaryId: "${elsewhere}" }) { beehives { id } } }`,
    );
    const worker = await beekeeper(app);
    await share(ana, elsewhere, worker, 'WORKER');
    const third = await amended(w, second, worker);
    expect((await recordsOf(task)).records).toMatchObject([{ id: third, revision: 3 }]);
    const moved = await voided(third, { beehiveId: other });
    expect((await recordsOf(task)).records).toMatchObject([{ id: moved.id, beehive: { id: other } }]);
    await voided(moved.id);
    expect((await recordsOf(task)).records).toMatchObject([{ id: moved.id, status: 'VOIDED' }]);
  });
});
