import type { Language } from './language.js';

/** A text in each language. */
export type Texts = Record<Language, string>;
export const texts = (en: string, es: string): Texts => ({ en, es });
