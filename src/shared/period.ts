import { registerEnumType } from 'type-graphql';

export enum CalendarPeriod {
  WEEK = 'week',
  MONTH = 'month',
}
registerEnumType(CalendarPeriod, {
  name: 'CalendarPeriod',
  description: 'What to add up by.',
  valuesConfig: {
    WEEK: { description: 'Weeks, from Monday, in UTC.' },
    MONTH: { description: 'Months, in UTC.' },
  },
});
