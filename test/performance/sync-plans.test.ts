// What synchronizing costs: a page of a first sync of 10,000 hives as much as any other, and an idle request next to nothing.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { isOfRequest, queriesOf, startTestApp, type TestApp } from '../support/client.js';
import { leave, share } from '../support/members.js';
import { othersHaveEnded, Phone, readChanges } from '../support/phone.js';
import { nodes, type Plan, plansOfOperation, scannedTables } from '../support/plans.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const HIVES = 10_000;
const PAGE = 500;
/** The state of the database, one for each kind of record of which there are any or none, and one for each kind that is loaded. */
const MAX_STATEMENTS = 28;

let app: TestApp;
let ana: Beekeeper;
let apiary: string;
/** A member of Ana's apiary, who has none. */
let dora: Beekeeper;
beforeAll(async () => {
  app = await startTestApp();
  [ana, dora] = [await beekeeper(app), await beekeeper(app)];
  const bea = await beekeeper(app);
  apiary = await ana.apiary();
  for (const at of [apiary, await bea.apiary(), await bea.apiary()]) {
    await app.database.sql(
      `insert into beehives (id, created_at, updated_at, apiary_id, beehive_number)
       select gen_random_uuid(), now(), now(), $1, n from generate_series(1, ${HIVES}) n`,
      [at],
    );
    await app.database.sql(
      `insert into inspections (id, created_at, updated_at, beehive_id, apiary_id, status, occurred_at, actor_id, series_id)
       select i.id, now(), now(), b.id, b.apiary_id, 'COMPLETED', now(), b.owner_id, i.id
       from beehives b, lateral (select md5(b.id::text)::uuid as id) i where b.apiary_id = $1`,
      [at],
    );
  }
  await share(ana, apiary, dora, 'VIEWER');
  await app.database.sql('analyze');
}, 120_000);
afterAll(() => app.close());

const operation = (after: string | null): string =>
  `{ changes(after: ${JSON.stringify(after)}) { hasMore changes { recordId } } }`;
const rowsOf = (plan: Plan): number => plan['Actual Rows'] ?? 0;
const maxRows = (plan: Plan): number => Math.max(...nodes(plan).map(rowsOf));
/** Only tables count: the functions that look for transactions of other databases return the connections of other tests, too. */
const maxRemovedRows = (plan: Plan): number => {
  const ofTables = nodes(plan).filter((node) => node['Node Type'] !== 'Function Scan');
  return Math.max(...ofTables.map((node) => node['Rows Removed by Filter'] ?? 0));
};

it.each([
  ['the owner', () => ana],
  ['a member', () => dora],
])(
  'the first sync of 10,000 hives by %s: no page is larger or slower than another',
  async (_name, who) => {
    // Otherwise the log has everything, and has it later.
    await othersHaveEnded(app);
    let cursor: string | null = null;
    let records = 0;
    let largest = 0;
    for (let page = 0; ; page++) {
      const after: string | null = cursor;
      if (page === 30) {
        const plans = await plansOfOperation(app, who(), operation(after));
        // A third of all hives are in the apiary: PostgreSQL may read all of them.
        expect(scannedTables(plans).filter((table) => table !== 'beehives')).toEqual([]);
        expect(Math.max(...plans.map(rowsOf))).toBeLessThanOrEqual(PAGE + 1);
      }
      const queries = await queriesOf(app.app, async () => {
        const { changes, endCursor, hasMore } = await readChanges(who(), after);
        expect(changes.length).toBeLessThanOrEqual(PAGE);
        records += changes.length;
        cursor = hasMore ? endCursor : null;
      });
      const statements = queries.filter(({ text }) => isOfRequest(text));
      expect(statements.length).toBeLessThanOrEqual(MAX_STATEMENTS);
      largest = Math.max(largest, ...statements.map(({ rowCount }) => rowCount!));
      if (cursor === null) break;
      expect(page).toBeLessThan((4 * HIVES) / PAGE);
    }
    expect(records).toBeGreaterThan(2 * HIVES);
    // No statement returns more: the service never holds more than a page of anything, so its memory does not depend on the number of hives.
    expect(largest).toBe(PAGE + 1);
  },
  120_000,
);

it.each([
  ['the owner', () => ana],
  ['a member', () => dora],
])(
  'a request of %s without changes is one statement, which reads next to nothing',
  async (_name, who) => {
    const phone = new Phone(app, who());
    // What is not sent is passed, too.
    await app.database.sql(
      `insert into changes (owner_id, apiary_id, entity, row_id, action, version)
       select $1, $2, 'ApiaryInvitation', gen_random_uuid(), 'CREATED', 1 from generate_series(1, 1000)`,
      [ana.id, apiary],
    );
    await phone.sync();
    // The transactions of others do not move the position.
    await app.database.sql(
      `insert into changes (owner_id, entity, row_id, action, version)
       select gen_random_uuid(), 'Apiary', gen_random_uuid(), 'CREATED', 1 from generate_series(1, 1000)`,
    );
    const plans = await plansOfOperation(app, who(), operation(phone.cursor));
    expect(plans).toHaveLength(1);
    expect(scannedTables(plans)).toEqual([]);
    expect(maxRows(plans[0]!)).toBeLessThan(10);
    expect(maxRemovedRows(plans[0]!)).toBeLessThan(10);
  },
  120_000,
);

it('a page of many changes reads as many entries as it sends', async () => {
  const phone = new Phone(app, ana);
  await phone.sync();
  await app.database.sql(`update beehives set food_frames = 3 where owner_id = $1 and beehive_number <= 2000`, [
    ana.id,
  ]);
  await othersHaveEnded(app);
  const [plan] = await plansOfOperation(app, ana, operation(phone.cursor));
  expect(rowsOf(plan!)).toBe(PAGE + 1);
  expect(maxRows(plan!)).toBeLessThanOrEqual(PAGE + 1);
}, 120_000);

it('what happened before a membership began again is not read: the copies say it', async () => {
  const phone = new Phone(app, dora);
  await phone.sync();
  await app.database.sql(`update beehives set food_frames = 4 where owner_id = $1 and beehive_number <= 2000`, [
    ana.id,
  ]);
  await leave(dora, apiary);
  await share(ana, apiary, dora, 'VIEWER');
  const [plan] = await plansOfOperation(app, dora, operation(phone.cursor));
  expect(maxRemovedRows(plan!)).toBeLessThan(50);
  expect(rowsOf(plan!)).toBeLessThan(20);
}, 120_000);
