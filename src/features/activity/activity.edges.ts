import type { Where } from '../../database/where.js';
import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf, ordered } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Activity } from './activity.entity.js';
import { TimelineEntry } from './timeline.js';

const ActivityConnection = connectionOf(Activity, 'Activity', 'changes');
const NOTABLE = { notable: true } as Where<Activity>;

export const activityEdges = [
  edgesOf(Apiary, {
    activity: connection(
      Activity,
      'apiary',
      ordered(ActivityConnection, { id: 'desc' }, NOTABLE),
      'Who changed what in it, newest first, for two years. Invitations are listed for the owner and managers.',
    ),
  }),
  edgesOf(Activity, {
    actor: person('actorId', 'Who did it; null if that is not known, or the account has been deleted.'),
  }),
  edgesOf(TimelineEntry, {
    actor: person('actorId', 'Who did it; null if that is not known, or the account has been deleted.'),
  }),
];
