import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Enum, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import { LocalDate } from '../../shared/scalars.js';
import { Harvest } from './harvest.entity.js';
import { HarvestStatus } from './harvest-status.js';

@ObjectType({ simpleResolvers: true, description: 'What an earlier revision of a harvest took from one hive.' })
export class EarlierSource {
  @Field(() => ID, { description: 'The id of the hive.' })
  beehiveId!: string;

  @Field(() => String, { description: 'The number of the hive at that time; without a number, the end of its id.' })
  beehiveLabel!: string;

  @Field(() => Int, { description: 'The number of frames.' })
  frames!: number;

  @Field(() => Int, { description: 'The honey in grams.' })
  grams!: number;
}

/** A trigger refuses to change it. */
@ObjectType({ simpleResolvers: true, description: 'What a closed harvest was before an amendment. It never changes.' })
@Entity({ tableName: 'harvest_revisions' })
@Unique({ name: 'harvest_revisions_unique', properties: ['harvest', 'revision'] })
@Index({ name: 'harvest_revisions_owner_index', properties: ['ownerId', 'id'] })
export class HarvestRevision extends OwnedEntity {
  @ManyToOne(() => Harvest, { ref: true, deleteRule: 'cascade', index: false })
  harvest!: Ref<Harvest>;

  @Field(() => Int, { description: 'Its number, from 1.' })
  @Property({ type: 'integer' })
  revision!: number;

  @Field(() => LocalDate, { description: 'The day of the harvest.' })
  @Property({ type: 'date' })
  harvestedOn!: string;

  @Field(() => HarvestStatus, { description: 'The status.' })
  @Enum({ items: () => HarvestStatus })
  status!: HarvestStatus;

  @Field(() => Int, { description: 'The honey of all hives in grams.' })
  @Property({ type: 'integer' })
  grams!: number;

  @Field(() => String, { nullable: true, description: 'The country of origin.' })
  @Property({ type: 'text', nullable: true })
  country: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'The kind of honey.' })
  @Property({ type: 'text', nullable: true })
  honeyKind: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'Notes.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  @Field(() => [EarlierSource], { description: 'What was taken from each hive; at most 100.' })
  @Property({ type: 'json' })
  sources!: EarlierSource[];

  @Field(() => String, { nullable: true, description: 'Why this revision was made; null for the first.' })
  @Property({ type: 'text', nullable: true })
  reason: Opt<string> | null = null;

  @Field(() => ID, { description: 'The id of the account that made this revision.' })
  @Property({ type: 'uuid' })
  actorId!: string;
}
