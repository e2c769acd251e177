// What the name of a sheet says of all its rows: a hive, an apiary or a year.
import { fold, normalizeWord } from '../../../shared/text.js';
import { isOpenDay, readDay } from './days.js';
import { PERIODS, SHEET_NAMES } from './dictionary.js';
import { scoreOf } from './headings.js';

export interface GivenBySheet {
  /** An apiary of the account, or one that a title states. */
  apiary?: string;
  /** What may be the name of an apiary. */
  mayBe?: string;
  /** Whether a word for apiaries is in what may be the name of one. */
  isApiary?: boolean;
  hive?: string;
  /** What may be a hive: a number or a code alone, which may be a month or a quarter as well. */
  mayBeHive?: string;
  year?: number;
  /** The day after which the sheet is named. */
  date?: string;
}

type Facts = { apiaries: readonly string[] };

/** What the name of a sheet says, and what the titles above its table do: `Apiary: Home`, `Hive 12`, `Visits 2025`. */
export function readTitles(name: string, titles: readonly string[], facts: Facts): GivenBySheet {
  const parts = titles.flatMap((title) => {
    // The name of an apiary may have a dash.
    const whole = readPart(title, facts);
    const isKnown = whole.apiary !== undefined && facts.apiaries.includes(whole.apiary);
    return isKnown ? [whole] : title.split(BETWEEN).map((part) => readPart(part, facts));
  });
  // A part that says nothing but a name may be that of anything.
  const said = parts.map(({ mayBe, mayBeHive, ...part }) => (part.isApiary ? { ...part, mayBe } : part));
  const years = new Set([name, ...titles].flatMap((text) => [...text.matchAll(YEARS)].map(([year]) => year)));
  const [year] = years.size === 1 ? [...years].filter((one) => one.length === 4) : [];
  const { mayBe: nameAlone, ...ofName } = readSheetName(name, facts);
  const inName = name.split(BETWEEN).map((part) => readPart(part, facts));
  const hive = inName.length > 1 && inName.find((part) => part.hive !== undefined)?.hive;
  const yard = inName.find((part) => part.apiary !== undefined || part.isApiary);
  const { year: _, ...given } = Object.assign(
    hive ? {} : { mayBe: nameAlone },
    ...said,
    ofName,
    yard,
    hive ? { hive } : {},
  ) as GivenBySheet;
  return { ...given, ...(year && { year: Number(year) }) };
}
/** The cells of a row of titles are one text: `Apiary: Home Hive: 12`. */
const BETWEEN =
  /\s[-–—/]\s|[|,;]|\s(?=(?:hive|colony|colmena|volk|ruche|arnia|colmeia|queen|reina|königin|reine|regina|rainha|year|año|jahr|année|anno|date|fecha|datum|data)\b[^:]{0,12}:)/i;

const APIARY_WORD =
  'apiary|apiaries|bee ?yard|yard|farm|site|apiario|colmenar|finca|quinta|granja|asentamiento|bienenstand|stand|standort|rucher|postazione|apiari';
const APIARY = new RegExp(`^(?:${APIARY_WORD})(?: name)?\\s*:\\s*(\\S.*)$`);
const WITH_APIARY = new RegExp(`(?:^|[^\\p{L}])(?:${APIARY_WORD})(?![\\p{L}])`, 'u');
const NAMED_HIVE = /^(?:hive|colony|colmena|volk|ruche|arnia|colmeia)(?: name)?\s*:\s*(\S.{0,59})$/;

function readPart(part: string, facts: Facts): GivenBySheet {
  const text = part.trim();
  // Folding keeps the length of letters that are composed.
  const labelled = (label: RegExp): string | undefined => {
    const length = label.exec(fold(text))?.[1]?.length;
    const value = length === undefined ? '' : text.normalize('NFC').slice(-length).trim();
    // `Stand: Ende Mai 2025` is a day in German.
    const isDay = /^\d/.test(value) || isPeriod(value) || (/^stand\s*:/.test(fold(text)) && /\d/.test(value));
    return value === '' || value.includes(':') || isDay || isGeneric(value) ? undefined : value;
  };
  const stated = labelled(APIARY);
  const known = facts.apiaries.find((one) => normalizeWord(one) === normalizeWord(stated ?? text));
  const bare = stated?.replace(/(?<=\S)\s+\(?(?:19|20)\d\d\)?$/, '');
  if (known ?? bare) return { apiary: (known ?? bare)! };
  const { hive, mayBeHive, mayBe } = readSheetName(text, facts);
  const called = hive ?? labelled(NAMED_HIVE);
  if (called !== undefined) return { hive: called };
  if (mayBeHive !== undefined) return { mayBeHive };
  return readApiary(text, facts) ?? (mayBe === undefined ? {} : { mayBe });
}

