import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';

export enum MiteCountMethod {
  ALCOHOL_WASH = 'ALCOHOL_WASH',
  SUGAR_ROLL = 'SUGAR_ROLL',
  CO2 = 'CO2',
  STICKY_BOARD = 'STICKY_BOARD',
}
registerEnumType(MiteCountMethod, {
  name: 'MiteCountMethod',
  description: 'How Varroa mites are counted.',
  valuesConfig: {
    ALCOHOL_WASH: { description: 'A sample of bees, usually 300, is washed in alcohol or soapy water.' },
    SUGAR_ROLL: { description: 'A sample of bees is rolled in powdered sugar.' },
    CO2: { description: 'A sample of bees is put to sleep with carbon dioxide.' },
    STICKY_BOARD: { description: 'The mites that fall on a board within some days are counted.' },
  },
});

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
@Check({ name: 'mite_counts_amounts_check', expression: 'bees > 0 and mites >= 0 and days > 0' })
@Check({
  name: 'mite_counts_sample_check',
  expression: `case method when 'STICKY_BOARD' then bees is null and days is not null else bees is not null and days is null end`,
})
export class MiteCount extends TrackedEntity {
  @ManyToOne(() => Beehive, { ref: true, deleteRule: 'cascade', index: false })
  beehive!: Ref<Beehive>;

  @Field(() => ID, { description: 'The id of the hive.' })
  get beehiveId(): Opt<string> {
    return this.beehive.id;
  }

  /** The apiary of the hive at that time; the hive may have moved since. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of the apiary of the hive at that time; null if it has been deleted, or belongs to another account than the record.',
  })
  get apiaryId(): Opt<string> | null {
    return this.apiary?.id ?? null;
  }

  @Field(() => LocalDate, { description: 'The day of the count.' })
  @Property({ type: 'date' })
  countedOn!: string;

  @Field(() => MiteCountMethod, { description: 'How the mites were counted.' })
  @Enum({ items: () => MiteCountMethod })
  method!: MiteCountMethod;

  @Field(() => Int, { nullable: true, description: 'The number of bees in the sample; null for a sticky board.' })
  @Property({ type: 'integer', nullable: true })
  bees: Opt<number> | null = null;

  @Field(() => Int, { description: 'The number of mites.' })
  @Property({ type: 'integer' })
  mites!: number;

  @Field(() => Int, { nullable: true, description: 'For a sticky board: the number of days.' })
  @Property({ type: 'integer', nullable: true })
  days: Opt<number> | null = null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mites per 100 bees, to two decimals; null for a sticky board. From 2, watch the hive; from 3, treat it.',
  })
  get per100(): Opt<number> | null {
    return per(this.mites, this.bees, 100);
  }

  @Field(() => Float, { nullable: true, description: 'For a sticky board: mites per day, to two decimals.' })
  get perDay(): Opt<number> | null {
    return per(this.mites, this.days, 1);
  }

  @Field(() => String, { nullable: true, description: 'Notes, in free text.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  /** There is no foreign key, as in a treatment. */
  @Field(() => ID, { description: 'The id of the account that recorded it.' })
  @Property({ type: 'uuid' })
  actorId!: string;
}
