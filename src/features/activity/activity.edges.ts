import type { SelectedList } from '../../database/statement.js';
import { ofTimes } from '../../database/where.js';
import type { Columns } from '../../graphql/columns.js';
import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf } from '../../graphql/edges.js';
import { readPageArgs } from '../../graphql/page-args.js';
import { isUuid } from '../../shared/text.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Activity } from './activity.entity.js';
import { ActivityArgs } from './activity.inputs.js';
import { TimelineEntry } from './timeline.queries.js';

const activityList = {
  page: connectionOf(Activity, 'Activity'),
  args: ActivityArgs,
  read: ({ actorId, kinds, from, to, ...page }: ActivityArgs, fields: Columns<Activity>): SelectedList<Activity> => ({
    ...readPageArgs(page),
    where: {
      notable: true,
      ...(actorId != null && { actorId: isUuid(actorId) ? actorId : [] }),
      ...(kinds && { kind: kinds }),
      at: ofTimes(from, to),
    },
    order: { id: 'desc' },
    fields,
  }),
};

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