/** `Wood apiary treatments 2025`: the name of an apiary of the account among words that name nothing, or what may be that of another. */
function readApiary(text: string, { apiaries }: Facts): GivenBySheet | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const isName = (word: string): boolean => !namesNothing(word);
  const inside = apiaries.filter((one) => ` ${wordsOf(text)} `.includes(` ${wordsOf(one)} `));
  const rest = (one: string): string => ` ${wordsOf(text)} `.replace(` ${wordsOf(one)} `, ' ').trim();
  const own = inside.filter((one) => rest(one).split(' ').every(namesNothing));
  if (own.length === 1) return { apiary: own[0]! };
  if (words.length > MAX_WORDS || !WITH_APIARY.test(fold(text)) || !words.some(isName)) return undefined;
  const bare = words.filter((word) => isApiaryWord(word) || !OF_KINDS.has(wordsOf(word)) || LITTLE.test(fold(word)));
  const name = bare.filter((word) => !/^\W*(?:19|20)\d\d\W*$/.test(word)).join(' ');
  return { mayBe: name, isApiary: true };
}
/** A sentence is no name. */
const MAX_WORDS = 7;
const wordsOf = (text: string): string => normalizeWord(text.replace(/[^\p{L}\p{N}]+/gu, ' '));
const isApiaryWord = (word: string): boolean => WITH_APIARY.test(fold(word));
const LITTLE = /^(?:of|the|de|del|la|el|los|las|des|du|le|les|di|da|do|der|die|das|am|im|my|our|mi|mein|s)?$/;
/** Words of which kind a sheet is, and of what is in it. */
const OF_KINDS = new Set([
  ...Object.values(SHEET_NAMES).flatMap((names) => names.flatMap((name) => wordsOf(name).split(' '))),
  ...'hive inspection treatment harvest record log book register diary data sheet management visit count feeding cuaderno ficha registro heft buch karte cahier fiche scheda registo card title work bee bees export import csv copy'.split(
    ' ',
  ),
]);
const namesNothing = (word: string): boolean => {
  const bare = wordsOf(word);
  return (
    isApiaryWord(bare) ||
    LITTLE.test(bare) ||
    /^\d{1,4}$/.test(bare) ||
    OF_KINDS.has(bare) ||
    isPeriod(bare) ||
    isGeneric(bare)
  );
};

/** `Hive 7`, `Ficha colmena 12`, `Colmena A3`: what stands after the word is the hive, also in lists. A `Nuc 3` is called so. */
const HIVE =
  /^(?:(?:ficha|tarjeta|card|record|stockkarte|fiche|scheda)s?\s+(?:(?:de|der|di|du)\s+)?)?(?:hive|beehive|colony|colmena|colonia|caja|volk|beute|kasten|ruche|colonie|arnia|colmeia|caixa)\s*(?:no\.?|nr\.?|n[º°.]?|#|number|número)?\s*:?\s*(\p{L}?[\s-]?\d{1,6}\p{L}?|(?<=\s)\p{L})$/u;
const NUC = /^(?:nuc|nucleo)\s*(?:no\.?|nr\.?|n[º°.]?|#)?\s*\p{L}?\d{1,6}\p{L}?$/u;
const CODE = /^(?:\d{1,4}|\p{L}{1,2}[-_ ]?\d{1,5}|\d{1,5}\p{L})$/u;
/** What programs and people call a sheet that has no name of its own. */
const GENERIC =
  /^(?:sheet|hoja|tabelle|feuil(?:le)?|foglio|planilha|folha|table|data|datos|daten|import|export|book|libro|records?|bees?|abejas|csv|log|list|untitled|libre|master|main|all|total)?[\s_-]*\d{0,3}$/;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;
/** `2024/25` is two of them. */
const YEARS = /(?<!\d)(?:19|20)\d\d(?!\d)(?:[-/]\d\d(?!\d|[-/]))?/g;

export const isGeneric = (name: string): boolean => GENERIC.test(normalizeWord(name));
/** `2025`, `May 2025`, `Summer`. */
export function isPeriod(name: string): boolean {
  const rest = normalizeWord(name.replace(YEAR, ' '));
  return rest === '' || PERIODS.has(rest);
}

export function readSheetName(name: string, { apiaries }: Facts): GivenBySheet {
  const word = normalizeWord(name);
  const apiary = apiaries.find((one) => normalizeWord(one) === word);
  if (apiary !== undefined) return { apiary };
  const folded = fold(name).trim();
  const hive = HIVE.exec(folded)?.[1];
  // As it is written: folding has changed its case.
  if (hive !== undefined) return { hive: name.trim().slice(-hive.length).trim() };
  if (NUC.test(folded)) return { hive: name.trim() };
  const year = YEAR.exec(name)?.[0];
  const day = readDay(name.trim())?.day;
  if (day !== undefined && !isOpenDay(name.trim())) return { date: day };
  if (readDay(name.trim(), 'DMY', 2000) !== undefined) return {};
  if (isPeriod(name)) return year ? { year: Number(year) } : {};
  if (CODE.test(folded)) return { mayBeHive: name.trim(), ...(!/^\d/.test(folded) && { mayBe: name.trim() }) };
  const isKind = Object.values(SHEET_NAMES).some((names) => scoreOf(name, names) >= 0.8);
  return isKind || isGeneric(name) ? {} : { mayBe: name.trim() };
}
