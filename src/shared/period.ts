import { registerEnumType } from 'type-graphql';

export enum Period {
  WEEK = 'week',
  MONTH = 'month',
}
registerEnumType(Period, {
  name: 'Period',
  description: 'What to add up by.',
  valuesConfig: {
    WEEK: { description: 'Weeks, from Monday, in UTC.' },
    MONTH: { description: 'Months, in UTC.' },
  },
});
