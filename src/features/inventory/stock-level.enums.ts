import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

/** The values are those of `/api/v1`. */
export const StockLevel = defineEnum('StockLevel', 'How much of an item is in stock.', {
  OK: ['ok', 'More than the minimum stock.'],
  LOW: ['low', 'At or below the minimum stock.'],
  OUT: ['critical', 'Nothing.'],
});
export type StockLevel = EnumOf<typeof StockLevel>;
