// Tasks: what is to be done, by whom and until when, and what became of it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { nextDueDay } from '../../../src/features/tasks/repetition.commands.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import * as fc from '../../support/fast-check.js';
import { share } from '../../support/members.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
let hive: string;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
  apiary = await ana.apiary();
  hive = await ana.beehive(apiary, { beehiveNumber: 7 });
});
afterAll(() => app.close());

const today = Temporal.Now.plainDateISO('UTC');
const inDays = (days: number): string => today.add({ days }).toString();
const TASK = `
  fragment task on Task {
    id title kind priority status startsOn dueOn closedOn source version planKey
    assignee { userId } closedBy { userId } previous { id } beehives { label beehive { id } } items { quantity item { id } }
    records { __typename id } repeatEvery repeatUnit repeatFrom
  }`;
type Task = Record<string, unknown> & { id: string; dueOn: string; status: string; version: number };

const run = (who: Beekeeper, mutation: string, input: object) =>
  who.graphql(
    `mutation ($input: ${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!) { result: ${mutation}(input: $input) { task { ...task } } } ${TASK}`,
    { input },
  );
async function done(who: Beekeeper, mutation: string, input: object): Promise<Task> {
  const { data, errors } = await run(who, mutation, input);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.result.task;
}
const create = (fields: object = {}, who = ana): Promise<Task> =>
  done(who, 'createTask', { apiaryId: apiary, title: 'Check the supers', kind: 'INSPECT', ...fields });
const listed = async (args: string, who = ana): Promise<Task[]> =>
  (await who.ask(`{ tasks(${args}) { nodes { ...task } } } ${TASK}`)).tasks.nodes;

