// Calendars: what a program that subscribes to the link gets, and what changes when the work does.
import { describe, expect, it } from '@jest/globals';
import { isOfRequest, statementsOf } from '../../support/client.js';
import { share } from '../../support/members.js';
import { beekeeper, treat } from '../../support/world.js';
import {
  ana,
  apiary,
  app,
  closeTask,
  createFeed,
  createTask,
  eventOf,
  fetchLink,
  inDays,
  subscribe,
  updateTask,
} from './calendars.fixture.js';

describe('a calendar', () => {
  it('has a link that is returned once, and what was asked for', async () => {
    const { link, calendarFeed } = await createFeed({
      name: 'Phone, “hive” work; daily',
      apiaryIds: [apiary.toUpperCase(), apiary],
      kinds: ['TASK', 'TASK', 'WITHDRAWAL_ENDS'],
      assigneeIds: [ana.id, 'nobody'],
      language: 'EN',
      startHour: 8,
      alarmMinutes: 60,
    });
    expect(link).toMatch(new RegExp(`^${app.url}/calendar/[\\w-]{43}\\.ics$`));
    expect(calendarFeed).toMatchObject({
      name: 'Phone, “hive” work; daily',
      apiaryIds: [apiary],
      kinds: ['TASK', 'WITHDRAWAL_ENDS'],
      assigneeIds: [ana.id],
      language: 'EN',
      startHour: 8,
      alarmMinutes: 60,
      lastReadAt: null,
    });
    const { calendar, headers } = await subscribe({ link });
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(String(calendar.getFirstPropertyValue('version'))).toBe('2.0');
    expect(String(calendar.getFirstPropertyValue('method'))).toBe('PUBLISH');
    expect(String(calendar.getFirstPropertyValue('name')).replaceAll('\\', '')).toBe('Phone, “hive” work; daily');
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
    expect(String(calendar.getFirstPropertyValue('x-published-ttl'))).toBe('PT1H');
    const {
      me: { calendarFeeds },
    } = await ana.ask('{ me { calendarFeeds { id lastReadAt } } }');
    expect(calendarFeeds[0]).toEqual({ id: calendarFeed.id, lastReadAt: expect.any(String) });
  });

  it('has open tasks on their days: with their hives and without their notes', async () => {
    const hive = await ana.beehive(apiary, { beehiveNumber: 7 });
    const [title, notes] = ['First line BEGIN:VALARM,; \\n “ñ🐝”', 'The gate has the code 4711'];
    await createTask({ title, notes, beehiveIds: [hive], dueOn: inDays(4) });
    await createTask({ title: 'From then on', dueOn: null, startsOn: inDays(6) });
    await createTask({ title: 'Whenever', dueOn: null });
    const feed = await createFeed({ language: 'ES', kinds: ['TASK'] });
    const read = await subscribe(feed);
    expect(eventOf(read, 'First line BEGIN:VALARM,; \\n “ñ🐝”')).toMatchObject({
      isDay: true,
      start: inDays(4),
      end: null,
      location: 'Hillside',
      description: 'Colmenas: 7',
      category: 'TASK',
      alarm: null,
    });
    expect(eventOf(read, 'From then on').start).toBe(inDays(6));
    expect(read.events.map(({ summary }) => summary)).not.toContain('Whenever');
    expect(read.text).not.toContain('4711');
    // Lines of at most 75 bytes that end in CRLF, and no other control characters (RFC 5545, 3.1).
    const lines = read.text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are looked for
    expect(lines.join('')).not.toMatch(/[\x00-\x08\x0a-\x1f\x7f]/);
  });

  it('has timed events with an alarm, if it has an hour', async () => {
    const there = await ana.apiary({ name: 'Bogotá', timeZone: 'America/Bogota' });
    await createTask({ apiaryId: there, title: 'Feed', dueOn: inDays(5, 'America/Bogota') });
    const feed = await createFeed({ apiaryIds: [there], startHour: 7, alarmMinutes: 90 });
    expect(eventOf(await subscribe(feed), 'Feed')).toMatchObject({
      isDay: false,
      start: `${inDays(5, 'America/Bogota')}T12:00:00Z`,
      end: `${inDays(5, 'America/Bogota')}T13:00:00Z`,
      alarm: 'START -PT1H30M',
    });
    const days = await createFeed({ apiaryIds: [there], alarmMinutes: -480 });
    expect(eventOf(await subscribe(days), 'Feed')).toMatchObject({ isDay: true, alarm: 'START PT8H' });
  });

  it('contains what follows from records, also the end of a withdrawal period', async () => {
    const there = await ana.apiary({ name: 'Valley' });
    const hive = await ana.beehive(there, { beehiveNumber: 12 });
    await ana.ask(`mutation ($input: RecordTreatmentInput!) { recordTreatment(input: $input) { treatments { id } } }`, {
      input: {
        ...{ beehiveIds: [hive], kind: 'Thymol', productName: 'Thymol', appliedBy: 'Ana' },
        ...{ startedOn: inDays(-2), endedOn: inDays(-1), withdrawalDays: 10 },
      },
    });
    const read = await subscribe(await createFeed({ apiaryIds: [there], language: 'EN' }));
    const { beehive } = await ana.ask(`{ beehive(id: "${hive}") { withdrawalUntil } }`);
    const free = new Date(Date.parse(beehive.withdrawalUntil) + 86_400_000).toISOString().slice(0, 10);
    expect(eventOf(read, 'Hive 12 can be harvested again')).toMatchObject({
      start: free,
      location: 'Valley',
      category: 'WITHDRAWAL_ENDS',
    });
    expect(eventOf(read, 'Hive 12 is to be inspected').start).toBe(inDays(0));
  });
});

