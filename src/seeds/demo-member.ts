// The second demo account: it works in the first apiary of the first one.
import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiaryRole } from '../access/apiary-role.js';
import { type Apiary, ApiaryMember, Beehive, InventoryItem, Question, User } from '../entities.js';
import { EXAMPLE } from '../shared/example-ids.js';
import { recordExit } from './demo-history.js';
import { answerRequired, createInspection } from './demo-inspections.js';
import { FEED } from './demo-things.js';

const OWN = { filters: false } as const;

/** Within a transaction: what the account does is logged as its own work. */
export async function createMember(
  em: EntityManager,
  apiary: Apiary,
  account: Pick<User, 'email' | 'username' | 'passwordHash' | 'language'>,
): Promise<void> {
  const user = em.create(User, { ...account, isVerified: true });
  await em.flush();
  await em.execute(`select set_config('beekeeping.actor', ?, true)`, [user.id]);
  em.create(ApiaryMember, { apiary, user, role: ApiaryRole.WORKER, invitedBy: apiary.user.id });
  const item = await em.findOne(InventoryItem, { apiary, itemName: FEED }, OWN);
  if (item && item.quantity > 0) recordExit(em, item, { actorId: user.id, quantity: 1, daysAgo: 0 });
  const beehive = await em.findOne(Beehive, { id: EXAMPLE.beehive, apiary }, OWN);
  const questions = await em.find(Question, { apiary, active: true }, OWN);
  const notes = 'Un litro de jarabe; la reina pone bien.';
  const visit = { actorId: user.id, daysAgo: 0, notes };
  if (beehive) createInspection(em, beehive, visit, questions, answerRequired(questions));
  await em.flush();
}
