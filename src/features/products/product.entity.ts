import type { Opt, Ref } from '@mikro-orm/core';
import { Check, Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { TrackedEntity } from '../../base.entity.js';
import { type Bounds, COUNTRY, number } from '../../graphql/bounds.js';
import {
  Column,
  EnumColumn,
  NameColumn,
  OptionalColumn,
  OptionalEnumColumn,
  OptionalIdOf,
  OptionalIntColumn,
  OptionalLineColumn,
  OptionalTextColumn,
} from '../../graphql/entity-fields.js';
import { Node } from '../../graphql/node.js';
import { CountryCode } from '../../shared/country.js';
import { Decimal } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { INGREDIENTS, Ingredient, type KeyedIngredient } from './ingredient.types.js';
import { FeedKind, ProductKind } from './product.enums.js';

const decimal = (min: number, max: number): Bounds => ({ ...number(min, max), scalar: Decimal });

/** A product without an apiary is for all apiaries of its account, and only that sees it. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'A medicine or a feed. Treatments, feedings and items of the inventory name it. What a treatment or a feeding takes from it is frozen: a later change of the product does not change what was given.',
})
@Entity({ tableName: 'products' })
@Index({ name: 'products_apiary_index', properties: ['apiary', 'name', 'id'] })
@Index({ name: 'products_owner_index', properties: ['ownerId', 'name', 'id'] })
@Index({ name: 'products_export_index', properties: ['ownerId', 'id'] })
@Check({ name: 'products_feed_check', expression: `(kind = 'FEED') = (feed_kind is not null)` })
@Check({
  name: 'products_sugar_check',
  expression: `kind = 'FEED' or num_nonnulls(sugar_percent, density) = 0`,
})
export class Product extends TrackedEntity {
  @ManyToOne(() => Apiary, { ref: true, nullable: true, deleteRule: 'set null', index: false })
  apiary: Ref<Apiary> | null = null;

  @OptionalIdOf('apiary', 'The id of the apiary whose members use it; null for all apiaries of the account alone.')
  readonly apiaryId!: Opt<string> | null;

  @EnumColumn(ProductKind, 'What it is.')
  kind!: ProductKind;

  @NameColumn(200, 'Its name, such as `Apivar`.')
  name!: string;

  @OptionalLineColumn(50, 'The key of the entry of the bank from which it was created; null for one of your own.')
  bankKey: Opt<string> | null = null;

  @OptionalLineColumn(100, 'The disease or pest against which it is, such as `Varroa`.')
  target: Opt<string> | null = null;

  @Column(() => [Ingredient], 'Its active ingredients, at most 10.', { type: 'json', default: '[]' }, INGREDIENTS)
  ingredients: Opt<KeyedIngredient[]> = [];

  @OptionalLineColumn(100, 'The number of its marketing authorisation.')
  authorisationNumber: Opt<string> | null = null;

  @OptionalColumn(() => CountryCode, 'The country that authorised it.', { type: 'text' }, COUNTRY)
  authorisationCountry: Opt<string> | null = null;

  @OptionalLineColumn(50, 'The unit of its dose, such as `strip`, `g` or `ml`.')
  doseUnit: Opt<string> | null = null;

  @OptionalColumn(
    () => Decimal,
    'What a hive usually gets of it, in the unit of its dose.',
    { type: 'decimal', precision: 10, scale: 3 },
    decimal(0, 1_000_000),
  )
  dose: Opt<string> | null = null;

  @OptionalLineColumn(200, 'How it is applied: strips, trickling, sublimation, …')
  method: Opt<string> | null = null;

  @OptionalIntColumn(0, 3650, 'How many days a treatment with it takes.')
  plannedDays: Opt<number> | null = null;

  @OptionalIntColumn(0, 3650, 'Its withdrawal period for honey in days: 0 for none, null if unknown.')
  withdrawalDays: Opt<number> | null = null;

  @OptionalEnumColumn(FeedKind, 'Of a feed: its kind.')
  feedKind: Opt<FeedKind> | null = null;

  @OptionalColumn(
    () => Decimal,
    'Of a feed: its sugar in percent by weight, such as `66.7`; null if unknown.',
    { type: 'decimal', precision: 6, scale: 3 },
    decimal(0, 100),
  )
  sugarPercent: Opt<string> | null = null;

  @OptionalColumn(
    () => Decimal,
    'Of a liquid feed: its density in grams per millilitre, such as `1.33`; null if unknown.',
    { type: 'decimal', precision: 6, scale: 3 },
    decimal(1, 10),
  )
  density: Opt<string> | null = null;

  @OptionalTextColumn(2000, 'Notes, in free text.')
  notes: Opt<string> | null = null;

  /** There is no foreign key, because a product outlives the account of a member. */
  @Property({ type: 'uuid' })
  actorId!: string;
}
