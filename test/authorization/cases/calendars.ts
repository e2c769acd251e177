import type { FeatureCases } from '../case.js';

export const calendars: FeatureCases = {
  fields: {
    'Mutation.createCalendarFeed': [
      'viewer',
      () => 'mutation { createCalendarFeed(input: { name: "Phone" }) { calendarFeed { name } } }',
      'session',
    ],
    'Mutation.deleteCalendarFeed': [
      'self',
      ({ calendar }) => `mutation { deleteCalendarFeed(input: { id: "${calendar}" }) { deletedId } }`,
    ],
  },
  routes: {},
  nested: {},
};
