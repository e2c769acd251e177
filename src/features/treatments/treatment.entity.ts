import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { Bounded } from '../../graphql/bounds.js';
import {
  BooleanColumn,
  DayColumn,
  EnumColumn,
  IdColumn,
  IntColumn,
  LineColumn,
  OptionalColumn,
  OptionalIdOf,
  OptionalIntColumn,
  OptionalLineColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { Node } from '../../graphql/node.js';
import { NOBODY } from '../../shared/retention.js';
import { Decimal } from '../../shared/scalars.js';
import { INT_MAX } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive, MAX_LABEL_LENGTH } from '../beehives/beehive.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { GIVEN_INGREDIENTS, GivenIngredient, type KeyedIngredient } from '../products/ingredient.types.js';
import { Product } from '../products/product.entity.js';
import { FORMER_KEEPER, type FormerKeeper } from './former-keeper.types.js';
import { TreatmentDetails } from './treatment-details.entity.js';
import { TreatmentStatus } from './treatment-status.enums.js';

/**
 * The record that Regulation (EU) 2019/6, art. 108 demands for each use of a medicinal product (docs/treatments.md). It outlives its hive and its
 * apiary: their labels are frozen. The current revision keeps the id; a correction first copies it to a row of the same series, which
 * never changes. A trigger refuses to delete a row before `retainUntil`.
 */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'The treatment of a hive with a medicinal product: the record that Regulation (EU) 2019/6, art. 108 demands. It is kept when the hive is deleted.',
})
@Entity({ tableName: 'treatments' })
@Index({ name: 'treatments_beehive_index', properties: ['beehive', 'startedOn', 'id'] })
@Index({ name: 'treatments_apiary_index', properties: ['apiary', 'startedOn', 'id'] })
@Index({ name: 'treatments_series_index', properties: ['seriesId', 'revision'] })
@Index({ name: 'treatments_register_index', properties: ['ownerId', 'startedOn', 'id'] })
@Index({ name: 'treatments_export_index', properties: ['ownerId', 'id'] })
@Index({
  name: 'treatments_treated_index',
  expression:
    'create index "treatments_treated_index" on "treatments" ("treated_beehive_id", "started_on") where "current"',
})
@Index({
  name: 'treatments_active_index',
  expression: `create index "treatments_active_index" on "treatments" ("beehive_id") where "current" and "status" = 'ACTIVE'`,
})
@Index({
  name: 'treatments_owner_active_index',
  expression: `create index "treatments_owner_active_index" on "treatments" ("owner_id", (coalesce("ended_on", "started_on" + "planned_days")), "id") include ("beehive_id", "started_on", "ended_on", "planned_days") where "current" and "status" = 'ACTIVE'`,
})
@Index({
  name: 'treatments_kept_index',
  expression: `create index "treatments_kept_index" on "treatments" ("retain_until") where "owner_id" = '${NOBODY}'`,
})
@Index({
  name: 'treatments_item_index',
  expression: 'create index "treatments_item_index" on "treatments" ("item_id") where "item_id" is not null',
})
@Index({
  name: 'treatments_movement_index',
  expression:
    'create index "treatments_movement_index" on "treatments" ("stock_movement_id") where "stock_movement_id" is not null',
})
@Index({
  name: 'treatments_product_index',
  expression: 'create index "treatments_product_index" on "treatments" ("product_id") where "product_id" is not null',
})
@Check({ name: 'treatments_series_check', expression: 'current = (id = series_id)' })
@Check({ name: 'treatments_end_check', expression: 'ended_on >= started_on' })
export class Treatment extends TreatmentDetails {
  @ManyToOne(() => Beehive, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  beehive: Ref<Beehive> | null = null;

  @OptionalIdOf('beehive')
  readonly beehiveId!: Opt<string> | null;

  /** The field `beehiveId` shows it. */
  @Property({ type: 'uuid' })
  treatedBeehiveId!: string;

  @LineColumn(MAX_LABEL_LENGTH, 'The label of the hive at that time. Art. 108 (2) (f).')
  beehiveLabel!: string;

  /** The apiary of the hive at the time of recording; the hive may have moved since. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf('apiary', 'The id of the apiary of the hive at that time, if it is there.')
  readonly apiaryId!: Opt<string> | null;

  @OptionalLineColumn(200, 'The name of the apiary at that time.')
  apiaryLabel: Opt<string> | null = null;

  /** The field `keeper` shows it to the owner. */
  @Bounded(FORMER_KEEPER)
  @Property({ type: 'json', nullable: true })
  formerKeeper: Opt<FormerKeeper> | null = null;

  @IdColumn('An id that the treatments of one `recordTreatment` share.')
  courseId!: string;

  @EnumColumn(TreatmentStatus, 'Its status.', { default: TreatmentStatus.ACTIVE })
  status: Opt<TreatmentStatus> = TreatmentStatus.ACTIVE;

  @ManyToOne(() => Product, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  product: Ref<Product> | null = null;

  @OptionalIdOf('product', 'The id of the product that was named, if it is there.')
  readonly productId!: Opt<string> | null;

  @OptionalColumn(
    () => [GivenIngredient],
    'The active ingredients of the product that was named, as it stated them at that time; null if none was named.',
    { type: 'json' },
    GIVEN_INGREDIENTS,
  )
  ingredients: Opt<(GivenIngredient & KeyedIngredient)[]> | null = null;

  @ManyToOne(() => InventoryItem, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  item: Ref<InventoryItem> | null = null;

  @OptionalIdOf('item', 'The id of the inventory item from which the product was taken, if it is there.')
  readonly itemId!: Opt<string> | null;

  @OptionalIntColumn(1, 1_000_000, 'The quantity that was taken from the stock for this hive.')
  stockQuantity: Opt<number> | null = null;

  @ManyToOne(() => StockMovement, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  stockMovement: Ref<StockMovement> | null = null;

  @OptionalIdOf('stockMovement', 'The id of the stock movement, which all treatments of one `recordTreatment` share.')
  readonly stockMovementId!: Opt<string> | null;

  /** There is no foreign key, because the record outlives the account. */
  @Property({ type: 'uuid' })
  actorId!: string;

  @IdColumn('An id that all revisions of a treatment share: the id of the current one.')
  seriesId!: string;

  @IntColumn(1, INT_MAX, 'The number of the revision, from 1.', { default: 1 })
  revision: Opt<number> = 1;

  @BooleanColumn('Whether it is the current revision.', { default: true })
  current: Opt<boolean> = true;

  @OptionalTextColumn(
    500,
    'Why it was corrected or voided; null for the first revision and for the end of the treatment.',
  )
  reason: Opt<string> | null = null;

  @DayColumn('The day until which nothing can delete the record: at least five years after it was recorded.', {
    // As PostgreSQL writes it, so that `migration:check` can compare it.
    generated: `(LEAST(GREATEST((((created_at AT TIME ZONE 'UTC'::text) + '5 years'::interval))::date, ((expiry_date + '1 year'::interval))::date), '9999-12-31'::date)) stored`,
  })
  retainUntil!: Opt<string>;

  @Legacy()
  @Field(() => String, {
    nullable: true,
    description: 'The dose as text, without its unit.',
  })
  get dosage(): Opt<string> | null {
    return this.doseText || (this.dose === null ? null : Decimal.serialize(this.dose));
  }

  @Legacy()
  @Field(() => String, {
    description: 'The status in the words of the mobile app, `active`, `Completado` or `Anulado`.',
  })
  get statusWord(): Opt<string> {
    return STATUS_WORDS[this.status as TreatmentStatus];
  }
}

const STATUS_WORDS: Record<TreatmentStatus, string> = {
  [TreatmentStatus.ACTIVE]: 'active',
  [TreatmentStatus.COMPLETED]: 'Completado',
  [TreatmentStatus.VOIDED]: 'Anulado',
};
