// A BELIEVABLE BEEKEEPER to look at: on the embedded database only, made once. Half of the hives are recorded in the words of the
// mobile app, half in those of the specification, as in an installation that both use.
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { hashPassword } from '../../accounts/credentials.js';
import type { Services } from '../../context.js';
import { MovementKind } from '../../inventory/stock-movement.entity.js';
import { APP_GROUPS, type BankQuestion, bank } from '../../questions/bank.js';
import { underLock } from '../database.js';
import { Apiary, Beehive, InventoryItem, Question, Session, StockMovement, User } from '../entities.js';

export const DEMO_ACCOUNT = { email: 'demo@example.org', password: 'Demo-hives-1' };
const PLANTING = 7_202_612;

interface Hive {
  activityLevel: string;
  beePopulation: string;
  hiveStatus: string;
  healthStatus: string;
  hasProductionChamber: string;
  observations?: string;
}

const SPANISH: Hive[] = [
  {
    activityLevel: 'Alta',
    beePopulation: 'Alta',
    hiveStatus: 'Cámara de cría y producción',
    healthStatus: 'Ninguno',
    hasProductionChamber: 'Si',
  },
  {
    activityLevel: 'Media',
    beePopulation: 'Alta',
    hiveStatus: 'Cámara de cría y producción',
    healthStatus: 'Ninguno',
    hasProductionChamber: 'Si',
    observations: 'Reina marcada, puesta compacta.',
  },
  {
    activityLevel: 'Media',
    beePopulation: 'Media',
    hiveStatus: 'Cámara de cría',
    healthStatus: 'Presencia barroa',
    hasProductionChamber: 'No',
    observations: 'Contar varroas otra vez en dos semanas.',
  },
  {
    activityLevel: 'Alta',
    beePopulation: 'Alta',
    hiveStatus: 'Cámara de cría y doble alza de producción',
    healthStatus: 'Ninguno',
    hasProductionChamber: 'Si',
    observations: 'Lista para cosechar la segunda alza.',
  },
  {
    activityLevel: 'Baja',
    beePopulation: 'Baja',
    hiveStatus: 'Cámara de cría',
    healthStatus: 'Enfermedad',
    hasProductionChamber: 'No',
    observations: 'Cría salteada; muestra enviada al laboratorio.',
  },
  {
    activityLevel: 'Media',
    beePopulation: 'Media',
    hiveStatus: 'Cámara de cría',
    healthStatus: 'Presencia de plagas',
    hasProductionChamber: 'No',
    observations: 'Polilla en dos cuadros, retirados.',
  },
];
const ENGLISH: Hive[] = [
  {
    activityLevel: 'High',
    beePopulation: 'Large',
    hiveStatus: 'Active',
    healthStatus: 'Healthy',
    hasProductionChamber: 'Yes',
    observations: 'Two full supers.',
  },
  {
    activityLevel: 'Medium',
    beePopulation: 'Medium',
    hiveStatus: 'Active',
    healthStatus: 'Healthy',
    hasProductionChamber: 'Yes',
  },
  {
    activityLevel: 'Low',
    beePopulation: 'Small',
    hiveStatus: 'Queenless',
    healthStatus: 'At Risk',
    hasProductionChamber: 'No',
    observations: 'No eggs; frame of brood added.',
  },
  {
    activityLevel: 'High',
    beePopulation: 'Medium',
    hiveStatus: 'Active',
    healthStatus: 'Healthy',
    hasProductionChamber: 'No',
    observations: 'New queen from this spring.',
  },
  {
    activityLevel: 'Low',
    beePopulation: 'Small',
    hiveStatus: 'Inactive',
    healthStatus: 'Unhealthy',
    hasProductionChamber: 'No',
    observations: 'Combined with its neighbour.',
  },
];
const STOCK = [
  {
    name: 'Láminas de cera',
    unit: 'Láminas',
    quantity: 40,
    minimumStock: 20,
    description: 'Cera estampada, cuadro Langstroth',
    unitCost: 120,
    currency: 'EUR',
  },
  {
    name: 'Alimento líquido',
    unit: 'Litros',
    quantity: 8,
    minimumStock: 10,
    description: 'Jarabe 2:1',
    unitCost: 95,
    currency: 'EUR',
  },
  { name: 'Ahumador', unit: 'Unidades', quantity: 2, minimumStock: 1, unitCost: 3200, currency: 'EUR' },
  {
    name: 'Oxalic acid',
    unit: 'boxes',
    quantity: 0,
    minimumStock: 1,
    description: 'For the winter treatment',
    unitCost: 1850,
    currency: 'EUR',
  },
  {
    name: 'Jars',
    unit: 'dozens',
    quantity: 15,
    minimumStock: 5,
    description: '500 g, with lids',
    unitCost: 780,
    currency: 'EUR',
  },
];
const APIARIES = [
  { name: 'El Encinar', location: 'Ladera sur, junto al arroyo', treatments: true, hives: 16, kinds: SPANISH },
  { name: 'La Vega', location: 'Huerta de los almendros', treatments: false, hives: 14, kinds: SPANISH },
  { name: 'Orchard Hill', location: 'Old apple orchard, upper gate', treatments: false, hives: 10, kinds: ENGLISH },
];

