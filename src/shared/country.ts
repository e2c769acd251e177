import { GraphQLError, GraphQLScalarType } from 'graphql';
// Without the names of eighty languages, which the package itself would load.
import countries from 'i18n-iso-countries/index.js';
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import it from 'i18n-iso-countries/langs/it.json' with { type: 'json' };
import pt from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };
import type { Language } from './language.js';
import { parseLiteralBy } from './literals.js';
import { normalizeWord } from './text.js';

/** Those of the languages of the service, and of others in which people write spreadsheets. */
const [OWN, FOREIGN] = [
  [en, es],
  [de, fr, it, pt],
];
for (const names of [...OWN, ...FOREIGN]) countries.registerLocale(names);

export const COUNTRY_RULE = 'must be the code of a country, such as ES';

export const CountryCode = new GraphQLScalarType<string, string>({
  name: 'CountryCode',
  description: 'The code of a country in ISO 3166-1: `CO`, `ES`.',
  specifiedByURL: 'https://www.iso.org/iso-3166-country-codes.html',
  extensions: { codegenScalarType: 'string' },
  serialize: String,
  parseValue: parse,
  parseLiteral: parseLiteralBy(parse),
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

let codesByName: ReadonlyMap<string, string> | undefined;

/** The code of the country with a name, in any of the languages, or with a code in whatever case. */
export function findCountry(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  if (isCountry(code)) return code;
  codesByName ??= new Map([FOREIGN, OWN].flatMap((names) => [...namesOf(names, 'all'), ...namesOf(names, 'official')]));
  return codesByName.get(normalizeWord(text));
}

/** What one country is also called may be the name of another one: that goes before it. */
function namesOf(languages: readonly { locale: string }[], select: 'all' | 'official'): [name: string, code: string][] {
  return languages.flatMap(({ locale }) =>
    Object.entries(countries.getNames(locale, { select })).flatMap(([code, names]) =>
      [names].flat().map((name): [string, string] => [normalizeWord(name), code]),
    ),
  );
}
