import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import {
  DayColumn,
  IdOf,
  IntColumn,
  OptionalIdOf,
  OptionalTextColumn,
  OptionalTimeColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { Lot } from './lot.entity.js';

/** A drum of honey has 300 kg. */
const MAX_GRAMS_PER_JAR = 1_000_000;

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
export class LotPack extends TrackedEntity {
  @ManyToOne(() => Lot, { ref: true, deleteRule: 'cascade', index: false })
  lot!: Ref<Lot>;

  @IdOf('lot')
  readonly lotId!: Opt<string>;

  @DayColumn('The day on which the jars were filled.')
  packedOn!: string;

  @IntColumn(1, 100_000, 'The number of jars.')
  jars!: number;

  @IntColumn(1, MAX_GRAMS_PER_JAR, 'The honey in one jar in grams.')
  gramsPerJar!: number;

  @Field(() => Int, { description: 'The honey in all its jars in grams.' })
  get grams(): Opt<number> {
    return this.jars * this.gramsPerJar;
  }

  @ManyToOne(() => StockMovement, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  jarMovement: Ref<StockMovement> | null = null;

  @OptionalIdOf(
    'jarMovement',
    'The id of the stock movement of the jars; null if none, or if the item has been deleted or is of another owner.',
  )
  readonly jarMovementId!: Opt<string> | null;

  @ManyToOne(() => StockMovement, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  labelMovement: Ref<StockMovement> | null = null;

  @OptionalIdOf(
    'labelMovement',
    'The id of the stock movement of the labels; null if none, or if the item has been deleted or is of another owner.',
  )
  readonly labelMovementId!: Opt<string> | null;

  @OptionalTextColumn(500, 'Notes, such as the customer, as free text.')
  notes: Opt<string> | null = null;

  @OptionalTimeColumn('When it was voided; null if it was not.')
  voidedAt: Opt<Date> | null = null;

  @OptionalTextColumn(200, 'Why it was voided.')
  reason: Opt<string> | null = null;

  @Property({ type: 'uuid' })
  actorId!: string;
}
