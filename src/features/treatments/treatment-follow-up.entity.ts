import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { LocalDate } from '../../shared/scalars.js';
import { Treatment } from './treatment.entity.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A review of a treatment: what it has changed. One that is planned has a day in the future.',
})
@Entity({ tableName: 'treatment_follow_ups' })
@Index({ name: 'treatment_follow_ups_treatment_index', properties: ['treatment', 'reviewedOn', 'id'] })
@Index({ name: 'treatment_follow_ups_owner_index', properties: ['ownerId', 'id'] })
export class TreatmentFollowUp extends TrackedEntity {
  /** The current revision, whose id never changes. */
  @ManyToOne(() => Treatment, { ref: true, deleteRule: 'cascade', index: false })
  treatment!: Ref<Treatment>;

  @Field(() => ID, { description: 'The id of the treatment.' })
  get treatmentId(): Opt<string> {
    return this.treatment.id;
  }

  @Field(() => LocalDate, { description: 'The day of the review.' })
  @Property({ type: 'date' })
  reviewedOn!: string;

  @Field(() => String, { nullable: true, description: 'The condition of the hive.' })
  @Property({ type: 'text', nullable: true })
  hiveCondition: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The changes that were observed.' })
  @Property({ type: 'text', nullable: true })
  observedChanges: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The results so far.' })
  @Property({ type: 'text', nullable: true })
  partialResults: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The level of infestation, in free text, such as `Baja`.' })
  @Property({ type: 'text', nullable: true })
  infestationLevel: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'Notes, in free text.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The person who reviewed it.' })
  @Property({ type: 'text', nullable: true })
  reviewer: Opt<string> | null = null;

  /** There is no foreign key, as in a treatment. */
  @Field(() => ID, { description: 'The id of the account that recorded it.' })
  @Property({ type: 'uuid' })
  actorId!: string;
}
