import type { FeatureCases } from '../case.js';

export const inventory: FeatureCases = {
  fields: {
    'Query.inventoryItems': [
      'reader',
      ({ apiary }) => `{ inventoryItems(apiaryId: "${apiary}") { nodes { itemName } } }`,
    ],
    'Query.inventoryItem': ['reader', ({ item }) => `{ inventoryItem(id: "${item}") { itemName } }`],
    'Query.inventorySummary': ['reader', ({ apiary }) => `{ inventorySummary(apiaryId: "${apiary}") { itemsCount } }`],
    'Query.lowStockItems': ['viewer', () => '{ lowStockItems { nodes { id } } }'],
    'Mutation.createInventoryItem': [
      'manager',
      ({ apiary }) =>
        `mutation { createInventoryItem(input: { apiaryId: "${apiary}", itemName: "Wax", unit: "kg" }) { inventoryItem { itemName } } }`,
    ],
    'Mutation.updateInventoryItem': [
      'manager',
      ({ item }) =>
        `mutation { updateInventoryItem(input: { id: "${item}", itemName: "Seen", quantity: 9 }) { inventoryItem { itemName } } }`,
    ],
    'Mutation.deleteInventoryItem': [
      'manager',
      ({ item }) => `mutation { deleteInventoryItem(input: { id: "${item}" }) { deletedId } }`,
    ],
    'Mutation.adjustStock': [
      'worker',
      ({ item }) => `mutation { adjustStock(input: { id: "${item}", amount: -1 }) { inventoryItem { quantity } } }`,
    ],
    'Mutation.recordExit': [
      'worker',
      ({ item }) =>
        `mutation { recordExit(input: { id: "${item}", quantity: 1, person: "Ana" }) { inventoryItem { quantity } } }`,
    ],
    'Mutation.recordStockMovement': [
      'worker',
      ({ item }) =>
        `mutation { recordStockMovement(input: { id: "${item}", direction: IN, quantity: 1 }) { stockMovement { amount } } }`,
    ],
    'Mutation.reverseStockMovement': [
      'worker',
      ({ movement }) =>
        `mutation { reverseStockMovement(input: { id: "${movement}", reason: "Miscounted" }) { stockMovement { amount } } }`,
    ],
  },
  routes: {
    'get /inventory/:id': ['reader', ({ apiary }) => ({ path: `/inventory/${apiary}` })],
    'get /inventory/apiary/:apiary_id': ['reader', ({ apiary }) => ({ path: `/inventory/apiary/${apiary}` })],
    'get /inventory/items/:id': ['reader', ({ item }) => ({ path: `/inventory/items/${item}` })],
    'post /inventory': [
      'manager',
      ({ apiary }) => ({ path: '/inventory/', body: { apiary_id: apiary, name: 'Wax', unit: 'kg' } }),
    ],
    'put /inventory/:id': ['manager', ({ item }) => ({ path: `/inventory/${item}`, body: { quantity: 9 } })],
    'delete /inventory/:id': ['manager', ({ item }) => ({ path: `/inventory/${item}` })],
    'put /inventory/:id/adjust': ['worker', ({ item }) => ({ path: `/inventory/${item}/adjust`, body: { amount: 2 } })],
    'post /inventory/:id/exit': [
      'worker',
      ({ item }) => ({ path: `/inventory/${item}/exit`, body: { quantity: 1, person: 'Ana' } }),
    ],
    'get /inventory/:apiary_id/search': ['reader', ({ apiary }) => ({ path: `/inventory/${apiary}/search?q=w` })],
    'get /inventory/:apiary_id/low-stock': ['reader', ({ apiary }) => ({ path: `/inventory/${apiary}/low-stock` })],
    'get /inventory/:apiary_id/summary': ['reader', ({ apiary }) => ({ path: `/inventory/${apiary}/summary` })],
    'get /inventory/:id/movements': ['reader', ({ item }) => ({ path: `/inventory/${item}/movements` })],
    'post /inventory/movement': [
      'worker',
      ({ item }) => ({ path: '/inventory/movement', body: { inventory_id: item, movement_type: 'exit', quantity: 1 } }),
    ],
  },
  nested: {
    'Apiary.inventoryItems': ({ apiary }) =>
      `{ apiary(id: "${apiary}") { inventoryItems(first: 5) { nodes { id } } } }`,
    'Apiary.stockMovements': ({ apiary }) =>
      `{ apiary(id: "${apiary}") { stockMovements(first: 5) { nodes { id } } } }`,
    'InventoryItem.consumption': ({ item }) =>
      `{ inventoryItem(id: "${item}") { consumption(period: MONTH) { daysLeft } } }`,
    'InventoryItem.stockMovements': ({ item }) =>
      `{ inventoryItem(id: "${item}") { stockMovements(first: 5) { nodes { id } } } }`,
  },
};
