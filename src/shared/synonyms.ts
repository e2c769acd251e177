import { normalizeWord } from './text.js';

export type Synonyms<M> = readonly (readonly [meaning: M, words: readonly string[]])[];

/**
 * Maps words to meanings. Case, accents and white space are ignored.
 * @returns a lookup function; its result is null for an unknown word
 */
export function defineSynonyms<M>(...entries: Synonyms<M>): (text: string | null) => M | null {
  const meanings = new Map(
    entries.flatMap(([meaning, words]) => words.map((word) => [normalizeWord(word), meaning] as const)),
  );
  return (text) => (text === null ? null : (meanings.get(normalizeWord(text)) ?? null));
}
