// What a row of the table of records (records.ts) says of an entity.

import type { Relation } from '../database/row.js';
import type { Where } from '../database/where.js';
import type * as entities from '../entities.js';
import type { Tracking } from './tracking.js';

type Entities = Omit<typeof entities, 'BaseEntity' | 'OwnedEntity' | 'TrackedEntity'>;
/** The name of an entity. */
export type RecordName = keyof Entities;
/** An entity without a row does not compile, and one with an owner whose row does not say to what it belongs. */
export type Records = { [K in RecordName]: RowOf<InstanceType<Entities[K]>> };
type RowOf<T> = T extends entities.OwnedEntity ? RowInApiary<T> : RecordRow<T>;
/** Ownership follows from the path (ownership.ts). */
type RowInApiary<T> = RecordRow<T> & { path: ApiaryPath<T> };

/** The names of the relations that lead from a row to its apiary. */
type ApiaryPath<T> = T extends entities.Apiary ? readonly [] : readonly [Relation<T>, ...string[]];
type RoleName = 'OWNER' | 'MANAGER' | 'WORKER' | 'VIEWER';

/** The least roles that members need for the rows of an apiary. */
export interface Roles {
  /** If absent, every member reads. */
  read?: RoleName;
  create: RoleName;
  update: RoleName;
  delete: RoleName;
}

/** What the records of a step belong to. `moved`: a hive itself, which otherwise comes with its apiary. */
export type StepParent = 'apiary' | 'beehive' | 'moved' | 'item' | 'owner';
/** A step of the first copy of everything (features/sync/copies.queries.ts): the records of each parent `p`. */
export interface Step {
  parent: StepParent;
  /** A further condition on the record `r`, whose column of the parent is `p.id`. */
  where?: string;
  /** Names their table `r`, and their condition, if they have no such column. `isKnown`: the client gets a record by an earlier step. */
  from?: (isKnown: (id: string) => string) => string;
}

/** A record that clients find in the log of changes, or keep copies of, or that imports create. */
interface Kind {
  /** What a record is: the description of its `RecordKind`. In parentheses: what goes with a deleted one. */
  label: string;
  /** Triggers write its changes to the log. */
  tracked?: Tracking;
  /** Clients keep copies of it. */
  synced?: {
    /**
     * By their numbers, which the cursors of clients contain: they never change, and a new step has the next number. A parent has a lower
     * number than its children.
     */
    steps: Record<number, StepParent | Step>;
    /** The mutations of `push`. A personal access token with the scope of `roles.create` may call them. */
    operations?: readonly string[];
  };
}
type NoKind = { [K in keyof Kind]?: never };

interface CommonOptions {
  /** Those of the mutations that a token with the scope RECORD may call, where `roles.create` needs more. */
  recordOperations?: readonly string[];
  /** Mutations that tokens may call as well, and that are not in `push`. */
  otherOperations?: readonly string[];
  /** What personal access tokens do with the rows, at most. If absent, what `roles` and the scope of the token allow. */
  tokens?: 'NONE' | 'READ';
  /** The name of its list in the data export. `exportColumns` maps a renamed column to its name in the export. */
  exportAs?: string;
  /** The rows of the list, among those that the account sees; without it, those that belong to the account. */
  exportWhere?: (viewer: string) => object;
  exportColumns?: Record<string, string>;
  /** Its rows have a position, which only the own export has exactly. */
  exportsPosition?: true;
  /** An import of an archive restores it, although it is in no apiary. */
  restored?: true;
  /** Accounts with this permission, or administrators alone, see every row: through `context.unscoped`, and with `node`. */
  administered?: 'USERS_READ' | 'ADMIN';
  /** Those of the rows that `node` finds, where lists leave others out. */
  found?: (viewer: string) => object;
  /** Members with a lower role than this one read only the rows that satisfy the condition. */
  reserved?: { for: RoleName; except: object };
  /** Leads to the apiary if the path ends before. Such rows outlive their parents, so their tables have an index by owner. */
  otherwise?: readonly string[];
  /** Rows outlive their apiary, and stay with their owner without one: the table has an index by owner. */
  outlives?: true;
  /** Rows keep their owner when their apiary gets another one, and leave it. Otherwise, they go with their apiary. */
  staysWithOwner?: true;
  /** There are indexes by owner, although the rows do not outlive their apiary: an account finds its own rows without the apiaries. */
  foundByOwner?: true;
  /** Leads to another apiary, whose members read the row too. */
  readAlso?: readonly string[];
}
type Options = CommonOptions & (Kind | NoKind);
export type RecordRow<T> = Options & {
  /** The condition that a row must satisfy to belong to this viewer. */
  policy: (viewer: string) => Where<T>;
  /** With it, the members of the apiary see the row too. */
  path?: ApiaryPath<T>;
  /** If absent, members write no rows. */
  roles?: Roles;
};

export const managed: Roles = { create: 'MANAGER', update: 'MANAGER', delete: 'MANAGER' };
export const recorded: Roles = { create: 'WORKER', update: 'WORKER', delete: 'WORKER' };

/** Rows of an account. Without `tokens`, only sessions see them: they are what an account keeps, or lets in, by. */
export const owned = <T>(policy: RecordRow<NoInfer<T>>['policy'], options: Options = {}): RecordRow<T> => ({
  tokens: 'NONE',
  policy,
  ...options,
});
/** Rows that clients cannot read: commands write them, background work reads them. */
export const internal = <T>(options: Options = {}): RecordRow<T> => ({
  tokens: 'NONE',
  policy: () => ({ id: null }) as object,
  ...options,
});
/** Rows that every account can read. */
export const shared = <T>(): RecordRow<T> => ({ tokens: 'READ', policy: () => ({}) });

/** Rows in an apiary have its owner as `ownerId`. An inspection follows its hive when that moves to another apiary. */
export const inApiary = <T extends entities.OwnedEntity>(
  path: ApiaryPath<NoInfer<T>>,
  roles: Roles,
  options: Options = {},
): RowInApiary<T> => ({
  policy: (viewer) => ({ ownerId: viewer }) as Where<T>,
  path,
  roles,
  ...options,
});

/** The step of rows that outlive their apiary. */
export const withoutApiary: Step = { parent: 'owner', where: 'apiary_id is null' };
