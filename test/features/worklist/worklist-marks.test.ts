// What people say about items of the worklist, and the thresholds of an apiary.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/client.js';
import { share } from '../../support/members.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { type Beekeeper, beekeeper } from '../../support/world.js';

let app: TestApp;
let ana: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  ana = await beekeeper(app);
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const ITEM = 'kind key snoozedUntil assignee { userId }';
const read = async (who: Beekeeper, args = '') =>
  (await who.ask(`{ worklist${args} { totalCount nodes { ${ITEM} threshold value } } }`)).worklist.nodes;
const keys = async (who: Beekeeper, args = ''): Promise<string[]> =>
  (await read(who, args)).map(({ key }: { key: string }) => key);
const run = (who: Beekeeper, name: 'snooze' | 'assign', input: object) =>
  who.graphql(
    `mutation ($input: ${name === 'snooze' ? 'SnoozeWorklistItemInput' : 'AssignWorklistItemInput'}!) { ${name}WorklistItem(input: $input) { worklistItem { ${ITEM} } } }`,
    { input },
  );
const inspect = (hive: string) =>
  ana.ask(
    `mutation { recordInspection(input: { beehiveId: "${hive}", answers: [], occurredAt: "${new Date(Date.now() - 40 * DAY_MS).toISOString()}" }) { inspection { id } } }`,
  );

it('an item is put off for all members, until its day or until it follows from something new', async () => {
  const bea = await beekeeper(app);
  const apiary = await ana.apiary();
  const hive = await ana.beehive(apiary);
  await share(ana, apiary, bea, 'WORKER');
  const key = `OVERDUE_INSPECTION:${hive}`;
  expect(await keys(bea)).toEqual([key]);
  const { data } = await run(bea, 'snooze', { key, until: dayIn(3) });
  expect(data.snoozeWorklistItem.worklistItem).toMatchObject({ key, snoozedUntil: dayIn(3) });
  for (const who of [ana, bea]) expect(await keys(who)).toEqual([]);
  expect(await read(ana, '(filter: { includeSnoozed: true })')).toMatchObject([{ key, snoozedUntil: dayIn(3) }]);
  // Another argument makes it due on another day, and it is the same item.
  expect(await keys(ana, '(filter: { inspectionDays: 3 })')).toEqual([]);
  await run(bea, 'snooze', { key });
  expect(await keys(ana)).toEqual([key]);
  await run(bea, 'snooze', { key, until: dayIn(1) });
  // It was inspected, and is overdue again.
  await inspect(hive);
  expect(await keys(ana)).toEqual([key]);
  await run(bea, 'snooze', { key, until: dayIn(2) });
  await app.database.sql(`update worklist_marks set snoozed_until = current_date`);
  expect(await keys(ana)).toEqual([key]);
});

it('a mark without a cause, as an archive may have it, says nothing of an item', async () => {
  const dora = await beekeeper(app);
  const hive = await dora.beehive(await dora.apiary());
  const key = `OVERDUE_INSPECTION:${hive}`;
  await run(dora, 'snooze', { key, until: dayIn(3) });
  expect(await keys(dora)).toEqual([]);
  await app.database.sql('update worklist_marks set cause = null where record_id = $1', [hive]);
  expect(await read(dora)).toMatchObject([{ key, snoozedUntil: null }]);
});

it('an item is assigned to a member, and to nobody when the member leaves', async () => {
  const [cleo, dora] = [await beekeeper(app), await beekeeper(app)];
  const apiary = await ana.apiary();
  const [one, two] = [await ana.beehive(apiary), await ana.beehive(apiary)];
  await share(ana, apiary, cleo, 'WORKER');
  const key = `OVERDUE_INSPECTION:${one}`;
  expect((await run(ana, 'assign', { key, assigneeId: dora.id })).errors![0]!.extensions.reason).toBe('NOT_A_MEMBER');
  const { data } = await run(ana, 'assign', { key, assigneeId: cleo.id });
  expect(data.assignWorklistItem.worklistItem.assignee).toEqual({ userId: cleo.id });
  await run(ana, 'snooze', { key, until: dayIn(2) });
  await run(ana, 'snooze', { key });
  expect(await keys(cleo, `(filter: { assigneeIds: ["${cleo.id}"] })`)).toEqual([key]);
  expect((await keys(cleo)).sort()).toEqual([key, `OVERDUE_INSPECTION:${two}`].sort());
  await ana.ask(`mutation { removeMember(input: { apiaryId: "${apiary}", userId: "${cleo.id}" }) { deletedId } }`);
  expect(
    (await read(ana, `(filter: { apiaryIds: ["${apiary}"] })`)).map((item: { assignee: null }) => item.assignee),
  ).toEqual([null, null]);
});

