import { registerEnumType } from 'type-graphql';

/** The values are those of `/api/v1`. */
export enum StockLevel {
  OK = 'ok',
  LOW = 'low',
  OUT = 'critical',
}
registerEnumType(StockLevel, {
  name: 'StockLevel',
  description: 'How much of an item is in stock.',
  valuesConfig: {
    OK: { description: 'More than the minimum stock.' },
    LOW: { description: 'At or below the minimum stock.' },
    OUT: { description: 'Nothing.' },
  },
});
