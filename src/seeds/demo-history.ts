// What happened in the demo apiaries before today, so that trends have points.
import type { EntityManager } from '@mikro-orm/postgresql';
import { type InventoryItem, StockMovement, type User } from '../entities.js';
import { StockMovementKind } from '../features/inventory/stock-movement.entity.js';

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

/** Records the initial stock of an item and what was taken since: its quantity remains. @returns the movements of what was taken */
export function createMovements(em: EntityManager, item: InventoryItem, owner: User, taken: Taken): StockMovement[] {
  const actorId = owner.id;
  const quantity = taken.reduce((sum, [, quantity]) => sum + quantity, item.quantity);
  item.quantity = 0;
  if (quantity > 0)
    record(em, item, StockMovementKind.INITIAL, { actorId, quantity, daysAgo: taken.length > 0 ? FIRST_DAY : 0 });
  return taken.map(([daysAgo, quantity]) => recordExit(em, item, { actorId, quantity, daysAgo }));
}

interface Recorded {
  actorId: string;
  quantity: number;
  daysAgo: number;
}

export const recordExit = (
  em: EntityManager,
  item: InventoryItem,
  { quantity, ...recorded }: Recorded,
): StockMovement => record(em, item, StockMovementKind.EXIT, { ...recorded, quantity: -quantity });

function record(
  em: EntityManager,
  item: InventoryItem,
  kind: StockMovementKind,
  { actorId, quantity: amount, daysAgo }: Recorded,
): StockMovement {
  item.movementCount += 1;
  item.quantity += amount;
  const { movementCount: sequence, quantity: balanceAfter } = item;
  const occurredAt = new Date(Date.now() - daysAgo * DAY_MS);
  return em.create(StockMovement, { item, sequence, kind, amount, balanceAfter, actorId, occurredAt });
}
