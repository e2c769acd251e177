// What the law of a country asks of apiaries, as far as it is the same in the whole country. Used for warnings only.

interface CountryRules {
  /** The least distance between two apiaries, in kilometres. */
  leastKm?: number;
  /** What the number of an apiary in the official register looks like, in capitals and without spaces, dots and hyphens. */
  registerNumber?: { pattern: RegExp; example: string };
}

export const COUNTRY_RULES: Readonly<Record<string, CountryRules>> = {
  // The code of a livestock holding in REGA: two letters, then province, municipality and number, twelve digits in all (Real Decreto
  // 479/2004, art. 5 and annex II; for apiaries Real Decreto 209/2002, art. 4). Art. 8 (2) of the latter has distances from roads, houses and
  // villages, which no register of apiaries knows; those between apiaries (art. 8 (3)) are set by the autonomous communities, and so by the
  // operator.
  ES: { registerNumber: { pattern: /^ES\d{12}$/, example: 'ES280790000123' } },
  // Decreto-Lei 203/2005, art. 6 and annex I: 800 m for an apiary of 31 to 100 hives, which counts for its smaller neighbours, too (art. 6 (6)).
  PT: { leastKm: 0.8 },
};

const SEPARATORS = /[\s.-]/g;

/** An example of what the number in the register looks like in a country, if this number does not. */
export function findMisfit(country: string | null, registerNumber: string | null): string | undefined {
  const rule = country === null ? undefined : COUNTRY_RULES[country]?.registerNumber;
  if (!rule || !registerNumber) return undefined;
  return rule.pattern.test(registerNumber.toUpperCase().replace(SEPARATORS, '')) ? undefined : rule.example;
}

/** The least distance in each country. @param set by the operator, for whom 0 means none */
export function leastDistances(set: Readonly<Record<string, number>>): [country: string, km: number][] {
  const known = Object.entries(COUNTRY_RULES).map(([country, { leastKm = 0 }]): [string, number] => [country, leastKm]);
  return [...new Map([...known, ...Object.entries(set)])].filter(([, km]) => km > 0);
}
