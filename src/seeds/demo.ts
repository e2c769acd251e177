// A BELIEVABLE BEEKEEPER to look at: on the embedded database only, made once.
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Services } from '../context.js';
import { withAdvisoryLock } from '../database/provision.js';
import {
  Answer,
  Apiary,
  Beehive,
  BeehiveQuestion,
  Inspection,
  InventoryItem,
  Question,
  Session,
  StockMovement,
  User,
} from '../entities.js';
import { hashPassword } from '../features/accounts/passwords.js';
import { validateAnswers } from '../features/inspections/answer-set.js';
import { InspectionStatus } from '../features/inspections/inspection.entity.js';
import { MovementKind } from '../features/inventory/stock-movement.entity.js';
import { APP_GROUPS, type BankQuestion, bank } from '../features/questions/bank.js';
import { EXAMPLE } from '../shared/example-ids.js';
import { APIARIES, STOCK } from './demo-things.js';

export const DEMO_ACCOUNT = { email: 'demo@example.org', password: 'Demo-hives-1' };
const SEED_LOCK = 7_202_612;

/** @throws when the database holds the demo account, whose password everybody knows */
export async function refuseDemoData(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query('select 1 from users where email = $1', [DEMO_ACCOUNT.email]);
  if (rowCount !== 0)
    throw new Error(`the database holds the demo account (${DEMO_ACCOUNT.email}), which production refuses`);
}

/** Makes the demo account with its hives, unless it is there. @returns a token to look at it with */
export async function seedDemoData({
  orm,
  pool,
  sessions,
}: Pick<Services, 'orm' | 'pool' | 'sessions'>): Promise<string> {
  const user = await withAdvisoryLock(pool, SEED_LOCK, async () => {
    const em = orm.em.fork();
    const existing = await em.findOne(User, { email: DEMO_ACCOUNT.email }, { filters: false });
    if (existing) return existing;
    const passwordHash = await hashPassword(DEMO_ACCOUNT.password);
    const demo = em.create(User, {
      id: EXAMPLE.user,
      email: DEMO_ACCOUNT.email,
      username: 'demo',
      isVerified: true,
      passwordHash,
    });
    for (const [i, things] of APIARIES.entries()) createApiary(em, demo, things, i === 0 ? EXAMPLE : {});
    await em.flush();
    return demo;
  });

  const em = orm.em.fork();
  const seconds = sessions.lifetimes.long;
  const session = em.create(Session, { user: user.id, expiresAt: new Date(Date.now() + seconds * 1000) });
  await em.flush();
  return sessions.issueToken({ id: user.id, sessionId: session.id }, seconds);
}

/** @param ids of what examples speak of: the first of each kind; others get ids as they come */
function createApiary(
  em: EntityManager,
  owner: User,
  things: (typeof APIARIES)[number],
  ids: Partial<typeof EXAMPLE>,
): void {
  const { hives, kinds, ...fields } = things;
  const apiary = em.create(Apiary, { ...named(ids.apiary), ...fields, user: owner });
  const defaults = bank.filter(({ isDefault }) => isDefault);
  const questions = defaults.map((template, i) =>
    question(em, apiary, template, i + 1, template.key === EXAMPLE_QUESTION ? ids.question : undefined),
  );
  for (const [i, { quantity, ...item }] of STOCK.entries()) {
    const first = i === 0 ? named(ids.item) : {};
    const stocked = em.create(InventoryItem, {
      ...first,
      ...item,
      apiary,
      quantity,
      movementCount: quantity > 0 ? 1 : 0,
    });
    if (quantity === 0) continue;
    em.create(StockMovement, {
      item: stocked,
      sequence: 1,
      kind: MovementKind.INITIAL,
      amount: quantity,
      balanceAfter: quantity,
      actorId: owner.id,
      occurredAt: new Date(),
    });
  }
  for (let i = 0; i < hives; i++) {
    const kind = kinds[i % kinds.length]!;
    const isStrong = kind.beePopulation !== 'Baja' && kind.beePopulation !== 'Small';
    const hive = em.create(Beehive, {
      ...(i === 0 && named(ids.beehive)),
      ...kind,
      apiary,
      beehiveNumber: i + 1,
      foodFrames: isStrong ? 4 + (i % 4) : 1,
      broodFrames: isStrong ? 5 + (i % 3) : 2,
      isTreated: fields.treatments && i % 5 === 2,
    });
    if (i === 0) createInspection(em, hive, owner, questions, ids);
  }
}

const EXAMPLE_QUESTION = 'enfermedades';
const DAY_MS = 86_400_000;

/** A visit three days ago, and a question that is asked of this hive in particular. */
function createInspection(
  em: EntityManager,
  beehive: Beehive,
  actor: User,
  questions: Question[],
  ids: Partial<typeof EXAMPLE>,
): void {
  const asked = questions.find(({ templateKey }) => templateKey === EXAMPLE_QUESTION)!;
  em.create(BeehiveQuestion, { ...named(ids.assignment), beehive, question: asked, position: 1 });
  const id = ids.inspection ?? uuidv7();
  const occurredAt = new Date(Date.now() - 3 * DAY_MS);
  const inspection = em.create(Inspection, {
    id,
    seriesId: id,
    beehive,
    apiary: beehive.apiary,
    status: InspectionStatus.COMPLETED,
    occurredAt,
    notes: 'Tranquilas, mucho polen.',
    actorId: actor.id,
  });
  const given = [{ questionId: asked.id, spoken: 'Ninguna a la vista', score: 5 }];
  for (const answer of validateAnswers(given, () => asked, []))
    em.create(Answer, { ...answer, inspection, answeredAt: occurredAt });
}

const named = (id: string | undefined): { id?: string } => (id ? { id } : {});

/** As loadDefaultQuestions makes it. */
function question(
  em: EntityManager,
  apiary: Apiary,
  template: BankQuestion,
  position: number,
  id: string | undefined,
): Question {
  const { key, es, answerType, options, bounds, required } = template;
  return em.create(Question, {
    ...named(id),
    apiary,
    position,
    answerType,
    text: es,
    category: APP_GROUPS[key]!.es,
    options: options?.es ?? null,
    min: bounds?.[0] ?? null,
    max: bounds?.[1] ?? null,
    required: required ?? false,
    templateKey: key,
  });
}
