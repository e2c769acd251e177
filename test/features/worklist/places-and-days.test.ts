// Tasks and items of the worklist where places change: hives that move, members who go, apiaries far from Greenwich, and days far away.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../process/service.js';
import { startTestApp, type TestApp } from '../../support/client.js';
import { removeMember, share } from '../../support/members.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper, PASSWORD } from '../../support/world.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const run = (who: Beekeeper, name: string, input: object, selection: string) =>
  who.graphql(
    `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) { result: ${name}(input: $input) { ${selection} } }`,
    { input },
  );
async function done(who: Beekeeper, name: string, input: object, selection: string) {
  const { data, errors } = await run(who, name, input, selection);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.result;
}
const TASK = 'task { id dueOn assignee { userId } }';
const createTask = async (who: Beekeeper, apiaryId: string, fields: object) =>
  (await done(who, 'createTask', { apiaryId, title: 'A task', kind: 'OTHER', ...fields }, TASK)).task;

describe('a hive that moves', () => {
  const ITEM = 'worklistItem { key snoozedUntil assignee { userId } }';
  const NODES = '{ totalCount counts { count } nodes { key snoozedUntil assignee { userId } } }';

  it('is listed where it stands now, alike in every list, whatever was said about it where it was', async () => {
    const [ana, bea, cleo] = [await beekeeper(app), await beekeeper(app), await beekeeper(app)];
    const [from, to] = [await ana.apiary(), await ana.apiary()];
    await share(ana, from, bea, 'WORKER');
    await share(ana, to, cleo, 'WORKER');
    const hives = [await ana.beehive(from), await ana.beehive(from)] as [string, string];
    const [put, given] = hives.map((id) => `OVERDUE_INSPECTION:${id}`) as [string, string];
    await done(ana, 'snoozeWorklistItem', { key: put, until: inDays(20) }, ITEM);
    await done(ana, 'assignWorklistItem', { key: given, assigneeId: bea.id }, ITEM);
    for (const beehiveId of hives) await done(ana, 'moveBeehive', { id: beehiveId, apiaryId: to }, 'beehive { id }');

    const listsOf = async (args = '') => {
      const lists = await ana.ask(
        `query ($id: ID!) { all: worklist${args} ${NODES} some: worklist(filter: { apiaryIds: [$id] }) ${NODES} apiary(id: $id) { worklist${args} ${NODES} } }`,
        { id: to },
      );
      return [lists.all, lists.some, lists.apiary.worklist];
    };
    const both = [put, given].sort().map((key) => ({ key, snoozedUntil: null, assignee: null }));
    const byKey = (one: { key: string }, other: { key: string }) => (one.key < other.key ? -1 : 1);
    for (const { nodes, totalCount } of await listsOf())
      expect([nodes.sort(byKey), totalCount]).toEqual([both, both.length]);
    expect(
      (await ana.ask(`{ worklist(filter: { assigneeIds: ["${bea.id}"] }) { totalCount } }`)).worklist.totalCount,
    ).toBe(0);

    await until(async () => (await cleo.graphql(`{ apiary(id: "${to}") { id } }`)).errors === undefined);
    await done(cleo, 'snoozeWorklistItem', { key: put, until: inDays(10) }, ITEM);
    const [all] = await listsOf('(filter: { includeSnoozed: true })');
    expect([all.nodes.length, all.totalCount]).toEqual([2, 2]);
    expect(all.nodes.find(({ key }: { key: string }) => key === put)).toMatchObject({ snoozedUntil: inDays(10) });
    await done(ana, 'snoozeWorklistItem', { key: put, until: null }, ITEM);
    for (const { nodes } of await listsOf()) expect(nodes).toHaveLength(2);
  });

  it('to another account is free for plans there, and tells nothing of the plan of the stranger', async () => {
    const [owner, guest] = [await beekeeper(app), await beekeeper(app)];
    const [from, to] = [await owner.apiary(), await guest.apiary()];
    const hive = await owner.beehive(from);
    const input = { planKey: 'demaree', beehiveIds: [hive], firstDay: inDays(1) };
    await done(owner, 'applyTaskPlan', input, 'tasks { id }');
    await share(guest, to, owner, 'MANAGER');
    await until(async () => (await owner.graphql(`{ apiary(id: "${to}") { id } }`)).errors === undefined);
    await done(owner, 'moveBeehive', { id: hive, apiaryId: to }, 'beehive { id }');
    await removeMember(guest, to, owner.id);
    expect((await done(guest, 'applyTaskPlan', input, 'tasks { id }')).tasks.length).toBeGreaterThan(2);
    const { errors } = await run(guest, 'applyTaskPlan', input, 'tasks { id }');
    expect(errors![0]!.extensions.reason).toBe('PLAN_RUNNING');
  });
});

