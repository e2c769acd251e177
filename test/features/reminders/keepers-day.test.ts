// A day of a keeper with three apiaries in two time zones and one helper, through both APIs: what is planned is reminded once, done without
// a signal, sent later, and gone from every list.
import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { until } from '../../process/service.js';
import { allSent } from '../../support/mail.js';
import { share } from '../../support/members.js';
import { Beekeeper, PASSWORD } from '../../support/world.js';
import { app, digestOf, digestsTo, makeDue, second, switchOn, task } from './reminders.fixture.js';

const BOGOTA = 'America/Bogota';
const MADRID = 'Europe/Madrid';
const todayIn = (zone: string): Temporal.PlainDate => Temporal.Now.plainDateISO(zone);

/** As the mobile app registers, with the zone of the phone. */
async function register(username: string, timeZone: string): Promise<Beekeeper> {
  const account = { username, email: `${randomUUID()}@example.org`, password: PASSWORD, time_zone: timeZone };
  const { body } = await app.anyone.rest('POST', '/auth/register', account);
  await app.database.sql(`update users set is_verified = true, language = 'en' where id = $1`, [body.user_id]);
  return new Beekeeper(app.url, body.access_token, body.user_id, body.email);
}

async function calendarOf(link: string, etag = ''): Promise<{ status: number; etag: string; titles: string[] }> {
  const response = await fetch(link, { headers: etag === '' ? {} : { 'if-none-match': etag } });
  const text = await response.text();
  const events = text === '' ? [] : new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  const titles = events.map((event) => String(event.getFirstPropertyValue('summary')));
  return { status: response.status, etag: response.headers.get('etag')!, titles };
}

const worklistOf = async (who: Beekeeper): Promise<string[]> => {
  const { worklist } = await who.ask(
    '{ worklist(filter: { kinds: [TASK], dueBefore: "2200-01-01T00:00:00Z" }) { nodes { record { id } } } }',
  );
  return worklist.nodes.map(({ record }: { record: { id: string } }) => record.id);
};

/** Both processes look for digests at the same time. */
async function sendDigests(): Promise<void> {
  await Promise.all([app.app.digests.send(), second.app.digests.send()]);
  await allSent(app);
}

it('is planned, reminded at seven, done without a signal, and over', async () => {
  const [keeper, helper] = [await register('Keeper', BOGOTA), await register('Helper', MADRID)];
  const places: [name: string, zone: string | undefined][] = [
    ['El Encinar', undefined],
    ['La Vega', undefined],
    ['Sierra', MADRID],
  ];
  const apiaries: string[] = [];
  for (const [name, zone] of places) {
    const { status, body } = await keeper.rest('POST', '/apiaries', { name, ...(zone && { time_zone: zone }) });
    expect([status, body.time_zone]).toEqual([201, zone ?? BOGOTA]);
    apiaries.push(body.id);
  }
  const sierra = apiaries[2]!;
  const hives: string[] = [];
  for (const apiary of apiaries)
    hives.push((await keeper.rest('POST', '/beehives', { apiary_id: apiary, beehive_number: 1 })).body.id);
  await share(keeper, sierra, helper, 'WORKER');
  await until(async () => (await helper.graphql(`{ apiary(id: "${sierra}") { id } }`)).errors === undefined);

  // The plan begins today where the hive is; the helper is to inspect another hive today, where that is.
  const { applyTaskPlan } = await keeper.ask(
    'mutation ($input: ApplyTaskPlanInput!) { applyTaskPlan(input: $input) { tasks { id title dueOn } } }',
    { input: { planKey: 'queen-rearing', beehiveIds: [hives[0]], firstDay: todayIn(BOGOTA).toString() } },
  );
  expect(applyTaskPlan.tasks[0].dueOn).toBe(todayIn(BOGOTA).toString());
  const inspect = await task(keeper, sierra, 'Look for eggs', {
    kind: 'INSPECT',
    beehiveIds: [hives[2]],
    assigneeId: helper.id,
    dueOn: todayIn(MADRID).toString(),
  });
  const { createCalendarFeed } = await helper.ask('mutation { createCalendarFeed(input: { kinds: [TASK] }) { link } }');
  const before = await calendarOf(createCalendarFeed.link);
  expect(before.titles).toEqual(['Look for eggs']);
  expect((await calendarOf(createCalendarFeed.link, before.etag)).status).toBe(304);

  // Seven is another moment in Bogotá than in Madrid.
  for (const [who, zone] of [
    [keeper, BOGOTA],
    [helper, MADRID],
  ] as const) {
    const { nextAt } = await switchOn(who, { hour: 7, kinds: ['TASK'], onlyAssigned: who === helper });
    const next = Temporal.Instant.from(nextAt!).toZonedDateTimeISO(zone);
    expect([next.hour, next.minute]).toEqual([7, 0]);
    await makeDue(who);
  }
  await sendDigests();
  const [forKeeper, ...copies] = digestsTo(keeper);
  const [forHelper, ...otherCopies] = digestsTo(helper);
  expect([copies, otherCopies]).toEqual([[], []]);
  expect(forKeeper!.text).toContain('Prepare the cell builder');
  expect(forKeeper!.text).toContain('Look for eggs');
  expect(forHelper!.text).toContain('Look for eggs');
  expect(forHelper!.text).not.toContain('cell builder');

  // The answer to the first attempt is lost, so the phone sends the same again.
  const key = randomUUID();
  const inspection = {
    beehiveId: hives[2],
    answers: [],
    notes: 'Eggs in three frames',
    occurredAt: new Date().toISOString(),
  };
  const push = async (): Promise<{ status: string }[]> => {
    const { executeOperations: pushed } = await helper.ask(
      'mutation ($input: ExecuteOperationsInput!) { executeOperations(input: $input) { results { key status } } }',
      {
        input: { operations: [{ key, mutation: { completeTask: { id: inspect, inspection } } }] },
      },
    );
    return pushed.results;
  };
  expect(await push()).toEqual([{ key, status: 'APPLIED' }]);
  expect(await push()).toEqual([{ key, status: 'DUPLICATE' }]);
  const { status, body: inspections } = await keeper.rest('GET', `/inspections?beehive_id=${hives[2]}`);
  expect([status, JSON.stringify(inspections).split('Eggs in three frames').length - 1]).toEqual([200, 1]);

  expect(await worklistOf(helper)).toEqual([]);
  expect(await worklistOf(keeper)).not.toContain(inspect);
  const after = await calendarOf(createCalendarFeed.link, before.etag);
  expect([after.status, after.titles]).toEqual([200, []]);

  // The digest of the next day: the helper has nothing to do, so there is none; the keeper is told of what is left.
  for (const who of [keeper, helper]) {
    const last = (await digestOf(who)).lastAt;
    expect(last).not.toBeNull();
    await app.database.sql(`update digests set sent_at = sent_at - interval '1 day' where user_id = $1`, [who.id]);
    await makeDue(who);
  }
  await sendDigests();
  expect(digestsTo(helper).length).toBe(1);
  expect(digestsTo(keeper).length).toBe(2);
  expect(digestsTo(keeper)[1]!.text).not.toContain('Look for eggs');
  expect((await worklistOf(keeper)).length).toBe(applyTaskPlan.tasks.length);
});
