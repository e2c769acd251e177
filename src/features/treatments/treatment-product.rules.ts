import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { getBounds } from '../../graphql/bounds.js';
import { withoutNulls } from '../../shared/without-nulls.js';
import type { GivenIngredient, KeyedIngredient } from '../products/ingredient.types.js';
import type { Product } from '../products/product.entity.js';
import { Treatment } from './treatment.entity.js';

/** What a treatment states, or null. */
type Details = { [K in keyof Treatment]?: Treatment[K] | null | undefined };

/** What a treatment takes from its product: a copy, which no later change of the product changes. */
export function copyProduct(product: Row<Product>) {
  const { name, target, method, doseUnit, plannedDays, withdrawalDays, authorisationNumber } = product;
  const names = product.ingredients.map((one) => one.name).join(', ');
  const isStorable = names.length > 0 && names.length <= getBounds(Treatment, 'activeIngredient').keywords.maxLength!;
  const ingredients: (GivenIngredient & KeyedIngredient)[] = product.ingredients.map((one) => ({
    ...one,
    per: doseUnit!,
  }));
  const copied = {
    productName: name,
    activeIngredient: isStorable ? names : null,
    target,
    method,
    authorisationNumber,
  };
  return { ...copied, plannedDays, withdrawalDays, doseUnit, ingredients };
}

/** Fills what is not stated from the product. The usual dose applies if none is stated. @throws BAD_USER_INPUT for what neither has */
export function fillFromProduct<D extends Details>(
  details: D,
  product: Row<Product> | undefined,
): D & { kind: string; productName: string } {
  const copy = product && { kind: product.target, ...copyProduct(product) };
  const stated = withoutNulls(details);
  const { kind = null, productName = null } = { ...copy, ...stated };
  const missing = [['kind', kind] as const, ['productName', productName] as const].filter(
    ([, value]) => value === null,
  );
  if (missing.length > 0) throw AppError.badInput(missing.map(([field]) => ({ field, message: 'is required' })));
  if (!copy) return { ...details, kind: kind!, productName: productName! };
  const statesDose = details.dose != null || details.doseText != null || details.doseUnit != null;
  const dose = statesDose ? {} : { dose: product.dose };
  // A dose in other words has no unit of the product.
  const unit = details.doseText != null && details.dose == null ? { doseUnit: null } : {};
  // An end that is stated needs no planned duration.
  const days = details.endedOn == null ? {} : { plannedDays: null };
  return {
    ...details,
    ...copy,
    ...dose,
    ...unit,
    ...days,
    ...stated,
    kind: kind!,
    productName: productName!,
  };
}
