import { Field, InputType, ObjectType } from 'type-graphql';
import { type Bounds, line, list, matching, name, number, record } from '../../graphql/bounds.js';
import { RequiredField } from '../../graphql/input-fields.js';
import { Within } from '../../graphql/validators.js';
import { Decimal } from '../../shared/scalars.js';
import { IngredientUnit } from './product.enums.js';

export const MAX_INGREDIENTS = 10;
const NAME = name(1, 100);
const AMOUNT = number(0.001, 1_000_000);
const UNIT = matching([new RegExp(`^(${Object.keys(IngredientUnit).join('|')})$`), 'is of the wrong type']);
const DESCRIPTIONS = {
  name: 'The name of the active ingredient, such as `amitraz`.',
  amount: 'How much of it the product contains, in `unit`.',
  unit: 'The unit of `amount`.',
};

@ObjectType({ simpleResolvers: true, description: 'An active ingredient of a product.' })
export class Ingredient {
  @Field(() => String, { description: DESCRIPTIONS.name })
  name!: string;

  @Field(() => Decimal, { description: DESCRIPTIONS.amount })
  amount!: string;

  @Field(() => IngredientUnit, { description: DESCRIPTIONS.unit })
  unit!: IngredientUnit;
}

@InputType({ description: 'An active ingredient of a product.' })
export class IngredientInput {
  @RequiredField(() => String, DESCRIPTIONS.name, Within(NAME))
  name!: string;

  @RequiredField(() => Decimal, DESCRIPTIONS.amount, Within(AMOUNT))
  amount!: string;

  @RequiredField(() => IngredientUnit, DESCRIPTIONS.unit)
  unit!: IngredientUnit;
}

/** The key is the same for the same substance in both languages: totals add up by it. */
export type KeyedIngredient = Ingredient & { key: string };
const STATED = { name: NAME, amount: AMOUNT, unit: UNIT, key: NAME };
export const INGREDIENTS: Bounds = list(MAX_INGREDIENTS, record(STATED));

@ObjectType({
  simpleResolvers: true,
  description: 'What a hive got of an active ingredient, as the product said at that time.',
})
export class GivenIngredient extends Ingredient {
  @Field(() => String, { description: 'The unit of the dose to which `amount` refers, such as `strip`.' })
  per!: string;
}

/** What a record keeps of them: a later change of the product does not change what was given. */
export const GIVEN_INGREDIENTS: Bounds = list(MAX_INGREDIENTS, record({ ...STATED, per: line(1, 50) }));
