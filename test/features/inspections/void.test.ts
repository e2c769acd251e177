// Inspections that were recorded by mistake are voided or moved: they stay, and count for nothing.
import { describe, expect, it } from '@jest/globals';
import type { FileLine } from '../../../src/formats/file-line.js';
import { contextOf, exportArchive, linesOf, restore } from '../../support/archives.js';
import { idsOf } from '../../support/connections.js';
import { act, upload } from '../../support/imports.js';
import { ROLE_TOO_LOW, refusalOf, share } from '../../support/members.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';
import {
  ana,
  answersToAll,
  app,
  daysAgo,
  type Fields,
  hiveOf,
  lastOf,
  ofHive,
  record,
  recordNumber,
  seen,
  tryAmend,
  tryComplete,
  tryUpdate,
  tryVoid,
  UNKNOWN_ID,
  voided,
  type World,
  world,
} from './inspections.fixture.js';

const restored = async (lines: FileLine[], { id }: Beekeeper) =>
  (await restore(await contextOf(app, id), lines)).problems;
const neighbourOf = (w: World) => ana.beehive(w.apiary);

describe('a voided inspection', () => {
  it('is kept with its answers, and has the reason', async () => {
    const w = await world();
    const before = await record({ beehiveId: w.hive, answers: answersToAll(w), notes: 'Calm' });
    const after = await voided(before.id, { reason: 'Another hive', expectedVersion: 1 });
    expect(after).toEqual({
      ...before,
      version: 2,
      status: 'VOIDED',
      reason: 'Another hive',
      updatedAt: expect.any(String),
    });
    const { version: _, ...shown } = after;
    expect(await seen(before.id)).toEqual(shown);
    const { body } = await ana.rest('GET', `/inspections/${before.id}`);
    expect(body).toMatchObject({ status: 'VOIDED', reason: 'Another hive', answers: [{}, {}, {}, {}] });
  });

  it('that is voided again stays as it is, whatever version is expected', async () => {
    const w = await world();
    const { id } = await recordNumber(w, 4);
    const first = await voided(id);
    expect(await voided(id, { reason: 'Again', expectedVersion: 1 })).toEqual(first);
  });

  it('cannot be changed, amended, completed, discarded or moved', async () => {
    const w = await world();
    const { id } = await recordNumber(w, 4);
    await voided(id);
    const answers = [{ questionId: w.number, number: 5 }];
    const discard = `mutation { discardInspectionDraft(input: { id: "${id}" }) { deletedId } }`;
    const refusals = [
      await tryAmend(id, { answers, reason: 'Forgotten' }),
      await tryUpdate(id, { answers }),
      await tryComplete(id),
      await ana.graphql(discard),
      await tryVoid(id, { beehiveId: await neighbourOf(w) }),
    ].map(refusalOf);
    expect(refusals).toEqual(Array(5).fill('CONFLICT INSPECTION_VOIDED'));
    const { status, body } = await ana.rest('DELETE', `/inspections/${id}`, undefined, { 'accept-language': 'es' });
    expect(status).toBe(409);
    expect(body.message).toBe('La inspección está anulada: registre otra');
  });

  it('was completed, in its latest revision and the expected version', async () => {
    const w = await world();
    const draft = await record({ beehiveId: w.hive, answers: [], draft: true });
    expect(refusalOf(await tryVoid(draft.id))).toBe('CONFLICT INSPECTION_IS_DRAFT');
    const { errors } = await tryVoid(draft.id, { beehiveId: await neighbourOf(w) });
    expect(errors![0]!.message).toBe('A draft cannot be moved: discard it instead');
    const first = await recordNumber(w, 4);
    const answers = [{ questionId: w.number, number: 5 }];
    const latest = (await tryAmend(first.id, { answers, reason: 'Forgotten' })).data.i.inspection;
    const replaced = await tryVoid(first.id);
    expect(refusalOf(replaced)).toBe('CONFLICT INSPECTION_REPLACED');
    expect(replaced.errors![0]!.message).toBe('A later revision exists: only that one can be amended, voided or moved');
    expect(refusalOf(await tryVoid(latest.id, { expectedVersion: 7 }))).toBe('CONFLICT VERSION_CONFLICT');
    for (const reason of ['', ' ', 'x'.repeat(501)])
      expect(refusalOf(await tryVoid(latest.id, { reason }))).toBe('BAD_USER_INPUT');
    await voided(latest.id);
    const { apiary } = await ana.ask(
      `{ apiary(id: "${w.apiary}") { changeLog(first: 1) { nodes { changes { field from to } } } } }`,
    );
    expect(apiary.changeLog.nodes[0].changes).toContainEqual({ field: 'reason', from: 'Forgotten', to: 'Wrong hive' });
    // The one that would have to be amended is voided.
    for (const answer of [await tryVoid(first.id), await tryAmend(first.id, { answers, reason: 'Forgotten' })])
      expect(refusalOf(answer)).toBe('CONFLICT INSPECTION_VOIDED');
    expect(await lastOf(w.hive)).toEqual({ lastInspectedAt: null, lastInspection: null });
    expect(idsOf(await ofHive(w.hive))).toEqual([draft.id]);
    const { i } = await ana.ask(`{ i: inspection(id: "${latest.id}") { revisions { id status current } } }`);
    expect(i.revisions).toEqual([
      { id: latest.id, status: 'VOIDED', current: true },
      { id: first.id, status: 'COMPLETED', current: false },
    ]);
  });

  it('is voided by workers; to others it looks missing', async () => {
    const w = await world();
    const { id } = await recordNumber(w, 4);
    const [eva, worker] = [await beekeeper(app), await beekeeper(app)];
    expect(refusalOf(await tryVoid(id, {}, eva))).toBe('NOT_FOUND');
    expect(refusalOf(await tryVoid(UNKNOWN_ID, {}, eva))).toBe('NOT_FOUND');
    await share(ana, w.apiary, eva, 'VIEWER');
    expect(refusalOf(await tryVoid(id, {}, eva))).toBe(ROLE_TOO_LOW);
    await share(ana, w.apiary, worker, 'WORKER');
    const { data } = await tryVoid(id, {}, worker);
    expect(data.i.inspection).toMatchObject({ status: 'VOIDED', actor: { userId: ana.id } });
    const { apiary } = await ana.ask(
      `{ apiary(id: "${w.apiary}") { changeLog(first: 1) { nodes { recordId actor { userId } fields: changes { field from to } } } } }`,
    );
    expect(apiary.changeLog.nodes).toEqual([
      {
        recordId: id,
        actor: { userId: worker.id },
        fields: expect.arrayContaining([
          { field: 'status', from: 'COMPLETED', to: 'VOIDED' },
          { field: 'reason', from: null, to: 'Wrong hive' },
        ]),
      },
    ]);
  });
});

