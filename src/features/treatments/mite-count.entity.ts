import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import {
  DayColumn,
  EnumColumn,
  IdOf,
  IntColumn,
  OptionalIdOf,
  OptionalIntColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';

export const MiteCountMethod = defineEnum('MiteCountMethod', 'How Varroa mites are counted.', {
  ALCOHOL_WASH: 'A sample of bees, usually 300, is washed in alcohol or soapy water.',
  SUGAR_ROLL: 'A sample of bees is rolled in powdered sugar.',
  CO2: 'A sample of bees is put to sleep with carbon dioxide.',
  STICKY_BOARD: 'The mites that fall on a board within some days are counted.',
});
export type MiteCountMethod = EnumOf<typeof MiteCountMethod>;

const MAX_COUNTED = 100_000;

const per = (amount: number, of: number | null, factor: number): number | null =>
  of === null ? null : Math.round((amount * factor * 100) / of) / 100;

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A count of Varroa mites in a hive. In a sample of 300 bees, 2 mites per 100 bees call for attention and 3 for treatment.',
})
@Entity({ tableName: 'mite_counts' })
@Index({ name: 'mite_counts_beehive_index', properties: ['beehive', 'countedOn', 'id'] })
@Index({ name: 'mite_counts_apiary_index', properties: ['apiary', 'countedOn', 'id'] })
@Check({
  name: 'mite_counts_sample_check',
  expression: `case method when 'STICKY_BOARD' then bees is null and days is not null else bees is not null and days is null end`,
})
export class MiteCount extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @IdOf('beehive')
  readonly beehiveId!: Opt<string>;

  /** The apiary of the hive at that time; the hive may have moved since. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf('apiary', 'The id of the apiary of the hive at that time, if it is there.')
  readonly apiaryId!: Opt<string> | null;

  @DayColumn('The day of the count.')
  countedOn!: string;

  @EnumColumn(MiteCountMethod, 'How the mites were counted.')
  method!: MiteCountMethod;

  @OptionalIntColumn(1, MAX_COUNTED, 'The number of bees in the sample; null for a sticky board.')
  bees: Opt<number> | null = null;

  @IntColumn(0, MAX_COUNTED, 'The number of mites.')
  mites!: number;

  @OptionalIntColumn(1, 365, 'For a sticky board: the number of days.')
  days: Opt<number> | null = null;

  @Field(() => Float, {
    nullable: true,
    description: 'Mites per 100 bees, to two decimals; null for a sticky board.',
  })
  get per100(): Opt<number> | null {
    return per(this.mites, this.bees, 100);
  }

  @Field(() => Float, { nullable: true, description: 'For a sticky board: mites per day, to two decimals.' })
  get perDay(): Opt<number> | null {
    return per(this.mites, this.days, 1);
  }

  @OptionalTextColumn(2000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  /** There is no foreign key, as in a treatment. */
  @Property({ type: 'uuid' })
  actorId!: string;
}
