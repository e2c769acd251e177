// What happened in the demo apiaries before today, so that trends have points.
import type { EntityManager } from '@mikro-orm/postgresql';
import { type InventoryItem, StockMovement, type User } from '../entities.js';
import { MovementKind } from '../features/inventory/stock-movement.entity.js';

const DAY_MS = 86_400_000;
const FIRST_DAY = 100;

/** When the first hive was inspected, and how its answers were rated, from 0 to 10. */
export const RATED_INSPECTIONS = [
  { daysAgo: 82, score: 4 },
  { daysAgo: 67, score: 6 },
  { daysAgo: 54, score: 7 },
  { daysAgo: 40, score: 6 },
  { daysAgo: 27, score: 8 },
  { daysAgo: 15, score: 9 },
];

/** What was taken out of the stock: how many days ago, and how much. */
export type Taken = readonly (readonly [daysAgo: number, quantity: number])[];

/** Records the initial stock of an item and what was taken since: its quantity remains. */
export function createMovements(em: EntityManager, item: InventoryItem, owner: User, taken: Taken): void {
  let balance = 0;
  const record = (kind: MovementKind, amount: number, daysAgo: number): void => {
    balance += amount;
    item.movementCount += 1;
    const occurredAt = new Date(Date.now() - daysAgo * DAY_MS);
    const { movementCount: sequence } = item;
    em.create(StockMovement, { item, sequence, kind, amount, balanceAfter: balance, actorId: owner.id, occurredAt });
  };
  const initial = taken.reduce((sum, [, quantity]) => sum + quantity, item.quantity);
  if (initial > 0) record(MovementKind.INITIAL, initial, taken.length > 0 ? FIRST_DAY : 0);
  for (const [daysAgo, quantity] of taken) record(MovementKind.EXIT, -quantity, daysAgo);
}
