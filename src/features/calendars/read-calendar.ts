import type { Context } from '../../context.js';
import { AppError, unavailable } from '../../errors.js';
import { describeEvent } from './describe-event.js';
import { findFeed } from './find-feed.js';
import { loadEvents } from './load-events.js';
import { publishEvents } from './publish-events.js';
import { writeCalendar } from './write-calendar.js';

/** Programs that read the same calendar at the same moment, after a change of its events, wait for each other. */
const MAX_ATTEMPTS = 5;

/** @returns the calendar of a token @throws NOT_FOUND for every token that reads nothing, whatever the reason is */
export async function readCalendar(context: Context, token: string): Promise<string> {
  // Who has lost access must not read a replica that does not know it yet.
  context.readsPrimary = true;
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const feed = await findFeed(context, token);
    if (!feed) throw AppError.notFound('Calendar feed');
    context.requestLog.accountId = feed.userId;
    const events = await loadEvents(context, feed);
    const published = await publishEvents(
      context,
      feed,
      events.map((event) => describeEvent(event, feed)),
    );
    if (published) return writeCalendar(feed, published);
  }
  throw unavailable();
}
