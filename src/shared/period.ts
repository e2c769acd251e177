import { registerEnumType } from 'type-graphql';

export enum CalendarPeriod {
  WEEK = 'week',
  MONTH = 'month',
}
registerEnumType(CalendarPeriod, {
  name: 'CalendarPeriod',
  description: 'The calendar period to aggregate by.',
  valuesConfig: {
    WEEK: { description: 'Weeks that start on Monday, in UTC.' },
    MONTH: { description: 'Calendar months, in UTC.' },
  },
});
