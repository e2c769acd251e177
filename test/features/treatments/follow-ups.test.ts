// Follow-ups of treatments, and mite counts.
import { describe, expect, it } from '@jest/globals';
import { expectBadInput, expectGraphqlRefused, expectRefused } from '../../support/refusals.js';
import { treat } from '../../support/world.js';
import { ana, apiary, app, change, hives, inDays, type Json, voidIt } from './treatments.fixture.js';

describe('follow-ups', () => {
  it('are changes in the apiary where their hive stands', async () => {
    const { treatment, followUp } = await treat(ana, hives[0]!);
    const next = await ana.apiary({ name: 'Next' });
    await ana.rest('PUT', `/beehives/${hives[0]}`, { apiary_id: next });
    await ana.rest('PUT', `/treatments/followup/${followUp}`, { notes: 'Changed' });
    await ana.rest('POST', '/treatments/followup', { treatment_id: treatment, review_date: '2026-06-01' });
    await ana.rest('DELETE', `/treatments/followup/${followUp}`);
    const actionsIn = async (id: string): Promise<string[]> =>
      (await ana.ask(`{ apiary(id: "${id}") { changeLog { nodes { kind action } } } }`)).apiary.changeLog.nodes.flatMap(
        ({ kind, action }: Json) => (kind === 'TREATMENT_FOLLOW_UP' ? [action] : []),
      );
    expect([await actionsIn(apiary), await actionsIn(next)]).toEqual([['CREATED'], ['DELETED', 'CREATED', 'UPDATED']]);
  });

  it('are listed with the treatment, also with its earlier revisions, updated, and deleted', async () => {
    const { treatment, followUp } = await treat(ana, hives[0]!);
    await change('correctTreatment', treatment, { productName: 'X', reason: 'x' });
    const { updateTreatmentFollowUp } = await ana.ask(
      `mutation { updateTreatmentFollowUp(input: { id: "${followUp}", infestationLevel: "Low" }) { treatmentFollowUp { reviewedOn infestationLevel treatment { productName } } } }`,
    );
    expect(updateTreatmentFollowUp.treatmentFollowUp).toEqual({
      reviewedOn: '2026-05-15',
      infestationLevel: 'Low',
      treatment: { productName: 'X' },
    });
    const read = `{ treatment(id: "${treatment}") { revisions { followUps { id } } } }`;
    expect((await ana.ask(read)).treatment.revisions).toEqual([
      { followUps: [{ id: followUp }] },
      { followUps: [{ id: followUp }] },
    ]);
    for (const _attempt of [1, 2])
      expect(await ana.ask(`mutation { deleteTreatmentFollowUp(input: { id: "${followUp}" }) { deletedId } }`)).toEqual(
        {
          deleteTreatmentFollowUp: { deletedId: followUp },
        },
      );
    expect((await ana.ask(read)).treatment.revisions[0].followUps).toEqual([]);
  });

  it('of a voided treatment are kept as they are', async () => {
    const { treatment, followUp } = await treat(ana, hives[0]!);
    const { treatment: deleted, followUp: gone } = await treat(ana, hives[0]!);
    await ana.ask(`mutation { deleteTreatmentFollowUp(input: { id: "${gone}" }) { deletedId } }`);
    for (const id of [treatment, deleted]) await voidIt(id);
    for (const [method, path, body] of [
      ['POST', '/treatments/followup', { treatment_id: treatment, review_date: '2026-06-01' }],
      ['PUT', `/treatments/followup/${followUp}`, { notes: 'Changed' }],
      ['DELETE', `/treatments/followup/${followUp}`, undefined],
    ] as const)
      expectRefused(await ana.rest(method, path, body), { status: 409, code: 'TREATMENT_VOIDED' });
    const read = await ana.ask(`{ treatment(id: "${treatment}") { followUps { id notes } } }`);
    expect(read.treatment.followUps).toEqual([{ id: followUp, notes: 'Thymol' }]);
    // A deletion before is repeated as ever.
    expect((await ana.rest('DELETE', `/treatments/followup/${gone}`)).status).toBe(204);
  });

  it('a treatment has at most 100', async () => {
    const { treatment } = await treat(ana, hives[0]!);
    await app.database.sql(
      `insert into treatment_follow_ups (id, created_at, updated_at, treatment_id, reviewed_on, actor_id)
       select gen_random_uuid(), now(), now(), $1, '2026-06-01', $2 from generate_series(1, 99)`,
      [treatment, ana.id],
    );
    const body = { treatment_id: treatment, review_date: '2026-06-02' };
    expectRefused(await ana.rest('POST', '/treatments/followup', body), { status: 409, code: 'TOO_MANY_FOLLOW_UPS' });
  });

  it('REST names the fields that are wrong', async () => {
    const { followUp, treatment } = await treat(ana, hives[0]!);
    expectBadInput(await ana.rest('PUT', `/treatments/followup/${followUp}`, { review_date: 'soon' }), 'review_date');
    expectBadInput(await ana.rest('PUT', `/treatments/followup/${followUp}`, { review_date: null }), 'review_date');
    expectBadInput(await ana.rest('POST', '/treatments/followup', { treatment_id: treatment }), 'review_date');
    expectBadInput(await ana.rest('PUT', `/treatments/${treatment}`, { end_date: '2026-01-01' }), 'end_date');
    expectBadInput(await ana.rest('PUT', `/treatments/${treatment}`, { status: 'quizás' }), 'status');
  });
});

