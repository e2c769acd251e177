import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { LocalDate } from '../../shared/scalars.js';
import { Beehive } from '../beehives/beehive.entity.js';

export enum ColonyEventKind {
  SPLIT_INTO = 'SPLIT_INTO',
  SPLIT_FROM = 'SPLIT_FROM',
  UNITED_INTO = 'UNITED_INTO',
  UNITED_WITH = 'UNITED_WITH',
  LOST = 'LOST',
}
registerEnumType(ColonyEventKind, {
  name: 'ColonyEventKind',
  description: 'What happened to the colony of a hive.',
  valuesConfig: {
    SPLIT_INTO: { description: 'It was split: a part of it became the other hive.' },
    SPLIT_FROM: { description: 'The hive began as a part of the other one.' },
    UNITED_INTO: { description: 'It was united into the other hive, and the hive ended.' },
    UNITED_WITH: { description: 'The colony of the other hive was united into this one.' },
    LOST: { description: 'It was lost, and the hive ended.' },
  },
});

/** An event of two hives is a row of each, so that each follows its own hive to another apiary or account (ADR 0030). */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A split, a union or a loss. Of two hives, each has an event of its own.',
})
@Entity({ tableName: 'colony_events' })
@Index({ name: 'colony_events_beehive_index', properties: ['beehive', 'occurredOn', 'id'] })
@Check({ name: 'colony_events_frames_check', expression: 'food_frames >= 0 and brood_frames >= 0' })
@Check({ name: 'colony_events_other_check', expression: "(kind = 'LOST') = (other_beehive_id is null)" })
export class ColonyEvent extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @Field(() => ID, { description: 'The id of the hive.' })
  get beehiveId(): Opt<string> {
    return this.beehive.id;
  }

  @Field(() => ColonyEventKind, { description: 'What happened.' })
  @Enum({ items: () => ColonyEventKind })
  kind!: ColonyEventKind;

  @Field(() => LocalDate, { description: 'The day on which it happened.' })
  @Property({ type: 'date' })
  occurredOn!: string;

  /** There is no foreign key: the event stays when the other hive is deleted or given away. */
  @Field(() => ID, {
    nullable: true,
    description: 'The id of the other hive, which may have been deleted since; null for a loss.',
  })
  @Property({ type: 'uuid', nullable: true })
  otherBeehiveId: Opt<string> | null = null;

  @Field(() => Int, { nullable: true, description: 'The number of the other hive at that time, if it had one.' })
  @Property({ type: 'integer', nullable: true })
  otherBeehiveNumber: Opt<number> | null = null;

  @Field(() => Int, { description: 'How many frames with honey or nectar went from one hive to the other.' })
  @Property({ type: 'integer', default: 0 })
  foodFrames: Opt<number> = 0;

  @Field(() => Int, { description: 'How many frames with brood went from one hive to the other.' })
  @Property({ type: 'integer', default: 0 })
  broodFrames: Opt<number> = 0;

  @Field(() => String, { nullable: true, description: 'Notes, in free text.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  /** There is no foreign key, as in a treatment. */
  @Field(() => ID, { description: 'The id of the account that recorded it.' })
  @Property({ type: 'uuid' })
  actorId!: string;
}
