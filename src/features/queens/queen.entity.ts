import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import {
  BooleanColumn,
  OptionalEnumColumn,
  OptionalIdOf,
  OptionalIntColumn,
  OptionalLineColumn,
  OptionalNameColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { colorOfYear, MarkingColor } from './marking-color.enums.js';

export const QueenOrigin = defineEnum('QueenOrigin', 'Where a queen comes from.', {
  REARED: 'The beekeeper reared her.',
  PURCHASED: 'She was bought.',
  SUPERSEDURE: 'The colony reared her to replace its queen.',
  EMERGENCY: 'The colony reared her because it had lost its queen.',
  SWARM: 'She came with a swarm, or from a swarm cell.',
});
export type QueenOrigin = EnumOf<typeof QueenOrigin>;

/** A queen outlives her hive and her apiary, as the mother of others. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A queen. Her time in a hive is a reign.',
})
@Entity({ tableName: 'queens' })
@Index({ name: 'queens_owner_index', properties: ['ownerId', 'createdAt', 'id'] })
@Index({ name: 'queens_export_index', properties: ['ownerId', 'id'] })
@Index({
  name: 'queens_year_index',
  expression: 'create index "queens_year_index" on "queens" ("owner_id", "year") include ("id")',
})
@Index({ name: 'queens_apiary_index', properties: ['apiary', 'createdAt', 'id'] })
@Index({ name: 'queens_mother_index', properties: ['mother', 'createdAt', 'id'] })
@Check({ name: 'queens_mother_check', expression: 'mother_id <> id' })
export class Queen extends TrackedEntity {
  /** Triggers set it when her hive moves. */
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf(
    'apiary',
    'The id of the apiary of the hive in which she was installed last; before, the one that was stated.',
  )
  readonly apiaryId!: Opt<string> | null;

  @OptionalLineColumn(100, 'Her name or number, such as that on her mark.')
  name: Opt<string> | null = null;

  @OptionalIntColumn(1900, 2999, 'The year in which she hatched.')
  year: Opt<number> | null = null;

  @OptionalEnumColumn(MarkingColor, 'The colour of her mark, if it is stated: it may differ from that of her year.')
  color: Opt<MarkingColor> | null = null;

  @Field(() => MarkingColor, {
    nullable: true,
    description: 'Her `color` or, if it is not stated, that of her year; null without a year.',
  })
  get markingColor(): Opt<MarkingColor> | null {
    return this.color ?? (this.year === null ? null : colorOfYear(this.year));
  }

  @BooleanColumn('Whether she is marked.', { default: false })
  isMarked: Opt<boolean> = false;

  @BooleanColumn('Whether a wing of hers is clipped.', { default: false })
  isClipped: Opt<boolean> = false;

  @OptionalNameColumn(100, 'Her race or line, such as `Carniolan`.')
  race: Opt<string> | null = null;

  @OptionalEnumColumn(QueenOrigin, 'Where she comes from.')
  origin: Opt<QueenOrigin> | null = null;

  @OptionalNameColumn(200, 'Who bred her.')
  breeder: Opt<string> | null = null;

  /** A trigger refuses one that descends from her. */
  @ManyToOne(() => Queen, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  mother: Ref<Queen> | null = null;

  @OptionalIdOf('mother', 'The id of her mother.')
  readonly motherId!: Opt<string> | null;

  @OptionalTextColumn(2000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  /** There is no foreign key, because a queen outlives the account. */
  @Property({ type: 'uuid' })
  actorId!: string;
}
