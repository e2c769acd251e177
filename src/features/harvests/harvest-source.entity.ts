import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import { Bounded, integer } from '../../graphql/bounds.js';
import { BooleanColumn, IntColumn, LineColumn, OptionalIdOf, OptionalIntColumn } from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { Beehive, MAX_FRAMES, MAX_LABEL_LENGTH } from '../beehives/beehive.entity.js';
import { Harvest, MAX_SOURCE_GRAMS, MAX_SOURCES } from './harvest.entity.js';

@ObjectType({ implements: Node, simpleResolvers: true, description: 'What a harvest took from one hive.' })
@Entity({ tableName: 'harvest_sources' })
// What is added up is in the index: yields read no sources.
@Index({
  name: 'harvest_sources_beehive_unique',
  expression:
    'create unique index "harvest_sources_beehive_unique" on "harvest_sources" ("harvest_id", "harvested_beehive_id") include ("beehive_id", "grams", "frames")',
})
@Index({ name: 'harvest_sources_beehive_index', properties: ['beehive'] })
@Index({ name: 'harvest_sources_harvested_index', properties: ['harvestedBeehiveId', 'ownerId', 'harvest'] })
@Index({ name: 'harvest_sources_owner_index', properties: ['ownerId', 'id'] })
export class HarvestSource extends OwnedEntity {
  @ManyToOne(() => Harvest, { ref: true, deleteRule: 'cascade', index: false })
  harvest!: Ref<Harvest>;

  @ManyToOne(() => Beehive, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  beehive: Ref<Beehive> | null = null;

  @OptionalIdOf('beehive')
  readonly beehiveId!: Opt<string> | null;

  /** The field `beehiveId` shows it. */
  @Property({ type: 'uuid' })
  harvestedBeehiveId!: string;

  @LineColumn(MAX_LABEL_LENGTH, 'The label of the hive at that time.')
  beehiveLabel!: string;

  /** Its index in the list of sources. */
  @Bounded(integer(0, MAX_SOURCES - 1))
  @Property({ type: 'integer' })
  position!: number;

  @IntColumn(0, MAX_FRAMES, 'The number of frames that were harvested.')
  frames!: number;

  @OptionalIntColumn(0, MAX_SOURCE_GRAMS, 'The honey in grams; null in a draft that has not been weighed.')
  grams: Opt<number> | null = null;

  /** It has a meaning in a closed harvest only. Triggers change it with the records of treatments (docs/harvests.md). */
  @BooleanColumn(
    'Whether the hive was in a withdrawal period on that day, or one that is not stated, by the records of treatments as they are now.',
    { default: false },
  )
  withheld: Opt<boolean> = false;
}
