import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { LocalDate } from '../../shared/scalars.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Queen } from './queen.entity.js';

export enum ReignEnd {
  REPLACED = 'REPLACED',
  MOVED = 'MOVED',
  SUPERSEDED = 'SUPERSEDED',
  SWARMED = 'SWARMED',
  DIED = 'DIED',
  MISSING = 'MISSING',
  REMOVED = 'REMOVED',
  COLONY_LOST = 'COLONY_LOST',
  UNITED = 'UNITED',
}
registerEnumType(ReignEnd, {
  name: 'ReignEnd',
  description: 'Why a reign ended.',
  valuesConfig: {
    REPLACED: { description: 'The beekeeper installed another queen.' },
    MOVED: { description: 'She was moved to another hive.' },
    SUPERSEDED: { description: 'The colony replaced her.' },
    SWARMED: { description: 'She left with a swarm.' },
    DIED: { description: 'She died.' },
    MISSING: { description: 'She was not found any more.' },
    REMOVED: { description: 'She was taken out, for example sold or killed.' },
    COLONY_LOST: { description: 'The colony was lost.' },
    UNITED: { description: 'The colony was united with another one.' },
  },
});

/** Two reigns of which this is the same must not have a day in common. The last day of a reign is the first of the next. */
const without = (same: string): string =>
  `exclude using gist (${same} with =, daterange(started_on, ended_on) with &&)`;

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'The time of a queen in a hive. On any day, a hive has at most one queen, and a queen is in at most one hive: reigns that overlap are refused (REIGN_OVERLAPS). The day on which a reign ends is no longer part of it, so the next one may begin on it.',
})
@Entity({ tableName: 'queen_reigns' })
@Check({ name: 'queen_reigns_beehive_excluded', expression: without('beehive_id') })
@Check({ name: 'queen_reigns_queen_excluded', expression: without('queen_id') })
@Index({ name: 'queen_reigns_beehive_index', properties: ['beehive', 'startedOn', 'id'] })
@Index({ name: 'queen_reigns_queen_index', properties: ['queen', 'startedOn', 'id'] })
@Check({ name: 'queen_reigns_end_check', expression: 'ended_on >= started_on' })
@Check({ name: 'queen_reigns_reason_check', expression: 'end_reason is null or ended_on is not null' })
export class QueenReign extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @Field(() => ID, { description: 'The id of the hive.' })
  get beehiveId(): Opt<string> {
    return this.beehive.id;
  }

  /** Null if she belongs to another account since the hive was given away: triggers keep it so. */
  @ManyToOne(() => Queen, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  queen: Ref<Queen> | null = null;

  @Field(() => ID, {
    nullable: true,
    description: 'The id of the queen; null if she stayed with another account when the hive was given away.',
  })
  get queenId(): Opt<string> | null {
    return this.queen?.id ?? null;
  }

  @Field(() => LocalDate, { description: 'The first day.' })
  @Property({ type: 'date' })
  startedOn!: string;

  @Field(() => LocalDate, {
    nullable: true,
    description: 'The day on which it ended, which is no longer part of it; null while she reigns.',
  })
  @Property({ type: 'date', nullable: true })
  endedOn: Opt<string> | null = null;

  @Field(() => ReignEnd, { nullable: true, description: 'Why it ended; null if that is not known.' })
  @Enum({ items: () => ReignEnd, nullable: true })
  endReason: Opt<ReignEnd> | null = null;

  @Field(() => String, { nullable: true, description: 'Notes, in free text.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  /** There is no foreign key, because a reign outlives the account. */
  @Field(() => ID, { description: 'The id of the account that recorded it.' })
  @Property({ type: 'uuid' })
  actorId!: string;
}
