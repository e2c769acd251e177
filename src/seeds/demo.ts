import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Services } from '../context.js';
import { beginWithSettings } from '../database/change-settings.js';
import { withAdvisoryLock } from '../database/provision.js';
import { Apiary, Beehive, InventoryItem, Question, Session, User } from '../entities.js';
import { hashPassword } from '../features/accounts/passwords.rules.js';
import { APP_GROUPS, type BankQuestion, bank } from '../features/questions/bank.texts.js';
import { DELETED_EXAMPLE, EXAMPLE } from '../shared/example-ids.js';
import { Language } from '../shared/language.js';
import { daysAgo } from './days-ago.js';
import { createCalendars, createDemoIdentity } from './demo-calendars.js';
import { createColonyEvents } from './demo-colonies.js';
import { createHarvests } from './demo-harvests.js';
import { createMovements } from './demo-history.js';
import { createImports } from './demo-imports.js';
import { createInspections, createRounds, EXAMPLE_QUESTION } from './demo-inspections.js';
import { createKeepers } from './demo-keepers.js';
import { createMeasurements } from './demo-measurements.js';
import { createMember } from './demo-member.js';
import { createLoad } from './demo-movements.js';
import { createFeedings, createProducts } from './demo-products.js';
import { createMother, createReigns } from './demo-queens.js';
import { createTasks } from './demo-tasks.js';
import { APIARIES, type ApiarySeed, FEED, kindOf, stockOf, TREATED } from './demo-things.js';
import { createTokens } from './demo-tokens.js';
import { createCourse, createTreatments } from './demo-treatments.js';
import { createWebhooks } from './demo-webhooks.js';
import { createZones } from './demo-zones.js';

/** Its language is English, that of the README. */
export const DEMO_ACCOUNT = { email: 'demo@example.org', password: 'Demo-hives-1' };
/** A member of the first apiary of the demo account, whose language is Spanish. */
export const DEMO_MEMBER = { email: 'demo2@example.org', password: DEMO_ACCOUNT.password };
const SEED_LOCK = 7_202_612;

/** @throws if the database contains a demo account, whose password is public */
export async function refuseDemoData(pool: Pool): Promise<void> {
  const emails = [DEMO_ACCOUNT.email, DEMO_MEMBER.email];
  const { rows } = await pool.query<{ email: string }>('select email from users where email = any($1)', [emails]);
  if (rows[0])
    throw new Error(`the database contains the demo account (${rows[0].email}), which is refused in production`);
}

/** Creates the demo accounts with their records, if they do not exist. @returns an access token for the first */
export async function seedDemoData({
  orm,
  pool,
  sessions,
}: Pick<Services, 'orm' | 'pool' | 'sessions'>): Promise<string> {
  const user = await withAdvisoryLock(pool, SEED_LOCK, async () => {
    const em = orm.em.fork();
    const existing = await em.findOne(User, { email: DEMO_ACCOUNT.email }, { filters: false });
    const hasMember = (await em.count(User, { email: DEMO_MEMBER.email }, { filters: false })) > 0;
    if (existing && hasMember) return existing;
    const passwordHash = await hashPassword(DEMO_ACCOUNT.password);
    const member = { email: DEMO_MEMBER.email, username: 'demo 2', passwordHash, language: Language.ES };
    await beginWithSettings({ actorId: EXAMPLE.user, requestId: 'demo' }, () => em.begin());
    if (existing) {
      const apiary = await em.findOne(Apiary, { id: EXAMPLE.apiary }, { filters: false });
      if (apiary) await createMember(em, apiary, member);
      await em.commit();
      return existing;
    }
    const demo = em.create(User, {
      id: EXAMPLE.user,
      email: DEMO_ACCOUNT.email,
      username: 'demo',
      language: Language.EN,
      isVerified: true,
      passwordHash,
    });
    // The hives have stood in their apiaries for longer than the account exists.
    await em.execute(`select set_config('beekeeping.day', ?, true)`, [daysAgo(800)]);
    const fixedIds = [EXAMPLE, {}, DELETED_EXAMPLE];
    const apiaries = APIARIES.map((seed, i) => createApiary(em, demo, seed, fixedIds[i]!));
    await createMember(em, apiaries[0]!, member);
    createKeepers(em, demo);
    createCalendars(em, demo);
    createTokens(em, demo);
    createDemoIdentity(em, demo);
    createWebhooks(em, demo);
    createZones(em, demo);
    createImports(em, demo);
    await em.flush();
    // A hive that was split off has stood there since that day.
    await em.execute(
      `update beehive_placements p set placed_on = e.occurred_on from colony_events e
       where e.beehive_id = p.beehive_id and e.kind = 'SPLIT_FROM' and p.owner_id = ?`,
      [demo.id],
    );
    await createLoad(em, apiaries[0]!, apiaries[1]!, demo.id);
    await em.commit();
    return demo;
  });

  const em = orm.em.fork();
  const seconds = sessions.lifetimes.long;
  const session = em.create(Session, { user: user.id, expiresAt: new Date(Date.now() + seconds * 1000) });
  await em.flush();
  return sessions.issueToken({ id: user.id, sessionId: session.id }, seconds);
}

