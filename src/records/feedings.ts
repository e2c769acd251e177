import { inApiary, type Records, recorded } from './record.js';

export const feedings = {
  Feeding: inApiary(['beehive', 'apiary'], recorded, {
    label: 'A feeding.',
    exportAs: 'feedings',
    tracked: {
      path: 'beehive_id',
      ignored: ['apiary_id', 'product_id', 'item_id', 'stock_movement_id', 'sugar_grams'],
    },
    synced: { steps: { 29: 'beehive' }, operations: ['recordFeeding', 'updateFeeding', 'deleteFeeding'] },
  }),
} satisfies Partial<Records>;
