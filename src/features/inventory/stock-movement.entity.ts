import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
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
  description: 'Why a stock changed.',
  valuesConfig: {
    INITIAL: { description: 'The stock with which the item was made.' },
    ENTRY: { description: 'Something came in.' },
    EXIT: { description: 'Somebody took something out.' },
    ADJUSTMENT: { description: 'The count was set right, up or down.' },
    CORRECTION: { description: 'Takes back an earlier movement that was a mistake.' },
  },
});

export enum MovementDirection {
  IN = 'entry',
  OUT = 'exit',
}
registerEnumType(MovementDirection, {
  name: 'MovementDirection',
  description: 'Which way a movement went.',
  valuesConfig: { IN: { description: 'The stock grew.' }, OUT: { description: 'The stock shrank.' } },
});

/** A line of the ledger. Lines are only added: a trigger refuses to change one, or to delete one while its item exists. */
@ObjectType({
  simpleResolvers: true,
  description: 'A change of a stock: who, how much, when and why. It is never altered.',
})
@Entity({ tableName: 'stock_movements' })
@Unique({ name: 'stock_movements_sequence_unique', properties: ['item', 'sequence'] })
@Check({ name: 'stock_movements_amount_check', expression: 'amount <> 0 and balance_after >= 0 and sequence > 0' })
export class StockMovement extends BaseEntity {
  @ManyToOne(() => InventoryItem, { ref: true, deleteRule: 'cascade', index: false })
  item!: Ref<InventoryItem>;

  @Field(() => ID, { description: 'The item whose stock it changed.' })
  get itemId(): Opt<string> {
    return this.item.id;
  }

  @Field(() => Int, { description: "Its place among the item's movements, from 1, without gaps." })
  @Property({ type: 'integer' })
  sequence!: number;

  @Field(() => MovementKind, { description: 'Why the stock changed.' })
  @Enum({ items: () => MovementKind })
  kind!: MovementKind;

  @Field(() => Int, { description: 'By how much: positive came in, negative went out.' })
  @Property({ type: 'integer' })
  amount!: number;

  @Field(() => Int, { description: 'How many there were afterwards.' })
  @Property({ type: 'integer' })
  balanceAfter!: number;

  @Field(() => Int, { description: 'How many there were before.' })
  get balanceBefore(): Opt<number> {
    return this.balanceAfter - this.amount;
  }

  @Field(() => Int, { description: 'How many came in or went out, without a sign.' })
  get quantity(): Opt<number> {
    return Math.abs(this.amount);
  }

  @Field(() => MovementDirection, { description: 'Which way it went.' })
  get direction(): Opt<MovementDirection> {
    return this.amount > 0 ? MovementDirection.IN : MovementDirection.OUT;
  }

  @Field(() => String, { nullable: true, description: 'Who took or brought it.' })
  @Property({ type: 'text', nullable: true })
  person: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'Why, in a word or two.' })
  @Property({ type: 'text', nullable: true })
  reason: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'More about it.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  /** No foreign key: the ledger outlives the account that wrote it. */
  @Field(() => ID, { description: 'The account that recorded it.' })
  @Property({ type: 'uuid' })
  actorId!: string;

  @Field(() => DateTime, { description: 'When it happened, as the client says; else when it was recorded.' })
  @Property({ type: 'timestamptz', length: 3 })
  occurredAt!: Date;

  @Field(() => DateTime, { description: "When it was recorded, by the service's clock." })
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

  @Field(() => ID, { nullable: true, description: 'The movement that this one takes back.' })
  get correctsId(): Opt<string> | null {
    return this.corrects?.id ?? null;
  }
}
