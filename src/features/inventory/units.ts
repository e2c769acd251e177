import { registerEnumType } from 'type-graphql';
import { defineSynonyms } from '../../shared/synonyms.js';

export enum UnitKind {
  PIECES = 'PIECES',
  LITERS = 'LITERS',
  KILOGRAMS = 'KILOGRAMS',
  BOXES = 'BOXES',
  SHEETS = 'SHEETS',
  PAIRS = 'PAIRS',
  DOZENS = 'DOZENS',
  METERS = 'METERS',
  GRAMS = 'GRAMS',
  MILLILITERS = 'MILLILITERS',
}
registerEnumType(UnitKind, {
  name: 'UnitKind',
  description: 'The known units, in English and Spanish.',
  valuesConfig: {
    PIECES: { description: 'Pieces, units, Unidades.' },
    LITERS: { description: 'Liters, Litros, l.' },
    KILOGRAMS: { description: 'Kilograms, Kilogramos, kg.' },
    BOXES: { description: 'Boxes, Cajas.' },
    SHEETS: { description: 'Sheets, of wax for example; Láminas.' },
    PAIRS: { description: 'Pairs, Pares.' },
    DOZENS: { description: 'Dozens, Docenas.' },
    METERS: { description: 'Meters, Metros, m.' },
    GRAMS: { description: 'Grams, Gramos, g.' },
    MILLILITERS: { description: 'Milliliters, Mililitros, ml.' },
  },
});

/** Returns the meaning of a unit, or null for any other text. The text itself is stored as written. */
export const unitKind = defineSynonyms(
  [UnitKind.PIECES, ['piece', 'pieces', 'pcs', 'unit', 'units', 'unidad', 'unidades', 'pieza', 'piezas']],
  [UnitKind.LITERS, ['liter', 'liters', 'litre', 'litres', 'l', 'litro', 'litros']],
  [UnitKind.KILOGRAMS, ['kilogram', 'kilograms', 'kilo', 'kilos', 'kg', 'kilogramo', 'kilogramos']],
  [UnitKind.BOXES, ['box', 'boxes', 'caja', 'cajas']],
  [UnitKind.SHEETS, ['sheet', 'sheets', 'lámina', 'láminas']],
  [UnitKind.PAIRS, ['pair', 'pairs', 'par', 'pares']],
  [UnitKind.DOZENS, ['dozen', 'dozens', 'docena', 'docenas']],
  [UnitKind.METERS, ['meter', 'meters', 'metre', 'metres', 'm', 'metro', 'metros']],
  [UnitKind.GRAMS, ['gram', 'grams', 'g', 'gramo', 'gramos']],
  [UnitKind.MILLILITERS, ['milliliter', 'milliliters', 'millilitre', 'millilitres', 'ml', 'mililitro', 'mililitros']],
);
