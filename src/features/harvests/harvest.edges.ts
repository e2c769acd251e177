import { connectionOf } from '../../graphql/connection.js';
import { children, connection, edgesOf, found, ordered, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { Harvest } from './harvest.entity.js';
import { harvestList, lotList } from './harvest.lists.js';
import { EarlierSource, HarvestRevision } from './harvest-revision.entity.js';
import { HarvestSource } from './harvest-source.entity.js';
import { Lot } from './lot.entity.js';
import { LotHarvest } from './lot-harvest.entity.js';
import { loadQueenOfSource } from './queen-honey.queries.js';

const LotHarvestConnection = connectionOf(LotHarvest, 'LotHarvest');

const HIVE_OF_SOURCE = 'The hive; null if it has been deleted or given away, or is in an apiary that you do not see.';

export const harvestEdges = [
  edgesOf(Harvest, {
    apiary: related(Apiary, 'apiaryId', 'The apiary; null if it has been deleted or is no longer yours.'),
    actor: person('actorId', 'Who recorded, closed, amended or voided it last; null if the account has been deleted.'),
    sources: children(HarvestSource, 'harvest', { position: 'asc' }, 'What was taken from each hive; at most 100.'),
    revisions: children(
      HarvestRevision,
      'harvest',
      { revision: 'desc' },
      'Its earlier revisions, the latest first; at most 201.',
    ),
    lots: connection(
      LotHarvest,
      'harvest',
      ordered(LotHarvestConnection, { id: 'asc' }),
      'What lots contain of it, of those that you see, the first lot first.',
    ),
  }),
  edgesOf(HarvestRevision, {
    actor: person('actorId', 'Who made this revision; null if the account has been deleted.'),
  }),
  edgesOf(EarlierSource, {
    beehive: related(Beehive, 'beehiveId', HIVE_OF_SOURCE),
  }),
  edgesOf(HarvestSource, {
    beehive: related(Beehive, 'beehiveId', HIVE_OF_SOURCE),
    queen: found(
      Queen,
      loadQueenOfSource,
      'The queen of the hive on the day of the harvest, as the reigns say now; null if none is recorded, or you do not see her.',
    ),
  }),
  // apiaries/ does not import harvests/.
  edgesOf(Apiary, {
    harvests: connection(Harvest, 'apiary', harvestList, 'Its harvests, newest first.'),
    lots: connection(Lot, 'apiary', lotList, 'Its lots of honey, newest first.'),
  }),
];
