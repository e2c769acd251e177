// What an event says to people. Unlike the title of an item of the worklist, it does not say how many days are left: a program shows the day.
import { createMessage, type Message, toMessage, type Value } from '../../shared/message.js';
import { CalendarKind } from './calendar-kind.js';

interface Titled {
  kind: CalendarKind;
  /** The number of a hive, the name of an item, the code of a lot or the title of a task. */
  label: string | null;
}

const TITLES: Record<Exclude<CalendarKind, 'TASK'>, (hive: Value, label: string) => Message> = {
  [CalendarKind.OVERDUE_INSPECTION]: (hive) => createMessage('{hive} is to be inspected', { hive }),
  [CalendarKind.FOLLOW_UP_DUE]: (hive) => createMessage('{hive} has a treatment to review', { hive }),
  [CalendarKind.TREATMENT_ENDS]: (hive) => createMessage('{hive} has a treatment that ends', { hive }),
  [CalendarKind.WITHDRAWAL_ENDS]: (hive) => createMessage('{hive} can be harvested again', { hive }),
  [CalendarKind.EXPIRING_STOCK]: (_hive, item) => createMessage('“{item}” expires', { item }),
  [CalendarKind.OLD_QUEEN]: (hive) => createMessage('{hive} has an old queen', { hive }),
  [CalendarKind.LOT_EXPIRES]: (_hive, code) => createMessage('Lot {code} reaches its best-before date', { code }),
};

/** A task has the words of whoever wrote it. */
export function titleOf({ kind, label }: Titled): Message | string {
  if (kind === CalendarKind.TASK) return label ?? '';
  const hive =
    label === null ? toMessage('A hive without a number') : createMessage('Hive {number}', { number: label });
  return TITLES[kind](hive, label ?? '');
}
