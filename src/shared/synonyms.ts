import { normalizeWord } from './text.js';

export type Synonyms<M> = readonly (readonly [meaning: M, words: readonly string[]])[];

/**
 * Maps words to meanings. Case, accents and white space are ignored. A meaning that is text, as the values of enums are, is a word for
 * itself, also with spaces for its underscores: `BROOD_CHAMBER`.
 * @returns a lookup function; its result is null for an unknown word
 */
export function defineSynonyms<M>(...entries: Synonyms<M>): (text: string | null) => M | null {
  const namesOf = (meaning: M): string[] =>
    typeof meaning === 'string' ? [meaning, meaning.replaceAll('_', ' ')] : [];
  // A word that is stated goes before the name of a meaning.
  const meanings = new Map(
    [...entries.map(([meaning]) => [meaning, namesOf(meaning)] as const), ...entries].flatMap(([meaning, words]) =>
      words.map((word) => [normalizeWord(word), meaning] as const),
    ),
  );
  return (text) => (text === null ? null : (meanings.get(normalizeWord(text)) ?? null));
}
