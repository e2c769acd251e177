// The apiaries that others share with an account, read from its memberships by the statement itself.
import type { Lookup } from '../database/where.js';
import { ApiaryRole } from './apiary-role.js';

const { MANAGER, WORKER, VIEWER } = ApiaryRole;

/** The apiaries in which the account has exactly this role, which is not OWNER. */
export const withRole = (viewer: string, role: ApiaryRole): Lookup => ({
  path: [],
  among: (bind) => `${sharedApiaries(viewer, VIEWER)(bind)} and role = ${bind(role)}`,
});

/** The apiaries in which the account has at least this role. */
export const sharedApiaries =
  (viewer: string, role: ApiaryRole): Lookup['among'] =>
  (bind) =>
    `select apiary_id from apiary_members where user_id = ${bind(viewer)} and ${hasRole(role)}`;

/** SQL of `apiary_members`. Roles above VIEWER do not expire. */
export function hasRole(role: ApiaryRole): string {
  if (role === VIEWER) return '(member_until is null or member_until > now())';
  return role === WORKER ? `role in ('${WORKER}', '${MANAGER}')` : `role = '${MANAGER}'`;
}
