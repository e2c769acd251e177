import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { DateTime, LocalDate } from '../../shared/scalars.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { Lot } from './lot.entity.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'Jars of one size that were filled from a lot. Their number and size never change: a mistaken pack is voided.',
})
@Entity({ tableName: 'lot_packs' })
@Index({ name: 'lot_packs_lot_index', properties: ['lot', 'packedOn', 'id'] })
@Index({ name: 'lot_packs_owner_index', properties: ['ownerId', 'id'] })
@Index({
  name: 'lot_packs_jar_movement_index',
  expression:
    'create index "lot_packs_jar_movement_index" on "lot_packs" ("jar_movement_id") where "jar_movement_id" is not null',
})
@Index({
  name: 'lot_packs_label_movement_index',
  expression:
    'create index "lot_packs_label_movement_index" on "lot_packs" ("label_movement_id") where "label_movement_id" is not null',
})
@Check({ name: 'lot_packs_amounts_check', expression: 'jars > 0 and grams_per_jar > 0' })
export class LotPack extends TrackedEntity {
  @ManyToOne(() => Lot, { ref: true, deleteRule: 'cascade', index: false })
  lot!: Ref<Lot>;

  @Field(() => ID, { description: 'The id of the lot.' })
  get lotId(): Opt<string> {
    return this.lot.id;
  }

  @Field(() => LocalDate, { description: 'The day on which the jars were filled.' })
  @Property({ type: 'date' })
  packedOn!: string;

  @Field(() => Int, { description: 'The number of jars.' })
  @Property({ type: 'integer' })
  jars!: number;

  @Field(() => Int, { description: 'The honey in one jar in grams.' })
  @Property({ type: 'integer' })
  gramsPerJar!: number;

  @Field(() => Int, { description: 'The honey in all its jars in grams.' })
  get grams(): Opt<number> {
    return this.jars * this.gramsPerJar;
  }

  @ManyToOne(() => StockMovement, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  jarMovement: Ref<StockMovement> | null = null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of the stock movement of the jars; null if none, or if the item has been deleted or is of another owner.',
  })
  get jarMovementId(): Opt<string> | null {
    return this.jarMovement?.id ?? null;
  }

  @ManyToOne(() => StockMovement, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  labelMovement: Ref<StockMovement> | null = null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of the stock movement of the labels; null if none, or if the item has been deleted or is of another owner.',
  })
  get labelMovementId(): Opt<string> | null {
    return this.labelMovement?.id ?? null;
  }

  @Field(() => String, { nullable: true, description: 'Notes, such as the customer, as free text.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  @Field(() => DateTime, { nullable: true, description: 'When it was voided; null if it was not.' })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  voidedAt: Opt<Date> | null = null;

  @Field(() => String, { nullable: true, description: 'Why it was voided.' })
  @Property({ type: 'text', nullable: true })
  reason: Opt<string> | null = null;

  @Field(() => ID, { description: 'The id of the account that recorded it.' })
  @Property({ type: 'uuid' })
  actorId!: string;
}
