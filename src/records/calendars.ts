import { owned, type Records } from './record.js';

export const calendars = {
  CalendarFeed: owned((viewer) => ({ user: viewer }), {
    exportAs: 'calendarFeeds',
    found: () => ({ revokedAt: null }),
  }),
} satisfies Partial<Records>;
