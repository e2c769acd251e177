import ical, {
  foldLines,
  ICalAlarmRelatesTo,
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalEvent,
  ICalEventTransparency,
} from 'ical-generator';
import { v5 as uuidv5 } from 'uuid';
import { toMessage } from '../../messages/message.js';
import { toLine } from './event-description.rules.js';
import type { OpenFeed } from './feed.queries.js';
import type { SequencedEvent } from './publish-events.commands.js';

/** How often programs should read it again. */
export const REFRESH_SECONDS = 3600;
const HOUR_MS = 3_600_000;
const PRODUCT = { company: 'Beekeeping backend', product: 'Calendar' };

const END = 'END:VCALENDAR';

/** Writes a calendar as RFC 5545 has it, in pieces. The same events are the same bytes. */
export function* writeCalendar(feed: OpenFeed, events: SequencedEvent[]): Generator<string> {
  const calendar = ical({
    prodId: PRODUCT,
    // The library escapes the texts of events, but not this one.
    name: toLine(feed.name ?? toMessage('Beekeeping').in(feed.language)).replace(/[\\;,]/g, '\\$&'),
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  const empty = calendar.toString();
  yield empty.slice(0, -END.length);
  for (const event of events) {
    const { title, startsAt, changedAt, alarmMinutes, description } = event;
    const written = calendar.createEvent({
      id: uuidv5(event.key, feed.id),
      sequence: event.sequence,
      stamp: changedAt,
      lastModified: changedAt,
      summary: title,
      location: event.location,
      description: description === null ? null : { plain: description },
      categories: [{ name: event.category }],
      // What is to be done leaves the time free for appointments.
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(startsAt === null
        ? { allDay: true, start: new Date(event.day) }
        : { start: startsAt, end: new Date(startsAt.getTime() + HOUR_MS) }),
    });
    if (alarmMinutes !== null) addAlarm(written, alarmMinutes, title);
    yield foldLines(written.toString());
    calendar.clear();
  }
  // The library leaves out the line break after the last line.
  yield `${END}\r\n`;
}

/** The library counts seconds before the event. Without the relation, one after the beginning would be one after the end. */
function addAlarm(event: ICalEvent, minutes: number, description: string): void {
  const alarm = event.createAlarm({ type: ICalAlarmType.display, trigger: minutes * 60, description });
  alarm.relatesTo(ICalAlarmRelatesTo.start);
}
