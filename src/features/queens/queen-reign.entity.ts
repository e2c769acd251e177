import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import {
  DayColumn,
  IdOf,
  OptionalDayColumn,
  OptionalEnumColumn,
  OptionalIdOf,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Queen } from './queen.entity.js';

export const ReignEnd = defineEnum('ReignEnd', 'Why a reign ended.', {
  REPLACED: 'The beekeeper installed another queen.',
  MOVED: 'She was moved to another hive.',
  SUPERSEDED: 'The colony replaced her.',
  SWARMED: 'She left with a swarm.',
  DIED: 'She died.',
  MISSING: 'She was not found any more.',
  REMOVED: 'She was taken out, for example sold or killed.',
  COLONY_LOST: 'The colony was lost.',
  UNITED: 'The colony was united with another one.',
});
export type ReignEnd = EnumOf<typeof ReignEnd>;

/**
 * Two reigns of which this is the same must not have a day in common. The last day of a reign is the first of the next. The constraint compares
 * a hash, so that no other statement uses its index, which is slow, and slower still with ids that begin with the same bits.
 */
const without = (same: string): string =>
  `exclude using gist ((md5(${same}::text)::uuid) with =, daterange(started_on, ended_on) with &&)`;

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'The time of a queen in a hive, without the day on which it ends. Reigns of a hive, or of a queen, that overlap are refused (REIGN_OVERLAPS).',
})
@Entity({ tableName: 'queen_reigns' })
@Check({ name: 'queen_reigns_beehive_excluded', expression: without('beehive_id') })
@Check({ name: 'queen_reigns_queen_excluded', expression: without('queen_id') })
@Index({ name: 'queen_reigns_beehive_index', properties: ['beehive', 'startedOn', 'id'] })
@Index({ name: 'queen_reigns_queen_index', properties: ['queen', 'startedOn', 'id'] })
@Index({
  name: 'queen_reigns_owner_index',
  expression:
    'create index "queen_reigns_owner_index" on "queen_reigns" ("owner_id", "beehive_id", "started_on") include ("ended_on", "queen_id")',
})
@Check({ name: 'queen_reigns_end_check', expression: 'ended_on >= started_on' })
@Check({ name: 'queen_reigns_reason_check', expression: 'end_reason is null or ended_on is not null' })
export class QueenReign extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @IdOf('beehive')
  readonly beehiveId!: Opt<string>;

  /** Null if she belongs to another account since the hive was given away: triggers keep it so. */
  @ManyToOne(() => Queen, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  queen: Ref<Queen> | null = null;

  @OptionalIdOf('queen', 'The id of the queen; null if she stayed with another account when the hive was given away.')
  readonly queenId!: Opt<string> | null;

  @DayColumn('The first day.')
  startedOn!: string;

  @OptionalDayColumn('The day on which it ended, which is no longer part of it; null while she reigns.')
  endedOn: Opt<string> | null = null;

  @OptionalEnumColumn(ReignEnd, 'Why it ended; null if that is not known.')
  endReason: Opt<ReignEnd> | null = null;

  @OptionalTextColumn(2000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  /** There is no foreign key, because a reign outlives the account. */
  @Property({ type: 'uuid' })
  actorId!: string;
}
