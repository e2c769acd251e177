// STOCK. The quantity and its movement change in one statement: atomic by itself, never below zero under any concurrency (the update
// looks again at a row that it waited for), the viewer's own items only. No transaction around it, no row read first.
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError } from '../../errors.js';
import { INT_MAX } from '../../shared/text.js';
import { InventoryItem } from './inventory-item.entity.js';
import { type MovementKind, StockMovement } from './stock-movement.entity.js';

export interface StockChange {
  kind: MovementKind;
  /** Signed, not 0. */
  amount: number;
  person?: string | null | undefined;
  reason?: string | null | undefined;
  notes?: string | null | undefined;
  occurredAt?: Date | null | undefined;
  /** The movement that this one takes back. */
  corrects?: string;
}

/**
 * Changes a stock. What comes back is the item or the movement, as `wanted` says.
 * @throws NOT_FOUND; CONFLICT (INSUFFICIENT_STOCK, STOCK_OVERFLOW), with nothing changed
 */
export async function changeStock(
  context: Context,
  id: string,
  change: StockChange,
  wanted: 'item',
): Promise<Row<InventoryItem>>;
export async function changeStock(
  context: Context,
  id: string,
  change: StockChange,
  wanted: 'movement',
): Promise<Row<StockMovement>>;
export async function changeStock(
  context: Context,
  id: string,
  change: StockChange,
  wanted: 'item' | 'movement',
): Promise<Row<InventoryItem> | Row<StockMovement>> {
  const { access, viewer } = context;
  access.requireId(InventoryItem, id);
  const movementColumns = context.scope(StockMovement).table.list();
  const [row] = await access.execute(InventoryItem, ({ table, columns, ownership, bind }) => {
    const amount = `${bind(change.amount)}::int`;
    const text = (value: string | null | undefined): string => `${bind(value ?? null)}::text`;
    return `with item as (
        update ${table} set quantity = quantity + ${amount}, movement_count = movement_count + 1, updated_at = now()
        where id = ${bind(id)} and ${ownership} and quantity::bigint + ${amount} between 0 and ${INT_MAX}
        returning *
      ), movement as (
        insert into stock_movements (id, created_at, updated_at, item_id, sequence, kind, amount, balance_after, person, reason,
          notes, actor_id, occurred_at, corrects_id)
        select ${bind(uuidv7())}::uuid, now(), now(), id, movement_count, ${text(change.kind)}, ${amount}, quantity,
          ${text(change.person)}, ${text(change.reason)}, ${text(change.notes)}, ${bind(viewer.id)}::uuid,
          coalesce(${bind(change.occurredAt ?? null)}::timestamptz, now()), ${bind(change.corrects ?? null)}::uuid
        from item
        returning *
      ) select ${wanted === 'item' ? columns : movementColumns} from ${wanted}`;
  });
  return row ?? explainRefusal(context, id, change.amount);
}

/** For an item that the unit of work already holds: new, or locked. */
export function recordMovementOf(
  { em, viewer }: Context,
  item: InventoryItem,
  kind: MovementKind,
  amount: number,
): void {
  item.quantity += amount;
  item.movementCount += 1;
  em.create(StockMovement, {
    item,
    kind,
    amount,
    sequence: item.movementCount,
    balanceAfter: item.quantity,
    actorId: viewer.id,
    occurredAt: new Date(),
  });
}

/** Nothing was changed: because there is no such item, or because of how many there are. */
async function explainRefusal({ access }: Context, id: string, amount: number): Promise<never> {
  const { quantity, unit } = await access.one(InventoryItem, id, ['quantity', 'unit']);
  if (amount > 0) {
    const message = `There are ${quantity} already: more than ${INT_MAX} can't be counted`;
    throw new AppError('CONFLICT', message, { reason: 'STOCK_OVERFLOW' });
  }
  throw new AppError('CONFLICT', `There are only ${quantity} (${unit}) in stock`, { reason: 'INSUFFICIENT_STOCK' });
}