/** @param ids the fixed ids of the records in the API examples: the first one of each kind */
function createApiary(em: EntityManager, owner: User, seed: ApiarySeed, ids: Partial<typeof EXAMPLE>): Apiary {
  const { name, location, treatments, hives, names, place } = seed;
  const apiary = em.create(Apiary, { ...withId(ids.apiary), name, location, treatments, user: owner, ...place });
  const defaults = bank.filter(({ isDefault }) => isDefault);
  const questions = defaults.map((template, i) =>
    createQuestion(em, apiary, template, i + 1, template.key === EXAMPLE_QUESTION ? ids.question : undefined),
  );
  const items: InventoryItem[] = [];
  for (const [i, { taken = [], ...item }] of stockOf(seed).entries()) {
    const first = i === 0 ? withId(ids.item) : {};
    const stored = em.create(InventoryItem, { ...first, ...item, apiary });
    items.push(stored);
    createMovements(em, stored, owner, taken);
  }
  const isTreated = (i: number): boolean => treatments && i === TREATED;
  const course = treatments ? createCourse(em, apiary, owner, 1) : undefined;
  const mother = createMother(em, apiary, owner.id);
  const created: Beehive[] = [];
  for (let i = 0; i < hives; i++) {
    const kind = kindOf(seed, i);
    const isStrong = kind.beePopulation !== 'Baja' && kind.beePopulation !== 'Small';
    const hive = em.create(Beehive, {
      ...(i === 0 && withId(ids.beehive)),
      ...kind,
      apiary,
      beehiveNumber: i + 1,
      name: names[i] ?? null,
      // As PostgreSQL makes it: other records contain it.
      label: names[i] ?? String(i + 1),
      foodFrames: isStrong ? 4 + (i % 4) : 1,
      broodFrames: isStrong ? 5 + (i % 3) : 2,
      isTreated: isTreated(i),
    });
    created.push(hive);
    if (i === 0) createInspections(em, hive, owner.id, questions, ids);
    else createRounds(em, hive, i, seed, owner.id, questions);
    if (ids.treatment || treatments) createTreatments(em, hive, i, owner.id, ids, course);
    createReigns(em, hive, { i, mother, actorId: owner.id, losesQueen: treatments });
  }
  if (ids.inspection) createColonyEvents(em, apiary, created, owner.id);
  if (ids.apiary === EXAMPLE.apiary) {
    createHarvests(em, apiary, owner, created);
    createTasks(em, apiary, owner, created, items[0]!);
    const syrup = createProducts(em, apiary, owner.id, items.find(({ itemName }) => itemName === FEED)!);
    for (const hive of created.slice(0, 3)) createFeedings(em, hive, owner.id, syrup);
    createMeasurements(em, created[0]!, owner.id);
  } else if (ids.beehive) createFeedings(em, created[0]!, owner.id);
  return apiary;
}

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
