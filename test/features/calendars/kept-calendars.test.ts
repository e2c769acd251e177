// A calendar is built when something has changed, whatever that is, and else kept.
import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { isOfRequest, statementsOf } from '../../support/client.js';
import { changeRole, removeMember, share } from '../../support/members.js';
import { type Beekeeper, beekeeper, crown, treat } from '../../support/world.js';
import {
  ana,
  app,
  createFeed,
  createTask,
  type Feed,
  fetchLink,
  inDays,
  subscribe,
  updateTask,
} from './calendars.fixture.js';

const isBuild = (text: string): boolean => text.includes('as "startsAt"');
const buildsOf = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(app.app, work)).filter(isBuild).length;

describe('the calendar of a member shows', () => {
  let eva: Beekeeper;
  let there: string;
  let hive: string;
  let task: string;
  let item: string;
  let queen: string;
  let treatment: string;
  beforeAll(async () => {
    eva = await beekeeper(app);
    there = await ana.apiary({ name: 'Shared', country: 'ES' });
    hive = await ana.beehive(there, { beehiveNumber: 4 });
    await share(ana, there, eva, 'MANAGER');
    ({ id: task } = await createTask({ apiaryId: there, title: 'Feed them' }));
    item = await ana.item(there, { quantity: 4, expiryDate: inDays(40) });
    ({ queen } = await crown(ana, { apiary: there, beehive: hive }));
    await app.database.sql('update queens set year = extract(year from now())::int - 3 where id = $1', [queen]);
  });
  const shown = async (feed: Feed): Promise<unknown[]> =>
    (await subscribe(feed)).events.map(({ summary, start, description, location }) => [
      summary,
      start,
      description,
      location,
    ]);
  const snooze = (until: string) =>
    ana.ask(
      `mutation { snoozeWorklistItem(input: { key: "OVERDUE_INSPECTION:${hive}", until: "${until}" }) { worklistItem { key } } }`,
    );
  const sql = (text: string, ...values: unknown[]) => app.database.sql(text, values);

  it.each<[string, () => Promise<unknown>]>([
    ['a new title of a task', () => updateTask(task, { title: 'Feed all of them' })],
    ['a new day of a task', () => updateTask(task, { dueOn: inDays(8) })],
    ['a hive of a task', () => updateTask(task, { beehiveIds: [hive] })],
    ['another task', () => createTask({ apiaryId: there, title: 'Another' })],
    ['the name of an apiary', () => sql(`update apiaries set name = 'Renamed' where id = $1`, there)],
    ['the number of a hive', () => sql(`update beehives set beehive_number = 5 where id = $1`, hive)],
    ['what was put off', () => snooze(inDays(9))],
    ['what was put off anew', () => snooze(inDays(11))],
    [
      'an inspection',
      () =>
        ana.ask(`mutation { recordInspection(input: { beehiveId: "${hive}", answers: [] }) { inspection { id } } }`),
    ],
    ['the interval of inspections', () => sql('update apiaries set inspection_days = 20 where id = $1', there)],
    [
      'the planned end of a treatment',
      async () => {
        ({ treatment } = await treat(ana, hive));
        await sql('update treatments set planned_days = 500 where id = $1', treatment);
      },
    ],
    [
      'a review of a treatment',
      () =>
        ana.ask(
          `mutation { recordTreatmentFollowUp(input: { treatmentId: "${treatment}", reviewedOn: "${inDays(6)}" }) { treatmentFollowUp { id } } }`,
        ),
    ],
    [
      'the end of a treatment',
      () =>
        sql(
          `update treatments set status = 'COMPLETED', ended_on = current_date, withdrawal_days = 9 where beehive_id = $1 and current`,
          hive,
        ),
    ],
    [
      'the expiry of an item',
      () => sql('update inventory_items set expiry_date = expiry_date + 2 where id = $1', item),
    ],
    [
      'the stock of an item',
      () =>
        ana.ask(
          `mutation { recordExit(input: { id: "${item}", quantity: 4, person: "Bea" }) { inventoryItem { id } } }`,
        ),
    ],
    ['the year of a queen', () => sql('update queens set year = year - 1 where id = $1', queen)],
    [
      'the end of a hive',
      () => sql('update beehives set ended_on = current_date, end_cause = $2 where id = $1', hive, 'MITES'),
    ],
    ['the end of the membership', () => removeMember(ana, there, eva.id)],
    ['a new membership', () => share(ana, there, eva, 'VIEWER')],
  ])('%s', async (_name, change) => {
    const feed = await createFeed({ language: 'EN' }, eva);
    const before = await shown(feed);
    expect(await buildsOf(() => shown(feed))).toBe(0);
    await change();
    const after = await shown(feed);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await shown(await createFeed({ language: 'EN' }, eva)));
  });

  it('nothing of an apiary whose membership has expired', async () => {
    await changeRole(ana, there, eva.id, 'INSPECTOR');
    const feed = await createFeed({}, eva);
    expect(await shown(feed)).not.toEqual([]);
    await sql(
      "update apiary_members set member_until = now() + interval '700 milliseconds' where user_id = $1",
      eva.id,
    );
    expect(await shown(feed)).not.toEqual([]);
    await sql('select pg_sleep(0.8)');
    expect(await shown(feed)).toEqual([]);
  });
});

it('shows what a transaction commits that began before it was built', async () => {
  const there = await ana.apiary();
  const { id } = await createTask({ apiaryId: there, title: 'Before' });
  const feed = await createFeed({ apiaryIds: [there] });
  const other = new pg.Client(app.database.server as pg.ClientConfig);
  await other.connect();
  try {
    await other.query('begin');
    await other.query('update tasks set title = $2 where id = $1', [id, 'After']);
    // A later number commits first.
    await createTask({ apiaryId: there, title: 'Between' });
    const titles = async () => (await subscribe(feed)).events.map(({ summary }) => summary).sort();
    expect(await titles()).toEqual(['Before', 'Between']);
    expect(await buildsOf(titles)).toBe(0);
    await other.query('commit');
    expect(await titles()).toEqual(['After', 'Between']);
  } finally {
    await other.end();
  }
});

it('is built once for twenty programs that read at once, and once more after a change', async () => {
  const there = await ana.apiary();
  const { id } = await createTask({ apiaryId: there });
  const { link } = await createFeed({ apiaryIds: [there] });
  const readByTwenty = async (): Promise<void> => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetchLink(link)));
    const tags = new Set(answers.map(({ status, headers }) => `${status} ${headers.get('etag')}`));
    expect([...tags]).toEqual([expect.stringMatching(/^200 /)]);
    await Promise.all(answers.map((answer) => answer.text()));
  };
  expect(await buildsOf(readByTwenty)).toBe(1);
  await updateTask(id, { title: 'Changed' });
  expect(await buildsOf(readByTwenty)).toBe(1);
  const statements = await statementsOf(app.app, () => fetchLink(link, { 'if-none-match': '*' }));
  expect(statements.filter(isOfRequest).length).toBe(2);
});