describe('a task', () => {
  it('is created, changed, done and read, by hive, by apiary and by day', async () => {
    const item = await ana.item(apiary, { quantity: 1 });
    const task = await create({
      ...{ dueOn: inDays(2), startsOn: inDays(1), priority: 'HIGH', assigneeId: ana.id, notes: 'With the new frames' },
      ...{ beehiveIds: [hive.toUpperCase()], items: [{ itemId: item, quantity: 3 }] },
    });
    expect(task).toMatchObject({
      ...{ status: 'OPEN', source: 'OWN', version: 1, assignee: { userId: ana.id }, closedBy: null, records: [] },
      beehives: [{ label: '7', beehive: { id: hive } }],
      items: [{ quantity: 3, item: { id: item } }],
    });
    const changed = await done(ana, 'updateTask', {
      id: task.id,
      title: 'Check all supers',
      dueOn: null,
      startsOn: null,
      beehiveIds: null,
    });
    expect(changed).toMatchObject({ title: 'Check all supers', dueOn: null, beehives: [], version: 2 });
    await done(ana, 'updateTask', { id: task.id, dueOn: inDays(3), beehiveIds: [hive] });
    for (const args of [
      `beehiveId: "${hive}"`,
      `apiaryId: "${apiary}", filter: { dueFrom: "${inDays(3)}" }`,
      `filter: { assigneeIds: ["${ana.id}"] }`,
      `filter: { dueTo: "${inDays(3)}", kinds: [INSPECT] }`,
    ])
      expect((await listed(args)).map(({ id }) => id)).toEqual([task.id]);
    const { beehive, apiary: place } = await ana.ask(
      `{ beehive(id: "${hive}") { openTasks { id } } apiary(id: "${apiary}") { tasks(filter: { statuses: [OPEN] }) { totalCount nodes { id } } shortages { needed inStock missing tasksCount item { id } } } }`,
    );
    expect(beehive.openTasks).toEqual([{ id: task.id }]);
    expect(place.tasks).toEqual({ totalCount: 1, nodes: [{ id: task.id }] });
    expect(place.shortages).toEqual([{ needed: 3, inStock: 1, missing: 2, tasksCount: 1, item: { id: item } }]);
    const closed = await done(ana, 'completeTask', { id: task.id });
    expect(closed).toMatchObject({ status: 'DONE', closedOn: inDays(0), closedBy: { userId: ana.id }, records: [] });
    expect(await done(ana, 'completeTask', { id: task.id, closedOn: inDays(-1), expectedVersion: 1 })).toEqual(closed);
    const after = await ana.ask(
      `{ beehive(id: "${hive}") { openTasks { id } timeline(filter: { kinds: [TASK_DONE] }) { nodes { kind record { ... on Task { id } } } } } apiary(id: "${apiary}") { shortages { needed } } }`,
    );
    expect(after.beehive).toEqual({
      openTasks: [],
      timeline: { nodes: [{ kind: 'TASK_DONE', record: { id: task.id } }] },
    });
    expect(after.apiary.shortages).toEqual([]);
    expectGraphqlRefused(await run(ana, 'updateTask', { id: task.id, title: 'x' }), {
      code: 'CONFLICT',
    });
    expect(await done(ana, 'reopenTask', { id: task.id })).toMatchObject({
      status: 'OPEN',
      closedOn: null,
      closedBy: null,
    });
    await ana.ask(`mutation { deleteTask(input: { id: "${task.id}" }) { deletedId } }`);
    await ana.ask(`mutation { deleteTask(input: { id: "${task.id}" }) { deletedId } }`);
    expect((await ana.ask(`{ task(id: "${task.id}") { id } }`).catch(() => ({ task: null }))).task).toBeNull();
  });

  it('is done with the inspection or the treatment that it asked for, in one transaction, once', async () => {
    const who = await beekeeper(app);
    const place = await who.apiary();
    const [one, two] = [await who.beehive(place), await who.beehive(place)];
    const inspect = await done(who, 'createTask', {
      apiaryId: place,
      title: 'Look',
      kind: 'INSPECT',
      beehiveIds: [one],
    });
    const inspection = { beehiveId: two, answers: [], notes: 'calm' };
    const refused = await run(who, 'completeTask', { id: inspect.id, inspection });
    expectGraphqlRefused(refused, { code: 'BAD_USER_INPUT', field: 'inspection.beehiveId' });
    const unknown = await run(who, 'completeTask', {
      id: inspect.id,
      inspection: { ...inspection, beehiveId: one, answers: [{ questionId: randomUUID(), text: 'x' }] },
    });
    expect(unknown.errors![0]!.extensions.fields![0]!.field).toMatch(/^inspection\.answers\.0/);
    const [first, second] = await Promise.all(
      [0, 1].map(() => done(who, 'completeTask', { id: inspect.id, inspection: { ...inspection, beehiveId: one } })),
    );
    expect(first).toEqual(second);
    expect(first!.records).toEqual([{ __typename: 'Inspection', id: expect.any(String) }]);
    expect((await who.ask(`{ inspections(beehiveId: "${one}") { totalCount } }`)).inspections.totalCount).toBe(1);

    const treat = await done(who, 'createTask', {
      apiaryId: place,
      title: 'Treat',
      kind: 'TREAT',
      beehiveIds: [one, two],
    });
    const treatment = { beehiveIds: [one, two], kind: 'Varroa', productName: 'Apivar', startedOn: inDays(0) };
    const treated = await done(who, 'completeTask', { id: treat.id, treatment });
    expect((treated.records as { __typename: string }[]).map(({ __typename }) => __typename)).toEqual([
      'Treatment',
      'Treatment',
    ]);
    const both = await done(who, 'createTask', { apiaryId: place, title: 'Both', kind: 'OTHER' });
    expectGraphqlRefused(
      await run(who, 'completeTask', { id: both.id, treatment, inspection: { ...inspection, beehiveId: one } }),
      { code: 'BAD_USER_INPUT', field: 'treatment' },
    );
  });

  it.each([
    [{ title: ' ' }, 'title'],
    [{ kind: 'DANCE' }, undefined],
    [{ dueOn: today.add({ years: 6 }).toString() }, 'dueOn'],
    [{ startsOn: inDays(2), dueOn: inDays(1) }, 'startsOn'],
    [{ repeat: { every: 0, unit: 'DAY' }, dueOn: inDays(1) }, 'repeat.every'],
    [{ repeat: { every: 1, unit: 'DAY' } }, 'dueOn'],
    [{ beehiveIds: [randomUUID()] }, 'beehiveIds.0'],
    [{ beehiveIds: ['x'] }, 'beehiveIds.0'],
    [{ beehiveIds: Array.from({ length: 101 }, () => randomUUID()) }, 'beehiveIds'],
    [{ items: [{ itemId: randomUUID(), quantity: 1 }] }, 'items.0.itemId'],
    [{ items: [{ itemId: randomUUID(), quantity: 0 }] }, 'items.0.quantity'],
  ])('refuses %j', async (fields, field) => {
    const { errors } = await run(ana, 'createTask', { apiaryId: apiary, title: 'T', kind: 'OTHER', ...fields });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: expect.stringMatching(/^BAD_USER_INPUT|GRAPHQL_VALIDATION/),
    });
    if (field) expect(errors![0]!.extensions.fields![0]!.field).toBe(field);
  });

  it('refuses hives and items of another apiary, and a hive twice', async () => {
    const other = await ana.apiary();
    const [elsewhere, item] = [await ana.beehive(other), await ana.item(other)];
    const refusedField = async (fields: object) =>
      (await run(ana, 'createTask', { apiaryId: apiary, title: 'T', kind: 'OTHER', ...fields })).errors![0]!.extensions
        .fields![0]!.field;
    expect(await refusedField({ beehiveIds: [hive, elsewhere] })).toBe('beehiveIds.1');
    expect(await refusedField({ items: [{ itemId: item, quantity: 1 }] })).toBe('items.0.itemId');
    expect(await refusedField({ beehiveIds: [hive, hive.toUpperCase()] })).toBe('beehiveIds');
  });

  it('keeps the labels of hives that are gone', async () => {
    const gone = await ana.beehive(apiary, { beehiveNumber: 99 });
    const { id } = await create({ beehiveIds: [gone] });
    await ana.ask(`mutation { deleteBeehive(input: { id: "${gone}" }) { deletedId } }`);
    const { task } = await ana.ask(`{ task(id: "${id}") { beehives { label beehive { id } } } }`);
    expect(task.beehives).toEqual([{ label: '99', beehive: null }]);
  });
});