describe('what a voided inspection counts for', () => {
  const FIGURES = `
    fragment figures on Apiary {
      statistics { overdueInspectionsCount recentInspectionsCount }
      overdue: beehives(filter: { notInspectedSince: "${daysAgo(14)}" }) { totalCount }
      inspections { totalCount nodes { id } }
      answerTrends(period: MONTH) { periods { answersCount } }
      healthTrends { beehiveId }
      beehives { nodes {
        lastInspectedAt lastInspection { id } inspections { totalCount } answers { totalCount }
        timeline(filter: { kinds: [INSPECTED] }) { totalCount nodes { key } }
      } }
    }`;
  const figuresOf = async (w: World) => {
    const [from, to] = [daysAgo(30).slice(0, 10), daysAgo(-1).slice(0, 10)];
    const { apiary, search, statistics, worklist } = await ana.ask(`
      { apiary(id: "${w.apiary}") { ...figures }
        search(text: "Unmistakable", filter: { kinds: [INSPECTION] }) { totalCount }
        statistics { period(from: "${from}", to: "${to}") { inspectionsCount } }
        worklist(filter: { kinds: [OVERDUE_INSPECTION] }) { nodes { beehive { id } } } } ${FIGURES}`);
    const list = `/lists/inspections?format=csv&apiary_id=${w.apiary}`;
    return {
      ...apiary,
      search,
      period: statistics.period,
      worklist: worklist.nodes.filter((item: Fields) => (item.beehive as Fields).id === w.hive),
      listed: (await ana.rest('GET', list)).body.trim().split('\r\n').length - 1,
      rest: (await ana.rest('GET', `/inspections?beehive_id=${w.hive}`)).body.map(({ id }: { id: string }) => id),
      answers: (await ana.rest('GET', `/answers/hive/${w.hive}`)).body.length,
      hive: await lastOf(w.hive),
    };
  };

  it('is nothing: all figures are as they were before it', async () => {
    const w = await world();
    const older = await recordNumber(w, 4, { occurredAt: daysAgo(20) });
    const before = await figuresOf(w);
    expect(before).toMatchObject({
      statistics: { overdueInspectionsCount: 1 },
      worklist: [{}],
      rest: [older.id],
      answers: 1,
      listed: 1,
    });
    const { id } = await record({
      beehiveId: w.hive,
      notes: 'Unmistakable',
      answers: [{ questionId: w.number, number: 8, score: 3 }],
    });
    expect(await figuresOf(w)).toMatchObject({
      statistics: { overdueInspectionsCount: 0 },
      overdue: { totalCount: 0 },
      search: { totalCount: 1 },
      healthTrends: [{}],
      worklist: [],
      listed: 2,
    });
    await voided(id);
    expect(await figuresOf(w)).toEqual(before);
  });

  it('lists have it that ask for it', async () => {
    const w = await world();
    const [kept, gone] = [await recordNumber(w, 4), await recordNumber(w, 5)];
    const draft = await record({ beehiveId: w.hive, answers: [], draft: true });
    await voided(gone.id);
    const listed = async (status?: string) => {
      const args = `beehiveId: "${w.hive}"${status ? `, filter: { statuses: [${status}] }` : ''}`;
      const query = status ? `&status=${status}` : '';
      const [{ i }, { body }] = [
        await ana.ask(`{ i: inspections(${args}) { totalCount nodes { id } } }`),
        await ana.rest('GET', `/inspections?beehive_id=${w.hive}${query}`),
      ];
      expect(body.map(({ id }: { id: string }) => id)).toEqual(idsOf(i));
      expect(i.totalCount).toBe(i.nodes.length);
      return idsOf(i);
    };
    expect(await listed()).toEqual([draft.id, kept.id]);
    expect(await listed('COMPLETED')).toEqual([kept.id]);
    expect(await listed('VOIDED')).toEqual([gone.id]);
    const list = `/lists/inspections?format=csv&beehive_id=${w.hive}&status=VOIDED`;
    expect((await ana.rest('GET', list)).body).toContain('Voided');
  });

  it('the state that it has stored in the hive stays, and a later inspection states the latest', async () => {
    const w = await world();
    const { id } = await recordNumber(w, 4, { state: { broodFrames: 9 } });
    await voided(id);
    expect((await hiveOf(w.hive)).brood_frames).toBe(9);
    await recordNumber(w, 4, { occurredAt: daysAgo(1), state: { broodFrames: 5 } });
    expect((await hiveOf(w.hive)).brood_frames).toBe(5);
  });

  it('a visit has the others', async () => {
    const w = await world();
    const other = await neighbourOf(w);
    const answers = [{ questionId: w.number, number: 4 }];
    const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    const input = { answers, beehives: [w.hive, other].map((beehiveId, i) => ({ newId: ids[i], beehiveId })) };
    const VISIT =
      'mutation ($input: RecordVisitInput!) { v: recordVisit(input: $input) { inspections { id visitId } } }';
    const { inspections } = (await ana.ask(VISIT, { input })).v;
    const visitOf = async () =>
      (
        await ana.ask(
          `{ i: inspections(filter: { visitId: "${inspections[0].visitId}" }) { nodes { id beehive { id } } } }`,
        )
      ).i.nodes;
    // As `recordVisit` refuses a hive twice.
    const twice = await tryVoid(ids[0]!, { beehiveId: other });
    expect(refusalOf(twice)).toBe('BAD_USER_INPUT');
    expect(twice.errors![0]!.message).toBe('beehiveId has another inspection of the visit');
    const third = await neighbourOf(w);
    const moved = await voided(ids[0]!, { beehiveId: third });
    expect(moved.visitId).toBe(inspections[0].visitId);
    expect((await visitOf()).map(({ id }: { id: string }) => id).sort()).toEqual([ids[1], moved.id].sort());
    // Sent again, the visit is what it has recorded.
    expect((await ana.ask(VISIT, { input })).v.inspections).toEqual(inspections);
    await voided(moved.id);
    expect(await visitOf()).toEqual([{ id: ids[1], beehive: { id: other } }]);
    // What is voided is of no visit.
    const back = await voided(ids[1]!, { beehiveId: third });
    expect(await visitOf()).toEqual([{ id: back.id, beehive: { id: third } }]);
    expect((await ana.ask(VISIT, { input })).v.inspections).toEqual(inspections);
  });
});

