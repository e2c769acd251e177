// How much a heading is one of the names of the dictionary: by its words first, and by how often people's words differ from those.
import { fold } from '../../../shared/text.js';
import { NAMES } from './field-names.js';
import { BASIS, UNIT_AT_END } from './units.js';

/** Words that say nothing. */
const EMPTY_WORDS = new Set([
  'de',
  'del',
  'la',
  'el',
  'los',
  'las',
  'en',
  'of',
  'the',
  'in',
  'a',
  'por',
  'per',
  'y',
  'and',
  'der',
  'die',
  'das',
  'du',
  'des',
  'le',
  'les',
  'di',
  'della',
  'do',
  'da',
  'n',
  'nr',
]);

/** A heading without case, accents and punctuation; `MiteCount` is two words. */
export const normalizeHeading = (heading: string): string =>
  fold(heading.replace(/[nN][º°]\.?/g, ' n ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A heading without what stands in brackets, and without a unit at its end. */
export const withoutUnit = (heading: string): string => {
  const bare = heading
    .replace(/[([][^()[\]]*[)\]]/g, ' ')
    .replace(BASIS, ' ')
    .replace(/[_,;:/.-]+/g, ' ');
  const cut = bare.replace(UNIT_AT_END, '');
  return cut.trim() === '' ? bare : cut;
};
const tokensOf = (normalized: string): string[] =>
  normalized.split(' ').filter((token) => token !== '' && !EMPTY_WORDS.has(token));

interface Words {
  whole: string;
  tokens: readonly string[];
}
const known = new Map<string, Words>();
/** Computes the words of a name of the dictionary once. */
function wordsOf(name: string): Words {
  const found = known.get(name);
  if (found) return found;
  const whole = normalizeHeading(name);
  const words = { whole, tokens: tokensOf(whole) };
  known.set(name, words);
  return words;
}

/** A heading is compared with one list of names after the other: what was computed of it is kept. */
let last = { heading: '', whole: '', bare: '', tokens: [] as string[] };
function partsOf(heading: string): typeof last {
  if (last.heading !== heading) {
    const bare = normalizeHeading(withoutUnit(heading));
    last = { heading, whole: normalizeHeading(heading), bare, tokens: tokensOf(bare) };
  }
  return last;
}

/** How much a heading is one of the names of the dictionary, 0 to 1. */
export function scoreOf(heading: string, names: readonly string[]): number {
  const { whole, bare, tokens } = partsOf(heading);
  if (whole === '') return 0;
  let best = 0;
  for (const name of names) {
    const words = wordsOf(name);
    if (whole === words.whole) return 1;
    const score = bare === words.whole ? 0.95 : 0.9 * likeness(tokens, words.tokens);
    if (score > best) best = score;
  }
  return Math.round(best * 100) / 100;
}

/** The share of words that both have, where a long word may differ in a letter, or be in the plural. */
function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const isLike = (one: string, other: string): number => {
    if (one === other) return 1;
    if (Math.min(one.length, other.length) < 4) return 0;
    if (`${one}s` === other || `${other}s` === one || `${one}es` === other || `${other}es` === one) return 0.95;
    return Math.min(one.length, other.length) >= 5 && differsByOne(one, other) ? 0.85 : 0;
  };
  const rest = [...b];
  let sum = 0;
  for (const token of a) {
    const scores = rest.map((other) => isLike(token, other));
    const best = Math.max(0, ...scores);
    if (best === 0) continue;
    sum += best;
    rest.splice(scores.indexOf(best), 1);
  }
  return (2 * sum) / (a.length + b.length);
}

/** Whether one letter is missing, added, wrong or swapped with the next. */
function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i += 1;
  const restOf = (text: string, from: number): string => text.slice(from);
  return (
    restOf(a, i + 1) === restOf(b, i + 1) ||
    restOf(a, i + 1) === restOf(b, i) ||
    restOf(a, i) === restOf(b, i + 1) ||
    (a[i] === b[i + 1] && a[i + 1] === b[i] && restOf(a, i + 2) === restOf(b, i + 2))
  );
}

const APIARY_WORDS = new Set(
  'apiary yard bee beeyard site apiario colmenar asentamiento bienenstand stand rucher postazione'.split(' '),
);
/** Whether two names of apiaries may be meant to be one: `Orchrad`, `Home apiary` beside `Orchard`, `Home`. */
export function isNearly(a: string, b: string): boolean {
  const [one, other] = [a, b].map((name) => tokensOf(normalizeHeading(name)).filter((word) => !APIARY_WORDS.has(word)));
  if (one!.length === 0 || one!.length !== other!.length) return false;
  const differing = one!.flatMap((word, i) => (word === other![i] ? [] : [[word, other![i]!] as const]));
  const isTypo = ([word, like]: readonly [string, string]): boolean =>
    Math.min(word.length, like.length) >= 5 && !/\d/.test(word + like) && differsByOne(word, like);
  return differing.length === 0 || (differing.length === 1 && isTypo(differing[0]!));
}

/** Whether a heading is one of the names, with or without a unit, and not only nearly. */
export function isNamed(heading: string, names: readonly string[]): boolean {
  const { whole, bare } = partsOf(heading);
  return names.some((name) => wordsOf(name).whole === whole || wordsOf(name).whole === bare);
}

/** The names of languages, by their places in the dictionary. */
const namesIn = (from: number, to?: number): ReadonlySet<string> =>
  new Set(
    Object.values(NAMES).flatMap((lists) =>
      lists.slice(from, to).flatMap((list) => list.split(', ').map(normalizeHeading)),
    ),
  );
const languages = new Map<number, readonly [ReadonlySet<string>, ReadonlySet<string>]>();

/** Whether headings that are known are in the languages of the dictionary from one on, and none is in those before it alone. */
function areIn(headings: readonly string[], from: number): boolean {
  const [others, some] = languages.get(from) ?? [namesIn(0, from), namesIn(from)];
  languages.set(from, [others, some]);
  const bare = headings.map((heading) => partsOf(heading).bare);
  const [inOthers, inSome] = [bare.filter((one) => others.has(one)), bare.filter((one) => some.has(one))];
  return inSome.some((one) => !others.has(one)) && inOthers.every((one) => some.has(one));
}
/** Whether headings are in another language than English. */
export const isForeign = (headings: readonly string[]): boolean => areIn(headings, 1);
/** Whether headings are in German, French, Italian or Portuguese. */
export const isEuropean = (headings: readonly string[]): boolean => areIn(headings, 2);
