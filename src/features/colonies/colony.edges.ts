import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf, ordered, parent, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { ColonyEvent } from './colony-event.entity.js';

const ColonyEventConnection = connectionOf(ColonyEvent, 'ColonyEvent');
const BeehivePlacementConnection = connectionOf(BeehivePlacement, 'BeehivePlacement');

export const colonyEdges = [
  edgesOf(Beehive, {
    placements: connection(
      BeehivePlacement,
      'beehive',
      ordered(BeehivePlacementConnection, { placedOn: 'desc', createdAt: 'desc' }),
      'Where it stood when, the latest first.',
    ),
    colonyEvents: connection(
      ColonyEvent,
      'beehive',
      ordered(ColonyEventConnection, { occurredOn: 'desc' }),
      'Splits, unions and the loss of its colony, the latest first.',
    ),
  }),
  edgesOf(BeehivePlacement, {
    beehive: parent(Beehive, 'beehiveId', 'The hive.'),
    apiary: related(Apiary, 'apiaryId', 'The apiary; null if it has been deleted, or you do not see it.'),
    actor: person('actorId', 'Who placed it there; null if that is not known, or the account has been deleted.'),
  }),
  edgesOf(ColonyEvent, {
    beehive: parent(Beehive, 'beehiveId', 'The hive.'),
    otherBeehive: related(
      Beehive,
      'otherBeehiveId',
      'The other hive; null for a loss, or if it has been deleted, or you do not see it.',
    ),
    actor: person('actorId', 'Who recorded it; null if the account has been deleted.'),
  }),
];
