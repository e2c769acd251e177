import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { defineSynonyms } from '../../shared/synonyms.js';

export const UnitKind = defineEnum('UnitKind', 'The known units, in English and Spanish.', {
  PIECES: 'Pieces, units, Unidades.',
  LITERS: 'Liters, Litros, l.',
  KILOGRAMS: 'Kilograms, Kilogramos, kg.',
  BOXES: 'Boxes, Cajas.',
  SHEETS: 'Sheets, of wax for example; Láminas.',
  PAIRS: 'Pairs, Pares.',
  DOZENS: 'Dozens, Docenas.',
  METERS: 'Meters, Metros, m.',
  GRAMS: 'Grams, Gramos, g.',
  MILLILITERS: 'Milliliters, Mililitros, ml.',
});
export type UnitKind = EnumOf<typeof UnitKind>;

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
