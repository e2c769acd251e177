// The rules of granting: nobody grants, changes or removes a role that is not below their own.
import { ApiaryRole } from '../../access/apiary-role.js';
import { AppError, roleTooLow } from '../../errors.js';
import { createMessage, type MessageText } from '../../messages/message.js';

const DAY_MS = 86_400_000;
/** How long the access of an inspector may last. */
export const MAX_INSPECTOR_DAYS = 366;

/** The highest role first. */
const ROLES = Object.values(ApiaryRole);
const GRANTABLE = ROLES.filter((role) => role !== ApiaryRole.OWNER);

export const isBelow = (role: ApiaryRole, other: ApiaryRole): boolean => ROLES.indexOf(role) > ROLES.indexOf(other);
export const rolesBelow = (role: ApiaryRole): ApiaryRole[] => ROLES.filter((one) => isBelow(one, role));

/** @throws FORBIDDEN (ROLE_TOO_LOW) */
export function requireBelow(role: ApiaryRole, own: ApiaryRole): void {
  if (!isBelow(role, own)) throw roleTooLow();
}

/**
 * @param field the name of the argument that contains the date
 * @throws BAD_USER_INPUT for OWNER, for an inspector without a date of the near future, and for a date with another role
 */
export function requireGrantable(role: ApiaryRole, until: Date | null | undefined, field: string): void {
  if (role === ApiaryRole.OWNER) throw invalid('role', createMessage('must be one of {values}', { values: GRANTABLE }));
  if (role !== ApiaryRole.INSPECTOR) {
    if (until != null) throw invalid(field, 'must be omitted unless the role is INSPECTOR');
    return;
  }
  if (until == null) throw invalid(field, 'is required for the role INSPECTOR');
  const days = (until.getTime() - Date.now()) / DAY_MS;
  if (days > 0 && days <= MAX_INSPECTOR_DAYS) return;
  throw invalid(
    field,
    createMessage('must be in the future, at most {max} days from now', { max: MAX_INSPECTOR_DAYS }),
  );
}

export const invalid = (field: string, message: MessageText): AppError => AppError.badInput([{ field, message }]);
