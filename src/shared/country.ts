import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
// Without the names of eighty languages, which the package itself would load.
import countries from 'i18n-iso-countries/index.js';
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import type { Language } from './language.js';

for (const names of [en, es]) countries.registerLocale(names);

export const COUNTRY_RULE = 'must be the code of a country, such as ES';

export const CountryCode = new GraphQLScalarType<string, string>({
  name: 'CountryCode',
  description: 'The code of a country in ISO 3166-1: `CO`, `ES`.',
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
  serialize: String,
  parseValue: parse,
  parseLiteral: (node) => parse(node.kind === Kind.STRING ? node.value : undefined),
});

/** Whether a text is the code of a country: two capital letters. */
export const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code) && countries.isValid(code);

function parse(value: unknown): string {
  const code = typeof value === 'string' && value.length === 2 ? value.toUpperCase() : '';
  if (!isCountry(code)) throw new GraphQLError(COUNTRY_RULE);
  return code;
}

/** The name of a country in a language. */
export const nameCountry = (code: string, language: Language): string => countries.getName(code, language) ?? code;
