// Which columns are what a hive weighs, and how warm and humid it was. Each word of a heading has to be known: `Weight of honey`, `Weight gain`
// and `Weight 2` are something else, or of several hives.
import { fold } from '../../../shared/text.js';
import type { Table } from './detect-columns.js';
import { FIELD_NAMES } from './field-names.js';
import { isNamed, normalizeHeading } from './headings.js';
import { splitNames } from './split-names.js';

const setOf = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(' ')).map(fold));

const WEIGHT = setOf(
  'weight weights gewicht gewichte poids peso pesos pesaje hiveweight colonyweight beehiveweight',
  'bienenstockgewicht stockgewicht volksgewicht beutengewicht bruttogewicht',
);
const UNITS = setOf(
  'kg kgs kilo kilos kilogram kilograms kilogramo kilogramos kilogramm kilogrammes g gr gram grams gramos gramm',
  'grammes grammi gramas lb lbs pound pounds libra libras pfund livres libbre oz t',
);
const HIVES = setOf(
  'hive beehive colony colmena colonia volk volkes beute stock bienenstock ruche colonie arnia alveare colmeia',
);
const LITTLE = setOf(
  'of the de del la el des der die das du di da do della in en im am total gross brutto bruto brut lordo gesamt',
  'gesamtgewicht whole full entire scale measured reading value raw',
);
/** Words that are the weight of a hive alone, and the name of a device beside one that says weight. */
const SCALES = ['scale', 'scale reading', 'báscula', 'waage', 'balance', 'bilancia', 'balança'];

const TEMPERATURE = setOf('temperature temperatures temp temps temperatura temperaturas temperatur température');
const DEGREES = setOf('c f k celsius fahrenheit kelvin deg degc degf degree degrees grad grados degres gradi graus');
const HUMIDITY = setOf(
  'humidity humedad luftfeuchte luftfeuchtigkeit feuchte feuchtigkeit humidite umidita humidade rh',
);
const PERCENT = setOf('percent pct prozent porcentaje pourcent rh relative relativa relativ relativo hr rel');
const OUTSIDE = setOf(
  'outside outdoor outdoors ambient external exterior out air aussen außen ausserhalb umgebung exterieure ext esterna',
  'esterno ambiente externa aussentemperatur außentemperatur of the de la',
);
const BROOD = setOf(
  'brood nest broodnest inside inner interior internal innen brut brutnest innentemperatur cria nido couvain interieure',
  'covata interna interno ninho of the de la in',
);
const OUTSIDE_TEMPERATURE = setOf('aussentemperatur außentemperatur');
const BROOD_TEMPERATURE = setOf('innentemperatur brutraumtemperatur bruttemperatur');

type MeasuredField = 'weight' | 'temperature' | 'broodTemperature' | 'humidity';
interface Rule {
  field: MeasuredField;
  /** One of these it has. */
  core: ReadonlySet<string>;
  /** One of these, too. */
  also?: ReadonlySet<string>;
  /** The others are among these. */
  others: readonly ReadonlySet<string>[];
}
const RULES: readonly Rule[] = [
  { field: 'weight', core: WEIGHT, others: [UNITS, HIVES, LITTLE] },
  { field: 'broodTemperature', core: new Set([...TEMPERATURE, ...BROOD_TEMPERATURE]), also: BROOD, others: [DEGREES] },
  { field: 'temperature', core: new Set([...TEMPERATURE, ...OUTSIDE_TEMPERATURE]), others: [DEGREES, OUTSIDE] },
  { field: 'humidity', core: HUMIDITY, others: [PERCENT, OUTSIDE] },
];
export const MEASURED_FIELDS: ReadonlySet<string> = new Set(RULES.map(({ field }) => field));

const NUMBERING = /^(?:\d{1,4}|\p{L}|left|right|links|rechts)$/u;

const wordsOf = (heading: string): string[] => normalizeHeading(heading).split(' ').filter(Boolean);

