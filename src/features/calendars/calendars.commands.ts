import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { createRandomToken } from '../../shared/random-token.js';
import { isUuid } from '../../shared/text.js';
import { User } from '../accounts/user.entity.js';
import { requireApiaries } from '../apiaries/apiaries.rules.js';
import { CalendarFeed } from './calendar-feed.entity.js';
import { type CreateCalendarFeedInput, MAX_ENTRIES } from './calendars.inputs.js';

/** The most that an account can have. */
export const MAX_CALENDAR_FEEDS = 10;

export interface CreatedCalendarFeed {
  calendarFeed: CalendarFeed;
  link: string;
}

/** The link is not stored: only a hash of its token is. @throws CONFLICT (TOO_MANY_CALENDARS); NOT_FOUND */
export async function createCalendarFeed(
  context: Context,
  input: CreateCalendarFeedInput,
): Promise<CreatedCalendarFeed> {
  const { access, em, viewer, links } = context;
  requireEntries(input);
  const apiaryIds = await requireApiaries(context, input.apiaryIds);
  // Two requests of the account wait for each other, so that both count the same calendars.
  const user = await access.forUpdate(User, viewer.id, undefined, 'no key update');
  await requireCapacity(context);
  const { secret, hash } = createRandomToken();
  const calendarFeed = em.create(CalendarFeed, {
    user,
    tokenHash: hash,
    name: input.name?.trim() || null,
    apiaryIds,
    kinds: input.kinds ? [...new Set(input.kinds)] : null,
    // Text that is no id is that of nobody, like the id of a stranger.
    assigneeIds: input.assigneeIds?.filter(isUuid) ?? null,
    language: input.language ?? viewer.language,
    startHour: input.startHour ?? null,
    alarmMinutes: input.alarmMinutes ?? null,
  });
  return { calendarFeed, link: links.calendar(secret) };
}

function requireEntries({ kinds, assigneeIds }: CreateCalendarFeedInput): void {
  const problems = Object.entries({ kinds, assigneeIds }).flatMap(([field, values]) =>
    values && (values.length === 0 || values.length > MAX_ENTRIES)
      ? [{ field, message: createMessage('must have 1 to {max} entries', { max: MAX_ENTRIES }) }]
      : [],
  );
  if (problems.length > 0) throw AppError.badInput(problems);
}

async function requireCapacity({ access }: Context): Promise<void> {
  if ((await access.count(CalendarFeed, { revokedAt: null })) < MAX_CALENDAR_FEEDS) return;
  const message = createMessage('An account can have at most {max} calendars', { max: MAX_CALENDAR_FEEDS });
  throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_CALENDARS' });
}

/** A repetition changes nothing. @returns the id */
export async function deleteCalendarFeed({ access }: Context, id: string): Promise<string> {
  const feed = await access.forUpdate(CalendarFeed, id);
  feed.revokedAt ??= new Date();
  return feed.id;
}
