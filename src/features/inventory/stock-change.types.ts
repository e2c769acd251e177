import { Field, ObjectType } from 'type-graphql';
import type { Row } from '../../database/row.js';
import { InventoryItem } from './inventory-item.entity.js';
import { StockMovement } from './stock-movement.entity.js';

/** An item and its movement change together: a statement returns one of them, and the other is read if it is selected. */
@ObjectType({ simpleResolvers: true, description: 'The fields of the payloads below: no type of the schema.' })
export class ItemChange {
  @Field(() => InventoryItem)
  inventoryItem!: Row<InventoryItem>;

  stockMovementId!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The fields of the payloads below: no type of the schema.' })
export class MovementChange {
  @Field(() => StockMovement)
  stockMovement!: Row<StockMovement>;

  itemId!: string;
}