it('the undo of an import leaves what was voided or moved since, and the hive its last inspection', async () => {
  const owner = await beekeeper(app);
  const apiary = await owner.apiary({ name: 'A' });
  const [hive, other] = [await owner.beehive(apiary, { beehiveNumber: 1 }), await owner.beehive(apiary)];
  const file = 'Apiario;Colmena;Fecha;Notas\nA;1;2025-05-01;x\nA;1;2025-05-08;y\nA;1;2025-05-15;z\n';
  const { id } = await upload(owner, file, 'inspecciones.csv');
  expect(await act(owner, id, 'run')).toMatchObject({ status: 'DONE', records_created: 3 });
  const list = (status: string) =>
    `inspections(beehiveId: "${hive}", filter: { statuses: [${status}] }) { nodes { id notes } }`;
  const [, y, x] = (await owner.ask(`{ i: ${list('COMPLETED')} }`)).i.nodes;
  await tryVoid(y.id, {}, owner);
  await tryVoid(x.id, { beehiveId: other }, owner);
  await act(owner, id, 'undo');
  const read = await owner.ask(`{ shown: ${list('COMPLETED')} voided: ${list('VOIDED')}
    hives: beehives { nodes { lastInspectedAt } } }`);
  expect(read).toEqual({
    shown: { nodes: [] },
    voided: { nodes: [y, x] },
    hives: { nodes: [{ lastInspectedAt: null }, { lastInspectedAt: expect.stringMatching(/^2025-05-01/) }] },
  });
});

