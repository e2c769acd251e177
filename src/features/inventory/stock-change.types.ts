import { Field, ObjectType } from 'type-graphql';
import type { Row } from '../../database/row.js';
import { InventoryItem } from './inventory-item.entity.js';
import { StockMovement } from './stock-movement.entity.js';

export const ITEM = 'The item, after the change; null if it has been deleted since.';
export const MOVEMENT = 'The movement that was recorded; null if the item has been deleted since.';

/** An item and its movement change together: a statement returns one of them, and the other is read if it is selected. */
@ObjectType({ simpleResolvers: true, description: 'The fields of the payloads below: no type of the schema.' })
export class ItemChange {
  @Field(() => InventoryItem, { nullable: true, description: ITEM })
  inventoryItem!: Row<InventoryItem>;

  stockMovementId!: string;
}

@ObjectType({ simpleResolvers: true, description: 'The fields of the payloads below: no type of the schema.' })
export class MovementChange {
  @Field(() => StockMovement, { nullable: true, description: MOVEMENT })
  stockMovement!: Row<StockMovement>;

  itemId!: string;
}
