import { connection, edgesOf, parent, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Product } from '../products/product.entity.js';
import { itemList, movementList, movementListOfItems } from './inventory.lists.js';
import { InventoryItem } from './inventory-item.entity.js';
import { ITEM, ItemChange, MOVEMENT, MovementChange } from './stock-change.types.js';
import { StockMovement } from './stock-movement.entity.js';

export const inventoryEdges = [
  edgesOf(InventoryItem, {
    apiary: parent(Apiary, 'apiaryId', 'Its apiary.'),
    product: related(Product, 'productId', 'The product that it is; null if none, or you do not see it.'),
    stockMovements: connection(StockMovement, 'item', movementList, 'Its movements, newest first.'),
  }),
  edgesOf(StockMovement, {
    item: parent(InventoryItem, 'itemId', 'The item.'),
    corrects: related(StockMovement, 'correctsId', 'The movement that this one reverts; null if it reverts none.'),
    actor: person('actorId', 'Who recorded it; null if the account has been deleted.'),
  }),
  edgesOf(ItemChange, { stockMovement: related(StockMovement, 'stockMovementId', MOVEMENT) }),
  edgesOf(MovementChange, { inventoryItem: related(InventoryItem, 'itemId', ITEM) }),
  edgesOf(Apiary, {
    inventoryItems: connection(InventoryItem, 'apiary', itemList, 'Its inventory.'),
    stockMovements: connection(
      StockMovement,
      'item.apiary',
      movementListOfItems,
      'The movements of all its inventory, newest first.',
    ),
  }),
];
