import { inApiary, managed, type Records, withoutApiary } from './record.js';

export const products = {
  // Without an apiary, it is for all apiaries of its account.
  Product: inApiary(['apiary'], managed, {
    label: 'A product. One whose apiary is deleted is then for all apiaries of its account.',
    exportAs: 'products',
    outlives: true,
    tracked: { path: 'apiary_id', label: 'name', moves: true, silent: ['ingredients'] },
    synced: {
      steps: { 27: 'apiary', 28: withoutApiary },
      operations: ['createProduct', 'updateProduct', 'deleteProduct'],
    },
  }),
} satisfies Partial<Records>;
