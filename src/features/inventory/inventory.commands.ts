import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import type { CreateInventoryItemInput, UpdateInventoryItemInput } from './inventory.inputs.js';
import { InventoryItem } from './inventory-item.entity.js';
import type { CorrectMovementInput } from './movements.inputs.js';
import { changeStock, recordMovementOf } from './stock.js';
import { MovementKind, StockMovement } from './stock-movement.entity.js';

/** @throws NOT_FOUND when the apiary is missing or somebody else's */
export async function createItem(context: Context, input: CreateInventoryItemInput): Promise<InventoryItem> {
  const { apiaryId, quantity, minimumStock, ...fields } = input;
  requireCostWhole(fields);
  const { id } = await context.access.one(Apiary, apiaryId, ['id']);
  const item = context.em.create(InventoryItem, { ...fields, apiary: id, minimumStock: minimumStock ?? 0 });
  if (quantity) recordMovementOf(context, item, MovementKind.INITIAL, quantity);
  return item;
}

/** Changes an item; another quantity than it has is recorded as an adjustment of the difference. */
export async function updateItem(
  context: Context,
  id: string,
  input: UpdateInventoryItemInput,
): Promise<InventoryItem> {
  const { quantity, minimumStock, ...fields } = input;
  const item = await context.access.forUpdate(InventoryItem, id);
  context.em.assign(item, fields);
  if (minimumStock !== undefined) item.minimumStock = minimumStock ?? 0;
  requireCostWhole(item);
  if (quantity !== undefined && quantity !== item.quantity) {
    recordMovementOf(context, item, MovementKind.ADJUSTMENT, quantity - item.quantity);
  }
  return item;
}

/**
 * Takes a movement back, once.
 * @throws CONFLICT (ALREADY_CORRECTED), also for two at the same time: a unique index decides
 */
export async function correctMovement(context: Context, input: CorrectMovementInput): Promise<Row<StockMovement>> {
  const { movementId, reason } = input;
  const { itemId, amount, kind } = await context.access.one(StockMovement, movementId, ['itemId', 'amount', 'kind']);
  if (kind === MovementKind.CORRECTION) {
    throw AppError.badInput([{ field: 'movementId', message: 'names a correction, which is not corrected itself' }]);
  }
  const change = { kind: MovementKind.CORRECTION, amount: -amount, reason, corrects: movementId };
  return changeStock(context, itemId, change, 'movement');
}

function requireCostWhole({ unitCost, currency }: { unitCost?: number | null; currency?: string | null }): void {
  if ((unitCost == null) === (currency == null)) return;
  const field = unitCost == null ? 'unitCost' : 'currency';
  throw AppError.badInput([{ field, message: 'is needed beside the other: a cost has an amount and a currency' }]);
}
