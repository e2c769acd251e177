import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { DateTime } from '../../shared/scalars.js';
import { InventoryItem } from './inventory-item.entity.js';

export enum MovementKind {
  INITIAL = 'INITIAL',
  ENTRY = 'ENTRY',
  EXIT = 'EXIT',
  ADJUSTMENT = 'ADJUSTMENT',
  CORRECTION = 'CORRECTION',
}
registerEnumType(MovementKind, {
  name: 'MovementKind',
  description: 'The kind of a stock movement.',
  valuesConfig: {
    INITIAL: { description: 'The initial stock of a new item.' },
    ENTRY: { description: 'Stock came in.' },
    EXIT: { description: 'A person took stock out.' },
    ADJUSTMENT: { description: 'The quantity was adjusted, up or down.' },
    CORRECTION: { description: 'Reverts an earlier movement that was a mistake.' },
  },
});

export enum MovementDirection {
  IN = 'entry',
  OUT = 'exit',
}
registerEnumType(MovementDirection, {
  name: 'MovementDirection',
  description: 'The direction of a stock movement.',
  valuesConfig: { IN: { description: 'The quantity increased.' }, OUT: { description: 'The quantity decreased.' } },
});

/** An entry of the ledger. A trigger rejects every update, and every deletion while the item exists. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A change of the quantity of an item: who, how much, when and why. It is immutable.',
})
@Entity({ tableName: 'stock_movements' })
@Index({ name: 'stock_movements_created_index', properties: ['item', 'createdAt', 'id'] })
@Unique({ name: 'stock_movements_sequence_unique', properties: ['item', 'sequence'] })
@Check({ name: 'stock_movements_amount_check', expression: 'amount <> 0 and balance_after >= 0 and sequence > 0' })
export class StockMovement extends OwnedEntity {
  @ManyToOne(() => InventoryItem, { ref: true, deleteRule: 'cascade', index: false })
  item!: Ref<InventoryItem>;

  @Field(() => ID, { description: 'The id of the item.' })
  get itemId(): Opt<string> {
    return this.item.id;
  }

  @Field(() => Int, { description: 'Its number among the movements of the item, from 1, without gaps.' })
  @Property({ type: 'integer' })
  sequence!: number;

  @Field(() => MovementKind, { description: 'The kind of movement.' })
  @Enum({ items: () => MovementKind })
  kind!: MovementKind;

  @Field(() => Int, { description: 'The change of the quantity: positive came in, negative went out.' })
  @Property({ type: 'integer' })
  amount!: number;

  @Field(() => Int, { description: 'The quantity in stock after the movement.' })
  @Property({ type: 'integer' })
  balanceAfter!: number;

  @Field(() => Int, { description: 'The quantity in stock before the movement.' })
  get balanceBefore(): Opt<number> {
    return this.balanceAfter - this.amount;
  }

  @Field(() => Int, { description: 'The absolute value of `amount`.' })
  get quantity(): Opt<number> {
    return Math.abs(this.amount);
  }

  @Field(() => MovementDirection, { description: 'The direction.' })
  get direction(): Opt<MovementDirection> {
    return this.amount > 0 ? MovementDirection.IN : MovementDirection.OUT;
  }

  @Field(() => String, { nullable: true, description: 'The person who took or brought it.' })
  @Property({ type: 'text', nullable: true })
  person: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The reason.' })
  @Property({ type: 'text', nullable: true })
  reason: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'Notes, in free text.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  /** There is no foreign key, because the ledger outlives the account. */
  @Field(() => ID, { description: 'The id of the account that recorded it.' })
  @Property({ type: 'uuid' })
  actorId!: string;

  @Field(() => DateTime, { description: 'When it happened, as sent by the client; otherwise the time of recording.' })
  @Property({ type: 'timestamptz', length: 3 })
  occurredAt!: Date;

  @Field(() => DateTime, { description: 'When the service recorded it.' })
  get recordedAt(): Opt<Date> {
    return this.createdAt;
  }

  @ManyToOne(() => StockMovement, {
    ref: true,
    nullable: true,
    deleteRule: 'cascade',
    unique: 'stock_movements_corrects_unique',
  })
  corrects: Ref<StockMovement> | null = null;

  @Field(() => ID, { nullable: true, description: 'The id of the movement that this one reverts.' })
  get correctsId(): Opt<string> | null {
    return this.corrects?.id ?? null;
  }
}
