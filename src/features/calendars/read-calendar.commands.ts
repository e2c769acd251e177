import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.js';
import { AppError, unavailable } from '../../errors.js';
import { type CalendarState, readState } from './calendar-state.queries.js';
import { describeEvent } from './event-description.rules.js';
import { loadEvents } from './events.queries.js';
import { findFeed, type OpenFeed } from './feed.queries.js';
import { writeCalendar } from './icalendar.rules.js';
import { noteRead, publishEvents } from './publish-events.commands.js';

/** Programs that read the same calendar in several processes, after a change of its events, wait for each other. */
const MAX_ATTEMPTS = 5;
const MAX_KEPT_BYTES = 24 * 1024 * 1024;
/** After a failover, transactions may be gone that a snapshot has seen. */
const KEPT_MS = 3_600_000;

export interface Calendar {
  body: Buffer;
  etag: string;
}
interface Kept extends Calendar {
  /** What it was built from. */
  key: string;
  /** Up to which it is known that nothing has changed. */
  snapshot: string;
}
/** The calendars that were built last, by the ids of their feeds. */
const kept = new LRUCache<string, Kept>({
  maxSize: MAX_KEPT_BYTES,
  sizeCalculation: ({ body, key }) => body.length + key.length,
  ttl: KEPT_MS,
});

interface Found {
  feed: OpenFeed;
  state: CalendarState;
  /** The calendar that was built last. */
  last: Kept | undefined;
  /** If nothing has changed since it was built. */
  calendar: Calendar | undefined;
}

/** @returns the calendar of a token @throws NOT_FOUND for every token that reads nothing, whatever the reason is */
export async function readCalendar(context: Context, token: string): Promise<Calendar> {
  // Who has lost access must not read a replica that does not know it yet.
  context.readsPrimary = true;
  let { feed, state, calendar, last } = await find(context, token);
  if (calendar) return calendar;
  const client = feed.userId;
  // An account builds one at a time.
  const { calendars } = context.shares;
  const waiting = calendars.take(client);
  if (waiting) await waiting;
  try {
    // Another program may have read it meanwhile.
    let mustFind = waiting !== undefined || kept.get(feed.id) !== last;
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      if (mustFind) ({ feed, state, calendar } = await find(context, token));
      calendar ??= await build(context, feed, state);
      if (calendar) return calendar;
      mustFind = true;
    }
  } finally {
    calendars.give(client);
  }
  throw unavailable();
}

async function find(context: Context, token: string): Promise<Found> {
  const feed = await findFeed(context, token);
  if (!feed) throw AppError.notFound('Calendar feed');
  context.linkedAccount = feed.userId;
  context.requestLog.accountId = feed.userId;
  const last = kept.get(feed.id);
  const state = await readState(context, feed, last?.snapshot);
  if (!last || state.hasChanged || last.key !== keyOf(feed.revision, state))
    return { feed, state, last, calendar: undefined };
  last.snapshot = state.snapshot;
  return { feed, state, last, calendar: (await noteRead(context, feed)) ? last : undefined };
}

const keyOf = (revision: number, { at, apiaries, marks }: CalendarState): string =>
  [revision, new Date(at).getTime(), apiaries, marks].join(' ');

/** @returns undefined if it has to be found again */
async function build(context: Context, feed: OpenFeed, state: CalendarState): Promise<Calendar | undefined> {
  const events = [];
  for (const event of await loadEvents(context, feed, new Date(state.at))) {
    await context.nextTurn();
    events.push(describeEvent(event, feed));
  }
  const published = await publishEvents(context, feed, events);
  if (!published) return undefined;
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  for (const text of writeCalendar(feed, published.events)) {
    await context.nextTurn();
    const piece = Buffer.from(text);
    hash.update(piece);
    pieces.push(piece);
  }
  const calendar = { body: Buffer.concat(pieces), etag: `"${hash.digest('base64url')}"` };
  kept.set(feed.id, { ...calendar, key: keyOf(published.revision, state), snapshot: state.snapshot });
  return calendar;
}
