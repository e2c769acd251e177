// Who reads a calendar: whoever has its link, as long as its account sees what is in it.
import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isOfRequest, startTestApp, statementsOf } from '../../support/client.js';
import { deleteAccount, refusalOf, removeMember, share } from '../../support/members.js';
import { expectLikeMissing, MISSING_IDS } from '../../support/missing-ids.js';
import { expectGraphqlRefused } from '../../support/refusals.js';
import { beekeeper, PASSWORD } from '../../support/world.js';
import {
  ana,
  apiary,
  app,
  createFeed,
  createTask,
  type Feed,
  fetchLink,
  inDays,
  removeFeed,
  sendFeed,
  subscribe,
} from './calendars.fixture.js';

const titlesOf = async (feed: Feed): Promise<string[]> =>
  (await subscribe(feed)).events.map(({ summary }) => summary).sort();

/** The status, the headers but for those of each response, and the body. */
async function responseOf(link: string, headers = {}): Promise<unknown> {
  const response = await fetchLink(link, { 'accept-language': 'en', ...headers });
  const shown = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status: response.status, headers: shown, body: await response.text() };
}

describe('a token', () => {
  it('that is unknown, malformed or revoked has the same response, also in a browser', async () => {
    const feed = await createFeed();
    expect((await removeFeed(ana, feed.calendarFeed.id)).data).toEqual({
      deleteCalendarFeed: { deletedId: feed.calendarFeed.id },
    });
    const refused = await responseOf(feed.link);
    expect(refused).toMatchObject({ status: 404, body: expect.stringContaining('NOT_FOUND') });
    const base = `${app.url}/calendar`;
    const token = randomBytes(32).toString('base64url');
    const others = [token, `${token}x`, 'x', '%00', '%2e%2e', '%', '%zz', "'or'1", 'ñ', `${token}/x`, randomUUID()];
    for (const other of others)
      expect({ other, refused: await responseOf(`${base}/${other}.ics`) }).toEqual({ other, refused });
    for (const path of ['', '/', `/${token}`, `/${token}.ICS`, `${new URL(feed.link).pathname.slice(9)}/`])
      expect({ path, refused: await responseOf(base + path) }).toEqual({ path, refused });
    expect(await responseOf(feed.link, { accept: 'text/html', 'sec-fetch-mode': 'navigate' })).toEqual(refused);
    expect(await responseOf(feed.link, { authorization: `Bearer ${ana.token}` })).toEqual(refused);
    expect(await responseOf(feed.link, { 'if-none-match': '*' })).toEqual(refused);
    const { me, nodes } = await ana.ask(
      `{ me { calendarFeeds { id } } nodes(ids: ["${feed.calendarFeed.id}"]) { id } }`,
    );
    expect([me.calendarFeeds, nodes]).toEqual([[], [null]]);
  });

  it('that was not sent by GET is refused', async () => {
    const { link } = await createFeed();
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await fetchLink(link, {}, method);
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
  });

  it('is stored as a hash alone, which is neither exported nor shown', async () => {
    const { link, calendarFeed } = await createFeed({ name: 'Exported' });
    const token = /([\w-]{43})\.ics$/.exec(link)![1]!;
    await subscribe({ link });
    const { body } = await ana.rest('GET', '/users/me/export');
    expect(body.calendarFeeds).toMatchObject([{ id: calendarFeed.id, name: 'Exported' }]);
    const [row] = await app.database.sql<{ hash: string; text: string }>(
      'select token_hash as hash, to_jsonb(f)::text as text from calendar_feeds f',
    );
    expect(row!.text).not.toContain(token);
    expect(JSON.stringify(body)).not.toContain(row!.hash);
    expect(JSON.stringify(body)).not.toContain(token);
  });
});

describe('an account', () => {
  it('has ten calendars at most: an eleventh is refused until one is deleted, also of two at once', async () => {
    const feeds = [];
    for (let i = 0; i < 9; i++) feeds.push(await createFeed());
    const answers = await Promise.all([sendFeed(ana, {}), sendFeed(ana, {}), sendFeed(ana, {})]);
    expect(answers.map(refusalOf).sort()).toEqual([
      'CONFLICT TOO_MANY_CALENDARS',
      'CONFLICT TOO_MANY_CALENDARS',
      undefined,
    ]);
    await removeFeed(ana, feeds[0]!.calendarFeed.id);
    await removeFeed(ana, feeds[0]!.calendarFeed.id);
    expect(refusalOf(await sendFeed(ana, {}))).toBeUndefined();
    expect(refusalOf(await sendFeed(ana, {}))).toBe('CONFLICT TOO_MANY_CALENDARS');
  });

  it('creates one in a request, whose response is not stored', async () => {
    const both = await ana.graphql(
      'mutation { a: createCalendarFeed(input: {}) { link } b: createCalendarFeed(input: {}) { link } }',
    );
    expect(both.errors).toHaveLength(1);
    const send = () =>
      ana.graphql('mutation { createCalendarFeed(input: {}) { link } }', {}, { 'idempotency-key': 'k' });
    const [one, two] = [await send(), await send()];
    expect(one.data?.createCalendarFeed.link).not.toBe(two.data?.createCalendarFeed.link);
  });

  it('neither sees nor deletes calendars of others, nor puts their apiaries into its own', async () => {
    const eva = await beekeeper(app);
    const { calendarFeed } = await createFeed();
    await expectLikeMissing(removeFeed, eva, calendarFeed.id);
    const { me, nodes } = await eva.ask(`{ me { calendarFeeds { id } } nodes(ids: ["${calendarFeed.id}"]) { id } }`);
    expect([me.calendarFeeds, nodes]).toEqual([[], [null]]);
    await expectLikeMissing((who, id) => sendFeed(who, { apiaryIds: [id] }), eva, apiary);
    expect(refusalOf(await sendFeed(ana, { apiaryIds: [apiary, randomUUID()] }))).toBe('NOT_FOUND');
    for (const id of MISSING_IDS) {
      const feed = await createFeed({ assigneeIds: [id] }, eva);
      expect(await titlesOf(feed)).toEqual([]);
      await removeFeed(eva, feed.calendarFeed.id);
    }
  });

  it('reads what it was refused as an error of the field', async () => {
    const many = Array.from({ length: 101 }, () => randomUUID());
    for (const [field, value] of [
      ['apiaryIds', []],
      ['apiaryIds', many],
      ['kinds', []],
      ['assigneeIds', []],
      ['assigneeIds', many],
      ['startHour', 24],
      ['startHour', -1],
      ['alarmMinutes', 40_321],
      ['alarmMinutes', -1441],
      ['name', 'x'.repeat(101)],
    ] as const)
      expectGraphqlRefused(await sendFeed(ana, { [field]: value }), { code: 'BAD_USER_INPUT', field });
  });

  it('that is disabled has no calendars until it is enabled again; one that is deleted has none any more', async () => {
    const eva = await beekeeper(app);
    const feed = await createFeed({}, eva);
    expect(await titlesOf(feed)).toEqual([]);
    await app.database.sql('update users set is_active = false where id = $1', [eva.id]);
    expect((await fetchLink(feed.link)).status).toBe(404);
    await app.database.sql('update users set is_active = true where id = $1', [eva.id]);
    expect((await fetchLink(feed.link)).status).toBe(200);
    expect((await deleteAccount(eva, PASSWORD)).errors).toBeUndefined();
    expect((await fetchLink(feed.link)).status).toBe(404);
    expect(await app.database.sql('select 1 from calendar_feeds where user_id = $1', [eva.id])).toEqual([]);
  });
});

