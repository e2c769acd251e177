import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf, filtered } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { ofDaysThere } from '../apiaries/apiary-days.queries.js';
import { Activity } from './activity.entity.js';
import { ActivityFilter } from './activity.inputs.js';
import { TimelineEntry } from './timeline.queries.js';

const activityList = filtered(
  connectionOf(Activity, 'Activity'),
  ActivityFilter,
  ({ actorId, kinds, from, to }) => ({
    notable: true,
    ...(actorId != null && { actorId }),
    ...(kinds && { kind: kinds }),
    $written: ofDaysThere('at', from, to),
  }),
  { id: 'desc' },
);

export const activityEdges = [
  edgesOf(Apiary, {
    changeLog: connection(
      Activity,
      'apiary',
      activityList,
      'Who changed what in it, newest first, for two years. Treatments are not listed: they keep their `revisions`. Invitations are listed for the owner and managers.',
    ),
  }),
  edgesOf(Activity, {
    actor: person('actorId', 'Who did it; null if that is not known, or the account has been deleted.'),
  }),
  edgesOf(TimelineEntry, {
    actor: person('actorId', 'Who did it; null if that is not known, or the account has been deleted.'),
  }),
];
