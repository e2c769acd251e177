// When keepers declare their hives to the authority each year, by country. Only what a national law says of every keeper is here: a country
// that is absent has no such period, or other ones by region.

interface DeclarationPeriod {
  /** The first and the last month; the period is of whole months. */
  months: readonly [first: number, last: number];
}

export const DECLARATION_PERIODS: Readonly<Record<string, DeclarationPeriod>> = {
  // Real Decreto 209/2002, de 22 de febrero: the census is declared before 1 March of each year.
  ES: { months: [1, 2] },
  // Decreto-Lei 203/2005, de 25 de novembro, and the yearly notice of the DGAV: “declaração de existências” from 1 to 30 September.
  PT: { months: [9, 9] },
  // Arrêté du 11 août 1980 relatif à la lutte contre les maladies réputées contagieuses des abeilles, as amended, and art. L. 212-8 of the
  // Code rural: “déclaration annuelle de ruches” from 1 September to 31 December.
  FR: { months: [9, 12] },
  // Decreto 4 dicembre 2009 (anagrafe apistica nazionale) and its manual of 11 August 2014: “censimento” from 1 November to 31 December.
  IT: { months: [11, 12] },
};

const two = (number: number): string => String(number).padStart(2, '0');
const four = (year: number): string => String(year).padStart(4, '0');
const lastOfMonth = (year: number, month: number): string =>
  `${four(year)}-${two(month)}-${two(new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate())}`;

/** The first and the last day of the period of a country in a year; undefined if it has none. */
export function declarationPeriod(country: string | null, year: number): { from: string; to: string } | undefined {
  const period = Object.hasOwn(DECLARATION_PERIODS, country ?? '') ? DECLARATION_PERIODS[country!] : undefined;
  if (!period) return undefined;
  const [first, last] = period.months;
  return { from: `${four(year)}-${two(first)}-01`, to: lastOfMonth(year, last) };
}

/** The day whose hives are declared, unless another one is stated: the last of the period, else of the year, or today until then. */
export function declaredDay(country: string | null, year: number, today: string): string {
  const last = declarationPeriod(country, year)?.to ?? `${four(year)}-12-31`;
  return last < today ? last : today;
}
