// What a hive is called: by a number, or by a name as it is written on it. What names several hives is neither.
import type { Cell } from '../../../formats/file-line.js';
import { createMessage } from '../../../messages/message.js';
import { fold } from '../../../shared/text.js';
import type { ReadValue } from './values.js';

/** As many digits as one that is written as a text may have: it is looked for before a row is checked. */
const MAX_HIVE = 999_999_999;
const MAX_HIVE_NAME = 60;
/** Words that only say that it is a hive. Another word, such as `Nuc`, or a letter, is part of the name. */
const HIVE = 'hive|bee ?hive|colony|colmena|colonia|caja|volk|beute|ruche|colonie|arnia|famiglia|colmeia';
const HIVE_WORD = new RegExp(
  `^(?:(?:${HIVE}|stock)\\s*)?(?:(?:no|nr|num|number|numero)\\b\\.?\\s*|n[º°.]\\s*|#\\s*)?(\\d{1,9})\\.?$`,
);

/** A code of letters and digits is the name, also after such a word: `Hive A3`, `#A3`. */
const BEFORE_CODE = new RegExp(
  `^(?:(?:${HIVE})\\s+#?|#\\s*)(?=(?:\\p{L}{1,2}[- ]?\\d{1,4}\\p{L}?|\\d{1,4}\\p{L})$)`,
  'iu',
);

const HIVES =
  'hives?|bee ?hives?|colony|colonies|colmenas?|colonias?|cajas?|volk|volker|beuten?|stocke?|ruches?|colonie|arnie|famiglie|colmeias?';
const NUCS = 'nucs|nuclei|nucleos|ableger|ruchettes|essaims|\\p{L}+volker';
const YARD = 'yard|bee ?yard|apiary|apiario|colmenar|bienenstand|stand|rucher';
/** `12 hives`, `Nucs`, `Apiary`. */
const GROUP = new RegExp(
  `^(?:\\d{1,4}\\s*(?:${HIVES}|${NUCS})|${NUCS}|${YARD}|general|les \\d{1,4})(?: complet[oa]?)?$`,
  'u',
);
/** `all`, `todas las colmenas`, `All 26`, `everything but the nucs`. */
const ALL_HIVES =
  /^(?:all(?=$|\W+(?:\d|but|except|apart|others?|the|of|hives?|bee ?hives|colonies|nucs?|in|at|remaining|yard|apiary)(?!\p{L}))|every|everything|each|both|whole|entire|rest|the (?:others?|rest|remaining)|remaining|various|several|todas|todos|toda|todo (?:el|o)|cada|ambas|varias|(?:el )?resto|las demas|alle|jede|beide|ganze|mehrere|verschiedene|(?:die )?(?:ubrigen|anderen)|toutes?|tous|tout le|chaque|plusieurs|les autres|tutte|tutti|tutto|intero|ogni|entrambe|diverse|varie|le altre|as outras)(?!\p{L})/u;
/** `1, 2, 5`, `A1 & A2`, `1 to 12`, `von 1 bis 8`, `1→5`. */
const LIST = new RegExp(
  `^(?:(?:del?|von|vom|from|dal?|entre|zwischen)\\s+)?(?:(?:${HIVES})\\s*)?(?:n[º°.]\\s*|#\\s*)?[a-z]{0,3}\\d{1,4}(?:(?:\\s*[,;&+→]\\s*|\\s*(?:-|–|—|->|\\.\\.|\\.\\.\\.|…)\\s*|\\s+(?:a|al|to|through|thru|until|till|bis|ate|hasta|and|und|et|y|e|ed|o|or|oder|ou)\\s+)(?:#\\s*)?[a-z]{0,3}\\d{1,4})+$`,
);
/** Two numbers with a dash or a slash may be a name, such as `22-018`, `4-1`, `3-2025`; ascending ones are from one hive to another. */
const RANGE = /^(?:\D*?[\s#])?([a-z]{0,3})([1-9]\d{0,3})\s*[-–—/]\s*([a-z]{0,3})(?!20\d\d$)([1-9]\d{0,3})$/;
const ONE_DASH = /^[^,;&+\s]*\d\s*[-–—]\s*[a-z]{0,3}\d{1,4}$/;

/** Whether a text is of two numbers that are not ascending: where one hive is called so, `1-2` is the name of another. */
export function isNameInParts(text: string): boolean {
  const [, , from, , to] = RANGE.exec(fold(text).trim()) ?? [];
  return from !== undefined && Number(from) >= Number(to);
}

/** @param hasParts whether the names of hives are of two numbers */
export function namesSeveral(text: string, hasParts = false): boolean {
  const folded = fold(text)
    .trim()
    .replace(/ ?\([^()]{0,40}\)$/, '');
  if (ALL_HIVES.test(folded) || GROUP.test(folded)) return true;
  const range = RANGE.exec(folded);
  if (range) return !hasParts && range[1] === range[3] && Number(range[2]) < Number(range[4]);
  return LIST.test(folded) && !ONE_DASH.test(folded.replace(/^\D*\s/, ''));
}

/** `7`, `07`, `Colmena 7`, `nº 7` are numbers; `A19`, `3B`, `Nuc 3` are names, as they are written on the hive. */
export function readHive(cell: Cell, text: string, value: string, hasParts?: boolean): ReadValue {
  if (typeof cell === 'number' && Number.isInteger(cell) && cell >= 0 && cell <= MAX_HIVE) return { value: cell };
  const digits = HIVE_WORD.exec(fold(text.replace(/^(\d+)[.,]0+$/, '$1')).trim())?.[1];
  if (digits !== undefined) return { value: Number(digits) };
  if (text.length <= MAX_HIVE_NAME && namesSeveral(text, hasParts))
    return { problem: createMessage('{value} names several hives: write a row for each', { value }), fits: true };
  const isHive = typeof cell === 'string' && text.length <= MAX_HIVE_NAME && !/[\p{Cc}\n]/u.test(text);
  return isHive
    ? { value: text.replace(BEFORE_CODE, '') }
    : { problem: createMessage('{value} is no name of a hive', { value }) };
}