describe('mite counts', () => {
  const count = (input: Json) =>
    ana.graphql(
      'mutation ($input: RecordMiteCountInput!) { recordMiteCount(input: $input) { miteCount { id countedOn per100 perDay } } }',
      { input: { beehiveId: hives[0], ...input } },
    );

  it('are mites per 100 bees, or per day on a board', async () => {
    const wash = await count({ method: 'ALCOHOL_WASH', bees: 300, mites: 7 });
    expect(wash.data.recordMiteCount.miteCount).toMatchObject({ countedOn: inDays(0), per100: 2.33, perDay: null });
    const board = await count({ method: 'STICKY_BOARD', days: 3, mites: 20, countedOn: '2026-07-01' });
    expect(board.data.recordMiteCount.miteCount).toMatchObject({ per100: null, perDay: 6.67 });
    const { beehive } = await ana.ask(
      `{ beehive(id: "${hives[0]}") { miteCounts(filter: { from: "2026-07-01", to: "2026-07-01" }) { totalCount nodes { mites per100 beehive { beehiveNumber } } } } }`,
    );
    expect(beehive.miteCounts).toEqual({
      totalCount: 1,
      nodes: [{ mites: 20, per100: null, beehive: { beehiveNumber: 1 } }],
    });
    const { id } = board.data.recordMiteCount.miteCount;
    for (const _attempt of [1, 2])
      expect(await ana.ask(`mutation { deleteMiteCount(input: { id: "${id}" }) { deletedId } }`)).toEqual({
        deleteMiteCount: { deletedId: id },
      });
  });

  it.each([
    ['bees', { method: 'CO2', mites: 3 }],
    ['days', { method: 'STICKY_BOARD', mites: 3 }],
    ['days', { method: 'SUGAR_ROLL', bees: 300, mites: 3, days: 2 }],
    ['bees', { method: 'STICKY_BOARD', bees: 300, mites: 3, days: 2 }],
    ['bees', { method: 'CO2', bees: 0, mites: 3 }],
    ['countedOn', { method: 'CO2', bees: 100, mites: 3, countedOn: inDays(2) }],
  ])('refuses %s: %j', async (field, input) => {
    expectGraphqlRefused(await count(input), { code: 'BAD_USER_INPUT', field });
  });

  it('of a hive and of an apiary are points of a chart, with the thresholds', async () => {
    const sample = { method: 'ALCOHOL_WASH', countedOn: '2026-07-01' };
    await count({ ...sample, bees: 300, mites: 3 });
    await count({ ...sample, bees: 100, mites: 5, beehiveId: hives[1] });
    await count({ method: 'STICKY_BOARD', countedOn: '2026-07-02', days: 2, mites: 5 });
    const { apiary: read } = await ana.ask(
      `{ apiary(id: "${apiary}") {
        miteTrend(from: "2026-06-01", to: "2026-08-01") { mitesToWatch mitesToTreat points { date per100 highestPer100 perDay miteCountsCount beehivesCount } }
        beehives { nodes { miteTrend(from: "2026-06-01", to: "2026-08-01") { points { date per100 } } } }
      } }`,
    );
    expect(read.miteTrend).toEqual({
      mitesToWatch: 2,
      mitesToTreat: 3,
      points: [
        { date: '2026-07-01', per100: 2, highestPer100: 5, perDay: null, miteCountsCount: 2, beehivesCount: 2 },
        { date: '2026-07-02', per100: null, highestPer100: null, perDay: 2.5, miteCountsCount: 1, beehivesCount: 1 },
      ],
    });
    expect(read.beehives.nodes[0].miteTrend.points).toEqual([
      { date: '2026-07-01', per100: 1 },
      { date: '2026-07-02', per100: null },
    ]);
    const tooLong = await ana.graphql(
      `{ apiary(id: "${apiary}") { miteTrend(from: "2000-01-01", to: "2026-01-01") { mitesToWatch } } }`,
    );
    expectGraphqlRefused(tooLong, { code: 'BAD_USER_INPUT', field: 'from' });
  });
});
