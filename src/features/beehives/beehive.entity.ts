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
import { BaseEntity } from '../../base.entity.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { ActivityLevel, BeehiveState, ColonySize, deriveMeanings, HealthCondition } from './vocabulary.js';

@ObjectType({ simpleResolvers: true, description: 'A hive in an apiary, with what was last seen of it.' })
@Entity({ tableName: 'beehives' })
@Index({
  name: 'beehives_number_unique',
  expression:
    'create unique index "beehives_number_unique" on "beehives" ("apiary_id", "beehive_number") where "beehive_number" is not null',
})
@Index({ name: 'beehives_number_index', properties: ['apiary', 'beehiveNumber', 'id'] })
@Index({ name: 'beehives_created_index', properties: ['apiary', 'createdAt', 'id'] })
@Index({ name: 'beehives_updated_index', properties: ['apiary', 'updatedAt', 'id'] })
@Check({ name: 'beehives_counts_check', expression: 'beehive_number >= 0 and food_frames >= 0 and brood_frames >= 0' })
export class Beehive extends BaseEntity {
  @ManyToOne(() => Apiary, { ref: true, deleteRule: 'cascade', index: false })
  apiary!: Ref<Apiary>;

  @Field(() => ID, { description: 'The apiary it stands in.' })
  get apiaryId(): Opt<string> {
    return this.apiary.id;
  }

  @Field(() => Int, { nullable: true, description: 'Its number; no two hives of an apiary have the same.' })
  @Property({ type: 'integer', nullable: true })
  beehiveNumber: Opt<number> | null = null;

  @Field(() => String, { nullable: true, description: 'How lively the bees fly, as written: `High`, `Alta`, …' })
  @Property({ type: 'text', nullable: true })
  activityLevel: Opt<string> | null = null;

  @Field(() => ActivityLevel, {
    nullable: true,
    description: 'What `activityLevel` means; null when it is not understood.',
  })
  @Enum({ items: () => ActivityLevel, nullable: true })
  activity: Opt<ActivityLevel> | null = null;

  @Field(() => String, { nullable: true, description: 'How many bees there are, as written: `Large`, `Alta`, …' })
  @Property({ type: 'text', nullable: true })
  beePopulation: Opt<string> | null = null;

  @Field(() => ColonySize, {
    nullable: true,
    description: 'What `beePopulation` means; null when it is not understood.',
  })
  @Enum({ items: () => ColonySize, nullable: true })
  population: Opt<ColonySize> | null = null;

  @Field(() => Int, { nullable: true, description: 'How many frames hold honey or nectar.' })
  @Property({ type: 'integer', nullable: true })
  foodFrames: Opt<number> | null = null;

  @Field(() => Int, { nullable: true, description: 'How many frames hold eggs, larvae or pupae.' })
  @Property({ type: 'integer', nullable: true })
  broodFrames: Opt<number> | null = null;

  @Field(() => String, {
    nullable: true,
    description: "The hive's status, as written: `Queenless`, `Cámara de cría`, …",
  })
  @Property({ type: 'text', nullable: true })
  hiveStatus: Opt<string> | null = null;

  @Field(() => BeehiveState, {
    nullable: true,
    description: 'What `hiveStatus` means; null when it is not understood.',
  })
  @Enum({ items: () => BeehiveState, nullable: true })
  status: Opt<BeehiveState> | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'How well the colony is, as written: `At Risk`, `Enfermedad`, …',
  })
  @Property({ type: 'text', nullable: true })
  healthStatus: Opt<string> | null = null;

  @Field(() => HealthCondition, {
    nullable: true,
    description: 'What `healthStatus` means; null when it is not understood.',
  })
  @Enum({ items: () => HealthCondition, nullable: true })
  health: Opt<HealthCondition> | null = null;

  @Field(() => String, { nullable: true, description: 'Whether a honey super is on it, as written: `Yes`, `Si`, …' })
  @Property({ type: 'text', nullable: true })
  hasProductionChamber: Opt<string> | null = null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'What `hasProductionChamber` means; null when it is not understood.',
  })
  @Property({ type: 'boolean', nullable: true })
  productionChamber: Opt<boolean> | null = null;

  @Field(() => Boolean, { description: 'Whether it is being treated.' })
  @Property({ type: 'boolean', default: false })
  isTreated: Opt<boolean> = false;

  @Field(() => String, { nullable: true, description: 'Notes, in free text.' })
  @Property({ type: 'text', nullable: true })
  observations: Opt<string> | null = null;

  /** The meanings always follow the words. */
  @BeforeCreate()
  @BeforeUpdate()
  setMeanings(): void {
    Object.assign(this, deriveMeanings(this));
  }
}