describe('who does it', () => {
  it('is the owner or a member; who leaves has nothing to do there any more', async () => {
    const [bea, cleo] = [await beekeeper(app), await beekeeper(app)];
    const place = await ana.apiary();
    const refused = await run(ana, 'createTask', { apiaryId: place, title: 'T', kind: 'OTHER', assigneeId: bea.id });
    expectGraphqlRefused(refused, { code: 'CONFLICT' });
    await share(ana, place, bea, 'WORKER');
    await share(ana, place, cleo, 'VIEWER');
    const task = await done(bea, 'createTask', { apiaryId: place, title: 'T', kind: 'OTHER', assigneeId: bea.id });
    const seen = (who: Beekeeper) => listed(`apiaryId: "${place}"`, who);
    expect((await seen(cleo))[0]).toMatchObject({ id: task.id, assignee: { userId: bea.id } });
    expectGraphqlRefused(await run(cleo, 'completeTask', { id: task.id }), {
      code: 'FORBIDDEN',
    });
    expectGraphqlRefused(await run(await beekeeper(app), 'completeTask', { id: task.id }), { code: 'NOT_FOUND' });
    await ana.ask(`mutation { removeMember(input: { apiaryId: "${place}", userId: "${bea.id}" }) { deletedId } }`);
    expect((await seen(ana))[0]).toMatchObject({ id: task.id, assignee: null, version: 2 });
    expectGraphqlRefused(await run(bea, 'completeTask', { id: task.id }), { code: 'NOT_FOUND' });
  });
});

