import { connectionOf } from '../../graphql/connection.js';
import { children, connection, edgesOf, ordered, parent, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { Harvest } from './harvest.entity.js';
import { Lot } from './lot.entity.js';
import { LotHarvest } from './lot-harvest.entity.js';
import { LotPack } from './lot-pack.entity.js';

const LotPackConnection = connectionOf(LotPack, 'LotPack');

export const lotEdges = [
  edgesOf(Lot, {
    apiary: related(Apiary, 'apiaryId', 'The apiary; null if it has been deleted or is no longer yours.'),
    actor: person('actorId', 'Who created it; null if the account has been deleted.'),
    contents: children(LotHarvest, 'lot', { id: 'asc' }, 'What it contains of each harvest; at most 20.'),
    packs: connection(
      LotPack,
      'lot',
      ordered(LotPackConnection, { packedOn: 'desc' }),
      'The jars that were filled from it, newest first, voided ones included.',
    ),
  }),
  edgesOf(LotPack, {
    lot: parent(Lot, 'lotId', 'The lot.'),
    jarMovement: related(
      StockMovement,
      'jarMovementId',
      'The stock movement of the jars; null if none, or if the item has been deleted or is of another owner.',
    ),
    labelMovement: related(
      StockMovement,
      'labelMovementId',
      'The stock movement of the labels; null if none, or if the item has been deleted or is of another owner.',
    ),
    actor: person('actorId', 'Who recorded it; null if the account has been deleted.'),
  }),
  edgesOf(LotHarvest, {
    lot: related(Lot, 'lotId', 'The lot; null if you do not see it.'),
    harvest: related(Harvest, 'harvestId', 'The harvest; null if you do not see its apiary.'),
  }),
];
