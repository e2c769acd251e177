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
  User,
} from '../entities.js';
import { hashPassword } from '../features/accounts/passwords.js';
import { type AnswerDraft, validateAnswers } from '../features/inspections/answer-set.js';
import { InspectionStatus } from '../features/inspections/inspection.entity.js';
import { APP_GROUPS, type BankQuestion, bank } from '../features/questions/bank.js';
import { DELETED_EXAMPLE, EXAMPLE } from '../shared/example-ids.js';
import { createMovements, RATED_INSPECTIONS } from './demo-history.js';
import { APIARIES, STOCK } from './demo-things.js';
import { createTreatments } from './demo-treatments.js';

export const DEMO_ACCOUNT = { email: 'demo@example.org', password: 'Demo-hives-1' };
const SEED_LOCK = 7_202_612;

/** @throws if the database contains the demo account, whose password is public */
export async function refuseDemoData(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query('select 1 from users where email = $1', [DEMO_ACCOUNT.email]);
  if (rowCount !== 0)
    throw new Error(`the database contains the demo account (${DEMO_ACCOUNT.email}), which is refused in production`);
}

/** Creates the demo account with its records, if it does not exist. @returns an access token for it */
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
    const fixedIds = [EXAMPLE, {}, DELETED_EXAMPLE];
    for (const [i, seed] of APIARIES.entries()) createApiary(em, demo, seed, fixedIds[i]!);
    await em.flush();
    return demo;
  });

  const em = orm.em.fork();
  const seconds = sessions.lifetimes.long;
  const session = em.create(Session, { user: user.id, expiresAt: new Date(Date.now() + seconds * 1000) });
  await em.flush();
  return sessions.issueToken({ id: user.id, sessionId: session.id }, seconds);
}

/** @param ids the fixed ids of the records in the API examples: the first one of each kind */
function createApiary(
  em: EntityManager,
  owner: User,
  seed: (typeof APIARIES)[number],
  ids: Partial<typeof EXAMPLE>,
): void {
  const { hives, kinds, ...fields } = seed;
  const apiary = em.create(Apiary, { ...withId(ids.apiary), ...fields, user: owner });
  const defaults = bank.filter(({ isDefault }) => isDefault);
  const questions = defaults.map((template, i) =>
    createQuestion(em, apiary, template, i + 1, template.key === EXAMPLE_QUESTION ? ids.question : undefined),
  );
  for (const [i, { taken = [], ...item }] of STOCK.entries()) {
    const first = i === 0 ? withId(ids.item) : {};
    createMovements(em, em.create(InventoryItem, { ...first, ...item, apiary }), owner, taken);
  }
  for (let i = 0; i < hives; i++) {
    const kind = kinds[i % kinds.length]!;
    const isStrong = kind.beePopulation !== 'Baja' && kind.beePopulation !== 'Small';
    const hive = em.create(Beehive, {
      ...(i === 0 && withId(ids.beehive)),
      ...kind,
      apiary,
      beehiveNumber: i + 1,
      foodFrames: isStrong ? 4 + (i % 4) : 1,
      broodFrames: isStrong ? 5 + (i % 3) : 2,
      isTreated: fields.treatments && i % 5 === 2,
    });
    if (i === 0) createInspections(em, hive, owner, questions, ids);
    if (ids.treatment || fields.treatments) createTreatments(em, hive, i, owner.id, ids);
  }
}

const EXAMPLE_QUESTION = 'enfermedades';
const DAY_MS = 86_400_000;

/** Creates an inspection of three days ago, two drafts of today, and an override of a question for the hive. */
function createInspections(
  em: EntityManager,
  beehive: Beehive,
  actor: User,
  questions: Question[],
  ids: Partial<typeof EXAMPLE>,
): void {
  const question = questions.find(({ templateKey }) => templateKey === EXAMPLE_QUESTION)!;
  em.create(BeehiveQuestion, { ...withId(ids.assignment), beehive, question, position: 1 });
  const { COMPLETED, DRAFT } = InspectionStatus;
  const create = (
    id = uuidv7(),
    status: InspectionStatus,
    daysAgo: number,
    notes: string,
    drafts: AnswerDraft[],
  ): void => {
    const occurredAt = new Date(Date.now() - daysAgo * DAY_MS);
    const { apiary } = beehive;
    const fields = { id, seriesId: id, beehive, apiary, status, occurredAt, notes, actorId: actor.id };
    const inspection = em.create(Inspection, fields);
    for (const answer of validateAnswers(drafts, (one) => questions.find((q) => q.id === one), []))
      em.create(Answer, { ...answer, inspection, answeredAt: occurredAt });
  };
  const none = { questionId: question.id, spoken: 'Ninguna a la vista', score: 5 };
  for (const { daysAgo, score } of RATED_INSPECTIONS)
    create(undefined, COMPLETED, daysAgo, 'Revisión de rutina.', [{ ...none, score }]);
  create(ids.inspection, COMPLETED, 3, 'Tranquilas, mucho polen.', [none]);
  create(
    ids.draft,
    DRAFT,
    0,
    'Falta repasar la cámara de cría.',
    questions.filter(({ required }) => required).map(answerFirst),
  );
  create(ids.otherDraft, DRAFT, 0, 'Interrumpida por la lluvia.', []);
}

/** The first option, or the least number. */
const answerFirst = ({ id, options, min }: Question): AnswerDraft => ({
  questionId: id,
  spoken: options?.[0] ?? String(min ?? 'Nada'),
});

const withId = (id: string | undefined): { id?: string } => (id ? { id } : {});

/** Creates a question as `loadDefaultQuestions` does. */
function createQuestion(
  em: EntityManager,
  apiary: Apiary,
  template: BankQuestion,
  position: number,
  id: string | undefined,
): Question {
  const { key, es, answerType, options, bounds, required } = template;
  return em.create(Question, {
    ...withId(id),
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
