import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Enum, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { Node } from '../../graphql/node.js';
import { LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Destination } from './harvest-status.js';

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A lot of honey from one or several harvests, with the code that is printed on its jars (Directive 2011/91/EU). It is kept when its apiary is deleted.',
})
@Entity({ tableName: 'lots' })
@Unique({ name: 'lots_code_unique', properties: ['code', 'ownerId'] })
@Index({ name: 'lots_owner_index', properties: ['ownerId', 'createdAt', 'id'] })
@Index({ name: 'lots_apiary_index', properties: ['apiary', 'createdAt', 'id'] })
@Check({ name: 'lots_grams_check', expression: 'grams > 0 and packed_grams >= 0 and packed_grams <= grams' })
@Check({ name: 'lots_reserved_check', expression: "not reserved or destination = 'NOT_FOR_SALE'" })
export class Lot extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @Field(() => ID, {
    nullable: true,
    description: 'The id of the apiary whose members see the lot; null if it has been deleted or transferred.',
  })
  get apiaryId(): Opt<string> | null {
    return this.apiary?.id ?? null;
  }

  @Field(() => String, { description: 'The code of the lot, unique among the lots of the owner of the apiary.' })
  @Property({ type: 'text' })
  code!: string;

  @Field(() => Int, { description: 'The honey in grams: the sum of its contents.' })
  @Property({ type: 'integer' })
  grams!: number;

  /** A trigger keeps it equal to the sum of the packs that were not voided. */
  @Field(() => Int, { description: 'How many of its grams are packed.' })
  @Property({ type: 'integer', default: 0 })
  packedGrams: Opt<number> = 0;

  @Field(() => LocalDate, { nullable: true, description: 'The best-before date.' })
  @Property({ type: 'date', nullable: true })
  bestBefore: Opt<string> | null = null;

  @Field(() => String, { nullable: true, description: 'Notes, as free text.' })
  @Property({ type: 'text', nullable: true })
  notes: Opt<string> | null = null;

  /** Triggers change it with the destinations of its harvests (ADR 0031). */
  @Field(() => Destination, {
    description:
      'Whether it may be sold. NOT_FOR_SALE if it was created so, or if any of its harvests is not for sale, also since a treatment was recorded or corrected.',
  })
  @Enum({ items: () => Destination, default: Destination.FOR_SALE })
  destination: Opt<Destination> = Destination.FOR_SALE;

  @Field(() => Boolean, { description: 'Whether it was created as not for sale, which is permanent.' })
  @Property({ type: 'boolean', default: false })
  reserved: Opt<boolean> = false;

  @Field(() => ID, { description: 'The id of the account that created it.' })
  @Property({ type: 'uuid' })
  actorId!: string;
}
