// The units of values: each stands after the value, or in the heading for all values. One that may be several is asked.
import type { Cell } from '../../../formats/file-line.js';
import { fold } from '../../../shared/text.js';
import type { ImportUnit } from '../import.enums.js';
import type { ValueType } from './kinds.js';
import { readNumber } from './numbers.js';

/** Grams of one of it. A litre of honey has 1.42 kg at 20 °C and 18 % of water. */
const GRAMS: Readonly<Partial<Record<ImportUnit, number>>> = {
  KILOGRAMS: 1000,
  GRAMS: 1,
  POUNDS: 453.59237,
  OUNCES: 28.349523125,
  TONNES: 1_000_000,
  POUNDS_METRIC: 500,
  ARROBAS_SPANISH: 11_502.3,
  ARROBAS_METRIC: 12_500,
  ARROBAS_PORTUGUESE: 15_000,
  QUINTALS: 100_000,
  LITERS_OF_HONEY: 1420,
  GALLONS_US: 1420 * 3.785411784,
  GALLONS_IMPERIAL: 1420 * 4.54609,
};
export const gramsOf = (unit: ImportUnit): number | undefined => GRAMS[unit];

type Meanings = readonly (readonly [units: readonly ImportUnit[], words: string])[];
const read = (meanings: Meanings): ReadonlyMap<string, readonly ImportUnit[]> =>
  new Map(meanings.flatMap(([units, words]) => words.split(', ').map((word) => [fold(word), units] as const)));

const MASSES = read([
  [
    ['KILOGRAMS'],
    'kg, kgs, kilo, kilos, kilogram, kilograms, kilogramo, kilogramos, kilogramm, kilogramme, kilogrammes, chili, chilo, chilogrammi, quilo, quilos, quilogramas',
  ],
  [['GRAMS'], 'g, gr, grs, gm, gms, gram, grams, gramo, gramos, gramm, gramme, grammes, grammi, grama, gramas'],
  [['POUNDS'], 'lb, lbs, pound, pounds'],
  [['POUNDS', 'POUNDS_METRIC'], 'libra, libras, pfund, livre, livres, libbra, libbre'],
  [['OUNCES'], 'oz, ounce, ounces, onza, onzas'],
  [['TONNES'], 't, tonne, tonnes, tonelada, toneladas, tonnen, tonnellate'],
  [['QUINTALS'], 'quintal, quintals, quintales, quintaux, quintali, doppelzentner, dz'],
  [['ARROBAS_SPANISH', 'ARROBAS_METRIC', 'ARROBAS_PORTUGUESE'], 'arroba, arrobas, @'],
  [['LITERS_OF_HONEY'], 'l, lt, lts, liter, liters, litre, litres, litro, litros, litri'],
  [['GALLONS_US', 'GALLONS_IMPERIAL'], 'gal, gals, gallon, gallons, galon, galones'],
]);
/** Litres of honey are no weight: how much a litre weighs depends on the honey. */
const ASKED: readonly ImportUnit[] = ['LITERS_OF_HONEY'];

/** What of a number of mites is meant, by how people write it. */
const BASES: readonly (readonly [unit: ImportUnit, pattern: RegExp])[] = [
  [
    'PER_300_BEES',
    /(?:\/|\bper|\bpor|\bpro|\bpour|\bsur|\bsu|\bin|\bof|\bx)?\s*(?<!\d)300(?!\d|\s?(?:k?g|gr|grams?|ml|cl|l)\b)|(?:½|1\/2|half)[\s-]*cup/,
  ],
  [
    'PER_DAY',
    /(?:\/|\bper|\bpor|\bpro|\bpar|\bal|\ba|\bau)\s*(?:24\s?h|day|dia|tag|jour|giorno|d)\b|\bdaily\b|\bdiari[oa]s?\b|\btaglich|\bjournalier/,
  ],
  [
    'PER_100_BEES',
    /%|\bpercent|\bper cent\b|\bporcentaje\b|\bporciento\b|\bpor ciento\b|\bprozent|\bpourcent|\bpercentual|\bper\s?centum|(?:\/|\bper|\bpor|\bpro|\bpour|\bsur|\bsu|\ben|\bin|\bauf|\bcada)\s*(?<!\d)100(?!\d|\s?(?:k?g|gr|grams?|ml|cl|l|h)\b)|(?<!\d)100[ .]+(?:bees|abejas|bienen|abeilles|api|abelhas)\b/,
  ],
];
export function findBasis(text: string): ImportUnit | undefined {
  const folded = fold(text).replaceAll('_', ' ');
  return BASES.find(([, pattern]) => pattern.test(folded))?.[0];
}

export const FRAMES =
  'frame, frames, comb, combs, cuadro, cuadros, marco, marcos, bastidor, bastidores, panal, panales, wabe, waben, cadre, cadres, telaino, telaini, favo, favi, quadro, quadros';
