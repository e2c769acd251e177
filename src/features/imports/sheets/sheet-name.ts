// What the name of a sheet says of all its rows: a hive, an apiary or a year.
import { fold, normalizeWord } from '../../../shared/text.js';
import { SHEET_NAMES } from './dictionary.js';
import { scoreOf } from './headings.js';

export interface GivenBySheet {
  /** An apiary of the account. */
  apiary?: string;
  /** What may be the name of an apiary. */
  mayBe?: string;
  hive?: string;
  year?: number;
}

/** `Hive 7`, `Colmena A3`. */
const HIVE =
  /^(?:hive|beehive|colony|colmena|colonia|caja|volk|beute|ruche|colonie|arnia|colmeia|nuc|nucleo)\s*(?:no\.?|nr\.?|n[º°.]?|#)?\s*[\p{L}]?\d{1,6}\p{L}?$/u;
/** What programs and people call a sheet that has no name of its own. */
const GENERIC =
  /^(?:sheet|hoja|tabelle|feuil(?:le)?|foglio|planilha|folha|table|data|datos|daten|import|export|book|libro|records?|bees?|abejas|csv|log|list|untitled|libre|master|main|all|total)?[\s_-]*\d{0,3}$/;

export function readSheetName(name: string, { apiaries }: { apiaries: readonly string[] }): GivenBySheet {
  const word = normalizeWord(name);
  const apiary = apiaries.find((one) => normalizeWord(one) === word);
  if (apiary !== undefined) return { apiary };
  if (HIVE.test(fold(name).trim())) return { hive: name.trim() };
  const year = /^(?:19|20)\d\d$/.exec(name.trim())?.[0];
  if (year) return { year: Number(year) };
  const isKind = Object.values(SHEET_NAMES).some((names) => scoreOf(name, names) >= 0.8);
  return isKind || GENERIC.test(word) ? {} : { mayBe: name.trim() };
}
