// The registry of entities: who may see which rows, how they are exported and what the change log records. Plain reads (access.ts)
// compile the condition into their SQL; managed reads get it from MikroORM as the filter below, so that em.find cannot return another
// account's row either. Every row in an apiary has the apiary's owner as `ownerId`, which the database keeps true (ADR 0003).
import type { FilterDef, FilterQuery } from '@mikro-orm/core';
import type { Where } from '../database/where.js';
import type * as entities from '../entities.js';
import { type Tracking, tracking } from './tracking.js';

type Entities = Omit<typeof entities, 'BaseEntity' | 'OwnedEntity' | 'TrackedEntity'>;
/** The condition that a row must satisfy for this viewer. */
type Policy<T> = (viewer: string) => Where<T>;

interface Options {
  /** The name of its list in the data export. `exportColumns` maps a renamed column to its name in the export. */
  exportAs?: string;
  exportColumns?: Record<string, string>;
  /** Triggers write its changes to the log (tracking.ts). */
  tracked?: Tracking;
  /** Accounts with the right permission see every row, through `context.unscoped`. */
  administered?: true;
}
interface Registration<T> extends Options {
  policy: Policy<T>;
  /** Leads to the same rows through the apiaries of the account, for statements that name no parent: no index starts with the owner. */
  path?: Policy<T>;
}
/** An entity without a registration does not compile. */
type Registry = { [K in keyof Entities]: Registration<InstanceType<Entities[K]>> };

const owned = <T>(policy: Policy<NoInfer<T>>, options: Options = {}): Registration<T> => ({ policy, ...options });
/** Rows that clients cannot read: commands write them, background work reads them. */
const internal = <T>(options: Options = {}): Registration<T> => ({
  policy: () => ({ id: null }) as object,
  ...options,
});
/** Rows that every account can read. */
const shared = <T>(): Registration<T> => ({ policy: () => ({}) });

/** Rows in an apiary have its owner as `ownerId`. An inspection follows its hive when that moves to another apiary. */
const inApiary = <T extends entities.OwnedEntity>(path: Policy<NoInfer<T>>, options: Options): Registration<T> => ({
  policy: (viewer) => ({ ownerId: viewer }) as Where<T>,
  path,
  ...options,
});
const viaApiary = (viewer: string) => ({ apiary: { user: viewer } }) satisfies Where<entities.Beehive>;
const viaBeehive = (viewer: string) => ({ beehive: viaApiary(viewer) }) satisfies Where<entities.Inspection>;

/** The order is that of the export. */
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
    tracked: tracking.apiary,
  }),
  Beehive: inApiary(viaApiary, {
    exportAs: 'beehives',
    exportColumns: { beehiveNumber: 'number', isTreated: 'treatments' },
    tracked: tracking.beehive,
  }),
  Question: inApiary(viaApiary, { exportAs: 'questions', tracked: tracking.question }),
  BeehiveQuestion: inApiary(viaBeehive, { exportAs: 'hiveQuestions', tracked: tracking.beehiveQuestion }),
  QuestionTemplate: shared(),
  Inspection: inApiary(viaBeehive, { exportAs: 'inspections', tracked: tracking.inspection }),
  Answer: inApiary((viewer) => ({ inspection: viaBeehive(viewer) }), { exportAs: 'answers' }),
  InventoryItem: inApiary(viaApiary, {
    exportAs: 'inventoryItems',
    exportColumns: { itemName: 'name' },
    tracked: tracking.inventoryItem,
  }),
  StockMovement: inApiary((viewer) => ({ item: viaApiary(viewer) }), {
    exportAs: 'stockMovements',
    tracked: tracking.stockMovement,
  }),
  // Not by the owner at the time of the change, because an apiary takes its history along.
  Activity: { policy: viaApiary, path: (viewer) => ({ ownerId: viewer }), exportAs: 'activity' },
};

const registrationOf = (entity: string): Registration<object> | undefined =>
  (registry as Record<string, Registration<object>>)[entity];

/** The condition for an administrator: every row of an administered entity. All other tables keep their policy. */
export function unscopedOwnership(entity: string): object {
  if (!registrationOf(entity)?.administered) throw new Error(`${entity} is not administered`);
  return {};
}

/** @throws Error without a policy or a viewer: that is a bug and must never mean "no restriction" */
export function ownership(entity: string, viewer: string | undefined): object {
  const policy = registrationOf(entity)?.policy;
  if (!policy || !viewer) throw new Error(`${entity}: ${policy ? 'no viewer' : 'no access policy'}`);
  return policy(viewer);
}

/** The condition that finds a viewer's rows without a parent; empty for tables that have an index for it. */
export const ownershipPath = (entity: string, viewer: string): object => registrationOf(entity)?.path?.(viewer) ?? {};

/** The viewer is set for each request with em.setFilterParams('owned', { viewer }). */
export const ownedFilter: Omit<FilterDef, 'name'> = {
  default: true,
  cond: (args, _type, _em, _options, entity) =>
    ownership(entity!, (args as { viewer?: string }).viewer) as FilterQuery<object>,
};
