// What of a calendar is new to programs. A SEQUENCE only rises, and programs rely on it. Items of the worklist are no rows with a version, so the
// calendar remembers a hash of each event that it has sent.
import { createHash } from 'node:crypto';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { CalendarFeed, PublishedEvent } from './calendar-feed.entity.js';
import type { DescribedEvent } from './event-description.rules.js';
import type { OpenFeed } from './feed.queries.js';

export interface SequencedEvent extends DescribedEvent {
  sequence: number;
  changedAt: Date;
}

/** `lastReadAt` is written only so often. */
const READ_INTERVAL_MS = 300_000;
const HASH_CHARACTERS = 16;

const READ = 'select published, revision from calendar_feeds where id = $1 and revoked_at is null';
const PUBLISH = `update calendar_feeds set published = $2::jsonb, revision = revision + 1, last_read_at = now()
  where id = $1 and revision = $3 and revoked_at is null returning id`;
const NOTE_READ = 'update calendar_feeds set last_read_at = now() where id = $1 and revoked_at is null returning id';

interface Published {
  events: SequencedEvent[];
  /** The new one, if there was something new. */
  revision: number;
}
type Sent = Pick<CalendarFeed, 'published' | 'revision'>;

/** @returns undefined if the calendar was deleted meanwhile, or another program has just been sent something new: it has to be read again */
export async function publishEvents(
  context: Context,
  feed: OpenFeed,
  events: DescribedEvent[],
): Promise<Published | undefined> {
  const [sent] = await runStatement<Sent>(context, { text: READ, values: [feed.id] });
  if (sent?.revision !== feed.revision) return undefined;
  const { published, isNew } = await compare(context, feed, sent, events);
  if (isNew) {
    const values = [JSON.stringify(Object.fromEntries(published)), feed.revision];
    if (!(await write(context, feed, PUBLISH, values))) return undefined;
  } else if (!(await noteRead(context, feed))) return undefined;
  const sequenced = events.map((event) => {
    const [, sequence, changedAt] = published.get(event.key)!;
    return { ...event, sequence, changedAt: new Date(changedAt) };
  });
  return { events: sequenced, revision: feed.revision + Number(isNew) };
}

/** @returns false if the calendar was deleted meanwhile */
export async function noteRead(context: Context, feed: OpenFeed): Promise<boolean> {
  const { lastReadAt } = feed;
  if (lastReadAt !== null && Date.now() - new Date(lastReadAt).getTime() <= READ_INTERVAL_MS) return true;
  return write(context, feed, NOTE_READ, []);
}

const write = async (context: Context, { id }: OpenFeed, text: string, values: unknown[]): Promise<boolean> =>
  (await context.withShare('writes', () => runStatement(context, { text, values: [id, ...values] }))).length > 0;

/**
 * A SEQUENCE is the number of seconds from the creation of the calendar to the change of the event, and of the changes of the calendar before:
 * so it also rises within a second, and from one that was forgotten, because the event was not in the calendar for a time.
 */
async function compare(
  context: Context,
  { createdAt }: OpenFeed,
  { published: before, revision }: Sent,
  events: DescribedEvent[],
): Promise<{ published: Map<string, PublishedEvent>; isNew: boolean }> {
  const now = Date.now();
  const seconds = Math.max(0, Math.floor((now - new Date(createdAt).getTime()) / 1000));
  let isNew = Object.keys(before).length !== events.length;
  const published = new Map<string, PublishedEvent>();
  for (const event of events) {
    await context.nextTurn();
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
