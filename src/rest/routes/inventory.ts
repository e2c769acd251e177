import { DELETED_EXAMPLE, EXAMPLE } from '../../shared/example-ids.js';
import type { Route } from '../route.js';

/** `name` is the app's name, `item_name` the specification's. The July 2026 version of the app reads the remaining fields. */
const item = `
  fragment item on InventoryItem {
    id name: itemName item_name: itemName quantity unit apiary_id: apiaryId description minimum_stock: minimumStock low_stock: lowStock
    category batch_number: batchNumber expiry_date: expiryDate purchase_date: purchaseDate supplier
    storage_location: storageLocation unit_cost: unitCostFigure currency created_at: createdAt updated_at: updatedAt
  }`;
const movement = `
  fragment movement on StockMovement {
    id inventory_id: itemId movement_type: direction kind quantity stock_before: balanceBefore stock_after: balanceAfter
    person reason notes date: occurredAt created_at: createdAt
  }`;
const page = 'pageInfo { hasNextPage endCursor }';
const aliases = { name: ['item_name'], amount: ['adjustment_amount'], q: ['query'] };

const variables = `
  $unit_cost: BigInt, $currency: CurrencyCode, $description: String, $category: String, $batch_number: String, $expiry_date: LocalDate,
  $purchase_date: LocalDate, $supplier: String, $storage_location: String, $quantity: Int, $minimum_stock: Int`;
const input = `
  unitCost: { minorUnits: $unit_cost, currency: $currency }, description: $description, category: $category, batchNumber: $batch_number,
  expiryDate: $expiry_date, purchaseDate: $purchase_date, supplier: $supplier, storageLocation: $storage_location,
  quantity: $quantity, minimumStock: $minimum_stock`;

