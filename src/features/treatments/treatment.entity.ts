import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../../graphql/node.js';
import { DateTime, Decimal, LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { StockMovement } from '../inventory/stock-movement.entity.js';
import { TreatmentDetails } from './treatment-details.js';
import { TreatmentStatus } from './treatment-status.js';

/**
 * The record that Regulation (EU) 2019/6, art. 108 demands for each use of a medicinal product (ADR 0023). It outlives its hive and its
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
  name: 'treatments_item_index',
  expression: 'create index "treatments_item_index" on "treatments" ("item_id") where "item_id" is not null',
})
@Index({
  name: 'treatments_movement_index',
  expression:
    'create index "treatments_movement_index" on "treatments" ("movement_id") where "movement_id" is not null',
})
@Check({ name: 'treatments_revision_check', expression: 'revision > 0 and current = (id = series_id)' })
@Check({ name: 'treatments_end_check', expression: 'ended_on >= started_on' })
@Check({
  name: 'treatments_amounts_check',
  expression: 'dose >= 0 and planned_days >= 0 and withdrawal_days >= 0 and stock_quantity > 0',
})
export class Treatment extends TreatmentDetails {
  @ManyToOne(() => Beehive, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  beehive: Ref<Beehive> | null = null;

  @Field(() => ID, { nullable: true, description: 'The id of the hive; null if it has been deleted.' })
  get beehiveId(): Opt<string> | null {
    return this.beehive?.id ?? null;
  }

  @Field(() => ID, { description: 'The id of the hive, also after it has been deleted.' })
  @Property({ type: 'uuid' })
  treatedBeehiveId!: string;

  @Field(() => String, {
    description: 'The number of the hive at that time; without a number, the end of its id. Art. 108 (2) (f).',
  })
  @Property({ type: 'text' })
  beehiveLabel!: string;

  /** The apiary of the hive at the time of recording; the hive may have moved since. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of the apiary of the hive at that time; null if it has been deleted, or belongs to another account than the record.',
  })
  get apiaryId(): Opt<string> | null {
    return this.apiary?.id ?? null;
  }

  @Field(() => String, { nullable: true, description: 'The name of the apiary at that time.' })
  @Property({ type: 'text', nullable: true })
  apiaryLabel: Opt<string> | null = null;

  @Field(() => ID, { description: 'An id that the treatments of one `recordTreatment` share.' })
  @Property({ type: 'uuid' })
  courseId!: string;

  @Field(() => TreatmentStatus, { description: 'Its status.' })
  @Enum({ items: () => TreatmentStatus, default: TreatmentStatus.ACTIVE })
  status: Opt<TreatmentStatus> = TreatmentStatus.ACTIVE;

  @ManyToOne(() => InventoryItem, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  item: Ref<InventoryItem> | null = null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of the inventory item from which the product was taken; null if none, or if it has been deleted or belongs to another account than the record.',
  })
  get itemId(): Opt<string> | null {
    return this.item?.id ?? null;
  }

  @Field(() => Int, { nullable: true, description: 'The quantity that was taken from the stock for this hive.' })
  @Property({ type: 'integer', nullable: true })
  stockQuantity: Opt<number> | null = null;

  @ManyToOne(() => StockMovement, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  movement: Ref<StockMovement> | null = null;

  @Field(() => ID, {
    nullable: true,
    description: 'The id of the stock movement, which all treatments of one `recordTreatment` share.',
  })
  get movementId(): Opt<string> | null {
    return this.movement?.id ?? null;
  }

  /** There is no foreign key, because the record outlives the account. */
  @Field(() => ID, {
    description:
      'The id of the account that recorded this revision: that recorded, corrected, ended or voided the treatment.',
  })
  @Property({ type: 'uuid' })
  actorId!: string;

  @Field(() => ID, { description: 'An id that all revisions of a treatment share: the id of the current one.' })
  @Property({ type: 'uuid' })
  seriesId!: string;

  @Field(() => Int, { description: 'The number of the revision, from 1.' })
  @Property({ type: 'integer', default: 1 })
  revision: Opt<number> = 1;

  @Field(() => Boolean, { description: 'Whether it is the current revision.' })
  @Property({ type: 'boolean', default: true })
  current: Opt<boolean> = true;

  @Field(() => String, {
    nullable: true,
    description: 'Why it was corrected or voided; null for the first revision and for the end of the treatment.',
  })
  @Property({ type: 'text', nullable: true })
  reason: Opt<string> | null = null;

  @Field(() => DateTime, { description: 'When the service recorded the treatment first.' })
  get recordedAt(): Opt<Date> {
    return this.createdAt;
  }

  @Field(() => LocalDate, {
    description:
      'The day until which nothing can delete the record: five years after it was recorded, or one year after the expiry date of the product if that is later.',
  })
  @Property({
    type: 'date',
    // As PostgreSQL writes it, so that `migration:check` can compare it.
    generated: `(LEAST(GREATEST((((created_at AT TIME ZONE 'UTC'::text) + '5 years'::interval))::date, ((expiry_date + '1 year'::interval))::date), '9999-12-31'::date)) stored`,
  })
  retainUntil!: Opt<string>;

  @Field(() => String, {
    nullable: true,
    description: 'The dose as text: `doseText`, or else `dose`.',
  })
  get dosage(): Opt<string> | null {
    return this.doseText || (this.dose === null ? null : Decimal.serialize(this.dose));
  }

  @Field(() => String, {
    description:
      'Exists for `/api/v1`: the status in the words of the mobile app, `active`, `Completado` or `Anulado`.',
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
