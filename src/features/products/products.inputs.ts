import { ArgsType, ID, InputType } from 'type-graphql';
import { list } from '../../graphql/bounds.js';
import { filteredBy } from '../../graphql/filter.js';
import {
  ExpectedVersion,
  NewId,
  OmittableField,
  OmittableValue,
  OptionalField,
  OptionalText,
  OptionalValue,
  RequiredField,
} from '../../graphql/input-fields.js';
import { NotNull, Within } from '../../graphql/validators.js';
import { IngredientInput, MAX_INGREDIENTS } from './ingredient.types.js';
import { Product } from './product.entity.js';
import { FeedKind, ProductKind } from './product.enums.js';

const INGREDIENTS =
  'Its active ingredients, at most 10. PERCENT requires a `doseUnit` of `g` or `ml`; the other units, any `doseUnit`.';

@InputType()
abstract class ProductFields {
  @OptionalValue(Product, 'The disease or pest against which it is, {bounds}.')
  target?: string | null;

  @OptionalValue(Product, 'The number of its marketing authorisation, {bounds}.')
  authorisationNumber?: string | null;

  @OptionalValue(Product, 'The unit of its dose, such as `strip`, `g` or `ml`: {bounds}.')
  doseUnit?: string | null;

  @OptionalValue(Product, 'What a hive usually gets of it, in `doseUnit`: {bounds}.')
  dose?: string | null;

  @OptionalValue(Product, 'How it is applied, {bounds}.')
  method?: string | null;

  @OptionalValue(Product, 'How many days a treatment with it takes, {bounds}.')
  plannedDays?: number | null;

  @OptionalValue(Product, 'Its withdrawal period for honey in days, {bounds}: 0 for none, null if unknown.')
  withdrawalDays?: number | null;

  @OptionalValue(Product, 'Of a feed alone: its sugar in percent by weight, {bounds}.')
  sugarPercent?: string | null;

  @OptionalValue(Product, 'Of a liquid feed alone: its density in grams per millilitre, {bounds}.')
  density?: string | null;

  @OptionalValue(Product, 'Notes, {bounds}.')
  notes?: string | null;
}

@InputType({
  description: 'A new product: one of your own, or one of the bank, with whatever else you state in place of that.',
})
export class CreateProductInput extends ProductFields {
  @NewId()
  newId?: string | null;

  @OptionalField(
    () => ID,
    'The id of the apiary whose members use it. If omitted, it is for all your apiaries, and for you alone.',
  )
  apiaryId?: string | null;

  @OptionalValue(Product, 'The key of an entry of `productBank`, with which fields that are omitted are filled.')
  bankKey?: string | null;

  @OptionalField(() => ProductKind, 'What it is; required without `bankKey`, and not to be given with it.')
  kind?: ProductKind | null;

  @OptionalValue(Product, 'Its name, {bounds}; required without `bankKey`.')
  name?: string | null;

  @OptionalField(() => [IngredientInput], INGREDIENTS, Within(list(MAX_INGREDIENTS)))
  ingredients?: IngredientInput[] | null;

  @OptionalValue(
    Product,
    'The country that authorised it: with the `bankKey` of a medicine, required, and one of its `authorisations`.',
  )
  authorisationCountry?: string | null;

  @OptionalField(() => FeedKind, 'Of a feed alone, for which it is required without `bankKey`: its kind.')
  feedKind?: FeedKind | null;
}

@InputType({
  description:
    'Changes of a product. Fields that are omitted stay as they are; null clears a value. What was recorded with it does not change.',
})
export class UpdateProductInput extends ProductFields {
  @RequiredField(() => ID, 'The id of the product.')
  id!: string;

  @ExpectedVersion()
  expectedVersion?: number | null;

  @OmittableValue(Product, 'Its name, {bounds}.')
  name?: string;

  @OmittableField(() => [IngredientInput], INGREDIENTS, Within(list(MAX_INGREDIENTS)))
  ingredients?: IngredientInput[];

  @OptionalValue(Product, 'The country that authorised it.')
  authorisationCountry?: string | null;

  @OmittableField(() => FeedKind, 'Of a feed alone: its kind.', NotNull('is required'))
  feedKind?: FeedKind;
}

@InputType({ description: 'Which products are listed.' })
export class ProductFilter {
  @OptionalField(() => ProductKind, 'Only products of this kind.')
  kind?: ProductKind | null;
}

@ArgsType()
export class ProductsArgs extends filteredBy(ProductFilter) {
  @OptionalField(() => ID, 'Only products of this apiary. If omitted, all that you see.')
  apiaryId?: string | null;
}

@InputType({ description: 'Which entries of the bank are listed.' })
export class ProductBankFilter {
  @OptionalValue(Product, 'Only feeds, and medicines that are authorised in this country.', 'authorisationCountry')
  country?: string | null;

  @OptionalField(() => ProductKind, 'Only products of this kind.')
  kind?: ProductKind | null;

  @OptionalText(200, 'Only products whose name or ingredients contain this text, ignoring case and accents.')
  search?: string | null;
}