it('refuses what is not listed, a task, a day that is not later, and a role that is too low', async () => {
  const eva = await beekeeper(app);
  const apiary = await ana.apiary();
  const hive = await ana.beehive(apiary);
  await share(ana, apiary, eva, 'VIEWER');
  const key = `OVERDUE_INSPECTION:${hive}`;
  expectGraphqlRefused(await run(eva, 'snooze', { key, until: dayIn(1) }), { code: 'FORBIDDEN' });
  for (const other of ['x', `QUEENLESS:${hive}`, 'OVERDUE_INSPECTION:', "OVERDUE_INSPECTION:' or true"])
    expectGraphqlRefused(await run(ana, 'snooze', { key: other, until: dayIn(1) }), { code: 'NOT_FOUND' });
  expectGraphqlRefused(await run(await beekeeper(app), 'assign', { key }), { code: 'NOT_FOUND' });
  expectGraphqlRefused(await run(ana, 'snooze', { key: `TASK:${hive}`, until: dayIn(1) }), {
    code: 'BAD_USER_INPUT',
    field: 'key',
  });
  for (const until of [dayIn(0), dayIn(-1), dayIn(400)])
    expectGraphqlRefused(await run(ana, 'snooze', { key, until }), { code: 'BAD_USER_INPUT', field: 'until' });
});

it('an apiary has thresholds of its own', async () => {
  const who = await beekeeper(app);
  const [strict, loose] = [await who.apiary(), await who.apiary()];
  for (const [apiary, input] of [
    [strict, 'inspectionDays: 5, mitesToWatch: 0.5, mitesToTreat: 1'],
    [loose, 'inspectionDays: 100, mitesToWatch: 4, mitesToTreat: 8'],
  ]) {
    const hive = await who.beehive(apiary!);
    await who.ask(`mutation {
      updateApiary(input: { id: "${apiary}", ${input} }) { apiary { id } }
      recordInspection(input: { beehiveId: "${hive}", answers: [], occurredAt: "${new Date(Date.now() - 20 * DAY_MS).toISOString()}" }) { inspection { id } }
      recordMiteCount(input: { beehiveId: "${hive}", method: SUGAR_ROLL, bees: 300, mites: 6 }) { miteCount { id } }
    }`);
  }
  const found = await read(who);
  expect(found.map(({ kind, threshold, value }: Record<string, unknown>) => [kind, threshold, value])).toEqual([
    ['OVERDUE_INSPECTION', 5, 20],
    ['MITES_HIGH', 1, 2],
  ]);
  const { apiary, apiaries } = await who.ask(
    `{ apiary(id: "${strict}") { miteTrend { mitesToWatch mitesToTreat } } apiaries { nodes { beehives { nodes { miteTrend { mitesToTreat } } } } } }`,
  );
  expect(apiary.miteTrend).toEqual({ mitesToWatch: 0.5, mitesToTreat: 1 });
  expect(JSON.stringify(apiaries)).toContain('"mitesToTreat":8');
  expect((await keys(who, '(filter: { kinds: [OVERDUE_INSPECTION], inspectionDays: 14 })')).length).toBe(2);
  const refused = await who.graphql(
    `mutation { updateApiary(input: { id: "${strict}", mitesToWatch: 0 }) { apiary { id } } }`,
  );
  expectGraphqlRefused(refused, { code: 'BAD_USER_INPUT' });
});

it.each([
  ['Asia/Tokyo', '1900-01-01'],
  ['America/Bogota', '2200-12-31'],
])('an item of the first or the last day, in %s, is put off', async (timeZone, expiryDate) => {
  const dora = await beekeeper(app);
  const apiary = await dora.apiary({ timeZone });
  const item = await dora.item(apiary, { itemName: 'Oxalic acid', quantity: 5, expiryDate });
  const key = `EXPIRING_STOCK:${item}`;
  expect((await run(dora, 'snooze', { key, until: dayIn(3) })).errors).toBeUndefined();
  expect(await keys(dora)).not.toContain(key);
});
