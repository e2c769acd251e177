import { wordKey } from './text.js';

/**
 * Words with the same meaning, whatever their language, case and accents.
 * @returns a function that looks a word up: its meaning, or null
 */
export function defineSynonyms<M>(...entries: [meaning: M, words: string[]][]): (text: string | null) => M | null {
  const meanings = new Map(
    entries.flatMap(([meaning, words]) => words.map((word) => [wordKey(word), meaning] as const)),
  );
  return (text) => (text === null ? null : (meanings.get(wordKey(text)) ?? null));
}
