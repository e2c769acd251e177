import type { Context } from '../../context.js';
import { SecondFactor } from './second-factor.entity.js';

interface FactorRow {
  parent: string;
  left: number;
}

/**
 * Returns how many recovery codes an account has; undefined if it has no second factor.
 * @param accountId of an account that the viewer may read: its own or, with the permission, another
 */
export async function loadRecoveryCodesLeft(context: Context, accountId: string): Promise<number | undefined> {
  const factors = context.loaders.readModel<FactorRow>(
    SecondFactor,
    ({ table, parents }) =>
      `select user_id as parent, cardinality(recovery_hashes) as "left" from ${table}
        where user_id = any(${parents}) and confirmed_at is not null`,
    { table: context.table(SecondFactor), ownership: {} },
  );
  return (await factors.load(accountId))[0]?.left;
}