it('an archive restores a voided inspection as it was, and a moved one with its task', async () => {
  const [owner, heir] = [await beekeeper(app), await beekeeper(app)];
  const apiary = await owner.apiary();
  const [hive, other] = [await owner.beehive(apiary), await owner.beehive(apiary)];
  const { createTask } = await owner.ask(
    `mutation { createTask(input: { apiaryId: "${apiary}", title: "Look", kind: INSPECT, beehiveIds: ["${hive}"] }) { task { id } } }`,
  );
  const { completeTask } = await owner.ask(
    'mutation ($input: CompleteTaskInput!) { completeTask(input: $input) { task { records { ... on Inspection { id } } } } }',
    { input: { id: createTask.task.id, inspection: { beehiveId: hive, answers: [], notes: 'Calm' } } },
  );
  await tryVoid(completeTask.task.records[0].id, { beehiveId: other }, owner);
  const lines = await linesOf(await exportArchive(owner));
  for (const problems of [await restored(lines, heir), await restored(lines, heir)]) expect(problems).toEqual([]);
  const { beehives, tasks } = await heir.ask(`{
    beehives { nodes { lastInspectedAt inspections { totalCount } voided: inspections(filter: { statuses: [VOIDED] }) { nodes { notes reason } } } }
    tasks { nodes { records { ... on Inspection { status notes } } } }
  }`);
  const [from, to] = beehives.nodes.toSorted((one: Fields) => (one.lastInspectedAt ? 1 : -1));
  expect([from, to]).toEqual([
    {
      lastInspectedAt: null,
      inspections: { totalCount: 0 },
      voided: { nodes: [{ notes: 'Calm', reason: 'Wrong hive' }] },
    },
    { lastInspectedAt: expect.any(String), inspections: { totalCount: 1 }, voided: { nodes: [] } },
  ]);
  expect(tasks.nodes).toEqual([{ records: [{ status: 'COMPLETED', notes: 'Calm' }] }]);
});
