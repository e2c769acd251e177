import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import {
  EnumColumn,
  IdOf,
  IntColumn,
  OptionalDayColumn,
  OptionalIdOf,
  OptionalLineColumn,
  OptionalNameColumn,
  OptionalTextColumn,
  TimeColumn,
} from '../../graphql/entity-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { Node } from '../../graphql/node.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { INT_MAX } from '../../shared/text.js';
import { InventoryItem } from './inventory-item.entity.js';

export const StockMovementKind = defineEnum('StockMovementKind', 'The kind of a stock movement.', {
  INITIAL: 'The initial stock of a new item.',
  ENTRY: 'Stock came in.',
  EXIT: 'A person took stock out.',
  ADJUSTMENT: 'The quantity was adjusted, up or down.',
  CORRECTION: 'Reverts an earlier movement that was a mistake.',
});
export type StockMovementKind = EnumOf<typeof StockMovementKind>;

export const StockMovementDirection = defineEnum('StockMovementDirection', 'The direction of a stock movement.', {
  IN: ['entry', 'The quantity increased.'],
  OUT: ['exit', 'The quantity decreased.'],
});
export type StockMovementDirection = EnumOf<typeof StockMovementDirection>;

/** An entry of the ledger. A trigger rejects every update, and every deletion while the item exists. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A change of the quantity of an item: who, how much, when and why. It is immutable.',
})
@Entity({ tableName: 'stock_movements' })
@Index({ name: 'stock_movements_created_index', properties: ['item', 'createdAt', 'id'] })
@Index({
  name: 'stock_movements_emptied_index',
  expression:
    'create index "stock_movements_emptied_index" on "stock_movements" ("item_id", "sequence") where "balance_after" = 0',
})
@Unique({ name: 'stock_movements_sequence_unique', properties: ['item', 'sequence'] })
@Check({ name: 'stock_movements_change_check', expression: 'amount <> 0' })
export class StockMovement extends OwnedEntity {
  /** There is no foreign key: it stays while the deletion of its parent can be undone (ADR 0064). */
  @ManyToOne(() => InventoryItem, { ref: true, deleteRule: 'cascade', createForeignKeyConstraint: false, index: false })
  item!: Ref<InventoryItem>;

  @Legacy()
  @IdOf('item', 'The id of the item.')
  readonly itemId!: Opt<string>;

  @IntColumn(1, INT_MAX, 'Its number among the movements of the item, from 1, without gaps.')
  sequence!: number;

  @EnumColumn(StockMovementKind, 'The kind of movement.')
  kind!: StockMovementKind;

  @IntColumn(-INT_MAX, INT_MAX, 'The change of the quantity: positive came in, negative went out.')
  amount!: number;

  @IntColumn(0, INT_MAX, 'The quantity in stock after the movement.')
  balanceAfter!: number;

  @Field(() => Int, { description: 'The quantity in stock before the movement.' })
  get balanceBefore(): Opt<number> {
    return this.balanceAfter - this.amount;
  }

  @Field(() => Int, { description: 'The absolute value of `amount`.' })
  get quantity(): Opt<number> {
    return Math.abs(this.amount);
  }

  @Field(() => StockMovementDirection, { description: 'The direction.' })
  get direction(): Opt<StockMovementDirection> {
    return this.amount > 0 ? StockMovementDirection.IN : StockMovementDirection.OUT;
  }

  @OptionalNameColumn(200, 'The person who took or brought it.')
  person: Opt<string> | null = null;

  @OptionalTextColumn(200, 'The reason.')
  reason: Opt<string> | null = null;

  @OptionalTextColumn(2000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  @OptionalLineColumn(100, 'Of what came in: its batch number.')
  batchNumber: Opt<string> | null = null;

  @OptionalDayColumn('Of what came in: its expiry date.')
  expiryDate: Opt<string> | null = null;

  @OptionalNameColumn(200, 'Of what came in: its supplier.')
  supplier: Opt<string> | null = null;

  @OptionalTextColumn(500, 'Of what came in: its receipt, by the number of the invoice or where that is kept.')
  purchaseProof: Opt<string> | null = null;

  /** There is no foreign key, because the ledger outlives the account. */
  @Property({ type: 'uuid' })
  actorId!: string;

  @TimeColumn('When it happened, as sent by the client; otherwise the time of recording.')
  occurredAt!: Date;

  @ManyToOne(() => StockMovement, {
    ref: true,
    nullable: true,
    deleteRule: 'cascade',
    unique: 'stock_movements_corrects_unique',
  })
  corrects: Ref<StockMovement> | null = null;

  @OptionalIdOf('corrects', 'The id of the movement that this one reverts.')
  readonly correctsId!: Opt<string> | null;
}
