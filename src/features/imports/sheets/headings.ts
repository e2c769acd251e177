// How much a heading is one of the names of the dictionary: by its words first, and by how often people's words differ from those.
import { fold } from '../../../shared/text.js';
import { ENGLISH_NAMES, OTHER_NAMES } from './field-names.js';
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

/** Whether a heading is one of the names, with or without a unit, and not only nearly. */
export function isNamed(heading: string, names: readonly string[]): boolean {
  const { whole, bare } = partsOf(heading);
  return names.some((name) => wordsOf(name).whole === whole || wordsOf(name).whole === bare);
}

const normalizedSet = (names: Readonly<Record<string, readonly string[]>>): ReadonlySet<string> =>
  new Set(Object.values(names).flat().map(normalizeHeading));
let english: ReadonlySet<string> | undefined;
let others: ReadonlySet<string> | undefined;

/** Whether headings that are known are in another language than English, and none is in English alone. */
export function isForeign(headings: readonly string[]): boolean {
  english ??= normalizedSet(ENGLISH_NAMES);
  others ??= normalizedSet(OTHER_NAMES);
  const bare = headings.map((heading) => partsOf(heading).bare);
  const [inEnglish, inOthers] = [bare.filter((one) => english!.has(one)), bare.filter((one) => others!.has(one))];
  return inOthers.some((one) => !english!.has(one)) && inEnglish.every((one) => others!.has(one));
}
