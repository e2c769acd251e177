// What a word means, whatever language, case and accents it is written in.

/** Case, accents and the space around and between words make no difference. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** @returns the function that understands a word, or does not (null) */
export function dictionary<M>(...entries: [meaning: M, words: string[]][]): (text: string | null) => M | null {
  const meanings = new Map(entries.flatMap(([meaning, words]) => words.map((word) => [plain(word), meaning] as const)));
  return (text) => (text === null ? null : (meanings.get(plain(text)) ?? null));
}
