import { ofDays } from '../../database/where.js';
import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf, filtered, parent, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { MiteCount } from './mite-count.entity.js';
import { MiteCountFilter } from './mite-counts.inputs.js';

const miteCountList = filtered(
  connectionOf(MiteCount, 'MiteCount'),
  MiteCountFilter,
  ({ from, to }) => ({ countedOn: ofDays(from, to) }),
  { countedOn: 'desc' },
);

export const miteCountEdges = [
  edgesOf(MiteCount, {
    beehive: parent(Beehive, 'beehiveId', 'The hive.'),
    apiary: related(
      Apiary,
      'apiaryId',
      'The apiary of the hive at that time; null if it has been deleted or is no longer yours.',
    ),
    actor: person('actorId', 'Who recorded it; null if the account has been deleted.'),
  }),
  // beehives/ and apiaries/ do not import treatments/.
  edgesOf(Beehive, {
    miteCounts: connection(MiteCount, 'beehive', miteCountList, 'Its mite counts, newest first.'),
  }),
  edgesOf(Apiary, {
    miteCounts: connection(
      MiteCount,
      'apiary',
      miteCountList,
      'The mite counts of hives that were in the apiary at that time, newest first.',
    ),
  }),
];
