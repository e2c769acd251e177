import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { DateTime } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';

export enum InspectionStatus {
  DRAFT = 'DRAFT',
  COMPLETED = 'COMPLETED',
}
registerEnumType(InspectionStatus, {
  name: 'InspectionStatus',
  description: 'The status of an inspection.',
  valuesConfig: {
    DRAFT: { description: 'It may change, and required answers may be missing.' },
    COMPLETED: { description: 'It never changes; an amendment creates a new revision.' },
  },
});

/**
 * A revision of an inspection. The first one has its own id as `seriesId`. An amendment is a new row of the same series; of the row
 * that it replaces, only `current` changes.
 */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'An inspection of a hive, with its answers.' })
@Entity({ tableName: 'inspections' })
@Index({
  name: 'inspections_current_unique',
  expression: 'create unique index "inspections_current_unique" on "inspections" ("series_id") where "current"',
})
@Index({ name: 'inspections_beehive_index', properties: ['beehive', 'occurredAt', 'id'] })
@Index({ name: 'inspections_apiary_index', properties: ['apiary', 'occurredAt', 'id'] })
@Index({ name: 'inspections_series_index', properties: ['seriesId', 'revision'] })
@Index({
  name: 'inspections_visit_index',
  expression: 'create index "inspections_visit_index" on "inspections" ("visit_id") where "visit_id" is not null',
})
@Index({
  name: 'inspections_draft_index',
  expression: 'create index "inspections_draft_index" on "inspections" ("beehive_id") where "status" = \'DRAFT\'',
})
@Check({ name: 'inspections_revision_check', expression: 'revision > 0' })
export class Inspection extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @Field(() => ID, { description: 'The id of the hive.' })
  get beehiveId(): Opt<string> {
    return this.beehive.id;
  }

  /** The apiary of the hive at the time of the inspection; the hive may have moved since. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of the apiary of the hive at that time; null if the hive has moved since and that apiary has been deleted.',
  })
  get apiaryId(): Opt<string> | null {
    return this.apiary?.id ?? null;
  }

  @Field(() => InspectionStatus, { description: 'Its status.' })
  @Enum({ items: () => InspectionStatus })
  status!: InspectionStatus;

  @Field(() => DateTime, {
    description: 'When the hive was inspected, as sent by the client; otherwise the time of recording.',
  })
  @Property({ type: 'timestamptz', length: 3 })
  occurredAt!: Date;

  @Field(() => DateTime, { description: 'When the service recorded it.' })
  get recordedAt(): Opt<Date> {
    return this.createdAt;
  }

  @Field(() => String, { nullable: true, description: 'Notes, in free text.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  /** There is no foreign key, because an inspection outlives the account. */
  @Field(() => ID, { description: 'The id of the account that recorded it.' })
  @Property({ type: 'uuid' })
  actorId!: string;

  @Field(() => ID, { nullable: true, description: 'An id that the inspections of one `recordVisit` share.' })
  @Property({ type: 'uuid', nullable: true })
  visitId: Opt<string> | null = null;

  @Field(() => ID, { description: 'An id that all revisions of an inspection share: the id of the first revision.' })
  @Property({ type: 'uuid' })
  seriesId!: string;

  @Field(() => Int, { description: 'The number of the revision, from 1.' })
  @Property({ type: 'integer', default: 1 })
  revision: Opt<number> = 1;

  @Field(() => Boolean, { description: 'Whether it is the latest revision.' })
  @Property({ type: 'boolean', default: true })
  current: Opt<boolean> = true;

  @Field(() => String, { nullable: true, description: 'Why it replaces the previous revision.' })
  @Property({ type: 'text', nullable: true })
  reason: Opt<string> | null = null;
}
