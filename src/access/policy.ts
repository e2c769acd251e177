// The conditions and roles that the table of records (records/) states, for reads, writes and MikroORM.
import type { FilterDef, FilterQuery } from '@mikro-orm/core';
import type { ScopedTable } from '../database/loaders.js';
import type { Bind, Table } from '../database/where.js';
import type { RecordRow } from '../records/record.js';
import { records } from '../records/records.js';
import { ApiaryRole } from './apiary-role.js';
import { ADMINISTRATORS_ONLY, hasPermission, Permission, type PermissionHolder } from './permissions.js';
import { sharedApiaries } from './shared-apiaries.js';
import { requireScope, SCOPE_OF_ROLE, sessionRequired, type TokenGrant, TokenScope } from './token-scope.js';

export const rowOf = (entity: string): RecordRow<object> | undefined =>
  (records as object as Record<string, RecordRow<object>>)[entity];

/** Fields that any new version of a record may have changed: the change log does not say so. */
export const unloggedFields = (entity: string): readonly string[] => rowOf(entity)?.tracked?.unlogged ?? [];

/** The condition for an administrator: every row of an administered entity. All other tables keep their policy. */
export function unscopedOwnership(entity: string): object {
  if (!rowOf(entity)?.administered) throw new Error(`${entity} is not administered`);
  return {};
}

/** The condition on the rows that `node` finds, of those that the viewer sees. */
export const foundCondition = (entity: string, viewer: PolicyViewer): object => rowOf(entity)?.found?.(viewer.id) ?? {};

/** Whether an account sees the rows of all accounts. */
export function isAdministeredBy(entity: string, holder: PermissionHolder): boolean {
  const needed = rowOf(entity)?.administered;
  return needed !== undefined && hasPermission(holder, needed === 'ADMIN' ? ADMINISTRATORS_ONLY : Permission[needed]);
}

/** Who reads or writes, as far as the policy needs to know. */
export interface PolicyViewer {
  id: string;
  /** Whether apiaries of others are, or were, shared with the account. */
  isMember: boolean;
  /** The personal access token with which the request was sent. */
  token?: TokenGrant | undefined;
}

/** The least role that a write of an entity needs. */
export function roleTo(action: 'create' | 'update' | 'delete', { name }: { name: string }): ApiaryRole {
  return ApiaryRole[rowOf(name)?.roles?.[action] ?? 'OWNER'];
}

/** The scope that a token needs for a mutation; undefined for one that needs a session. */
export const scopeOfMutation = (name: string): TokenScope | undefined => SCOPES.get(name);

const SCOPES = new Map<string, TokenScope>();
for (const { synced, otherOperations = [], recordOperations = [], roles } of Object.values(
  records as object,
) as RecordRow<object>[])
  for (const name of [...(synced?.operations ?? []), ...otherOperations])
    SCOPES.set(name, recordOperations.includes(name) ? TokenScope.RECORD : SCOPE_OF_ROLE[roles?.create ?? 'VIEWER']);

/** Whether the request may read rows of the entity at all. */
export const mayRead = (entity: string, { token }: PolicyViewer): boolean => !token || rowOf(entity)?.tokens !== 'NONE';

/** @throws FORBIDDEN (SESSION_REQUIRED, SCOPE_MISSING) */
function requireGrant(entity: string, token: TokenGrant, needed: ApiaryRole | undefined): void {
  const limit = rowOf(entity)?.tokens;
  if (limit === 'NONE' || (limit === 'READ' && needed)) throw sessionRequired();
  requireScope(token, needed ? SCOPE_OF_ROLE[needed] : TokenScope.READ);
}

/** The rows in the apiaries to which a token is limited. Rows of no apiary are not in them. */
function withinApiaries(entity: string, ownership: object, { token }: PolicyViewer, needed?: ApiaryRole): object {
  const { path, otherwise, readAlso } = rowOf(entity) ?? {};
  if (!token?.apiaryIds || !path) return ownership;
  const also = needed ? undefined : readAlso;
  const { apiaryIds } = token;
  const $lookup = { path, otherwise, also, among: (bind: Bind) => `select unnest(${bind(apiaryIds)}::uuid[])` };
  return { $and: [ownership, { $lookup }] };
}

/** @throws Error without a policy or a viewer: that is a bug and must never mean "no restriction" */
function policyOf(entity: string, viewer: string | undefined): object {
  const policy = rowOf(entity)?.policy;
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
  const { path, otherwise, readAlso, roles, reserved } = rowOf(entity)!;
  const role = needed ?? ApiaryRole[roles?.read ?? 'VIEWER'];
  if (!path || !viewer.isMember || role === ApiaryRole.OWNER) return own;
  const also = needed ? undefined : readAlso;
  const ofMembers = (least: ApiaryRole): object => ({
    $lookup: { path, otherwise, also, among: sharedApiaries(viewer.id, least) },
  });
  if (!reserved) return { $or: [own, ofMembers(role)] };
  return { $or: [own, { ...reserved.except, ...ofMembers(role) }, ofMembers(ApiaryRole[reserved.for])] };
}

/**
 * The relation through which the rows of an account are found: no index of their table starts with the owner, which every write would pay
 * for. Undefined if one does: there, rows may outlive their parents.
 */
export function parentOf(entity: string): string | undefined {
  const { path, otherwise, outlives, reserved } = rowOf(entity) ?? {};
  return otherwise || outlives || reserved ? undefined : path?.[0];
}

/** The same rows, found through the apiaries: for statements that name no parent. */
export function ownershipPath(entity: string, viewer: PolicyViewer): object {
  const { path = [], foundByOwner, roles } = rowOf(entity) ?? {};
  // By the owner, or by the apiaries that are shared, if rows have those as a column: by one index or the other.
  const isIndexed = foundByOwner && (!viewer.isMember || path.length === 1);
  if (parentOf(entity) === undefined || isIndexed) return ownership(entity, viewer);
  const ofApiary = (path as readonly string[]).reduceRight(
    (where, name) => ({ [name]: where }),
    ownership('Apiary', viewer, roles?.read && ApiaryRole[roles.read]),
  );
  return viewer.isMember ? ofApiary : { $filter: policyOf(entity, viewer.id), ...ofApiary };
}

/** The viewer is set for each request with em.setFilterParams('owned', { viewer }). Members find rows of others through access.ts only. */
export const ownedFilter: Omit<FilterDef, 'name'> = {
  default: true,
  cond: (args, _type, _em, _options, entity) =>
    policyOf(entity!, (args as { viewer?: string }).viewer) as FilterQuery<object>,
};

/** A table with the condition that limits it to the rows that an account may see or, with `role`, write. */
export const scopeOf = (table: Table, viewer: PolicyViewer, role?: ApiaryRole): ScopedTable => {
  const { className } = table.meta;
  if (viewer.token) requireGrant(className, viewer.token, role);
  return {
    table,
    ownership: withinApiaries(className, ownership(className, viewer, role), viewer, role),
    path: () => withinApiaries(className, ownershipPath(className, viewer), viewer),
  };
};