describe('what is due for several hives of an apiary on a day', () => {
  it('is one event with the hives, which stays the same when one of them is done', async () => {
    const there = await ana.apiary({ name: 'Many' });
    const hives = [];
    for (const beehiveNumber of [10, 9, 2]) hives.push(await ana.beehive(there, { beehiveNumber }));
    await ana.beehive(there, { name: 'Maple' });
    await ana.beehive(await ana.apiary({ name: 'Other' }), { beehiveNumber: 1 });
    const feed = await createFeed({ language: 'ES', kinds: ['OVERDUE_INSPECTION'], apiaryIds: [there] });
    const before = await subscribe(feed);
    expect(before.events).toMatchObject([
      { summary: '4 colmenas se deben inspeccionar', description: 'Colmenas: 2, 9, 10, Maple', location: 'Many' },
    ]);
    await ana.ask(
      `mutation { recordInspection(input: { beehiveId: "${hives[1]}", answers: [] }) { inspection { id } } }`,
    );
    const after = await subscribe(feed);
    expect(after.events).toMatchObject([
      {
        uid: before.events[0]!.uid,
        summary: '3 colmenas se deben inspeccionar',
        description: 'Colmenas: 2, 10, Maple',
      },
      { summary: 'La colmena 9 se debe inspeccionar', description: null, start: inDays(14) },
    ]);
    expect(after.events[0]!.sequence).toBeGreaterThan(before.events[0]!.sequence);
  });
});

describe('a change', () => {
  it('of the due day keeps the UID and raises the SEQUENCE, of that event alone', async () => {
    const { id } = await createTask({ title: 'Moves' });
    await createTask({ title: 'Stays' });
    const feed = await createFeed({ kinds: ['TASK'] });
    const first = await subscribe(feed);
    const repeated = await subscribe(feed);
    expect(repeated.text).toBe(first.text);
    await updateTask(id, { dueOn: inDays(1), notes: 'Only a note' });
    const second = await subscribe(feed);
    const [before, after] = [eventOf(first, 'Moves'), eventOf(second, 'Moves')];
    expect(after).toMatchObject({ uid: before.uid, start: inDays(1) });
    expect(after.sequence).toBeGreaterThan(before.sequence);
    expect(after.stamp >= before.stamp).toBe(true);
    expect(eventOf(second, 'Stays')).toEqual(eventOf(first, 'Stays'));
    await updateTask(id, { notes: 'Another note' });
    expect((await subscribe(feed)).text).toBe(second.text);
  });

  it('that takes an event away and brings it back goes on with its UID, and a SEQUENCE that is not lower', async () => {
    const { id } = await createTask({ title: 'Comes back' });
    const feed = await createFeed({ kinds: ['TASK'] });
    const before = eventOf(await subscribe(feed), 'Comes back');
    await closeTask(id, 'skipTask');
    expect((await subscribe(feed)).events.map(({ summary }) => summary)).not.toContain('Comes back');
    await closeTask(id, 'reopenTask');
    const after = eventOf(await subscribe(feed), 'Comes back');
    expect(after.uid).toBe(before.uid);
    expect(after.sequence).toBeGreaterThanOrEqual(before.sequence);
  });

  it('of nothing is read by two statements, however many events there are', async () => {
    const feed = await createFeed();
    const count = async (): Promise<number> =>
      (await statementsOf(app.app, () => subscribe(feed))).filter(isOfRequest).length;
    // The first read, and one that has something new, also write what was sent.
    expect([await count(), await count()]).toEqual([5, 2]);
    for (let i = 0; i < 5; i++) await createTask({ title: `New ${i}` });
    expect([await count(), await count()]).toEqual([5, 2]);
  });

  it('of nothing is 304 to a program that has the calendar', async () => {
    const { id } = await createTask({ title: 'Tagged' });
    const { link } = await createFeed({ kinds: ['TASK'] });
    const etag = (await fetchLink(link)).headers.get('etag')!;
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await fetchLink(link, { 'if-none-match': sent });
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, '']);
    }
    expect((await fetchLink(link, { 'if-none-match': '"other"' })).status).toBe(200);
    await updateTask(id, { title: 'Tagged again' });
    const changed = await fetchLink(link, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    const head = await fetchLink(link, {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, changed.headers.get('etag'), '']);
  });

  it('that two programs see at the same time has the same SEQUENCE for both', async () => {
    const { id } = await createTask({ title: 'Seen by two' });
    const feed = await createFeed({ kinds: ['TASK'] });
    await subscribe(feed);
    await updateTask(id, { dueOn: inDays(8) });
    const texts = await Promise.all(Array.from({ length: 4 }, async () => (await subscribe(feed)).text));
    expect(new Set(texts).size).toBe(1);
  });
});

