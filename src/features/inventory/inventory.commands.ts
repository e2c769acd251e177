import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row } from '../../database/row.js';
import { AppError, type FieldProblem } from '../../errors.js';
import { deleteRow } from '../../idempotency/deletions.js';
import { createMessage } from '../../messages/message.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Product } from '../products/product.entity.js';
import type {
  CreateInventoryItemInput,
  DeleteInventoryItemInput,
  MoneyInput,
  UpdateInventoryItemInput,
} from './inventory.inputs.js';
import { InventoryItem } from './inventory-item.entity.js';
import type { ReverseStockMovementInput } from './movements.inputs.js';
import { changeStockOnce, recordStockMovement } from './stock.commands.js';
import { StockMovement, StockMovementKind } from './stock-movement.entity.js';

/** @throws NOT_FOUND and FORBIDDEN for the apiary, as every write */
export async function createItem(
  context: Context,
  id: string,
  input: CreateInventoryItemInput,
): Promise<InventoryItem> {
  const { newId: _, apiaryId, quantity, minimumStock, unitCost, productId, ...fields } = input;
  const cost = readCost(unitCost);
  requireCompleteCost(cost);
  const apiary = await context.access.one(Apiary, apiaryId, ['id', 'userId'], roleTo('create', InventoryItem));
  const item = context.em.create(InventoryItem, {
    ...fields,
    ...cost,
    id,
    apiary: apiary.id,
    product: await requireProduct(context, productId, apiary.userId),
    minimumStock: minimumStock ?? 0,
  });
  if (quantity) recordStockMovement(context, item, StockMovementKind.INITIAL, quantity);
  return item;
}

/**
 * Changes an item. If the quantity differs, the difference is recorded as an adjustment.
 * @throws CONFLICT (VERSION_CONFLICT)
 */
export async function updateItem(
  context: Context,
  id: string,
  input: Omit<UpdateInventoryItemInput, 'id'>,
): Promise<InventoryItem> {
  const { expectedVersion, quantity, expectedQuantity, minimumStock, unitCost, productId, ...fields } = input;
  if (quantity !== undefined && expectedVersion != null && expectedQuantity == null)
    throw AppError.badInput([{ field: 'expectedQuantity', message: 'must be given together with the quantity' }]);
  const item = await context.access.forUpdate(InventoryItem, id);
  await context.access.requireVersion(InventoryItem, item, { expectedVersion });
  await requireQuantity(context, item, expectedQuantity);
  const product = productId === undefined ? {} : { product: await requireProduct(context, productId, item.ownerId) };
  context.em.assign(item, { ...fields, ...readCost(unitCost), ...product });
  if (minimumStock !== undefined) item.minimumStock = minimumStock ?? 0;
  requireCompleteCost(item);
  if (quantity !== undefined && quantity !== item.quantity) {
    recordStockMovement(context, item, StockMovementKind.ADJUSTMENT, quantity - item.quantity);
  }
  return item;
}

/** @returns its id @throws NOT_FOUND; BAD_USER_INPUT for a product of another owner */
async function requireProduct(
  context: Context,
  id: string | null | undefined,
  ownerId: string,
): Promise<string | null> {
  if (id == null) return null;
  const product = await context.access.one(Product, id, ['id']);
  // If one of both gets another owner meanwhile, a trigger leaves it out.
  const text = 'select 1 from products where id = $1 and owner_id = $2';
  if ((await runStatement(context, { text, values: [id, ownerId] })).length > 0) return product.id;
  throw AppError.badInput([{ field: 'productId', message: 'must be a product of the owner of the apiary' }]);
}

/** @throws CONFLICT (VERSION_CONFLICT) */
export const deleteItem = (
  context: Context,
  { id, expectedVersion, expectedQuantity }: DeleteInventoryItemInput,
): Promise<string> =>
  deleteRow(context, InventoryItem, id, { expectedVersion }, async () => {
    const item = await context.access.forUpdate(InventoryItem, id, roleTo('delete', InventoryItem), 'no key update');
    await requireQuantity(context, item, expectedQuantity);
  });

const FIND_LAST_ACTOR = `
  select u.id, u.username as name from stock_movements m join users u on u.id = m.actor_id
  where m.item_id = $1 order by m.sequence desc limit 1`;

/** @throws CONFLICT (VERSION_CONFLICT) */
async function requireQuantity(
  context: Context,
  { id, version, updatedAt, quantity, unit }: InventoryItem,
  expected: number | null | undefined,
): Promise<void> {
  if (expected == null || quantity === expected) return;
  const text = 'The quantity in stock is {quantity} ({unit}), not the one that your change expects';
  const changedBy = await runStatement<{ id: string; name: string }>(context, { text: FIND_LAST_ACTOR, values: [id] });
  throw new AppError('CONFLICT', createMessage(text, { quantity, unit }), {
    reason: 'VERSION_CONFLICT',
    current: { id, version, updatedAt, changedFields: ['quantity'], changedBy },
  });
}

/**
 * Reverts a movement by an opposite one, at most once.
 * @throws CONFLICT (ALREADY_CORRECTED), also for concurrent requests, because of a unique index
 */
export async function reverseStockMovement(
  context: Context,
  input: ReverseStockMovementInput,
): Promise<Row<StockMovement>> {
  const { id, reason } = input;
  const { itemId, amount, kind } = await context.access.one(StockMovement, id, ['itemId', 'amount', 'kind']);
  if (kind === StockMovementKind.CORRECTION) {
    throw AppError.badInput([{ field: 'id', message: 'must not be a correction' }]);
  }
  const change = {
    kind: StockMovementKind.CORRECTION,
    amount: -amount,
    field: 'id',
    reason,
    corrects: id,
  };
  return changeStockOnce(context, itemId, input, change, 'movement');
}

type Cost = Partial<Pick<InventoryItem, 'unitCost' | 'currency'>>;

/** Returns the columns that an input sets. Over REST, it may name one of them. */
function readCost(cost: MoneyInput | null | undefined): Cost {
  if (cost === null) return { unitCost: null, currency: null };
  const { minorUnits, currency } = cost ?? {};
  return { ...(minorUnits !== undefined && { unitCost: minorUnits }), ...(currency !== undefined && { currency }) };
}

function requireCompleteCost({ unitCost, currency }: Cost): void {
  if ((unitCost == null) === (currency == null)) return;
  const problem: FieldProblem =
    unitCost == null
      ? { field: 'unitCost.minorUnits', message: 'must be given together with the currency' }
      : { field: 'unitCost.currency', message: 'must be given together with the unit cost' };
  throw AppError.badInput([problem]);
}
