// Units in headings that are none of what is read: a number under `Honey (jars)` is no weight, one under `Sample (ml)` no number of bees.
import { fold } from '../../../shared/text.js';
import type { ValueType } from './kinds.js';
import { FRAMES, massesOf, setOf } from './units.js';

const CONTAINERS = setOf(
  [
    'super, supers, box, boxes, jar, jars, bucket, buckets, pail, pails, barrel, barrels, drum, drums, bottle, bottles, can, cans, tin, tins, tub, tubs, case, cases, piece, pieces, pcs, unit, units',
    'alza, alzas, frasco, frascos, tarro, tarros, bote, botes, balde, baldes, cubo, cubos, cubeta, cubetas, tambor, tambores, bidon, bidones, caja, cajas, envase, envases, botella, botellas, pieza, piezas, unidad, unidades, ud, uds',
    'glas, glaser, eimer, zarge, zargen, honigraum, honigraume, fass, fasser, dose, dosen, stuck, stk',
    'pot, pots, seau, seaux, hausse, hausses, fut, futs, bocal, bocaux, boite, boites, piece, pieces, unite, unites',
    'vaso, vasi, vasetto, vasetti, melario, melari, secchio, secchi, fusto, fusti, pezzo, pezzi, unita',
    'pote, potes, alca, alcas, melgueira, melgueiras, caixa, caixas, garrafa, garrafas',
    FRAMES,
  ].join(', '),
);
const PRICES = setOf(
  'eur, euro, euros, usd, dollar, dollars, price, precio, importe, preis, erlos, prix, prezzo, preco',
);
/** How much there is of something that is not counted. */
const MEASURES = setOf(
  '%, ml, cl, dl, cc, cup, cups, taza, tazas, vaso, vasos, becher, tasse, tassen, tasses, tazza, tazze, copo, copos, spoon, spoons, tbsp, cm, cm2, dm, dm2, mm, inch, inches',
);
/** A frame has two of them. */
const SIDES = setOf('side, sides, face, faces, cara, caras, lado, lados, seite, seiten, faccia, facce, lato, lati');
const PERIODS = setOf(
  'd, day, days, dias, tage, jours, giorni, h, hour, hours, hora, horas, stunde, stunden, week, weeks, semanas, wochen, month, months, meses, monate',
);

const inBrackets = (heading: string): string[] => [...heading.matchAll(/[([]([^()[\]]*)[)\]]/g)].map(([, one]) => one!);
const wordsOf = (text: string): string[] => fold(text).match(/%|\p{L}+\d?/gu) ?? [];
/** What stands in brackets, or a unit at the end. */
const unitsOf = (heading: string): string[] =>
  [...inBrackets(heading), /[\s_](?:%|kgs?|lbs?|oz|gr?|ml)\s*$/i.exec(heading)?.[0] ?? ''].flatMap(wordsOf);

/** How large a jar is, or from where to where marks go. */
const hasSize = (heading: string): boolean =>
  inBrackets(heading).some((one) => /(?<!\d)\d{1,3}\s*(?:\p{L}|[-–]\s*\d)/u.test(one));

/** Whether the heading says that its values are no weights. */
function isNoWeight(heading: string): boolean {
  const words = wordsOf(heading);
  return (
    /[€$£¥]/.test(heading) ||
    words.some((word) => CONTAINERS.has(word) || PRICES.has(word)) ||
    unitsOf(heading).some((word) => MEASURES.has(word)) ||
    hasSize(heading)
  );
}

/** Whether the values of a heading are in another unit than those of the type. */
export function isOtherUnit(heading: string, type: ValueType): boolean {
  const has = (...sets: ReadonlySet<string>[]): boolean =>
    unitsOf(heading).some((word) => sets.some((set) => set.has(word)));
  const isWeight = unitsOf(heading).some((word) => massesOf(word) !== undefined);
  switch (type) {
    case 'HONEY':
      return isNoWeight(heading);
    case 'BEES':
      return isWeight || has(MEASURES, CONTAINERS, PERIODS);
    case 'FRAMES':
      return isWeight || has(MEASURES, SIDES, PERIODS);
    case 'DAYS':
    case 'WITHDRAWAL':
      return has(MEASURES, CONTAINERS);
    default:
      return false;
  }
}

const DOZENS = setOf('dozen, dozens, docena, docenas, dutzend, douzaine, douzaines, dozzina, dozzine, duzia, duzias');
/** In what a stock is counted, if the heading says it in brackets: `Quantity (kg)`. */
export const itemUnitOf = (heading: string): string | undefined =>
  inBrackets(heading)
    .map((one) => one.trim())
    .find((one) => [CONTAINERS, DOZENS, MEASURES].some((set) => set.has(fold(one))) || massesOf(one) !== undefined);
