import type { Opt, Ref } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { OwnedEntity } from '../../base.entity.js';
import { getBounds, ID_BOUNDS, list, record } from '../../graphql/bounds.js';
import {
  Column,
  DayColumn,
  EnumColumn,
  IntColumn,
  lastingId,
  OptionalColumn,
  OptionalNameColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { CountryCode } from '../../shared/country.js';
import { INT_MAX } from '../../shared/text.js';
import { Harvest, MAX_GRAMS, MAX_SOURCES, ORIGIN } from './harvest.entity.js';
import { HarvestSource } from './harvest-source.entity.js';
import { HarvestStatus } from './harvest-status.enums.js';

@ObjectType({ simpleResolvers: true, description: 'What an earlier revision of a harvest took from one hive.' })
export class EarlierSource {
  @Field(() => ID, { description: lastingId('hive') })
  beehiveId!: string;

  @Field(() => String, { description: 'The label of the hive at that time.' })
  beehiveLabel!: string;

  @Field(() => Int, { description: 'The number of frames.' })
  frames!: number;

  @Field(() => Int, { description: 'The honey in grams.' })
  grams!: number;
}

const SOURCE = record({
  beehiveId: ID_BOUNDS,
  beehiveLabel: getBounds(HarvestSource, 'beehiveLabel'),
  frames: getBounds(HarvestSource, 'frames'),
  grams: getBounds(HarvestSource, 'grams'),
});

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

  @IntColumn(1, INT_MAX, 'Its number, from 1.')
  revision!: number;

  @DayColumn('The day of the harvest.')
  harvestedOn!: string;

  @EnumColumn(HarvestStatus, 'The status.')
  status!: HarvestStatus;

  @IntColumn(0, MAX_GRAMS, 'The honey of all hives in grams.')
  grams!: number;

  @OptionalColumn(() => CountryCode, 'The country of origin.', { type: 'text' }, ORIGIN)
  country: Opt<string> | null = null;

  @OptionalNameColumn(200, 'The kind of honey.')
  honeyKind: Opt<string> | null = null;

  @OptionalTextColumn(2000, 'Notes.')
  notes: Opt<string> | null = null;

  @Column(
    () => [EarlierSource],
    'What was taken from each hive; at most 100.',
    { type: 'json' },
    list(MAX_SOURCES, SOURCE),
  )
  sources!: EarlierSource[];

  @OptionalTextColumn(500, 'Why this revision was made; null for the first.')
  reason: Opt<string> | null = null;

  @Property({ type: 'uuid' })
  actorId!: string;
}
