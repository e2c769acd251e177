import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

export const ProductKind = defineEnum('ProductKind', 'What a product is.', {
  MEDICINE: 'A medicinal product: what a treatment gives.',
  FEED: 'What a feeding gives.',
  OTHER: 'Anything else.',
});
export type ProductKind = EnumOf<typeof ProductKind>;

export const FeedKind = defineEnum('FeedKind', 'What bees are fed with.', {
  SYRUP: 'Sugar in water, bought or made, also inverted.',
  FONDANT: 'A paste of sugar.',
  CANDY: 'Dry sugar, or sugar that was cooked hard.',
  HONEY: 'Honey, also in combs.',
  PROTEIN: 'Pollen, or a substitute for it.',
  OTHER: 'Anything else.',
});
export type FeedKind = EnumOf<typeof FeedKind>;

export const IngredientUnit = defineEnum('IngredientUnit', 'The unit of what a product contains of an ingredient.', {
  MILLIGRAMS: 'Milligrams in one unit of the dose: in a strip, a tablet, a millilitre.',
  GRAMS: 'Grams in one unit of the dose.',
  MILLILITRES: 'Millilitres in one unit of the dose.',
  PERCENT: 'Percent by weight, for a dose in `g`; grams in 100 ml, for a dose in `ml`.',
});
export type IngredientUnit = EnumOf<typeof IngredientUnit>;
