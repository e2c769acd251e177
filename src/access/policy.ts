// The registry of entities: who may see which rows, and what follows from it. Plain reads (access.ts) compile a row's condition into their
// SQL; managed reads get it from MikroORM as the always-on filter below, so that em.find and em.findOne cannot see another account's row
// either. Everything in an apiary follows the apiary, so sharing one is a change in one place.
import type { FilterDef, FilterQuery } from '@mikro-orm/core';
import type { Where } from '../database/where.js';
import type * as entities from '../entities.js';

type Entities = Omit<typeof entities, 'BaseEntity'>;
/** The condition that a row must satisfy for this viewer. */
type Policy<T> = (viewer: string) => Where<T>;

interface Options {
  /** Its list in the export of an account's data. Renamed columns keep the name that they have in /api/v1. */
  exportAs?: string;
  exportColumns?: Record<string, string>;
  /** A deletion is remembered, so that it can be repeated (idempotency/tombstones.ts); its table has the trigger `tombstone_written`. */
  tombstone?: true;
  /** Accounts with the right permission see every row, through `context.unscoped`. */
  administered?: true;
}
interface Registration<T> extends Options {
  policy: Policy<T>;
}
/** A new entity without a line here does not compile. */
type Registry = { [K in keyof Entities]: Registration<InstanceType<Entities[K]>> };

const owned = <T>(policy: Policy<NoInfer<T>>, options: Options = {}): Registration<T> => ({ policy, ...options });
/** Rows that no client reads: commands write them, and background work reads them. */
const internal = <T>(options: Options = {}): Registration<T> => ({
  policy: () => ({ id: null }) as object,
  ...options,
});
/** Rows that every account reads. */
const shared = <T>(): Registration<T> => ({ policy: () => ({}) });

const viaApiary = (viewer: string) => ({ apiary: { user: viewer } }) satisfies Where<entities.Beehive>;
const viaBeehive = (viewer: string) => ({ beehive: viaApiary(viewer) }) satisfies Where<entities.Inspection>;

/** In the order of the export. */
export const registry: Registry = {
  User: owned((viewer) => ({ id: viewer }), { exportAs: 'user', administered: true }),
  Session: owned((viewer) => ({ user: viewer }), { exportAs: 'sessions' }),
  RefreshToken: owned((viewer) => ({ session: { user: viewer } })),
  OneTimeToken: owned((viewer) => ({ user: viewer })),
  Mail: internal(),
  AuditEntry: internal({ administered: true }),
  Apiary: owned((viewer) => ({ user: viewer }), {
    exportAs: 'apiaries',
    exportColumns: { userId: 'ownerId' },
    tombstone: true,
  }),
  Beehive: owned(viaApiary, {
    exportAs: 'beehives',
    exportColumns: { beehiveNumber: 'number', isTreated: 'treatments' },
    tombstone: true,
  }),
  Question: owned(viaApiary, { exportAs: 'questions', tombstone: true }),
  BeehiveQuestion: owned(viaBeehive, { exportAs: 'hiveQuestions', tombstone: true }),
  QuestionTemplate: shared(),
  // Follows the hive, not the apiary in which it stood then.
  Inspection: owned(viaBeehive, { exportAs: 'inspections' }),
  Answer: owned((viewer) => ({ inspection: viaBeehive(viewer) }), { exportAs: 'answers' }),
  InventoryItem: owned(viaApiary, {
    exportAs: 'inventoryItems',
    exportColumns: { itemName: 'name' },
    tombstone: true,
  }),
  StockMovement: owned((viewer) => ({ item: viaApiary(viewer) }), { exportAs: 'stockMovements' }),
};

const registrationOf = (entity: string): Registration<object> | undefined =>
  (registry as Record<string, Registration<object>>)[entity];

/** The condition for somebody who may see every row of an administered entity; no other table has a way past its policy. */
export function unscopedOwnership(entity: string): object {
  if (!registrationOf(entity)?.administered) throw new Error(`${entity} is not administered`);
  return {};
}

/** A missing policy or viewer is a fault of ours and never means "no restriction". */
export function ownership(entity: string, viewer: string | undefined): object {
  const policy = registrationOf(entity)?.policy;
  if (!policy || !viewer) throw new Error(`${entity}: ${policy ? 'no viewer' : 'no access policy'}`);
  return policy(viewer);
}

/** A request's EntityManager learns its viewer with em.setFilterParams('owned', { viewer }). */
export const ownedFilter: Omit<FilterDef, 'name'> = {
  default: true,
  cond: (args, _type, _em, _options, entity) =>
    ownership(entity!, (args as { viewer?: string }).viewer) as FilterQuery<object>,
};
