import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import {
  DayColumn,
  EnumColumn,
  IdOf,
  IntColumn,
  lastingId,
  OptionalIdColumn,
  OptionalLineColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { Beehive, MAX_FRAMES, MAX_LABEL_LENGTH } from '../beehives/beehive.entity.js';

export const ColonyEventKind = defineEnum('ColonyEventKind', 'What happened to the colony of a hive.', {
  SPLIT_INTO: 'It was split: a part of it became the other hive.',
  SPLIT_FROM: 'The hive began as a part of the other one.',
  UNITED_INTO: 'It was united into the other hive, and the hive ended.',
  UNITED_WITH: 'The colony of the other hive was united into this one.',
  LOST: 'It was lost, and the hive ended.',
});
export type ColonyEventKind = EnumOf<typeof ColonyEventKind>;

/** An event of two hives is a row of each, so that each follows its own hive to another apiary or account (docs/colonies.md). */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A split, a union or a loss. Of two hives, each has an event of its own.',
})
@Entity({ tableName: 'colony_events' })
@Index({ name: 'colony_events_beehive_index', properties: ['beehive', 'occurredOn', 'id'] })
@Check({ name: 'colony_events_other_check', expression: "(kind = 'LOST') = (other_beehive_id is null)" })
export class ColonyEvent extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @IdOf('beehive')
  readonly beehiveId!: Opt<string>;

  @EnumColumn(ColonyEventKind, 'What happened.')
  kind!: ColonyEventKind;

  @DayColumn('The day on which it happened.')
  occurredOn!: string;

  /** There is no foreign key: the event stays when the other hive is deleted or given away. */
  @OptionalIdColumn(lastingId('other hive', 'null for a loss'))
  otherBeehiveId: Opt<string> | null = null;

  @OptionalLineColumn(MAX_LABEL_LENGTH, 'The label of the other hive at that time; null for a loss.')
  otherBeehiveLabel: Opt<string> | null = null;

  @IntColumn(0, MAX_FRAMES, 'How many frames with honey or nectar went from one hive to the other.', { default: 0 })
  foodFrames: Opt<number> = 0;

  @IntColumn(0, MAX_FRAMES, 'How many frames with brood went from one hive to the other.', { default: 0 })
  broodFrames: Opt<number> = 0;

  @OptionalTextColumn(2000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  @OptionalTextColumn(500, 'Why bees left a restricted zone by it, if they came from one.')
  zoneReason: Opt<string> | null = null;

  /** There is no foreign key, as in a treatment. */
  @Property({ type: 'uuid' })
  actorId!: string;
}