describe('a task that repeats', () => {
  it.each([
    ['completeTask', { every: 260, unit: 'WEEK' }, inDays(1800)],
    ['skipTask', { every: 260, unit: 'WEEK', from: 'COMPLETION' }, inDays(3)],
  ])('%s: there is no next one further away than a task may be', async (mutation, repeat, dueOn) => {
    const place = await ana.apiary();
    const task = await create({ apiaryId: place, dueOn, repeat });
    // What an archive may have brought.
    if (mutation === 'skipTask') await app.database.sql('update tasks set repeat_every = 366 where id = $1', [task.id]);
    await done(ana, mutation, { id: task.id });
    expect(await listed(`apiaryId: "${place}", filter: { statuses: [OPEN] }`)).toEqual([]);
  });

  it('opens the next one once, when it is done or skipped, and not when it is canceled', async () => {
    const repeat = { every: 2, unit: 'WEEK', from: 'DUE' };
    const task = await create({
      title: 'Feed',
      kind: 'FEED',
      dueOn: inDays(-1),
      startsOn: inDays(-3),
      repeat,
      beehiveIds: [hive],
    });
    const open = async () =>
      (await listed(`apiaryId: "${apiary}", filter: { kinds: [FEED], statuses: [OPEN] }`)).filter(
        ({ title }) => title === 'Feed',
      );
    await Promise.all([0, 1, 2].map(() => done(ana, 'completeTask', { id: task.id })));
    const [next, ...more] = await open();
    expect(more).toEqual([]);
    expect(next).toMatchObject({
      dueOn: inDays(13),
      startsOn: inDays(11),
      source: 'REPETITION',
      previous: { id: task.id },
      beehives: task.beehives,
    });
    await done(ana, 'reopenTask', { id: task.id });
    await done(ana, 'completeTask', { id: task.id });
    expect(await open()).toHaveLength(1);
    await done(ana, 'skipTask', { id: next!.id });
    const [last] = await open();
    expect(last).toMatchObject({ dueOn: inDays(27) });
    await done(ana, 'cancelTask', { id: last!.id });
    expect(await open()).toEqual([]);
  });

  it('is due on the first day of its rhythm after the one on which it was closed, or so many days later', () => {
    const day = fc.integer({ min: 0, max: 4000 });
    fc.assert(
      fc.property(day, day, fc.integer({ min: 1, max: 400 }), (due, closed, interval) => {
        const from = Temporal.PlainDate.from('2020-01-01');
        const [dueOn, closedOn] = [due, closed].map((days) => from.add({ days }).toString()) as [string, string];
        const completed = nextDueDay({ dueOn, repeatFrom: 'COMPLETION' }, interval, closedOn);
        expect(completed).toBe(Temporal.PlainDate.from(closedOn).add({ days: interval }).toString());
        let expected = Temporal.PlainDate.from(dueOn).add({ days: interval });
        while (expected.toString() <= closedOn) expected = expected.add({ days: interval });
        expect(nextDueDay({ dueOn, repeatFrom: 'DUE' }, interval, closedOn)).toBe(expected.toString());
      }),
    );
  });
});

it('the worklist has open tasks on the day of their apiary, by their priority', async () => {
  const who = await beekeeper(app);
  const place = await who.apiary({ timeZone: 'America/Bogota' });
  const local = (days: number): string => Temporal.Now.plainDateISO('America/Bogota').add({ days }).toString();
  const make = (title: string, fields: object) =>
    done(who, 'createTask', { apiaryId: place, title, kind: 'OTHER', ...fields });
  await make('far', { dueOn: local(30) });
  await make('begun', { dueOn: local(30), startsOn: local(0) });
  await make('some day', {});
  await make('today', { dueOn: local(0) });
  await make('urgent', { dueOn: local(-2), priority: 'HIGH' });
  await make('unimportant', { dueOn: local(-3), priority: 'LOW' });
  const { worklist } = await who.ask(
    `{ worklist(filter: { kinds: [TASK] }) { nodes { severity value title(language: EN) record { ... on Task { name: title } } } counts { kind count } } }`,
  );
  expect(worklist.nodes.map((item: Record<string, unknown>) => [item.severity, item.value, item.title])).toEqual([
    ['HIGH', -2, '“urgent” was to be done 2 days ago'],
    ['MEDIUM', 0, '“today” is to be done today'],
    ['LOW', -3, '“unimportant” was to be done 3 days ago'],
    ['LOW', 30, '“begun” is to be done in 30 days'],
    ['LOW', null, '“some day” is to be done'],
  ]);
  expect(worklist.nodes[1].record).toEqual({ name: 'today' });
  expect(worklist.counts).toEqual([{ kind: 'TASK', count: 5 }]);
});

