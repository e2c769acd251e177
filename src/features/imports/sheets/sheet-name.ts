// What the name of a sheet says of all its rows: a hive, an apiary or a year.
import { fold, normalizeWord } from '../../../shared/text.js';
import { PERIODS, SHEET_NAMES } from './dictionary.js';
import { scoreOf } from './headings.js';

export interface GivenBySheet {
  /** An apiary of the account. */
  apiary?: string;
  /** What may be the name of an apiary. */
  mayBe?: string;
  hive?: string;
  /** What may be a hive: a number or a code alone, which may be a month or a quarter as well. */
  mayBeHive?: string;
  year?: number;
}

/** What the name of a sheet says, and what the titles above its table do: `Apiary: Home`, `Hive 12`. */
export function readTitles(
  name: string,
  titles: readonly string[],
  facts: { apiaries: readonly string[] },
): GivenBySheet {
  const said = titles.map((title) => {
    const { hive, apiary } = readSheetName(title.replace(APIARY, ''), facts);
    return { ...(hive !== undefined && { hive }), ...(apiary !== undefined && { apiary }) };
  });
  return Object.assign({}, ...said, readSheetName(name, facts)) as GivenBySheet;
}
const APIARY = /^\s*(?:apiary|yard|site|apiario|colmenar|bienenstand|stand|rucher|apiário)\s*:\s*/i;

/** `Hive 7`, `Ficha colmena 12`, `Colmena A3`: what stands after the word is the hive, also in lists. A `Nuc 3` is called so. */
const HIVE =
  /^(?:(?:ficha|tarjeta|card|record|stockkarte|fiche|scheda)s?\s+)?(?:hive|beehive|colony|colmena|colonia|caja|volk|beute|kasten|ruche|colonie|arnia|colmeia|caixa)\s*(?:no\.?|nr\.?|n[º°.]?|#|number|número)?\s*:?\s*(\p{L}?[\s-]?\d{1,6}\p{L}?|(?<=\s)\p{L})$/u;
const NUC = /^(?:nuc|nucleo)\s*(?:no\.?|nr\.?|n[º°.]?|#)?\s*\p{L}?\d{1,6}\p{L}?$/u;
const CODE = /^(?:\d{1,4}|\p{L}{1,2}[-_ ]?\d{1,5}|\d{1,5}\p{L})$/u;
/** What programs and people call a sheet that has no name of its own. */
const GENERIC =
  /^(?:sheet|hoja|tabelle|feuil(?:le)?|foglio|planilha|folha|table|data|datos|daten|import|export|book|libro|records?|bees?|abejas|csv|log|list|untitled|libre|master|main|all|total)?[\s_-]*\d{0,3}$/;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;

export const isGeneric = (name: string): boolean => GENERIC.test(normalizeWord(name));
/** `2025`, `May 2025`, `Summer`. */
export function isPeriod(name: string): boolean {
  const rest = normalizeWord(name.replace(YEAR, ' '));
  return rest === '' || PERIODS.has(rest);
}

export function readSheetName(name: string, { apiaries }: { apiaries: readonly string[] }): GivenBySheet {
  const word = normalizeWord(name);
  const apiary = apiaries.find((one) => normalizeWord(one) === word);
  if (apiary !== undefined) return { apiary };
  const folded = fold(name).trim();
  const hive = HIVE.exec(folded)?.[1];
  // As it is written: folding has changed its case.
  if (hive !== undefined) return { hive: name.trim().slice(-hive.length).trim() };
  if (NUC.test(folded)) return { hive: name.trim() };
  const year = YEAR.exec(name)?.[0];
  if (isPeriod(name)) return year ? { year: Number(year) } : {};
  if (CODE.test(folded)) return { mayBeHive: name.trim(), ...(!/^\d/.test(folded) && { mayBe: name.trim() }) };
  const isKind = Object.values(SHEET_NAMES).some((names) => scoreOf(name, names) >= 0.8);
  return isKind || isGeneric(name) ? {} : { mayBe: name.trim() };
}
