import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { BaseEntity } from '../../base.entity.js';
import { DateTime } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';

export enum InspectionStatus {
  DRAFT = 'DRAFT',
  COMPLETED = 'COMPLETED',
}
registerEnumType(InspectionStatus, {
  name: 'InspectionStatus',
  description: 'How far an inspection is.',
  valuesConfig: {
    DRAFT: { description: 'Being written: it may still change, and lack answers.' },
    COMPLETED: { description: 'Recorded: it is never changed, only amended by a new revision.' },
  },
});

/**
 * A revision of an inspection. The first has its own id as `series`; an amendment is a row of its own in the same series, and what it
 * replaces stays as it was but for `current`.
 */
@ObjectType({ simpleResolvers: true, description: 'What was found of a hive at one visit.' })
@Entity({ tableName: 'inspections' })
@Index({
  name: 'inspections_current_unique',
  expression: 'create unique index "inspections_current_unique" on "inspections" ("series_id") where "current"',
})
@Index({ name: 'inspections_beehive_index', properties: ['beehive', 'occurredAt', 'id'] })
@Index({ name: 'inspections_apiary_index', properties: ['apiary', 'occurredAt', 'id'] })
@Index({ name: 'inspections_series_index', properties: ['seriesId', 'revision'] })
@Check({ name: 'inspections_revision_check', expression: 'revision > 0' })
export class Inspection extends BaseEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @Field(() => ID, { description: 'The hive that was inspected.' })
  get beehiveId(): Opt<string> {
    return this.beehive.id;
  }

  /** Where the hive stood then: it may have moved since. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @Field(() => ID, {
    nullable: true,
    description: 'The apiary in which the hive stood then; null when that was deleted after the hive had moved away.',
  })
  get apiaryId(): Opt<string> | null {
    return this.apiary?.id ?? null;
  }

  @Field(() => InspectionStatus, { description: 'How far it is.' })
  @Enum({ items: () => InspectionStatus })
  status!: InspectionStatus;

  @Field(() => DateTime, {
    description: "When the hive was inspected, by the client's clock; else when it was recorded.",
  })
  @Property({ type: 'timestamptz', length: 3 })
  occurredAt!: Date;

  @Field(() => DateTime, { description: "When it was recorded, by the service's clock." })
  get recordedAt(): Opt<Date> {
    return this.createdAt;
  }

  @Field(() => String, { nullable: true, description: 'Notes, in free text.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  /** No foreign key: the record outlives the account. */
  @Field(() => ID, { description: 'The account that recorded it.' })
  @Property({ type: 'uuid' })
  actorId!: string;

  @Field(() => ID, { nullable: true, description: 'What the inspections of several hives in one call have in common.' })
  @Property({ type: 'uuid', nullable: true })
  visitId: Opt<string> | null = null;

  @Field(() => ID, { description: 'What all revisions of an inspection have in common: the id of the first.' })
  @Property({ type: 'uuid' })
  seriesId!: string;

  @Field(() => Int, { description: 'Which revision it is, from 1.' })
  @Property({ type: 'integer', default: 1 })
  revision: Opt<number> = 1;

  @Field(() => Boolean, { description: 'Whether it is the latest revision.' })
  @Property({ type: 'boolean', default: true })
  current: Opt<boolean> = true;

  @Field(() => String, { nullable: true, description: 'Why it replaces the revision before.' })
  @Property({ type: 'text', nullable: true })
  reason: Opt<string> | null = null;
}
