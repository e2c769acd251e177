// WHO MAY SEE WHICH ROW. One line per entity: the where-clause that a row must satisfy for this viewer.
// The same line serves both roads. Plain reads (access.ts) compile it into their SQL; managed reads get it from MikroORM as the
// always-on filter below, so that em.find and em.findOne can't see a stranger's row either.
// Everything in an apiary follows the apiary, so sharing one will be a single edit here.
import type { FilterDef, FilterQuery } from '@mikro-orm/core';
import type { Where } from '../database/where.js';
import type * as entities from '../entities.js';

type Entities = Omit<typeof entities, 'BaseEntity'>;
/** A new entity without a line here does not compile. */
type Policies = { [K in keyof Entities]: (viewer: string) => Where<InstanceType<Entities[K]>> };

const apiary = (viewer: string): Where<entities.Apiary> => ({ owner: viewer });

const item = (viewer: string): Where<entities.InventoryItem> => ({ apiary: apiary(viewer) });

const beehive = (viewer: string): Where<entities.Beehive> => ({ apiary: apiary(viewer) });
const inspection = (viewer: string): Where<entities.Inspection> => ({ beehive: beehive(viewer) });
const nobody = (): object => ({ id: null });
/** Everybody who has logged in. */
const anyone = (): object => ({});

const policies: Policies = {
  User: (viewer) => ({ id: viewer }),
  Session: (viewer) => ({ user: viewer }),
  RefreshToken: (viewer) => ({ session: { user: viewer } }),
  OneTimeToken: (viewer) => ({ user: viewer }),
  // Written by commands and read by the postman, by nobody else.
  Mail: nobody,
  // For administrators, by another door (administered, below).
  AuditEntry: nobody,
  Apiary: apiary,
  Beehive: beehive,
  InventoryItem: item,
  StockMovement: (viewer) => ({ item: item(viewer) }),
  Question: (viewer) => ({ apiary: apiary(viewer) }),
  QuestionTemplate: anyone,
  HiveQuestion: (viewer) => ({ beehive: beehive(viewer) }),
  // Follows the hive, not the apiary in which it stood then.
  Inspection: inspection,
  Answer: (viewer) => ({ inspection: inspection(viewer) }),
};

/** What administrators see of everybody. No other table has a way past its policy. */
const ADMINISTERED = ['User', 'AuditEntry'];
export function unscopedOwnership(entity: string): object {
  if (!ADMINISTERED.includes(entity)) throw new Error(`${entity} is not administered`);
  return {};
}

/** No policy or no viewer is a fault of ours and never means "no restriction". */
export function ownership(entity: string, viewer: string | undefined): object {
  const policy = (policies as Record<string, ((viewer: string) => object) | undefined>)[entity];
  if (!policy || !viewer) throw new Error(`${entity}: ${policy ? 'no viewer' : 'no access policy'}`);
  return policy(viewer);
}

/** A request's EntityManager learns its viewer with em.setFilterParams('owned', { viewer }). */
export const ownedFilter: Omit<FilterDef, 'name'> = {
  default: true,
  cond: (args, _type, _em, _options, entity) =>
    ownership(entity!, (args as { viewer?: string }).viewer) as FilterQuery<object>,
};