describe('a member', () => {
  it('who is removed has no events of the apiary from then on, and goes on with the own ones', async () => {
    const eva = await beekeeper(app);
    const [shared, own] = [await ana.apiary(), await eva.apiary()];
    await createTask({ apiaryId: shared, title: 'Shared' });
    await createTask({ apiaryId: own, title: 'Own' }, eva);
    const before = await createFeed({}, eva);
    expect(await titlesOf(before)).toEqual(['Own']);
    await share(ana, shared, eva, 'VIEWER');
    const named = await createFeed({ apiaryIds: [shared] }, eva);
    expect([await titlesOf(before), await titlesOf(named)]).toEqual([['Own', 'Shared'], ['Shared']]);
    await removeMember(ana, shared, eva.id);
    expect([await titlesOf(before), await titlesOf(named)]).toEqual([['Own'], []]);
    await share(ana, shared, eva, 'VIEWER');
    expect(await titlesOf(named)).toEqual(['Shared']);
    await ana.ask(`mutation { deleteApiary(input: { id: "${shared}" }) { deletedId } }`);
    expect([await titlesOf(before), await titlesOf(named)]).toEqual([['Own'], []]);
  });
});

describe('the hour of an event', () => {
  it('is that of the apiary before and after a change of daylight saving time', async () => {
    const there = await ana.apiary({ name: 'Madrid', timeZone: 'Europe/Madrid' });
    const year = Number(inDays(0).slice(0, 4)) + 1;
    const lastSunday = (month: number): number => {
      const last = new Date(Date.UTC(year, month, 0));
      return last.getUTCDate() - last.getUTCDay();
    };
    const days = [3, 10].flatMap((month) =>
      [-1, 0, 1].map((n) => new Date(Date.UTC(year, month - 1, lastSunday(month) + n)).toISOString().slice(0, 10)),
    );
    const near = days.filter((day) => day <= inDays(365));
    for (const dueOn of near) await createTask({ apiaryId: there, title: dueOn, dueOn });
    const starts = async (startHour: number): Promise<Record<string, string>> => {
      const { events } = await subscribe(await createFeed({ apiaryIds: [there], startHour }));
      return Object.fromEntries(events.map(({ summary, start }) => [summary, start]));
    };
    const winter = [true, false, false, false, true, true];
    expect(await starts(8)).toEqual(
      Object.fromEntries(near.map((day) => [day, `${day}T${winter[days.indexOf(day)] ? '07' : '06'}:00:00Z`])),
    );
    // There is no 2:30 on the day on which the clock is put forward; 2:00 is 3:00 there.
    if (near.includes(days[1]!)) expect((await starts(2))[days[1]!]).toBe(`${days[1]}T01:00:00Z`);
  });
});

it('programs that read too often are told when to come back, without a statement', async () => {
  const strict = await startTestApp({ RATE_LIMITS: 'on', RATE_LIMIT_REQUESTS: '3/1h' }, app.database);
  try {
    const { link } = await createFeed();
    const there = strict.url + new URL(link).pathname;
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await fetchLink(there));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    const statements = await statementsOf(strict.app, () => fetchLink(there));
    expect(statements.filter(isOfRequest)).toEqual([]);
  } finally {
    await strict.close();
  }
});

it('calendars that were deleted a month ago are forgotten', async () => {
  const { calendarFeed } = await createFeed();
  await removeFeed(ana, calendarFeed.id);
  const count = async (): Promise<number> => (await app.database.sql('select 1 from calendar_feeds')).length;
  await app.app.expiredRows.remove();
  expect(await count()).toBe(1);
  await app.database.sql(`update calendar_feeds set revoked_at = now() - interval '31 days'`);
  await app.app.expiredRows.remove();
  expect(await count()).toBe(0);
});
