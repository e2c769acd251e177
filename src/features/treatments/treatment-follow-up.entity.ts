import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import {
  DayColumn,
  IdOf,
  OptionalLineColumn,
  OptionalNameColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Legacy } from '../../graphql/legacy.js';
import { Node } from '../../graphql/node.js';
import { Treatment } from './treatment.entity.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A review of a treatment: what it has changed. One that is planned has a day in the future.',
})
@Entity({ tableName: 'treatment_follow_ups' })
@Index({ name: 'treatment_follow_ups_treatment_index', properties: ['treatment', 'reviewedOn', 'id'] })
@Index({ name: 'treatment_follow_ups_owner_index', properties: ['ownerId', 'id'] })
@Index({
  name: 'treatment_follow_ups_open_index',
  expression: `create index "treatment_follow_ups_open_index" on "treatment_follow_ups" ("owner_id", "reviewed_on", "id") where num_nonnulls(nullif(hive_condition, ''), nullif(observed_changes, ''), nullif(partial_results, ''), nullif(infestation_level, ''), nullif(notes, '')) = 0`,
})
export class TreatmentFollowUp extends TrackedEntity {
  /** The current revision, whose id never changes. */
  @ManyToOne(() => Treatment, { ref: true, deleteRule: 'cascade', index: false })
  treatment!: Ref<Treatment>;

  @Legacy()
  @IdOf('treatment', 'The id of the treatment.')
  readonly treatmentId!: Opt<string>;

  @DayColumn('The day of the review.')
  reviewedOn!: string;

  @OptionalTextColumn(500, 'The condition of the hive.')
  hiveCondition: Opt<string> | null = null;

  @OptionalTextColumn(2000, 'The changes that were observed.')
  observedChanges: Opt<string> | null = null;

  @OptionalTextColumn(2000, 'The results so far.')
  partialResults: Opt<string> | null = null;

  @OptionalLineColumn(200, 'The level of infestation, in free text, such as `Baja`.')
  infestationLevel: Opt<string> | null = null;

  @OptionalTextColumn(2000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  @OptionalNameColumn(200, 'The person who reviewed it.')
  reviewer: Opt<string> | null = null;

  /** There is no foreign key, as in a treatment. */
  @Property({ type: 'uuid' })
  actorId!: string;
}
