import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { colorOfYear, MarkingColor } from './marking-color.js';

export enum QueenOrigin {
  REARED = 'REARED',
  PURCHASED = 'PURCHASED',
  SUPERSEDURE = 'SUPERSEDURE',
  EMERGENCY = 'EMERGENCY',
  SWARM = 'SWARM',
}
registerEnumType(QueenOrigin, {
  name: 'QueenOrigin',
  description: 'Where a queen comes from.',
  valuesConfig: {
    REARED: { description: 'The beekeeper reared her.' },
    PURCHASED: { description: 'She was bought.' },
    SUPERSEDURE: { description: 'The colony reared her to replace its queen.' },
    EMERGENCY: { description: 'The colony reared her because it had lost its queen.' },
    SWARM: { description: 'She came with a swarm, or from a swarm cell.' },
  },
});

/** A queen outlives her hive and her apiary, as the mother of others. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A queen. Her time in a hive is a reign.',
})
@Entity({ tableName: 'queens' })
@Index({ name: 'queens_owner_index', properties: ['ownerId', 'createdAt', 'id'] })
@Index({ name: 'queens_apiary_index', properties: ['apiary', 'createdAt', 'id'] })
@Index({ name: 'queens_mother_index', properties: ['mother', 'createdAt', 'id'] })
@Check({ name: 'queens_year_check', expression: 'year >= 1900 and year <= 2999' })
@Check({ name: 'queens_mother_check', expression: 'mother_id <> id' })
export class Queen extends TrackedEntity {
  /** Triggers set it when her hive moves. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The id of the apiary where she is: that of the hive in which she was installed last. Before, the one that was stated. Its members see her. Null if it has been deleted.',
  })
  get apiaryId(): Opt<string> | null {
    return this.apiary?.id ?? null;
  }

  @Field(() => String, { nullable: true, description: 'Her name or number, such as that on her mark.' })
  @Property({ type: 'text', nullable: true })
  name: Opt<string> | null = null;

  @Field(() => Int, { nullable: true, description: 'The year in which she hatched.' })
  @Property({ type: 'integer', nullable: true })
  year: Opt<number> | null = null;

  @Field(() => MarkingColor, {
    nullable: true,
    description: 'The colour of her mark, if it is stated: it may differ from that of her year.',
  })
  @Enum({ items: () => MarkingColor, nullable: true })
  color: Opt<MarkingColor> | null = null;

  @Field(() => MarkingColor, {
    nullable: true,
    description: 'Her `color` or, if it is not stated, that of her year; null without a year.',
  })
  get markingColor(): Opt<MarkingColor> | null {
    return this.color ?? (this.year === null ? null : colorOfYear(this.year));
  }

  @Field(() => Boolean, { description: 'Whether she is marked.' })
  @Property({ type: 'boolean', default: false })
  isMarked: Opt<boolean> = false;

  @Field(() => Boolean, { description: 'Whether a wing of hers is clipped.' })
  @Property({ type: 'boolean', default: false })
  isClipped: Opt<boolean> = false;

  @Field(() => String, { nullable: true, description: 'Her race or line, such as `Carniolan`.' })
  @Property({ type: 'text', nullable: true })
  race: Opt<string> | null = null;

  @Field(() => QueenOrigin, { nullable: true, description: 'Where she comes from.' })
  @Enum({ items: () => QueenOrigin, nullable: true })
  origin: Opt<QueenOrigin> | null = null;

  @Field(() => String, { nullable: true, description: 'Who bred her.' })
  @Property({ type: 'text', nullable: true })
  breeder: Opt<string> | null = null;

  /** A trigger refuses one that descends from her. */
  @ManyToOne(() => Queen, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  mother: Ref<Queen> | null = null;

  @Field(() => ID, { nullable: true, description: 'The id of her mother.' })
  get motherId(): Opt<string> | null {
    return this.mother?.id ?? null;
  }

  @Field(() => String, { nullable: true, description: 'Notes, in free text.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  /** There is no foreign key, because a queen outlives the account. */
  @Field(() => ID, { description: 'The id of the account that recorded her.' })
  @Property({ type: 'uuid' })
  actorId!: string;
}
