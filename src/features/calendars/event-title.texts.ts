// What an event says to people. Unlike the title of an item of the worklist, it does not say how many days are left: a program shows the day.
import { createMessage, type Message, type Value } from '../../messages/message.js';
import { WorklistKind } from '../worklist/worklist.enums.js';
import { countryName } from '../worklist/worklist-title.texts.js';
import type { CalendarEvent } from './events.queries.js';

/** What is about one hive, and about several ones. */
const HIVES: Partial<Record<WorklistKind, { one: (hive: Value) => Message; more: (count: number) => Message }>> = {
  [WorklistKind.OVERDUE_INSPECTION]: {
    one: (hive) => createMessage('{hive} is to be inspected', { hive }),
    more: (count) => createMessage('{count} hives are to be inspected', { count }),
  },
  [WorklistKind.FOLLOW_UP_DUE]: {
    one: (hive) => createMessage('{hive} has a treatment to review', { hive }),
    more: (count) => createMessage('{count} hives have a treatment to review', { count }),
  },
  [WorklistKind.TREATMENT_ENDS]: {
    one: (hive) => createMessage('{hive} has a treatment that ends', { hive }),
    more: (count) => createMessage('{count} hives have a treatment that ends', { count }),
  },
  [WorklistKind.WITHDRAWAL_ENDS]: {
    one: (hive) => createMessage('{hive} can be harvested again', { hive }),
    more: (count) => createMessage('{count} hives can be harvested again', { count }),
  },
  [WorklistKind.OLD_QUEEN]: {
    one: (hive) => createMessage('{hive} has an old queen', { hive }),
    more: (count) => createMessage('{count} hives have an old queen', { count }),
  },
};

/** A task has the words of whoever wrote it. */
export function titleOf({ kind, label, count }: Pick<CalendarEvent, 'kind' | 'label' | 'count'>): Message | string {
  const ofHives = HIVES[kind];
  if (ofHives && count > 1) return ofHives.more(count);
  const name = label ?? '';
  if (ofHives) return ofHives.one(createMessage('Hive {label}', { label: name }));
  if (kind === WorklistKind.EXPIRING_STOCK) return createMessage('“{item}” expires', { item: name });
  if (kind === WorklistKind.LOT_EXPIRES)
    return createMessage('Lot {code} reaches its best-before date', { code: name });
  if (kind === WorklistKind.ANNUAL_DECLARATION)
    return createMessage('Last day to declare your hives in {country}', { country: countryName(name) });
  return name;
}
