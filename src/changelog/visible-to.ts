// Who sees an entry of the change log, for statements that read it for many accounts: what the row of Activity in records/ says, which
// `Access` compiles for one account.
import { ApiaryRole } from '../access/apiary-role.js';
import { hasRole } from '../access/shared-apiaries.js';
import { RESERVED_KIND, records } from '../records/records.js';

const { VIEWER } = ApiaryRole;
const LEAST = ApiaryRole[records.Activity.reserved!.for];

/** SQL: what every member sees of the entries `c`. */
export const IS_FOR_ALL = `c.entity <> '${RESERVED_KIND}'`;

/** SQL: whether the account sees the entry `c` now. */
export const visibleTo = (account: string): string => `(c.owner_id = ${account} or exists (
    select 1 from apiary_members m where m.apiary_id = c.apiary_id and m.user_id = ${account}
      and ${hasRole(VIEWER)} and (${IS_FOR_ALL} or ${hasRole(LEAST)})))`;
