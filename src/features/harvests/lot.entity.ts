import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { matching } from '../../graphql/bounds.js';
import {
  BooleanColumn,
  Column,
  EnumColumn,
  IntColumn,
  OptionalDayColumn,
  OptionalIdOf,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { MAX_GRAMS } from './harvest.entity.js';
import { HoneyDestination } from './harvest-status.enums.js';

const CODE = matching([/^[A-Z0-9][A-Z0-9./_-]*$/, 'must consist of capital letters, digits and . / - _'], {
  minLength: 1,
  maxLength: 40,
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A lot of honey from one or several harvests, with the code that is printed on its jars (Directive 2011/91/EU). It is kept when its apiary is deleted.',
})
@Entity({ tableName: 'lots' })
@Unique({ name: 'lots_code_unique', properties: ['code', 'ownerId'] })
@Index({ name: 'lots_owner_index', properties: ['ownerId', 'createdAt', 'id'] })
@Index({ name: 'lots_export_index', properties: ['ownerId', 'id'] })
@Index({
  name: 'lots_best_before_index',
  expression:
    'create index "lots_best_before_index" on "lots" ("owner_id", "best_before") where "best_before" is not null',
})
@Index({ name: 'lots_apiary_index', properties: ['apiary', 'createdAt', 'id'] })
@Check({ name: 'lots_packs_sum_check', expression: 'packed_grams <= grams' })
@Check({ name: 'lots_never_for_sale_check', expression: "not never_for_sale or destination = 'NOT_FOR_SALE'" })
export class Lot extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf('apiary', 'The id of the apiary whose members see the lot; null if it has been deleted or transferred.')
  readonly apiaryId!: Opt<string> | null;

  @Column(
    () => String,
    'The code of the lot, unique among the lots of the owner of the apiary.',
    { type: 'text' },
    CODE,
  )
  code!: string;

  @IntColumn(1, MAX_GRAMS, 'The honey in grams: the sum of its contents.')
  grams!: number;

  /** A trigger keeps it equal to the sum of the packs that were not voided. */
  @IntColumn(0, MAX_GRAMS, 'How many of its grams are packed.', { default: 0 })
  packedGrams: Opt<number> = 0;

  @OptionalDayColumn('The best-before date.')
  bestBefore: Opt<string> | null = null;

  @OptionalTextColumn(2000, 'Notes, as free text.')
  notes: Opt<string> | null = null;

  /** Triggers change it with the destinations of its harvests (docs/harvests.md). */
  @EnumColumn(
    HoneyDestination,
    'Whether it may be sold. NOT_FOR_SALE if it was created so, or if any of its harvests is not for sale, also since a treatment was recorded or corrected.',
    { default: HoneyDestination.FOR_SALE },
  )
  destination: Opt<HoneyDestination> = HoneyDestination.FOR_SALE;

  @BooleanColumn('Whether it was created as not for sale, which is permanent.', { default: false })
  neverForSale: Opt<boolean> = false;

  @Property({ type: 'uuid' })
  actorId!: string;
}
