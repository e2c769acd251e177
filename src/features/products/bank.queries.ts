import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { Language } from '../../shared/language.js';
import { fold, normalizeWord } from '../../shared/text.js';
import { BANK, type BankEntry, type Words } from './bank.texts.js';
import type { BankProduct } from './bank-product.types.js';
import type { Ingredient, KeyedIngredient } from './ingredient.types.js';
import type { ProductBankFilter } from './products.inputs.js';

const inLanguage = (words: Words, language: Language): string => (typeof words === 'string' ? words : words[language]);
const optional = (words: Words | undefined, language: Language): string | null =>
  words === undefined ? null : inLanguage(words, language);

/** The entries of the bank, in its order. */
export function listBank({ country, kind, search }: ProductBankFilter, language: Language): BankProduct[] {
  const wanted = fold(search ?? '');
  return BANK.filter(
    ({ kind: own, authorisations }) =>
      (kind == null || own === kind) &&
      (country == null || own === 'FEED' || authorisations?.some((one) => one.country === country)),
  )
    .map((entry) => present(entry, language))
    .filter(({ name, ingredients }) =>
      [name, ...ingredients.map((one) => one.name)].some((text) => fold(text).includes(wanted)),
    );
}

/** @throws BAD_USER_INPUT for a key that is not in the bank, or a medicine without one of the countries that authorised it */
export function findInBank(
  key: string,
  country: string | null | undefined,
  language: Language,
): Omit<BankProduct, 'key' | 'authorisations'> & { authorisationNumber: string | null; withdrawalDays: number | null } {
  const entry = BANK.find((one) => one.key === key);
  if (!entry) throw AppError.badInput([{ field: 'bankKey', message: 'is not found' }]);
  const { key: _, authorisations, ...product } = present(entry, language);
  if (authorisations.length === 0) return { ...product, authorisationNumber: null, withdrawalDays: null };
  // Labels differ from country to country.
  const authorisation = authorisations.find((one) => one.country === country);
  if (authorisation)
    return { ...product, authorisationNumber: authorisation.number, withdrawalDays: authorisation.withdrawalDays };
  const values = authorisations.map((one) => one.country);
  throw AppError.badInput([
    { field: 'authorisationCountry', message: createMessage('must be one of {values}', { values }) },
  ]);
}

const present = (entry: BankEntry, language: Language): BankProduct => ({
  key: entry.key,
  kind: entry.kind,
  name: inLanguage(entry.name, language),
  target: optional(entry.target, language),
  ingredients: (entry.ingredients ?? []).map((one) => ({ ...one, name: inLanguage(one.name, language) })),
  authorisations: (entry.authorisations ?? []).map(({ country, number = null, withdrawalDays = null }) => ({
    country,
    number,
    withdrawalDays,
  })),
  doseUnit: optional(entry.doseUnit, language),
  dose: entry.dose ?? null,
  method: optional(entry.method, language),
  plannedDays: entry.plannedDays ?? null,
  feedKind: entry.feedKind ?? null,
  sugarPercent: entry.sugarPercent ?? null,
  density: entry.density ?? null,
});

/** The names of ingredients in the bank, in both languages, with the English one. */
const KEYS: ReadonlyMap<string, string> = new Map(
  BANK.flatMap(({ ingredients = [] }) =>
    ingredients.flatMap(({ name }) =>
      Object.values(Language).map((language): [string, string] => [
        normalizeWord(inLanguage(name, language)),
        normalizeWord(inLanguage(name, Language.EN)),
      ]),
    ),
  ),
);

/** By whatever name of the bank, or as it is called. */
export const withKey = (ingredient: Ingredient): KeyedIngredient => {
  const name = normalizeWord(ingredient.name);
  return { ...ingredient, key: KEYS.get(name) ?? (name || ingredient.name) };
};
