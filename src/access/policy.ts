// The registry of entities: who may see and write which rows, how they are exported and what the change log records. Reads and
// writes (access.ts) compile the condition into their SQL; MikroORM gets it as the filter below, so that em.find cannot return another
// account's row either. Every row in an apiary has the apiary's owner as `ownerId`, which the database keeps true (ADR 0003).
import type { FilterDef, FilterQuery } from '@mikro-orm/core';
import type { Relation } from '../database/row.js';
import type { Where } from '../database/where.js';
import type * as entities from '../entities.js';
import { ApiaryRole } from './apiary-role.js';
import { sharedApiaries } from './shared-apiaries.js';
import { type Tracking, tracking } from './tracking.js';

type Entities = Omit<typeof entities, 'BaseEntity' | 'OwnedEntity' | 'TrackedEntity'>;
/** The condition that a row must satisfy to belong to this viewer. */
type Policy<T> = (viewer: string) => Where<T>;
/** The names of the relations that lead from a row to its apiary. */
type ApiaryPath<T> = T extends entities.Apiary ? readonly [] : readonly [Relation<T>, ...string[]];

/** The least roles that members need for the rows of an apiary. */
export interface Roles {
  /** If absent, every member reads. */
  read?: ApiaryRole;
  create: ApiaryRole;
  update: ApiaryRole;
  delete: ApiaryRole;
}
interface Options {
  /** The name of its list in the data export. `exportColumns` maps a renamed column to its name in the export. */
  exportAs?: string;
  /** The rows of the list, among those that the account sees; without it, those that belong to the account. */
  exportWhere?: (viewer: string) => object;
  exportColumns?: Record<string, string>;
  /** Triggers write its changes to the log (tracking.ts). */
  tracked?: Tracking;
  /** Accounts with the right permission see every row, through `context.unscoped`. */
  administered?: true;
  /** Members with a lower role than this one read only the rows that satisfy the condition. */
  reserved?: { for: ApiaryRole; except: object };
  /** Leads to the apiary if the path ends before. Such rows outlive their parents, so their tables have an index by owner. */
  otherwise?: readonly string[];
  /** Rows outlive their apiary, and stay with their owner without one: the table has an index by owner. */
  outlives?: true;
  /** Leads to another apiary, whose members read the row too. */
  readAlso?: readonly string[];
}
interface Registration<T> extends Options {
  policy: Policy<T>;
  /** With it, the members of the apiary see the row too. */
  path?: ApiaryPath<T>;
  /** If absent, members write no rows. */
  roles?: Roles;
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
const inApiary = <T extends entities.OwnedEntity>(
  path: ApiaryPath<NoInfer<T>>,
  roles: Roles,
  options: Options = {},
): Registration<T> => ({
  policy: (viewer) => ({ ownerId: viewer }) as Where<T>,
  path,
  roles,
  ...options,
});

const { OWNER, MANAGER, WORKER, VIEWER } = ApiaryRole;
const managed: Roles = { create: MANAGER, update: MANAGER, delete: MANAGER };
const recorded: Roles = { create: WORKER, update: WORKER, delete: WORKER };

/** The order is that of the export. */
export const registry: Registry = {
  User: owned((viewer) => ({ id: viewer }), { exportAs: 'user', administered: true }),
  Session: owned((viewer) => ({ user: viewer }), { exportAs: 'sessions' }),
  RefreshToken: owned((viewer) => ({ session: { user: viewer } })),
  OneTimeToken: owned((viewer) => ({ user: viewer })),
  Mail: internal(),
  AuditEntry: internal({ administered: true }),
  Apiary: {
    policy: (viewer) => ({ user: viewer }),
    path: [],
    // Who creates an apiary owns it.
    roles: { create: OWNER, update: MANAGER, delete: OWNER },
    exportAs: 'apiaries',
    exportColumns: { userId: 'ownerId' },
    tracked: tracking.apiary,
  },
  ApiaryMember: inApiary(['apiary'], managed, {
    exportAs: 'memberships',
    exportWhere: (viewer) => ({ user: viewer }),
    tracked: tracking.apiaryMember,
  }),
  ApiaryInvitation: inApiary(['apiary'], { ...managed, read: MANAGER }, { tracked: tracking.apiaryInvitation }),
  Beehive: inApiary(
    ['apiary'],
    { create: MANAGER, update: WORKER, delete: MANAGER },
    {
      exportAs: 'beehives',
      exportColumns: { beehiveNumber: 'number', isTreated: 'treatments' },
      tracked: tracking.beehive,
    },
  ),
  // Triggers write the placements of a hive; its day can be corrected.
  BeehivePlacement: inApiary(['beehive', 'apiary'], managed, {
    exportAs: 'beehivePlacements',
    tracked: tracking.beehivePlacement,
  }),
  ColonyEvent: inApiary(['beehive', 'apiary'], recorded, {
    exportAs: 'colonyEvents',
    tracked: tracking.colonyEvent,
  }),
  Question: inApiary(['apiary'], managed, { exportAs: 'questions', tracked: tracking.question }),
  BeehiveQuestion: inApiary(['beehive', 'apiary'], managed, {
    exportAs: 'hiveQuestions',
    tracked: tracking.beehiveQuestion,
  }),
  QuestionTemplate: shared(),
  Inspection: inApiary(['beehive', 'apiary'], recorded, {
    exportAs: 'inspections',
    tracked: tracking.inspection,
  }),
  Answer: inApiary(['inspection', 'beehive', 'apiary'], recorded, { exportAs: 'answers' }),
  InventoryItem: inApiary(['apiary'], managed, {
    exportAs: 'inventoryItems',
    exportColumns: { itemName: 'name' },
    tracked: tracking.inventoryItem,
  }),
  // A movement is recorded in the statement that changes the quantity of its item.
  StockMovement: inApiary(['item', 'apiary'], recorded, {
    exportAs: 'stockMovements',
    tracked: tracking.stockMovement,
  }),
  // A record outlives its hive: then the apiary in which the hive stood decides. That one has it in its register in any case. Its
  // revisions are its log.
  Treatment: inApiary(['beehive', 'apiary'], recorded, {
    exportAs: 'treatments',
    otherwise: ['apiary'],
    readAlso: ['apiary'],
  }),
  TreatmentFollowUp: inApiary(['treatment', 'beehive', 'apiary'], recorded, {
    exportAs: 'treatmentFollowUps',
    otherwise: ['treatment', 'apiary'],
    tracked: tracking.treatmentFollowUp,
  }),
  MiteCount: inApiary(['beehive', 'apiary'], recorded, { exportAs: 'miteCounts', tracked: tracking.miteCount }),
  // A queen is where her hive is. She outlives both, as the mother of others.
  Queen: inApiary(['apiary'], recorded, { exportAs: 'queens', outlives: true, tracked: tracking.queen }),
  QueenReign: inApiary(['beehive', 'apiary'], recorded, { exportAs: 'queenReigns', tracked: tracking.queenReign }),
  // Records of food stay with the account that harvested, without their apiary when that is deleted or transferred (ADR 0031).
  Harvest: inApiary(['apiary'], recorded, { exportAs: 'harvests', outlives: true, tracked: tracking.harvest }),
  HarvestSource: inApiary(['harvest', 'apiary'], recorded, { exportAs: 'harvestSources', outlives: true }),
  HarvestRevision: inApiary(['harvest', 'apiary'], recorded, { exportAs: 'harvestRevisions', outlives: true }),
  Lot: inApiary(['apiary'], recorded, { exportAs: 'lots', outlives: true, tracked: tracking.lot }),
  LotHarvest: inApiary(['lot', 'apiary'], recorded, { exportAs: 'lotHarvests', outlives: true }),
  LotPack: inApiary(['lot', 'apiary'], recorded, { exportAs: 'lotPacks', outlives: true, tracked: tracking.lotPack }),
  // Written by triggers only. An apiary that gets another owner takes it along. Who does not see invitations does not see their log either.
  Activity: {
    policy: (viewer) => ({ ownerId: viewer }),
    path: ['apiary'],
    reserved: { for: MANAGER, except: { kind: { $ne: 'ApiaryInvitation' } } },
    exportAs: 'activity',
  },
};

const registrationOf = (entity: string): Registration<object> | undefined =>
  (registry as Record<string, Registration<object>>)[entity];

/** Fields that any new version of a record may have changed: the change log does not say so. */
export const unloggedFields = (entity: string): readonly string[] => registrationOf(entity)?.tracked?.unlogged ?? [];

/** The condition for an administrator: every row of an administered entity. All other tables keep their policy. */
export function unscopedOwnership(entity: string): object {
  if (!registrationOf(entity)?.administered) throw new Error(`${entity} is not administered`);
  return {};
}

/** Who reads or writes, as far as the policy needs to know. */
export interface PolicyViewer {
  id: string;
  /** Whether apiaries of others are, or were, shared with the account. */
  isMember: boolean;
}

/** The least role that a write of an entity needs. */
export function roleTo(action: 'create' | 'update' | 'delete', { name }: { name: string }): ApiaryRole {
  return registrationOf(name)?.roles?.[action] ?? OWNER;
}

/** @throws Error without a policy or a viewer: that is a bug and must never mean "no restriction" */
function policyOf(entity: string, viewer: string | undefined): object {
  const policy = registrationOf(entity)?.policy;
  if (!policy || !viewer) throw new Error(`${entity}: ${policy ? 'no viewer' : 'no access policy'}`);
  return policy(viewer);
}

/**
 * The rows that belong to the viewer, or to an apiary in which the viewer is a member. The memberships are read by each statement, so
 * that the next one after a removal is refused.
 * @param needed the least role of the member; if omitted, that of a reader
 */
export function ownership(entity: string, viewer: PolicyViewer, needed?: ApiaryRole): object {
  const own = policyOf(entity, viewer.id);
  const { path, otherwise, readAlso, roles, reserved } = registrationOf(entity)!;
  const role = needed ?? roles?.read ?? VIEWER;
  if (!path || !viewer.isMember || role === OWNER) return own;
  const also = needed ? undefined : readAlso;
  const ofMembers = (least: ApiaryRole): object => ({
    $lookup: { path, otherwise, also, among: sharedApiaries(viewer.id, least) },
  });
  if (!reserved) return { $or: [own, ofMembers(role)] };
  return { $or: [own, { ...reserved.except, ...ofMembers(role) }, ofMembers(reserved.for)] };
}

/** The same rows, found through the apiaries: for statements that name no parent, because no index of these tables starts with the owner. */
export function ownershipPath(entity: string, viewer: PolicyViewer): object {
  const { path = [], otherwise, outlives, roles, reserved } = registrationOf(entity) ?? {};
  if (path.length === 0 || otherwise || outlives || reserved) return ownership(entity, viewer);
  const ofApiary = (path as readonly string[]).reduceRight(
    (where, name) => ({ [name]: where }),
    ownership('Apiary', viewer, roles?.read),
  );
  return viewer.isMember ? ofApiary : { ...policyOf(entity, viewer.id), ...ofApiary };
}

/** The viewer is set for each request with em.setFilterParams('owned', { viewer }). Members find rows of others through access.ts only. */
export const ownedFilter: Omit<FilterDef, 'name'> = {
  default: true,
  cond: (args, _type, _em, _options, entity) =>
    policyOf(entity!, (args as { viewer?: string }).viewer) as FilterQuery<object>,
};
