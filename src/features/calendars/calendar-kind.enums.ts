import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

/** The kinds of the worklist whose items have a day that is planned, and not one on which something began: the values are theirs. */
export const CalendarKind = defineEnum(
  'CalendarKind',
  'What a calendar contains: open tasks, and the kinds of the worklist that have a day. `WorklistKind` has their rules. What is due for several hives of an apiary on a day is one event.',
  {
    TASK: 'An open task, on its due day; without one, on its first day.',
    OVERDUE_INSPECTION: 'The next inspection of a hive, on the day from which it is overdue.',
    FOLLOW_UP_DUE: 'The review of a treatment in which nothing has been written yet.',
    TREATMENT_ENDS: 'The announced or planned end of a treatment.',
    WITHDRAWAL_ENDS: 'The first day on which the honey of a hive may be harvested again.',
    EXPIRING_STOCK: 'The expiry date of an item in stock.',
    OLD_QUEEN: 'The day from which the queen of a hive is old.',
    LOT_EXPIRES: 'The best-before date of a lot of honey.',
    ANNUAL_DECLARATION: 'The last day on which your hives in a country are declared to its authority.',
  },
);
export type CalendarKind = EnumOf<typeof CalendarKind>;