describe('what a calendar leaves out', () => {
  it('is other apiaries, other kinds, and what is assigned to others', async () => {
    const [here, there] = [await ana.apiary(), await ana.apiary()];
    const eva = await beekeeper(app);
    await share(ana, here, eva, 'WORKER');
    await createTask({ apiaryId: here, title: 'Of Eva', assigneeId: eva.id });
    await createTask({ apiaryId: here, title: 'Of nobody' });
    await createTask({ apiaryId: there, title: 'Elsewhere' });
    await ana.beehive(here, { beehiveNumber: 1 });
    const titles = async (input: object, who = ana): Promise<string[]> =>
      (await subscribe(await createFeed({ language: 'EN', ...input }, who))).events
        .map(({ summary }) => summary)
        .sort();
    expect(await titles({ apiaryIds: [here], kinds: ['TASK'] }, eva)).toEqual(['Of Eva', 'Of nobody']);
    expect(await titles({ assigneeIds: [eva.id] }, eva)).toEqual(['Of Eva']);
    expect(await titles({ assigneeIds: ['no-id'] }, eva)).toEqual([]);
    expect(await titles({ apiaryIds: [here], kinds: ['OVERDUE_INSPECTION'] }, eva)).toEqual([
      'Hive 1 is to be inspected',
    ]);
    expect(await titles({}, eva)).toEqual(['Hive 1 is to be inspected', 'Of Eva', 'Of nobody']);
  });

  it('is what was put off, until the day on which it is listed again', async () => {
    const there = await ana.apiary();
    const hive = await ana.beehive(there, { beehiveNumber: 3 });
    const feed = await createFeed({ apiaryIds: [there], language: 'EN' });
    expect(eventOf(await subscribe(feed), 'Hive 3 is to be inspected').start).toBe(inDays(0));
    await ana.ask(
      'mutation ($key: ID!, $until: LocalDate) { snoozeWorklistItem(input: { key: $key, until: $until }) { worklistItem { key } } }',
      {
        key: `OVERDUE_INSPECTION:${hive}`,
        until: inDays(9),
      },
    );
    expect(eventOf(await subscribe(feed), 'Hive 3 is to be inspected').start).toBe(inDays(9));
  });

  it('is what is more than a year away', async () => {
    const there = await ana.apiary();
    await createTask({ apiaryId: there, title: 'In two years', dueOn: inDays(730) });
    await createTask({ apiaryId: there, title: 'In a year', dueOn: inDays(365) });
    const { events } = await subscribe(await createFeed({ apiaryIds: [there] }));
    expect(events.map(({ summary }) => summary)).toEqual(['In a year']);
  });

  it('of more than 1,000 events are those that are farthest from today', async () => {
    const there = await ana.apiary();
    await treat(ana, await ana.beehive(there, { beehiveNumber: 1 }));
    await app.app.pool.query(
      `insert into tasks (id, created_at, updated_at, apiary_id, title, kind, priority, due_on, source, status, actor_id)
       select gen_random_uuid(), now(), now(), $1, 'Task ' || n, 'OTHER', 'NORMAL', current_date + n % 300, 'OWN', 'OPEN', $2
       from generate_series(1, 1200) n`,
      [there, ana.id],
    );
    const { events } = await subscribe(await createFeed({ apiaryIds: [there], kinds: ['TASK'] }));
    expect(events).toHaveLength(1000);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1000);
    expect(events.every(({ start }) => start <= inDays(250))).toBe(true);
  });
});
