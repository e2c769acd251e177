// A quantity and its movement change in one statement. It is atomic without a transaction, and the quantity is never negative under
// any concurrency: after waiting for a row lock, PostgreSQL evaluates the condition of the update again.
import { v7 as uuidv7 } from 'uuid';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import type { ChangeSql } from '../../database/statement.js';
import { unitOfWork } from '../../database/unit-of-work.js';
import { AppError, changedConcurrently, exceeds } from '../../errors.js';
import { createOnce } from '../../idempotency/client-ids.js';
import { createMessage } from '../../messages/message.js';
import { INT_MAX } from '../../shared/text.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import type { Delivery } from './deliveries.queries.js';
import { InventoryItem } from './inventory-item.entity.js';
import { StockMovement, StockMovementKind } from './stock-movement.entity.js';

export interface StockChange extends Partial<Delivery> {
  kind: StockMovementKind;
  /** Positive or negative, not 0. */
  amount: number;
  /** The field of the input that asks for the amount. */
  field: string;
  /** How many times the amount in the field is taken; 1 if omitted. */
  times?: number;
  person?: string | null | undefined;
  reason?: string | null | undefined;
  notes?: string | null | undefined;
  occurredAt?: Date | null | undefined;
  /** The id of the movement that this one reverts. */
  corrects?: string;
  /** The id of the movement; if omitted, a new one. */
  id?: string | null | undefined;
}

/**
 * As `changeStock`, once for each id that a client chose for the movement. A repetition returns the movement, or the item as it is now.
 * @param input of the client, which it has to send again
 */
export function changeStockOnce(
  context: Context,
  itemId: string,
  input: { newId?: string | null },
  change: StockChange,
  returning: 'item',
): Promise<Row<InventoryItem>>;
export function changeStockOnce(
  context: Context,
  itemId: string,
  input: { newId?: string | null },
  change: StockChange,
  returning: 'movement',
): Promise<Row<StockMovement>>;
export function changeStockOnce(
  context: Context,
  itemId: string,
  input: { newId?: string | null },
  change: StockChange,
  returning: 'item' | 'movement',
): Promise<unknown> {
  if (input.newId == null) return changeStock(context, itemId, change, returning as 'item');
  return unitOfWork(context, () =>
    createOnce<StockMovement, unknown>(
      context,
      StockMovement,
      input,
      (id) => changeStock(context, itemId, { ...change, id }, returning as 'item'),
      (movement) => (returning === 'movement' ? movement : context.access.one(InventoryItem, movement.itemId)),
    ),
  );
}

/**
 * Changes the quantity of an item and records the movement. Returns the item or the movement, according to `returning`.
 * @throws NOT_FOUND; CONFLICT (INSUFFICIENT_STOCK, STOCK_OVERFLOW), without any change
 */
export async function changeStock(
  context: Context,
  id: string,
  change: StockChange,
  returning: 'item',
): Promise<Row<InventoryItem>>;
export async function changeStock(
  context: Context,
  id: string,
  change: StockChange,
  returning: 'movement',
): Promise<Row<StockMovement>>;
export async function changeStock(
  context: Context,
  id: string,
  change: StockChange,
  returning: 'item' | 'movement',
): Promise<Row<InventoryItem> | Row<StockMovement>> {
  const { access, viewer } = context;
  access.requireId(InventoryItem, id);
  const movementColumns = context.scope(StockMovement).table.list();
  const write = ({ table, columns, ownership, bind, settings }: ChangeSql): string => {
    const amount = `${bind(change.amount)}::int`;
    const text = (value: string | null | undefined): string => `${bind(value ?? null)}::text`;
    return `with item as (
        update ${table} set quantity = quantity + ${amount}, movement_count = movement_count + 1, updated_at = now()
        from ${settings()} where id = ${bind(id)} and ${ownership} and quantity::bigint + ${amount} between 0 and ${INT_MAX}
        returning ${table}.*
      ), movement as (
        insert into stock_movements (id, created_at, updated_at, owner_id, item_id, sequence, kind, amount, balance_after, person, reason,
          notes, actor_id, occurred_at, corrects_id, batch_number, expiry_date, supplier, purchase_proof)
        select ${bind(change.id ?? uuidv7())}::uuid, now(), now(), owner_id, id, movement_count, ${text(change.kind)}, ${amount}, quantity,
          ${text(change.person)}, ${text(change.reason)}, ${text(change.notes)}, ${bind(viewer.id)}::uuid,
          coalesce(${bind(change.occurredAt ?? null)}::timestamptz, now()), ${bind(change.corrects ?? null)}::uuid,
          ${text(change.batchNumber)}, ${bind(change.expiryDate ?? null)}::date, ${text(change.supplier)}, ${text(change.purchaseProof)}
        from item
        returning *
      ) select ${returning === 'item' ? columns : movementColumns} from ${returning}`;
  };
  const [row] = await access.execute(InventoryItem, write, roleTo('create', StockMovement));
  return row ?? throwRefusal(context, id, change);
}

/** Takes something for all hives of a record in one movement. Only records of the owner of the item may refer to both. */
export async function takeForHives(context: Context, itemId: string, change: Omit<StockChange, 'kind'>) {
  const movement = await changeStock(context, itemId, { ...change, kind: StockMovementKind.EXIT }, 'movement');
  const { apiaryId } = await context.access.one(InventoryItem, itemId, ['apiaryId']);
  const { userId: ownerId } = await context.access.one(Apiary, apiaryId, ['userId']);
  return { movement, ownerId, references: { item: movement.itemId, stockMovement: movement.id } };
}

/** Changes the quantity of an item of the unit of work, which is new or locked, and records the movement. */
export function recordStockMovement(
  { em, viewer }: Context,
  item: InventoryItem,
  kind: StockMovementKind,
  amount: number,
): void {
  item.quantity += amount;
  item.movementCount += 1;
  em.create(StockMovement, {
    item,
    ownerId: item.ownerId,
    kind,
    amount,
    sequence: item.movementCount,
    balanceAfter: item.quantity,
    actorId: viewer.id,
    occurredAt: new Date(),
  });
}

/** Throws the reason why the statement changed nothing. */
async function throwRefusal(
  { access }: Context,
  id: string,
  { amount, field, times = 1 }: StockChange,
): Promise<never> {
  const { quantity, unit } = await access.one(InventoryItem, id, ['quantity', 'unit'], roleTo('create', StockMovement));
  // The item got another owner, or another quantity, meanwhile.
  if (quantity + amount >= 0 && quantity + amount <= INT_MAX) throw changedConcurrently();
  if (amount > 0) {
    const message = createMessage('There are already {quantity} ({unit}) in stock; the maximum is {max}', {
      quantity,
      unit,
      max: INT_MAX,
    });
    throw new AppError('CONFLICT', message, { reason: 'STOCK_OVERFLOW' });
  }
  const message = createMessage('There are only {quantity} ({unit}) in stock', { quantity, unit });
  throw new AppError('CONFLICT', message, {
    reason: 'INSUFFICIENT_STOCK',
    fields: [exceeds(field, Math.floor(quantity / times))],
  });
}
