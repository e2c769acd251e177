import type { Opt, Ref } from '@mikro-orm/core';
import {
  BeforeCreate,
  BeforeUpdate,
  Check,
  Entity,
  Enum,
  Index,
  ManyToOne,
  Property,
} from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { DateTime, LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { EndCause } from './end-cause.js';
import { ActivityLevel, BeehiveState, ColonySize, deriveMeanings, HealthCondition } from './vocabulary.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A hive in an apiary, in its last recorded condition.',
})
@Entity({ tableName: 'beehives' })
@Index({
  name: 'beehives_number_unique',
  expression:
    'create unique index "beehives_number_unique" on "beehives" ("apiary_id", "beehive_number") where "beehive_number" is not null and "ended_on" is null',
})
@Index({ name: 'beehives_number_index', properties: ['apiary', 'beehiveNumber', 'id'] })
@Index({ name: 'beehives_created_index', properties: ['apiary', 'createdAt', 'id'] })
@Index({ name: 'beehives_updated_index', properties: ['apiary', 'updatedAt', 'id'] })
@Index({ name: 'beehives_last_inspected_index', properties: ['apiary', 'lastInspectedAt', 'id'] })
@Check({ name: 'beehives_end_check', expression: '(ended_on is null) = (end_cause is null)' })
@Check({ name: 'beehives_counts_check', expression: 'beehive_number >= 0 and food_frames >= 0 and brood_frames >= 0' })
export class Beehive extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @Field(() => ID, { description: 'The id of its apiary.' })
  get apiaryId(): Opt<string> {
    return this.apiary.id;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'The number of the hive, unique among the living hives of its apiary.',
  })
  @Property({ type: 'integer', nullable: true })
  beehiveNumber: Opt<number> | null = null;

  @Field(() => String, { nullable: true, description: 'Flight activity, in the client’s words: `High`, `Alta`, …' })
  @Property({ type: 'text', nullable: true })
  activityLevel: Opt<string> | null = null;

  @Field(() => ActivityLevel, {
    nullable: true,
    description: 'The meaning of `activityLevel`; null if the words are unknown.',
  })
  @Enum({ items: () => ActivityLevel, nullable: true })
  activity: Opt<ActivityLevel> | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The size of the colony, in the client’s words: `Large`, `Alta`, …',
  })
  @Property({ type: 'text', nullable: true })
  beePopulation: Opt<string> | null = null;

  @Field(() => ColonySize, {
    nullable: true,
    description: 'The meaning of `beePopulation`; null if the words are unknown.',
  })
  @Enum({ items: () => ColonySize, nullable: true })
  population: Opt<ColonySize> | null = null;

  @Field(() => Int, { nullable: true, description: 'The number of frames with honey or nectar.' })
  @Property({ type: 'integer', nullable: true })
  foodFrames: Opt<number> | null = null;

  @Field(() => Int, { nullable: true, description: 'The number of frames with eggs, larvae or pupae.' })
  @Property({ type: 'integer', nullable: true })
  broodFrames: Opt<number> | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The status of the hive, in the client’s words: `Queenless`, `Cámara de cría`, …',
  })
  @Property({ type: 'text', nullable: true })
  hiveStatus: Opt<string> | null = null;

  @Field(() => BeehiveState, {
    nullable: true,
    description: 'The meaning of `hiveStatus`; null if the words are unknown.',
  })
  @Enum({ items: () => BeehiveState, nullable: true })
  status: Opt<BeehiveState> | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The health of the colony, in the client’s words: `At Risk`, `Enfermedad`, …',
  })
  @Property({ type: 'text', nullable: true })
  healthStatus: Opt<string> | null = null;

  @Field(() => HealthCondition, {
    nullable: true,
    description: 'The meaning of `healthStatus`; null if the words are unknown.',
  })
  @Enum({ items: () => HealthCondition, nullable: true })
  health: Opt<HealthCondition> | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'Whether it has a honey super, in the client’s words: `Yes`, `Si`, …',
  })
  @Property({ type: 'text', nullable: true })
  hasProductionChamber: Opt<string> | null = null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'The meaning of `hasProductionChamber`; null if the words are unknown.',
  })
  @Property({ type: 'boolean', nullable: true })
  productionChamber: Opt<boolean> | null = null;

  /** Triggers keep it true while the hive has an active treatment (ADR 0023). */
  @Field(() => Boolean, {
    description:
      'Whether the hive is being treated: true while it has an active treatment, otherwise as a client has set it.',
  })
  @Property({ type: 'boolean', default: false })
  isTreated: Opt<boolean> = false;

  @Field(() => String, { nullable: true, description: 'Notes, as free text.' })
  @Property({ type: 'text', nullable: true })
  observations: Opt<string> | null = null;

  /** A trigger sets it, when an inspection is completed or amended. */
  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was inspected last, by a completed inspection; null if there is none.',
  })
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  lastInspectedAt: Opt<Date> | null = null;

  @Field(() => LocalDate, {
    nullable: true,
    description:
      'The day on which it was lost or united with another hive; null for a living one. A hive that has ended is left out of lists unless they ask for it, and its number can be given again. Everything that was recorded of it stays.',
  })
  @Property({ type: 'date', nullable: true })
  endedOn: Opt<string> | null = null;

  @Field(() => EndCause, { nullable: true, description: 'Why it ended; null for a living one.' })
  @Enum({ items: () => EndCause, nullable: true })
  endCause: Opt<EndCause> | null = null;

  /** Keeps the enums consistent with the recorded words. */
  @BeforeCreate()
  @BeforeUpdate()
  setMeanings(): void {
    Object.assign(this, deriveMeanings(this));
  }
}
