// What of a calendar is new to programs. A SEQUENCE only rises, and programs rely on it. Items of the worklist are no rows with a version, so the
// calendar remembers a hash of each event that it has sent.
import { createHash } from 'node:crypto';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { PublishedEvent } from './calendar-feed.entity.js';
import type { DescribedEvent } from './describe-event.js';
import type { OpenFeed } from './find-feed.js';

export interface SequencedEvent extends DescribedEvent {
  sequence: number;
  changedAt: Date;
}

/** `lastReadAt` is written only so often. */
const READ_INTERVAL_MS = 300_000;
const HASH_CHARACTERS = 16;

const PUBLISH = `update calendar_feeds set published = $2::jsonb, revision = revision + 1, last_read_at = now()
  where id = $1 and revision = $3 and revoked_at is null returning id`;
const NOTE_READ = 'update calendar_feeds set last_read_at = now() where id = $1 and revoked_at is null returning id';

/** @returns undefined if the calendar was deleted meanwhile, or another program has just been sent something new: it has to be read again */
export async function publishEvents(
  context: Context,
  feed: OpenFeed,
  events: DescribedEvent[],
): Promise<SequencedEvent[] | undefined> {
  const { published, isNew } = compare(feed, events, Date.now());
  const write = (text: string, ...values: unknown[]): Promise<object[]> =>
    context.withShare('writes', () => runStatement(context, { text, values: [feed.id, ...values] }));
  if (isNew) {
    const rows = await write(PUBLISH, JSON.stringify(Object.fromEntries(published)), feed.revision);
    if (rows.length === 0) return undefined;
  } else if (feed.lastReadAt === null || Date.now() - new Date(feed.lastReadAt).getTime() > READ_INTERVAL_MS) {
    if ((await write(NOTE_READ)).length === 0) return undefined;
  }
  return events.map((event) => {
    const [, sequence, changedAt] = published.get(event.key)!;
    return { ...event, sequence, changedAt: new Date(changedAt) };
  });
}

/**
 * A SEQUENCE is the number of seconds from the creation of the calendar to the change of the event, and of the changes of the calendar before:
 * so it also rises within a second, and from one that was forgotten, because the event was not in the calendar for a time.
 */
function compare(
  { published: before, createdAt, revision }: OpenFeed,
  events: DescribedEvent[],
  now: number,
): { published: Map<string, PublishedEvent>; isNew: boolean } {
  const seconds = Math.max(0, Math.floor((now - new Date(createdAt).getTime()) / 1000));
  let isNew = Object.keys(before).length !== events.length;
  const published = new Map<string, PublishedEvent>();
  for (const event of events) {
    const hash = createHash('sha256').update(JSON.stringify(event)).digest('base64url').slice(0, HASH_CHARACTERS);
    const known = Object.hasOwn(before, event.key) ? before[event.key] : undefined;
    if (known?.[0] === hash) {
      published.set(event.key, known);
      continue;
    }
    isNew = true;
    published.set(event.key, [hash, seconds + revision, now]);
  }
  return { published, isNew };
}