/** @throws when the database holds the demo account, whose password everybody knows */
export async function refuseDemoData(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query('select 1 from users where email = $1', [DEMO_ACCOUNT.email]);
  if (rowCount !== 0)
    throw new Error(`the database holds the demo account (${DEMO_ACCOUNT.email}), which production refuses`);
}

/** Makes the demo account with its hives, unless it is there. @returns a token to look at it with */
export async function plantDemoData({ orm, sessions }: Pick<Services, 'orm' | 'sessions'>): Promise<string> {
  const user = await underLock(orm, PLANTING, async () => {
    const em = orm.em.fork();
    const existing = await em.findOne(User, { email: DEMO_ACCOUNT.email }, { filters: false });
    if (existing) return existing;
    const passwordHash = await hashPassword(DEMO_ACCOUNT.password);
    const demo = em.create(User, { email: DEMO_ACCOUNT.email, username: 'demo', isVerified: true, passwordHash });
    for (const { hives, kinds, ...fields } of APIARIES) {
      const apiary = em.create(Apiary, { ...fields, owner: demo });
      for (const [i, template] of bank.filter(({ isDefault }) => isDefault).entries())
        question(em, apiary, template, i + 1);
      for (const { quantity, ...item } of STOCK) {
        const stocked = em.create(InventoryItem, { ...item, apiary, quantity, movementCount: quantity > 0 ? 1 : 0 });
        if (quantity === 0) continue;
        em.create(StockMovement, {
          item: stocked,
          sequence: 1,
          kind: MovementKind.INITIAL,
          amount: quantity,
          balanceAfter: quantity,
          actorId: demo.id,
          occurredAt: new Date(),
        });
      }
      for (let i = 0; i < hives; i++) {
        const strong =
          kinds[i % kinds.length]!.beePopulation !== 'Baja' && kinds[i % kinds.length]!.beePopulation !== 'Small';
        em.create(Beehive, {
          ...kinds[i % kinds.length]!,
          apiary,
          number: i + 1,
          foodFrames: strong ? 4 + (i % 4) : 1,
          broodFrames: strong ? 5 + (i % 3) : 2,
          treatments: fields.treatments && i % 5 === 2,
        });
      }
    }
    await em.flush();
    return demo;
  });

  const em = orm.em.fork();
  const seconds = sessions.lifetimes.long;
  const session = em.create(Session, { user: user.id, expiresAt: new Date(Date.now() + seconds * 1000) });
  await em.flush();
  return sessions.issueToken({ id: user.id, sessionId: session.id }, seconds);
}

/** As loadDefaultQuestions makes it. */
function question(em: EntityManager, apiary: Apiary, template: BankQuestion, position: number): Question {
  const { key, es, answerType, options, bounds, required } = template;
  return em.create(Question, {
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