const BEES = 'bee, bees, abeja, abejas, biene, bienen, abeille, abeilles, api, abelha, abelhas';
const MITES = 'mite, mites, varroa, varroas, acaro, acaros, milbe, milben, acarien, acariens, varroe, acari';
/** Days of one of it, by its words. */
const PERIODS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1, 'd, j, day, days, dia, dias, tag, tage, jour, jours, giorno, giorni, gg'],
      [7, 'w, wk, wks, week, weeks, semana, semanas, woche, wochen, semaine, semaines, settimana, settimane'],
      [30, 'mo, month, months, mes, meses, monat, monate, monaten, mois, mese, mesi'],
      [1 / 24, 'h, hr, hrs, hour, hours, hora, horas, stunde, stunden, std, heure, heures, ora, ore'],
    ] as const
  ).flatMap(([days, words]) => words.split(', ').map((word) => [word, days] as const)),
);
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(', '));
const [FRAME_WORDS, BEE_WORDS, MITE_WORDS] = [setOf(FRAMES), setOf(BEES), setOf(MITES)];

const EACH = /(?:\b(?:per|por|pro|par|a|al|alla)\s+|\/\s*)(\p{L}{3,})/u;
/** In how many days mites fell: `48 h`, `3 days`, `per week`. */
export function findPeriod(text: string): number | undefined {
  for (const [, number, word] of fold(text).matchAll(/(?<![\d.,])(\d{1,3})\s?-?(\p{L}+)/gu)) {
    const days = Number(number) * (PERIODS.get(word!) ?? Number.NaN);
    if (days >= 1) return Math.round(days * 1e6) / 1e6;
  }
  const [, each] = EACH.exec(fold(text)) ?? [];
  const days = each === undefined ? undefined : PERIODS.get(each);
  return days !== undefined && days >= 1 ? days : undefined;
}

/** On how many bees, or in how much time, as headings say it: `per 100 bees`, `al día`. */
export const BASIS =
  /(?:\b(?:per|por|pro|pour|sur|su|in|en|auf|cada|al|au|par)\s+|\/\s*)(?:100|300|day|d[ií]a|tag|jour|giorno|24\s?h)\b(?:\s+(?:bees|abejas|bienen|abeilles|api|abelhas)\b)?|(?<!\d)[13]00[ .]+(?:bees|abejas|bienen|abeilles|api|abelhas)\b/giu;

/** A unit as the last word of a heading: `Honey lbs`, `Peso kg`. */
export const UNIT_AT_END =
  /\s(?:kgs?|lbs?|oz|gr?|gms?|t|l|pounds|kilos|ounces|grams|litros|liters|litres|arrobas|libras|gal|%)\s*$/i;

/** What a word says of amounts of honey. */
export const massesOf = (word: string): readonly ImportUnit[] | undefined => MASSES.get(fold(word).replace(/\.$/, ''));
export const isCertain = (units: readonly ImportUnit[]): boolean => units.length === 1 && !ASKED.includes(units[0]!);

/** Words in brackets go before others: `Honey (lbs)`, `Miel (kg/colmena)`. */
function unitWords(heading: string): string[] {
  const inBrackets = [...heading.matchAll(/[([]([^()[\]]*)[)\]]/g)].map(([, inner]) => inner!);
  return [...inBrackets, heading].flatMap((part) => part.split(/[^\p{L}%@]+/u)).filter((word) => word !== '');
}

/** What the heading says of the unit of its values: none, one, or several that it may be. */
export function unitsOfHeading(heading: string, type: ValueType | undefined): readonly ImportUnit[] {
  if (type === 'MITES') return [findBasis(heading)].filter((unit) => unit !== undefined);
  if (type !== 'HONEY') return [];
  for (const word of unitWords(heading)) {
    const units = massesOf(word);
    if (units) return units;
  }
  return [];
}

/** What the units of values without one may be: that of the heading, or those of the other values. */
export function unitsOfValues(cells: readonly Cell[], heading: string, type: ValueType): readonly ImportUnit[] {
  const units = unitsOfHeading(heading, type);
  if (type !== 'HONEY' || units.length > 0) return units;
  const written = cells.map((cell) => readNumber(cell, '.')?.unit ?? '');
  const found = written.flatMap((unit) => massesOf(unit) ?? []);
  const others = new Set(found.filter((unit) => unit !== 'KILOGRAMS'));
  const isOpen = written.some((unit) => unit !== '' && !isCertain(massesOf(unit) ?? ['KILOGRAMS']));
  // Where most say pounds, one that says nothing may be of pounds.
  const isUsual = others.size > 0 && written.filter((unit) => unit === '').length < found.length;
  // One question has all answers that one of the values may need.
  return isOpen || isUsual ? [...others, 'KILOGRAMS'] : [];
}

/** @returns by what a whole number of the type is multiplied; undefined if the unit is none of the type */
export function factorOf(unit: string, type: ValueType): number | undefined {
  if (unit === '') return 1;
  const word = fold(unit);
  switch (type) {
    case 'FRAMES':
      return FRAME_WORDS.has(word) ? 1 : undefined;
    case 'BEES':
      return BEE_WORDS.has(word) ? 1 : undefined;
    case 'MITES':
      return MITE_WORDS.has(word) ? 1 : undefined;
    case 'DAYS':
    case 'WITHDRAWAL':
      return PERIODS.get(word);
    default:
      return undefined;
  }
}
/** `Duration (weeks)`: of how many days one of the values without a unit is. A letter is a unit only in brackets. */
export function daysOfHeading(heading: string): number {
  const letter = /[([]\s*(\p{L})\.?\s*[)\]]/u.exec(heading)?.[1];
  const words = [...(letter ? [letter] : []), ...unitWords(heading).filter((word) => word.length > 1)];
  return words.flatMap((word) => PERIODS.get(fold(word)) ?? [])[0] ?? 1;
}
