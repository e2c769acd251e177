import { ofDays } from '../../database/where.js';
import { connectionOf } from '../../graphql/connection.js';
import { connection, edgesOf, filtered, found, parent, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { HarvestSource } from '../harvests/harvest-source.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { Product } from '../products/product.entity.js';
import { FED_BEFORE_HARVEST_DAYS, loadFedBeforeHarvest } from './fed-before-harvest.queries.js';
import { Feeding } from './feeding.entity.js';
import { FeedingFilter } from './feedings.inputs.js';

export const feedingList = filtered(
  connectionOf(Feeding, 'Feeding'),
  FeedingFilter,
  ({ from, to }) => ({ fedOn: ofDays(from, to) }),
  { fedOn: 'desc' },
);

const WHERE = 'null if it has been deleted or is no longer yours.';

export const feedingEdges = [
  edgesOf(Feeding, {
    beehive: parent(Beehive, 'beehiveId', 'The hive.'),
    apiary: related(Apiary, 'apiaryId', `The apiary of the hive at that time; ${WHERE}`),
    product: related(
      Product,
      'productId',
      'The product that was named; null if none, if it has been deleted, or you do not see it.',
    ),
    item: related(
      InventoryItem,
      'itemId',
      'The inventory item from which it was taken; null if none, or if it has been deleted.',
    ),
    stockMovement: related(
      StockMovement,
      'stockMovementId',
      'The stock movement of all hives of this feeding; null if none, or if the item has been deleted.',
    ),
    actor: person('actorId', 'Who recorded it; null if the account has been deleted.'),
  }),
  // beehives/ and apiaries/ do not import feedings/.
  edgesOf(Beehive, {
    feedings: connection(Feeding, 'beehive', feedingList, 'Its feedings, newest first.'),
  }),
  edgesOf(Apiary, {
    feedings: connection(
      Feeding,
      'apiary',
      feedingList,
      'The feedings of hives that were in the apiary at that time, newest first.',
    ),
  }),
  // harvests/ does not import feedings/.
  edgesOf(HarvestSource, {
    recentFeeding: found(
      Feeding,
      loadFedBeforeHarvest,
      `A warning: the last feeding of the hive in the ${FED_BEFORE_HARVEST_DAYS} days before the harvest, which may be in the honey; null if there is none.`,
    ),
  }),
];
