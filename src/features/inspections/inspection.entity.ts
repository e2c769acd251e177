import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import {
  BooleanColumn,
  EnumColumn,
  IdColumn,
  IdOf,
  IntColumn,
  OptionalIdColumn,
  OptionalIdOf,
  OptionalTextColumn,
  TimeColumn,
} from '../../graphql/entity-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { Node } from '../../graphql/node.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { INT_MAX } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';

export const InspectionStatus = defineEnum('InspectionStatus', 'The status of an inspection.', {
  DRAFT: 'It may change, and required answers may be missing.',
  COMPLETED: 'Its content never changes; an amendment creates a new revision.',
  VOIDED: 'It was recorded by mistake. The record is kept, and counts for nothing.',
});
export type InspectionStatus = EnumOf<typeof InspectionStatus>;
/** All but voided ones. */
export const SHOWN_INSPECTIONS = [InspectionStatus.DRAFT, InspectionStatus.COMPLETED];

/**
 * A revision of an inspection. The first one has its own id as `seriesId`. An amendment is a new row of the same series; of the row
 * that it replaces, only `current` changes. Of one that is voided, `status` and `reason` change, and it stays the current one.
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
@Index({
  name: 'inspections_owner_index',
  expression:
    'create index "inspections_owner_index" on "inspections" ("owner_id", "occurred_at", "id") include ("status", "current")',
})
@Index({
  name: 'inspections_owner_draft_index',
  expression:
    'create index "inspections_owner_draft_index" on "inspections" ("owner_id", "occurred_at", "id") where "status" = \'DRAFT\'',
})
export class Inspection extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @Legacy()
  @IdOf('beehive', 'The id of the hive.')
  readonly beehiveId!: Opt<string>;

  /** The apiary of the hive at the time of the inspection; the hive may have moved since. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf('apiary', 'The id of the apiary of the hive at that time, if it is there.')
  readonly apiaryId!: Opt<string> | null;

  @EnumColumn(InspectionStatus, 'Its status.')
  status!: InspectionStatus;

  @TimeColumn('When the hive was inspected, as sent by the client; otherwise the time of recording.')
  occurredAt!: Date;

  @OptionalTextColumn(10_000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  /** There is no foreign key, because an inspection outlives the account. */
  @Property({ type: 'uuid' })
  actorId!: string;

  @OptionalIdColumn('An id that the inspections of one `recordVisit` share.')
  visitId: Opt<string> | null = null;

  @IdColumn('An id that all revisions of an inspection share: the id of the first revision.')
  seriesId!: string;

  @IntColumn(1, INT_MAX, 'The number of the revision, from 1.', { default: 1 })
  revision: Opt<number> = 1;

  @BooleanColumn('Whether it is the latest revision.', { default: true })
  current: Opt<boolean> = true;

  @OptionalTextColumn(
    500,
    'Why it replaces the previous revision; of a voided one, why it is void. The log has the reason before.',
  )
  reason: Opt<string> | null = null;
}