it('a phone completes a task with its inspection, offline, once', async () => {
  const who = await beekeeper(app);
  const place = await who.apiary();
  const own = await who.beehive(place);
  const [taskId, inspectionId] = [randomUUID(), randomUUID()];
  const operations = [
    {
      key: randomUUID(),
      mutation: { createTask: { newId: taskId, apiaryId: place, title: 'Look', kind: 'INSPECT', beehiveIds: [own] } },
    },
    {
      key: randomUUID(),
      mutation: { completeTask: { id: taskId, inspection: { newId: inspectionId, beehiveId: own, answers: [] } } },
    },
  ];
  const push = () =>
    who.ask(
      'mutation ($o: [SyncOperation!]!) { executeOperations(input: { operations: $o }) { results { status ids error { code } } } }',
      {
        o: operations,
      },
    );
  expect((await push()).executeOperations.results).toEqual([
    { status: 'APPLIED', ids: [taskId], error: null },
    { status: 'APPLIED', ids: [taskId], error: null },
  ]);
  expect((await push()).executeOperations.results.map(({ status }: { status: string }) => status)).toEqual([
    'DUPLICATE',
    'DUPLICATE',
  ]);
  const { changes } = await who.ask('{ changes { changes { kind node { ... on Task { status records { id } } } } } }');
  expect(changes.changes.filter(({ kind }: { kind: string }) => kind === 'TASK')).toEqual([
    { kind: 'TASK', node: { status: 'DONE', records: [{ id: inspectionId }] } },
  ]);
});

describe('a plan', () => {
  it('makes a task of each step for the hives of each apiary, and does not run twice at once', async () => {
    const who = await beekeeper(app);
    const [here, there] = [await who.apiary(), await who.apiary()];
    const [a, b, c] = [await who.beehive(here), await who.beehive(here), await who.beehive(there)];
    const { taskPlans } = await who.ask(
      '{ taskPlans(language: EN) { key days title steps { day kind title notes } } }',
    );
    expect(taskPlans.length).toBeGreaterThan(3);
    const { key, steps } = taskPlans.find((plan: { key: string }) => plan.key === 'autumn-varroa');
    const apply = (beehiveIds: string[], planKey = key) =>
      who.graphql(
        `mutation ($input: ApplyTaskPlanInput!) { applyTaskPlan(input: $input) { tasks { ...task } } } ${TASK}`,
        {
          input: { planKey, beehiveIds, firstDay: inDays(10) },
        },
      );
    const { data } = await apply([a, c, b]);
    const { tasks } = data.applyTaskPlan;
    expect(tasks).toHaveLength(2 * steps.length);
    const ofHere = tasks.filter((task: { beehives: unknown[] }) => task.beehives.length === 2);
    expect(ofHere.map(({ dueOn, kind, source, planKey }: Task) => ({ dueOn, kind, source, planKey }))).toEqual(
      steps.map(({ day, kind }: { day: number; kind: string }) => ({
        dueOn: inDays(10 + day),
        kind,
        source: 'PLAN',
        planKey: key,
      })),
    );
    expectGraphqlRefused(await apply([await who.beehive(here), b]), { code: 'CONFLICT' });
    expect((await apply([b], 'demaree')).errors).toBeUndefined();
    for (const task of ofHere) await done(who, 'completeTask', { id: task.id });
    expect((await apply([b])).errors).toBeUndefined();
    expectGraphqlRefused(await apply([b], 'x'), { code: 'BAD_USER_INPUT', field: 'planKey' });
    expectGraphqlRefused(await apply([randomUUID()]), { code: 'NOT_FOUND' });
  });
});
