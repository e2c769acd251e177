import { Field, Int, ObjectType } from 'type-graphql';
import { CountryCode } from '../../shared/country.js';
import { Decimal } from '../../shared/scalars.js';
import { Ingredient } from './ingredient.types.js';
import { FeedKind, ProductKind } from './product.enums.js';

@ObjectType({ simpleResolvers: true, description: 'A country in which a product is authorised.' })
export class ProductAuthorisation {
  @Field(() => CountryCode, { description: 'The country.' })
  country!: string;

  @Field(() => String, { nullable: true, description: 'The number of the authorisation; null if the bank has none.' })
  number!: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The withdrawal period for honey in days; null if the label states none in days, or the bank has none.',
  })
  withdrawalDays!: number | null;
}

@ObjectType({
  simpleResolvers: true,
  description:
    'An entry of the bank of products. It states what the label stated when the bank was checked (docs/products.md): what is on the package counts.',
})
export class BankProduct {
  @Field(() => String, { description: 'Its key, which never changes: the `bankKey` of `createProduct`.' })
  key!: string;

  @Field(() => ProductKind, { description: 'What it is.' })
  kind!: ProductKind;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'The disease or pest against which it is.' })
  target!: string | null;

  @Field(() => [Ingredient], { description: 'Its active ingredients.' })
  ingredients!: Ingredient[];

  @Field(() => [ProductAuthorisation], {
    description: 'Where it is authorised, of the countries that the bank covers.',
  })
  authorisations!: ProductAuthorisation[];

  @Field(() => String, { nullable: true, description: 'The unit of its dose.' })
  doseUnit!: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: 'What a hive usually gets of it; null if that depends on its size.',
  })
  dose!: string | null;

  @Field(() => String, { nullable: true, description: 'How it is applied.' })
  method!: string | null;

  @Field(() => Int, { nullable: true, description: 'How many days a treatment with it takes.' })
  plannedDays!: number | null;

  @Field(() => FeedKind, { nullable: true, description: 'Of a feed: its kind.' })
  feedKind!: FeedKind | null;

  @Field(() => Decimal, { nullable: true, description: 'Of a feed: its sugar in percent by weight.' })
  sugarPercent!: string | null;

  @Field(() => Decimal, { nullable: true, description: 'Of a liquid feed: its density in grams per millilitre.' })
  density!: string | null;
}