/** @param isNumbered whether words that tell several apart are allowed */
function fits({ core, also, others }: Rule, words: readonly string[], isNumbered: boolean): boolean {
  const rest = words.filter((word) => !core.has(word));
  const isKnown = (word: string): boolean =>
    [...others, ...(also ? [also] : [])].some((set) => set.has(word)) || (isNumbered && NUMBERING.test(word));
  const hasAlso = !also || words.some((word) => also.has(word));
  return rest.length < words.length && hasAlso && rest.every(isKnown);
}

/** By column, what it measures of the hive of its row. Of several that may be, none is. */
export function measuredColumns(table: Table): Map<number, MeasuredField> {
  const found = new Map<number, MeasuredField>();
  const words = table.headings.map(wordsOf);
  for (const rule of RULES) {
    const like = words.flatMap((one, column) => (fits(rule, one, true) && !found.has(column) ? [column] : []));
    const filled = like.filter((column) => table.cellsOf(column).length > 0);
    const some = filled.length > 0 ? filled : like;
    const outside = some.filter(
      (column) => rule.field === 'temperature' && words[column]!.some((one) => isOutside(one)),
    );
    const [only, ...more] = outside.length > 0 ? outside : some;
    if (only !== undefined && more.length === 0 && fits(rule, words[only]!, false)) found.set(only, rule.field);
    // A device that weighs says so in other words.
    if (rule.field === 'weight' && like.length === 0) {
      const scales = table.headings.flatMap((heading, column) => (isNamed(heading, SCALES) ? [column] : []));
      if (scales.length === 1 && !saysWeight(table)) found.set(scales[0]!, 'weight');
    }
  }
  return found;
}
const isOutside = (word: string): boolean =>
  OUTSIDE_TEMPERATURE.has(word) || (OUTSIDE.has(word) && word.length > 2 && word !== 'the');
const saysWeight = ({ headings }: Table): boolean =>
  headings.some((heading) => wordsOf(heading).some((word) => WEIGHT.has(word)));

/** What has a weight of its own: beside it, or in the name of its sheet, a bare `Weight` may be that. */
const OTHERS =
  /\b(?:honey\w*|supers?|harvest\w*|extract\w*|frames?|jars?|buckets?|queens?|bees|bumble\w*|wax|pollen|feed|syrup|boxes|hive ?count|miel\w*|alzas?|cosecha\w*|cuadros?|reinas?|abejas|cera|jarabe|honig\w*|ernte\w*|waben?|konigin\w*|bienen|wachs|futter\w*|hausses?|cadres?|recolte\w*|reines?|abeilles|cire|sirop|melari\w*|telaini|raccolt\w*|regin[ae]|api|mel|alcas?|quadros?|colheita\w*)\b/;
const BARE = new Set([...WEIGHT, ...UNITS, ...LITTLE]);

/** Whether the weights of a table may be those of something else than hives. */
export function mayBeOther(
  { name, headings }: Pick<Table, 'name' | 'headings'>,
  titles: readonly string[] = [],
): boolean {
  const weights = headings.filter((heading) => wordsOf(heading).some((word) => WEIGHT.has(word)));
  const isBare = weights.every((heading) => wordsOf(heading).every((word) => BARE.has(word)));
  const others = headings.filter((heading) => !weights.includes(heading) && !isNamed(heading, FIELD_NAMES.notes!));
  return isBare && [name, ...titles, ...others].some((text) => OTHERS.test(normalizeHeading(text)));
}

/** Headings of what nobody wants in notes. */
export const isSecret = (heading: string): boolean => isNamed(heading, SECRETS);
const SECRETS = splitNames({
  all: [
    'password, passwd, pwd, token, api key',
    'contraseña',
    'passwort, kennwort',
    'mot de passe',
    'parola chiave',
    'senha',
  ],
}).all!;
