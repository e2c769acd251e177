import { ofTimes } from '../../database/where.js';
import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf, filtered, parent, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Measurement } from './measurement.entity.js';
import { MeasurementFilter } from './measurements.inputs.js';

export const measurementList = filtered(
  connectionOf(Measurement, 'Measurement'),
  MeasurementFilter,
  ({ kind, from, before }) => ({ kind: kind ?? undefined, measuredAt: ofTimes(from, before) }),
  { measuredAt: 'desc' },
);

export const measurementEdges = [
  edgesOf(Measurement, {
    beehive: parent(Beehive, 'beehiveId', 'The hive.'),
    apiary: related(
      Apiary,
      'apiaryId',
      'The apiary of the hive when it was recorded; null if it has been deleted or is no longer yours.',
    ),
    actor: person('actorId', 'Who recorded it; null if the account has been deleted.'),
  }),
  // apiaries/ and beehives/ do not import measurements/.
  edgesOf(Apiary, {
    measurements: connection(
      Measurement,
      'apiary',
      measurementList,
      'What people have measured at hives that were in the apiary at that time, newest first.',
    ),
  }),
  edgesOf(Beehive, {
    measurements: connection(Measurement, 'beehive', measurementList, 'What people have measured at it, newest first.'),
  }),
];