export const inventoryRoutes: Route[] = [
  {
    // The app uses one path for the list of an apiary and for a single item.
    method: 'get',
    path: '/inventory/:id',
    status: 200,
    example: { id: EXAMPLE.apiary },
    document: `
      query listInventory($id: ID!, $first: Int, $after: String) {
        inventoryItems(apiaryId: $id, first: $first, after: $after) { nodes { ...item } ${page} }
      } ${item}`,
    fallback: `query getInventoryItemAtAppPath($id: ID!) { inventoryItem(id: $id) { ...item } } ${item}`,
  },
  {
    // The path above returns a list or an item; these have a single type, which a generated client can use.
    method: 'get',
    path: '/inventory/apiary/:apiary_id',
    status: 200,
    example: { apiary_id: EXAMPLE.apiary },
    document: `
      query listInventoryOfApiary($apiary_id: ID!, $first: Int, $after: String) {
        inventoryItems(apiaryId: $apiary_id, first: $first, after: $after) { nodes { ...item } ${page} }
      } ${item}`,
  },
  {
    method: 'get',
    path: '/inventory/items/:id',
    status: 200,
    example: { id: EXAMPLE.item },
    document: `query getInventoryItem($id: ID!) { inventoryItem(id: $id) { ...item } } ${item}`,
  },
  {
    method: 'post',
    path: '/inventory',
    status: 201,
    example: { apiary_id: EXAMPLE.apiary, name: 'Cuadros', unit: 'Unidades', quantity: 20, minimum_stock: 5 },
    aliases,
    document: `
      mutation createInventoryItem($apiary_id: ID!, $name: String!, $unit: String!, ${variables}) {
        createInventoryItem(input: { apiaryId: $apiary_id, itemName: $name, unit: $unit, ${input} }) { inventoryItem { ...item } }
      } ${item}`,
  },
  {
    method: 'put',
    path: '/inventory/:id',
    status: 200,
    example: { id: EXAMPLE.item, minimum_stock: 10 },
    aliases,
    document: `
      mutation updateInventoryItem($id: ID!, $if_match: Int, $if_match_quantity: Int, $name: String, $unit: String, ${variables}) {
        updateInventoryItem(input: {
          id: $id, expectedVersion: $if_match, expectedQuantity: $if_match_quantity, itemName: $name, unit: $unit, ${input}
        }) { inventoryItem { ...item } }
      } ${item}`,
  },
  {
    method: 'delete',
    path: '/inventory/:id',
    status: 204,
    example: { id: DELETED_EXAMPLE.item },
    document: `
      mutation deleteInventoryItem($id: ID!, $if_match: Int, $if_match_quantity: Int) {
        deleteInventoryItem(input: { id: $id, expectedVersion: $if_match, expectedQuantity: $if_match_quantity }) { deletedId }
      }`,
  },
  {
    method: 'put',
    path: '/inventory/:id/adjust',
    status: 200,
    example: { id: EXAMPLE.item, amount: -1, reason: 'Counted again' },
    aliases,
    document: `
      mutation adjustStock($id: ID!, $amount: Int!, $reason: String, $notes: String) {
        adjustStock(input: { id: $id, amount: $amount, reason: $reason, notes: $notes }) { inventoryItem { ...item } }
      } ${item}`,
  },
  {
    method: 'post',
    path: '/inventory/:id/exit',
    status: 200,
    example: { id: EXAMPLE.item, quantity: 2, person: 'Ana' },
    document: `
      mutation recordExit($id: ID!, $quantity: Int!, $person: String!, $reason: String, $notes: String) {
        recordExit(input: { id: $id, quantity: $quantity, person: $person, reason: $reason, notes: $notes }) { inventoryItem { ...item } }
      } ${item}`,
  },
  {
    method: 'get',
    path: '/inventory/:apiary_id/search',
    status: 200,
    description: 'The items of an apiary that contain a text; case and accents are ignored.',
    example: { apiary_id: EXAMPLE.apiary, q: 'cera' },
    aliases,
    document: `
      query searchInventory($apiary_id: ID!, $q: String!, $first: Int, $after: String) {
        inventoryItems(apiaryId: $apiary_id, filter: { search: $q }, first: $first, after: $after) { nodes { ...item } ${page} }
      } ${item}`,
  },
  {
    method: 'get',
    path: '/inventory/:apiary_id/low-stock',
    status: 200,
    description: 'The items of an apiary at or below their minimum stock.',
    example: { apiary_id: EXAMPLE.apiary },
    document: `
      query listLowStock($apiary_id: ID!, $first: Int, $after: String) {
        inventoryItems(apiaryId: $apiary_id, filter: { lowStock: true }, first: $first, after: $after) { nodes { ...item } ${page} }
      } ${item}`,
  },
  {
    method: 'get',
    path: '/inventory/:apiary_id/summary',
    status: 200,
    example: { apiary_id: EXAMPLE.apiary },
    document: `
      query summarizeInventory($apiary_id: ID!) {
        inventorySummary(apiaryId: $apiary_id) {
          total_items: itemsCount total_quantity: totalQuantity total_value: totalValueFigure
          total_values: totalValue { currency minor_units: minorUnits }
          low_stock_count: lowStockItemsCount low_stock_items: lowStockItemsCount in_stock_items: inStockItemsCount
          out_of_stock_items: outOfStockItemsCount by_unit: byUnit { unit items: itemsCount quantity }
        }
      }`,
  },
  {
    method: 'get',
    path: '/inventory/:id/movements',
    status: 200,
    example: { id: EXAMPLE.item },
    document: `
      query listMovements($id: ID!, $first: Int, $after: String) {
        stockMovements(itemId: $id, first: $first, after: $after) { nodes { ...movement } ${page} }
      } ${movement}`,
  },
  {
    method: 'post',
    path: '/inventory/movement',
    status: 201,
    example: { inventory_id: EXAMPLE.item, movement_type: 'exit', quantity: 1, reason: 'Uso en Colmena' },
    document: `
      mutation recordMovement(
        $inventory_id: ID!, $movement_type: StockMovementDirection!, $quantity: Int!, $person: String, $reason: String, $notes: String
      ) {
        recordStockMovement(input: {
          id: $inventory_id, direction: $movement_type, quantity: $quantity, person: $person, reason: $reason, notes: $notes
        }) { stockMovement { ...movement } }
      } ${movement}`,
  },
];
