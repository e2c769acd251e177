import { AppError } from '../../errors.js';
import { MAX_FED } from './feeding.entity.js';
import type { FeedAmountInput } from './feedings.inputs.js';

export interface FedAmount {
  grams: number | null;
  millilitres: number | null;
}

/**
 * What each of the hives gets. What they share is divided so that the sum is exact: the first ones get one more.
 * @param density grams in a millilitre, in up to three decimals
 * @throws BAD_USER_INPUT for less than one for each hive, or more than one can get
 */
export function divideAmount(amount: FeedAmountInput, hives: number, density: string | null): FedAmount[] {
  const [field, value] = Object.entries(amount).find(([, one]) => one != null) as [keyof FeedAmountInput, number];
  const shared = field === 'sharedGrams' || field === 'sharedMillilitres';
  const isWeight = field === 'gramsPerHive' || field === 'sharedGrams';
  const all = shared ? value : value * hives;
  const least = Math.floor(all / hives);
  if (least < 1) throw AppError.badInput([{ field: `amount.${field}`, message: 'must be at least one for each hive' }]);
  const divided = Array.from({ length: hives }, (_, i) => least + (i < all % hives ? 1 : 0));
  if (divided[0]! > MAX_FED) throw tooMuch(`amount.${field}`);
  return divided.map((one) =>
    isWeight ? { grams: one, millilitres: null } : { grams: weigh(`amount.${field}`, one, density), millilitres: one },
  );
}

const tooMuch = (field: string): AppError => AppError.badInput([{ field, message: 'is more than a hive can get' }]);

/** Whole grams, half a gram rounded up; null if the density is not known. @throws BAD_USER_INPUT for more than a hive can get */
export function weigh(field: string, millilitres: number, density: string | null): number | null {
  if (density === null) return null;
  const thousandths = millilitres * Math.round(Number(density) * 1000);
  const grams = Math.floor((thousandths + 500) / 1000);
  if (grams > MAX_FED) throw tooMuch(field);
  return grams;
}
