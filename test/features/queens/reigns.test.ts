// The reigns of queens, and what is recorded of the hive of a queen.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import { logOf } from '../../support/change-log.js';
import type { Client } from '../../support/client.js';
import { share } from '../../support/members.js';
import { expectLikeMissing } from '../../support/missing-ids.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { allRemoved } from '../../support/removals.js';
import { beekeeper, createQueen, PASSWORD } from '../../support/world.js';
import {
  ana,
  apiary,
  app,
  bea,
  expectRefusal,
  hives,
  inDays,
  install,
  installOne,
  type Json,
  REIGN,
  updateQueen,
} from './queens.fixture.js';

const endQueenReign = (id: string, input: Json = {}, who: Client = ana) =>
  who.graphql(`mutation ($input: EndQueenReignInput!) { endQueenReign(input: $input) { queenReign { ${REIGN} } } }`, {
    input: { id, ...input },
  });
const updateQueenReign = (id: string, input: Json, who: Client = ana) =>
  who.graphql(
    `mutation ($input: UpdateQueenReignInput!) { updateQueenReign(input: $input) { queenReign { ${REIGN} } } }`,
    {
      input: { id, ...input },
    },
  );

describe('a reign', () => {
  let queen: string;
  let reign: string;
  beforeEach(async () => {
    queen = await createQueen(ana, apiary);
    reign = await installOne(hives[0]!, queen, { startedOn: '2026-05-01' });
  });

  it('ends once, on a day from its first', async () => {
    await expectRefusal(
      (who) => endQueenReign(reign, { endedOn: '2026-04-30' }, who),
      [
        'BAD_USER_INPUT',
        undefined,
        'endedOn must not be before the first day',
        'endedOn no debe ser anterior al primer día',
      ],
    );
    const { data } = await endQueenReign(reign, { endReason: 'SWARMED', expectedVersion: 1 });
    expect(data.endQueenReign.queenReign).toMatchObject({ endedOn: inDays(0), endReason: 'SWARMED', version: 2 });
    await expectRefusal(
      (who) => endQueenReign(reign, {}, who),
      ['CONFLICT', 'REIGN_ENDED', 'The reign has ended: correct it', 'El reinado ya terminó: corríjalo'],
    );
  });

  it('is corrected, also to one that goes on; the log has what it was', async () => {
    await endQueenReign(reign, { endedOn: '2026-06-01', endReason: 'MISSING' });
    expect(
      (await updateQueenReign(reign, { startedOn: '2026-04-01', notes: 'Earlier' })).data.updateQueenReign.queenReign,
    ).toMatchObject({
      startedOn: '2026-04-01',
      endedOn: '2026-06-01',
      notes: 'Earlier',
    });
    expect((await updateQueenReign(reign, { endedOn: null })).data.updateQueenReign.queenReign).toMatchObject({
      endedOn: null,
      endReason: null,
    });
    const log = await logOf(app.database, reign);
    expect(log.map(({ fields }) => fields)).toEqual([
      null,
      { ended_on: [null, '2026-06-01'], end_reason: [null, 'MISSING'] },
      { started_on: ['2026-05-01', '2026-04-01'], notes: [null, 'Earlier'] },
      { ended_on: ['2026-06-01', null], end_reason: ['MISSING', null] },
    ]);
    const { apiary: found } = await ana.ask(
      `{ apiary(id: "${apiary}") { changeLog(first: 1) { nodes { kind label changes { field from to } } } } }`,
    );
    expect(found.changeLog.nodes).toEqual([
      {
        kind: 'QUEEN_REIGN',
        label: '1',
        changes: [
          { field: 'endedOn', from: '2026-06-01', to: null },
          { field: 'endReason', from: 'MISSING', to: null },
        ],
      },
    ]);
    expectGraphqlRefused(await updateQueenReign(reign, { endReason: 'DIED' }), {
      code: 'BAD_USER_INPUT',
      field: 'endReason',
    });
    expectGraphqlRefused(await updateQueenReign(reign, { startedOn: null }), {
      code: 'BAD_USER_INPUT',
      field: 'startedOn',
    });
    expectGraphqlRefused(await updateQueenReign(reign, { endedOn: '2026-03-31' }), {
      code: 'BAD_USER_INPUT',
      field: 'endedOn',
    });
    expect((await updateQueenReign(reign, { notes: 'x', expectedVersion: 1 })).errors![0]!.extensions.reason).toBe(
      'VERSION_CONFLICT',
    );
  });

  it('is not corrected so that it overlaps', async () => {
    await endQueenReign(reign, { endedOn: '2026-06-01' });
    await installOne(hives[0]!, await createQueen(ana, apiary), { startedOn: '2026-06-01' });
    for (const input of [{ endedOn: '2026-06-02' }, { endedOn: null }])
      await expectRefusal(
        (who) => updateQueenReign(reign, input, who),
        [
          'CONFLICT',
          'REIGN_OVERLAPS',
          'The hive has a queen on some of these days',
          'La colmena ya tiene una reina en algunos de estos días',
        ],
      );
  });

  it('of another account looks like a missing one', async () => {
    await expectLikeMissing((who, id) => endQueenReign(id, {}, who), bea, reign);
    await expectLikeMissing((who, id) => updateQueenReign(id, {}, who), bea, reign);
    await expectLikeMissing((who, id) => updateQueen(id, {}, who), bea, queen);
    await expectLikeMissing(
      (who, id) => who.graphql(`mutation { deleteQueenReign(input: { id: ${JSON.stringify(id)} }) { deletedId } }`),
      bea,
      reign,
    );
    await expectLikeMissing(
      (who, id) => who.graphql(`mutation { deleteQueen(input: { id: ${JSON.stringify(id)} }) { deletedId } }`),
      bea,
      queen,
    );
    await expectLikeMissing((who, id) => who.graphql(`{ queen(id: ${JSON.stringify(id)}) { id } }`), bea, queen);
  });
});

