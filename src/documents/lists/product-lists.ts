// The lists of products and of feedings.
import { FEED_KINDS, PRODUCT_KINDS } from '../../features/products/feed-kinds.texts.js';
import { texts } from '../../shared/texts.js';
import { actor, apiary, day, hive, type List, notes, number, record, text, word } from './list.js';

interface Ingredient {
  name: string;
  amount: string;
  unit: string;
}
const UNITS: Record<string, string> = { MILLIGRAMS: 'mg', GRAMS: 'g', MILLILITRES: 'ml', PERCENT: '%' };

export const PRODUCT_LISTS: List[] = [
  {
    name: 'products',
    title: texts('Products', 'Productos'),
    description: 'Products by name.',
    document: `query ($apiary_id: ID, $kind: ProductKind, $page: Int, $cursor: String) {
      products(apiaryId: $apiary_id, filter: { kind: $kind }, first: $page, after: $cursor) {
        nodes { id name kind target ingredients { name amount unit } doseUnit dose method plannedDays withdrawalDays authorisationNumber authorisationCountry feedKind sugarPercent density notes apiary { name } actor { name } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    columns: [
      text('name', 'Product', 'Producto'),
      word('kind', 'Kind', 'Tipo', PRODUCT_KINDS),
      text('target', 'Disease', 'Enfermedad'),
      text('ingredients', 'Active ingredients', 'Principios activos', ({ ingredients }) =>
        ingredients.map((one: Ingredient) => `${one.name} ${one.amount} ${UNITS[one.unit]}`).join('; '),
      ),
      number('dose', 'Dose', 'Dosis'),
      text('dose_unit', 'Unit', 'Unidad'),
      text('method', 'Method', 'Método'),
      number('planned_days', 'Days of a treatment', 'Días de un tratamiento'),
      number('withdrawal_days', 'Withdrawal period, days', 'Tiempo de espera, días'),
      text('authorisation_number', 'Authorisation', 'Autorización'),
      text('authorisation_country', 'Country', 'País'),
      word('feed_kind', 'Feed', 'Alimento', FEED_KINDS),
      number('sugar_percent', 'Sugar, %', 'Azúcar, %'),
      number('density', 'Density, g/ml', 'Densidad, g/ml'),
      apiary,
      notes,
      actor,
      record,
    ],
  },
  {
    name: 'feedings',
    title: texts('Feedings', 'Alimentaciones'),
    description: 'The feedings of hives that were in an apiary at that time, apiary by apiary, the latest first.',
    document: `query ($apiary_id: ID!, $from: LocalDate, $to: LocalDate, $page: Int, $cursor: String) {
      apiary(id: $apiary_id) {
        feedings(filter: { from: $from, to: $to }, first: $page, after: $cursor) {
          nodes { id fedOn kind productName grams millilitres sugarPercent sugarGrams notes apiary { name } beehive { id label } actor { name } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
    columns: [
      day('fed_on', 'Day', 'Día'),
      apiary,
      hive,
      word('kind', 'Feed', 'Alimento', FEED_KINDS),
      text('product_name', 'Product', 'Producto'),
      number('grams', 'Grams', 'Gramos'),
      number('millilitres', 'Millilitres', 'Mililitros'),
      number('sugar_percent', 'Sugar, %', 'Azúcar, %'),
      number('sugar_grams', 'Sugar, g', 'Azúcar, g'),
      notes,
      actor,
      record,
    ],
  },
];
