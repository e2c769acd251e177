import { ID, InputType } from 'type-graphql';
import { OptionalField, OptionalValue } from '../../graphql/input-fields.js';
import { OneOf, States } from '../../graphql/validators.js';
import { Language } from '../../shared/language.js';
import { WorklistKind } from '../worklist/worklist.enums.js';
import { CALENDAR_KINDS, CalendarFeed } from './calendar-feed.entity.js';

/** The length of each list, at most. */
export const MAX_ENTRIES = 100;
const ENTRIES = { minItems: 1, maxItems: MAX_ENTRIES };

@InputType({ description: 'A new calendar.' })
export class CreateCalendarFeedInput {
  @OptionalValue(CalendarFeed, 'The name that programs show, {bounds}. If omitted, that of the service.')
  name?: string | null;

  @States(ENTRIES)
  @OptionalField(
    () => [ID],
    `The ids of 1 to ${MAX_ENTRIES} apiaries. If omitted, all that you see, including those to which you gain access later.`,
  )
  apiaryIds?: string[] | null;

  @States(ENTRIES)
  @OptionalField(
    () => [WorklistKind],
    'Only events of these kinds, of those that have a planned day. If omitted, all of them. A task is on its due day; without one, on its first day. What is due for several hives of an apiary on a day is one event.',
    OneOf(CALENDAR_KINDS),
  )
  kinds?: WorklistKind[] | null;

  @States(ENTRIES)
  @OptionalField(
    () => [ID],
    `Only what is assigned to these accounts, 1 to ${MAX_ENTRIES}. The id of nobody finds nothing.`,
  )
  assigneeIds?: string[] | null;

  @OptionalField(
    () => Language,
    'The language of the texts. If omitted, that of your account.',
    OneOf(Language, 'must be a supported language'),
  )
  language?: Language | null;

  @OptionalValue(
    CalendarFeed,
    'The hour at which events begin where the apiary is, {min} to {max}; they last an hour. If omitted, events are of whole days.',
  )
  startHour?: number | null;

  @OptionalValue(
    CalendarFeed,
    'How many minutes before its beginning an event reminds, −1,440 (a day after it) to 40,320 (28 days before). A whole day begins at midnight: −480 is 8:00. If omitted, never.',
  )
  alarmMinutes?: number | null;
}