describe('what is recorded of a hive', () => {
  it('an inspection has the queen of its day, and a queen what was recorded during her reigns', async () => {
    const [first, second] = [await createQueen(ana, apiary), await createQueen(ana, apiary)];
    await installOne(hives[0]!, first, { startedOn: '2026-03-01' });
    await installOne(hives[0]!, second, { startedOn: '2026-05-10' });
    await ana.ask(
      `mutation ($hive: ID!, $other: ID!) {
        a: recordInspection(input: { beehiveId: $hive, answers: [], occurredAt: "2026-02-28T23:59:59Z" }) { inspection { id } }
        b: recordInspection(input: { beehiveId: $hive, answers: [], occurredAt: "2026-03-01T00:00:00Z" }) { inspection { id } }
        c: recordInspection(input: { beehiveId: $hive, answers: [], occurredAt: "2026-05-09T23:59:59Z" }) { inspection { id } }
        d: recordInspection(input: { beehiveId: $hive, answers: [], occurredAt: "2026-05-10T00:00:00Z" }) { inspection { id } }
        e: recordInspection(input: { beehiveId: $other, answers: [], occurredAt: "2026-05-10T00:00:00Z" }) { inspection { id } }
        m: recordMiteCount(input: { beehiveId: $hive, method: SUGAR_ROLL, bees: 300, mites: 3, countedOn: "2026-04-01" }) { miteCount { id } }
        n: recordMiteCount(input: { beehiveId: $hive, method: SUGAR_ROLL, bees: 100, mites: 3, countedOn: "2026-04-02" }) { miteCount { id } }
        o: recordMiteCount(input: { beehiveId: $hive, method: STICKY_BOARD, days: 3, mites: 90, countedOn: "2026-04-03" }) { miteCount { id } }
        p: recordMiteCount(input: { beehiveId: $hive, method: SUGAR_ROLL, bees: 300, mites: 9, countedOn: "2026-05-10" }) { miteCount { id } }
        t: recordTreatment(input: { beehiveIds: [$hive], kind: "Varroa", productName: "Thymol", startedOn: "2026-05-09" }) { treatments { id } }
      }`,
      { hive: hives[0], other: hives[1] },
    );
    const { beehive } = await ana.ask(
      `{ beehive(id: "${hives[0]}") { inspections { nodes { occurredAt queen { id } } } } }`,
    );
    const queens = beehive.inspections.nodes.map(({ queen }: { queen: { id: string } | null }) => queen?.id);
    expect(queens).toEqual([second, first, first, undefined]);
    const { a, b, c } = await ana.ask(
      `query ($a: ID!, $b: ID!, $c: ID!) { a: queen(id: $a) { ...P } b: queen(id: $b) { ...P } c: queen(id: $c) { ...P } }
       fragment P on Queen { performance { reignsCount days inspectionsCount lastInspectedAt treatmentsCount miteCountsCount mitesPer100 highestMitesPer100 } }`,
      { a: first, b: second, c: await createQueen(ana, apiary) },
    );
    expect(a.performance).toEqual({
      reignsCount: 1,
      days: 70,
      inspectionsCount: 2,
      lastInspectedAt: '2026-05-09T23:59:59.000Z',
      treatmentsCount: 1,
      miteCountsCount: 2,
      mitesPer100: 1.5,
      highestMitesPer100: 3,
    });
    expect(b.performance).toMatchObject({
      reignsCount: 1,
      inspectionsCount: 1,
      treatmentsCount: 0,
      miteCountsCount: 1,
      mitesPer100: 3,
    });
    expect(c.performance).toMatchObject({
      reignsCount: 0,
      days: 0,
      inspectionsCount: 0,
      mitesPer100: null,
      lastInspectedAt: null,
    });
  });

  it('the timeline has the beginning and the end of each reign, with who recorded them', async () => {
    const queen = await createQueen(ana, apiary, { name: 'R1' });
    const reign = await installOne(hives[0]!, queen, { startedOn: '2026-03-01' });
    await share(ana, apiary, bea, 'WORKER');
    await until(async () => (await bea.graphql(`{ beehive(id: "${hives[0]}") { id } }`)).errors === undefined);
    expect((await endQueenReign(reign, { endedOn: '2026-04-01' }, bea)).errors).toBeUndefined();
    const { beehive } = await ana.ask(
      `{ beehive(id: "${hives[0]}") { timeline(filter: { kinds: [QUEEN_INSTALLED, REIGN_ENDED] }) { totalCount
         nodes { kind occurredAt actor { userId } record { ... on QueenReign { id queen { name } } } } } } }`,
    );
    const record = { id: reign, queen: { name: 'R1' } };
    expect(beehive.timeline).toEqual({
      totalCount: 2,
      nodes: [
        {
          kind: 'REIGN_ENDED',
          occurredAt: '2026-04-01T00:00:00.000Z',
          actor: { userId: bea.id },
          record,
        },
        {
          kind: 'QUEEN_INSTALLED',
          occurredAt: '2026-03-01T00:00:00.000Z',
          actor: { userId: ana.id },
          record,
        },
      ],
    });
  });

  it('the worklist has hives without a queen, since when, and those with an old one', async () => {
    const worklist = async () =>
      (
        await ana.ask(
          `{ worklist(filter: { apiaryIds: ["${apiary}"], kinds: [QUEENLESS, OLD_QUEEN] }) {
             nodes { kind severity dueAt value threshold beehive { beehiveNumber } } } }`,
        )
      ).worklist.nodes;
    expect(await worklist()).toEqual([]);
    const year = new Date().getUTCFullYear();
    const [old, young] = [
      await createQueen(ana, apiary, { year: year - 3 }),
      await createQueen(ana, apiary, { year: year - 2 }),
    ];
    const reign = await installOne(hives[0]!, old, { startedOn: inDays(-40) });
    await installOne(hives[1]!, young, { startedOn: inDays(-40) });
    // A young queen becomes old at the end of the year.
    const expected = {
      kind: 'OLD_QUEEN',
      severity: 'MEDIUM',
      dueAt: `${year}-01-01T00:00:00.000Z`,
      value: 3,
      threshold: 2,
      beehive: { beehiveNumber: 1 },
    };
    expect((await worklist()).filter(({ severity }: { severity: string }) => severity === 'MEDIUM')).toEqual([
      expected,
    ]);
    await endQueenReign(reign, { endedOn: inDays(-5) });
    expect((await worklist()).filter(({ severity }: { severity: string }) => severity !== 'LOW')).toEqual([
      {
        kind: 'QUEENLESS',
        severity: 'HIGH',
        dueAt: `${inDays(-5)}T00:00:00.000Z`,
        value: 5,
        threshold: null,
        beehive: { beehiveNumber: 1 },
      },
    ]);
    await ana.ask(
      `mutation { updateBeehive(input: { id: "${hives[0]}", state: { status: INACTIVE } }) { beehive { id } } }`,
    );
    expect((await worklist()).filter(({ kind }: { kind: string }) => kind === 'QUEENLESS')).toEqual([]);
    await ana.ask(
      `mutation { updateBeehive(input: { id: "${hives[1]}", state: { status: QUEENLESS } }) { beehive { id } } }`,
    );
    expect((await worklist()).filter(({ kind }: { kind: string }) => kind === 'QUEENLESS')).toMatchObject([
      { dueAt: null, value: null, beehive: { beehiveNumber: 2 } },
    ]);
  });

  it('the export has queens and reigns; the deletion of the account leaves none', async () => {
    const cleo = await beekeeper(app);
    const home = await cleo.apiary();
    const [queen, hive] = [await createQueen(cleo, home), await cleo.beehive(home)];
    await install({ beehiveId: hive, queenId: queen }, cleo);
    const lost = await createQueen(cleo, await cleo.apiary());
    await app.database.sql('delete from apiaries where id = (select apiary_id from queens where id = $1)', [lost]);
    const { body } = await cleo.rest('GET', '/users/me/export');
    expect(body.queens.map(({ id }: { id: string }) => id).sort()).toEqual([queen, lost].sort());
    expect(body.queenReigns).toMatchObject([{ beehiveId: hive, queenId: queen }]);
    await cleo.ask(`mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`);
    await allRemoved(app);
    const rest = `select id from queens where owner_id = $1 union all select id from queen_reigns where owner_id = $1
      union all select row_id from changes where owner_id = $1`;
    expect(await app.database.sql(rest, [cleo.id])).toEqual([]);
  });
});