describe.each(['Asia/Tokyo', 'Pacific/Kiritimati', 'Europe/Berlin', 'America/Bogota', 'Pacific/Pago_Pago'])(
  'in %s',
  (timeZone) => {
    it('the first and the last day that are accepted are read again, in every list', async () => {
      const ana = await beekeeper(app);
      const apiary = await ana.apiary({ timeZone });
      const hive = await ana.beehive(apiary);
      const first = '1900-01-01';
      await createTask(ana, apiary, { dueOn: first });
      await createTask(ana, apiary, { startsOn: first });
      await ana.item(apiary, { quantity: 1, expiryDate: first });
      await ana.item(apiary, { quantity: 1, expiryDate: '2200-12-31' });
      const treatment = { beehiveIds: [hive], kind: 'Varroa', productName: 'Thymol', startedOn: first, plannedDays: 0 };
      await done(ana, 'recordTreatment', treatment, 'treatments { id }');
      const count = { beehiveId: hive, method: 'ALCOHOL_WASH', bees: 100, mites: 30, countedOn: first };
      await done(ana, 'recordMiteCount', count, 'miteCount { id }');
      const draft = { beehiveId: hive, answers: [], draft: true, occurredAt: '1900-01-01T00:00:00Z' };
      await done(ana, 'recordInspection', draft, 'inspection { id }');
      const { link } = await done(ana, 'createCalendarFeed', { startHour: 0 }, 'link');
      expect((await fetch(link)).status).toBe(200);
      const { worklist, beehive } = await ana.ask(
        `{ worklist(filter: { dueBefore: "9999-12-31T23:59:59Z" }) { totalCount nodes { key dueAt dueOn } } beehive(id: "${hive}") { timeline { nodes { occurredAt } } } }`,
      );
      expect(worklist.nodes).toHaveLength(worklist.totalCount);
      for (const { dueOn } of worklist.nodes) expect(dueOn ?? first).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(beehive.timeline.nodes.length).toBeGreaterThan(1);
      const keys = new Set<string>();
      let after: string | null = null;
      do {
        const { worklist: page }: { worklist: typeof worklist } = await ana.ask(
          'query ($after: String) { worklist(first: 2, after: $after, filter: { dueBefore: "9999-12-31T23:59:59Z" }) { nodes { key } pageInfo { hasNextPage endCursor } } }',
          { after },
        );
        for (const { key } of page.nodes) keys.add(key);
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after !== null);
      expect(keys.size).toBe(worklist.totalCount);
    });
  },
);

describe('a task that repeats', () => {
  it('is changed although it is far away', async () => {
    const ana = await beekeeper(app);
    const apiary = await ana.apiary();
    const far = { dueOn: inDays(5 * 365 - 3), repeat: { every: 260, unit: 'WEEK' } };
    const task = await createTask(ana, apiary, far);
    await app.database.sql(`update tasks set due_on = due_on + 365 where id = $1`, [task.id]);
    await done(ana, 'updateTask', { id: task.id, title: 'Another title' }, TASK);
    expectGraphqlRefused(
      await run(
        ana,
        'createTask',
        { apiaryId: apiary, title: 'T', kind: 'OTHER', ...far, repeat: { every: 261, unit: 'WEEK' } },
        TASK,
      ),
      { code: 'BAD_USER_INPUT', field: 'repeat.every' },
    );
  });

  it('is for anybody when the access of the inspector who was to do it has ended', async () => {
    const [ana, ines] = [await beekeeper(app), await beekeeper(app)];
    const apiary = await ana.apiary();
    await share(ana, apiary, ines, 'INSPECTOR');
    const task = await createTask(ana, apiary, {
      ...{ dueOn: inDays(1), assigneeId: ines.id, repeat: { every: 7, unit: 'DAY' } },
    });
    await app.database.sql(`update apiary_members set member_until = now() - interval '1 second' where user_id = $1`, [
      ines.id,
    ]);
    await done(ana, 'completeTask', { id: task.id }, TASK);
    const { tasks } = await ana.ask(
      `{ tasks(apiaryId: "${apiary}", filter: { statuses: [OPEN] }) { nodes { assignee { userId } } } }`,
    );
    expect(tasks.nodes).toEqual([{ assignee: null }]);
  });
});

it('log-ins at the same time leave an account and its apiaries in one time zone', async () => {
  for (let round = 0; round < 4; round++) {
    const ana = await beekeeper(app);
    for (let i = 0; i < 3; i++) await ana.apiary();
    const zones = ['America/Bogota', 'Asia/Tokyo', 'America/Bogota', 'Asia/Tokyo'];
    const LOG_IN = 'mutation ($input: LogInInput!) { logIn(input: $input) { user { timeZone } } }';
    const input = { email: ana.email, password: PASSWORD };
    const answers = await Promise.all(
      zones.map((zone) => app.anyone.graphql(LOG_IN, { input }, { 'time-zone': zone })),
    );
    const { me, apiaries } = await ana.ask('{ me { timeZone } apiaries { nodes { timeZone } } }');
    for (const { data } of answers) expect(data.logIn.user.timeZone).toBe(me.timeZone);
    expect(apiaries.nodes).toEqual(Array(3).fill({ timeZone: me.timeZone }));
  }
});

it('a name of a time zone has the case of the database; other names of UTC are UTC, and rules are none', async () => {
  const ana = await beekeeper(app);
  const zoneOf = async (timeZone: string) =>
    (await run(ana, 'updateProfile', { timeZone }, 'user { timeZone }')).data?.result?.user.timeZone;
  expect(await zoneOf('america/bogota')).toBe('America/Bogota');
  expect(await zoneOf('Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(await zoneOf('Etc/Zulu')).toBe('UTC');
  expect(await zoneOf('SystemV/AST4')).toBeUndefined();
});
