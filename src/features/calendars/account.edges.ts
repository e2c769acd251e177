import { edgesOf } from '../../graphql/edges.js';
import { ownList } from '../accounts/account-fields.edges.js';
import { User } from '../accounts/user.entity.js';
import { CalendarFeed } from './calendar-feed.entity.js';

export const accountEdges = edgesOf(User, {
  calendarFeeds: ownList(
    CalendarFeed,
    () => ({ where: { revokedAt: null }, order: { createdAt: 'desc' } }),
    'Its calendars, the newest first; those that were deleted are left out.',
  ),
});
