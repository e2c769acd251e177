import { LockMode, ref } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { GraphQLError } from 'graphql';
import { Apiary, Beehive, InventoryItem, StockMovement, type UpdateBeehiveInput } from './entities.js';

const MEANING: Record<string, string> = { Healthy: 'HEALTHY', 'At Risk': 'AT_RISK', Unhealthy: 'UNHEALTHY' };

const refused = (code: string): GraphQLError => new GraphQLError(code, { extensions: { code } });

export async function listHives(em: EntityManager, user: string, apiaryId: string): Promise<Beehive[]> {
  const apiary = await em.findOne(Apiary, { id: apiaryId, owner: user });
  if (!apiary) throw refused('NOT_FOUND');
  return em.find(Beehive, { apiary }, { orderBy: { beehiveNumber: 'asc' } });
}

export async function updateHive(
  em: EntityManager,
  user: string,
  id: string,
  input: Partial<UpdateBeehiveInput>,
): Promise<Beehive> {
  const hive = await em.findOne(Beehive, { id, apiary: { owner: user } });
  if (!hive) throw refused('NOT_FOUND');
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  em.assign(hive, changes);
  if (input.healthStatus !== undefined) hive.health = MEANING[input.healthStatus] ?? null;
  await em.flush();
  return hive;
}

export function adjust(em: EntityManager, user: string, id: string, amount: number): Promise<InventoryItem> {
  return em.transactional(async (tx) => {
    const where = { id, apiary: { owner: user } };
    const item = await tx.findOne(InventoryItem, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!item) throw refused('NOT_FOUND');
    if (item.quantity + amount < 0) throw refused('INSUFFICIENT_STOCK');
    item.quantity += amount;
    item.movementCount += 1;
    const movement = new StockMovement();
    movement.item = ref(item);
    movement.sequence = item.movementCount;
    movement.kind = 'ADJUSTMENT';
    movement.amount = amount;
    movement.balanceAfter = item.quantity;
    movement.actorId = user;
    tx.persist(movement);
    return item;
  });
}
