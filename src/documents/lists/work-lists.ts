// The lists of the inventory, of its movements and of tasks.
import { texts } from '../../shared/texts.js';
import { actor, apiary, day, type List, note, notes, number, record, text, time, word, yesNo } from './list.js';
import { MOVEMENTS, PRIORITIES, TASK_KINDS, TASK_STATUS } from './words.js';

export const WORK_LISTS: List[] = [
  {
    name: 'inventory',
    title: texts('Inventory', 'Inventario'),
    description: 'The items of an apiary by name, apiary by apiary.',
    document: `query ($apiary_id: ID!, $search: String, $unit: String, $low_stock: Boolean, $expires_before: LocalDate, $page: Int, $cursor: String) {
      inventoryItems(apiaryId: $apiary_id, filter: { search: $search, unit: $unit, lowStock: $low_stock, expiresBefore: $expires_before }, first: $page, after: $cursor) {
        nodes { id itemName description category quantity unit minimumStock lowStock unitCost: unitCostFigure currency batchNumber expiryDate purchaseDate supplier storageLocation apiary { name } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    columns: [
      apiary,
      text('item_name', 'Item', 'Artículo'),
      text('category', 'Category', 'Categoría'),
      number('quantity', 'Quantity', 'Cantidad'),
      text('unit', 'Unit', 'Unidad'),
      number('minimum_stock', 'Minimum stock', 'Existencia mínima'),
      yesNo('low_stock', 'Low', 'Bajo'),
      number('unit_cost', 'Unit cost, in cents', 'Costo por unidad, en céntimos'),
      text('currency', 'Currency', 'Moneda'),
      text('batch_number', 'Batch', 'Lote'),
      day('expiry_date', 'Expiry date', 'Caducidad'),
      day('purchase_date', 'Date of purchase', 'Fecha de compra'),
      text('supplier', 'Supplier', 'Proveedor'),
      text('storage_location', 'Storage location', 'Lugar de almacenamiento'),
      note('description', 'Description', 'Descripción'),
      record,
    ],
  },
  {
    name: 'stock-movements',
    title: texts('Stock movements', 'Movimientos de inventario'),
    description: 'The movements of all items of an apiary, apiary by apiary, the latest first.',
    document: `query ($apiary_id: ID!, $page: Int, $cursor: String) {
      apiary(id: $apiary_id) {
        stockMovements(first: $page, after: $cursor) {
          nodes { id occurredAt kind amount balanceAfter sequence person reason batchNumber expiryDate supplier purchaseProof notes item { itemName unit apiary { name } } actor { name } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
    columns: [
      time('occurred_at', 'When (UTC)', 'Cuándo (UTC)'),
      text('apiary', 'Apiary', 'Apiario', ({ item }) => item.apiary.name),
      text('item', 'Item', 'Artículo', ({ item }) => item.itemName),
      word('kind', 'Movement', 'Movimiento', MOVEMENTS),
      number('amount', 'Change', 'Cambio'),
      number('balance_after', 'Balance', 'Saldo'),
      text('unit', 'Unit', 'Unidad', ({ item }) => item.unit),
      number('sequence', 'Number', 'Número'),
      text('person', 'Person', 'Persona'),
      note('reason', 'Reason', 'Motivo'),
      text('batch_number', 'Batch', 'Lote'),
      day('expiry_date', 'Expiry date', 'Caducidad'),
      text('supplier', 'Supplier', 'Proveedor'),
      text('purchase_proof', 'Receipt', 'Comprobante'),
      notes,
      time('recorded_at', 'Recorded (UTC)', 'Registrado (UTC)'),
      actor,
      record,
    ],
  },
  {
    name: 'tasks',
    title: texts('Tasks', 'Tareas'),
    description: 'Tasks, those that are due first before others.',
    document: `query ($apiary_id: ID, $beehive_id: ID, $statuses: [TaskStatus!], $kinds: [TaskKind!], $assignee_ids: [ID!], $due_from: LocalDate, $due_to: LocalDate, $page: Int, $cursor: String) {
      tasks(apiaryId: $apiary_id, beehiveId: $beehive_id, filter: { statuses: $statuses, kinds: $kinds, assigneeIds: $assignee_ids, dueFrom: $due_from, dueTo: $due_to }, first: $page, after: $cursor) {
        nodes { id title kind priority status startsOn dueOn closedOn notes apiary { name } beehives { label } items { quantity item { itemName } } assignee { name } closedBy { name } actor { name } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    columns: [
      day('due_on', 'Due on', 'Vence el'),
      apiary,
      text('title', 'Task', 'Tarea'),
      word('kind', 'Kind', 'Tipo', TASK_KINDS),
      word('priority', 'Priority', 'Prioridad', PRIORITIES),
      word('status', 'Status', 'Estado', TASK_STATUS),
      text('hives', 'Hives', 'Colmenas', ({ beehives }) =>
        beehives.map((one: { label: string }) => one.label).join(', '),
      ),
      text('items', 'Material', 'Material', ({ items }) =>
        items.map((one: TaskItem) => `${one.quantity} ${one.item?.itemName ?? '?'}`).join(', '),
      ),
      text('assignee', 'Assigned to', 'Asignada a', ({ assignee }) => assignee?.name),
      day('starts_on', 'From', 'Desde'),
      day('closed_on', 'Closed on', 'Cerrada el'),
      text('closed_by', 'Closed by', 'Cerrada por', ({ closedBy }) => closedBy?.name),
      notes,
      actor,
      record,
    ],
  },
];

interface TaskItem {
  quantity: number;
  item: { itemName: string } | null;
}
