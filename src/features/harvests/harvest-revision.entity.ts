import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import { Column, DayColumn, EnumColumn, IdColumn, IntColumn, OptionalTextColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
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
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'What a closed harvest was before an amendment. It never changes.',
})
@Entity({ tableName: 'harvest_revisions' })
@Unique({ name: 'harvest_revisions_unique', properties: ['harvest', 'revision'] })
@Index({ name: 'harvest_revisions_owner_index', properties: ['ownerId', 'id'] })
export class HarvestRevision extends OwnedEntity {
  @ManyToOne(() => Harvest, { ref: true, deleteRule: 'cascade', index: false })
  harvest!: Ref<Harvest>;

  @IntColumn('Its number, from 1.')
  revision!: number;

  @DayColumn('The day of the harvest.')
  harvestedOn!: string;

  @EnumColumn(HarvestStatus, 'The status.')
  status!: HarvestStatus;

  @IntColumn('The honey of all hives in grams.')
  grams!: number;

  @OptionalTextColumn('The country of origin.')
  country: Opt<string> | null = null;

  @OptionalTextColumn('The kind of honey.')
  honeyKind: Opt<string> | null = null;

  @OptionalTextColumn('Notes.')
  notes: Opt<string> | null = null;

  @Column(() => [EarlierSource], 'What was taken from each hive; at most 100.', { type: 'json' })
  sources!: EarlierSource[];

  @OptionalTextColumn('Why this revision was made; null for the first.')
  reason: Opt<string> | null = null;

  @IdColumn('The id of the account that made this revision.')
  actorId!: string;
}
