import { inApiary, managed, type Records, recorded } from './record.js';

export const inventory = {
  InventoryItem: inApiary(['apiary'], managed, {
    label: 'An inventory item (its movements).',
    exportAs: 'inventoryItems',
    exportColumns: { itemName: 'name' },
    // Each change of the quantity is a movement.
    tracked: {
      path: 'apiary_id',
      label: 'item_name',
      ignored: ['quantity', 'movement_count', 'unit_kind', 'low_stock', 'search_text'],
    },
    synced: {
      steps: { 2: 'apiary' },
      operations: ['createInventoryItem', 'updateInventoryItem', 'deleteInventoryItem', 'adjustStock', 'recordExit'],
    },
    recordOperations: ['adjustStock', 'recordExit'],
  }),
  // A movement is recorded in the statement that changes the quantity of its item. It is never changed, and deleted with its item only.
  StockMovement: inApiary(['item', 'apiary'], recorded, {
    label: 'A stock movement. It also changes `quantity`, `stockLevel`, `lowStock` and `updatedAt` of its `item`.',
    exportAs: 'stockMovements',
    tracked: { path: 'item_id', created: ['kind', 'amount'], insertsOnly: true },
    synced: {
      steps: { 3: 'item' },
      operations: ['recordStockMovement', 'reverseStockMovement'],
    },
  }),
} satisfies Partial<Records>;
