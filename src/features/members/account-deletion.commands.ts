import { type QueryTarget, runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';

/** The apiaries of the account are locked, so that nobody becomes a member meanwhile. */
const LOCK = 'select count(*) from (select 1 from apiaries where owner_id = $1 order by id for no key update) locked';
/** SQL: whether others use the apiary `a`. */
const IS_SHARED = `exists (
    select 1 from apiary_members m where m.apiary_id = a.id and coalesce(m.member_until > now(), true))`;
const FIND_SHARED = `select name from apiaries a where owner_id = $1 and ${IS_SHARED} order by name, id limit $2`;
const MAX_NAMES = 10;

/**
 * Locks the apiaries of the account until the transaction ends, so that nobody becomes a member after this.
 * @returns the names of those that others use, at most ten
 */
export async function lockSharedApiaries(request: QueryTarget, ownerId: string): Promise<string[]> {
  await runStatement(request, { text: LOCK, values: [ownerId] });
  const shared = await runStatement<{ name: string }>(request, { text: FIND_SHARED, values: [ownerId, MAX_NAMES] });
  return shared.map(({ name }) => name);
}

/** @throws CONFLICT (APIARY_HAS_MEMBERS) with the names of the account's apiaries that others use */
export async function requireNoMembers(request: QueryTarget, ownerId: string): Promise<void> {
  const names = await lockSharedApiaries(request, ownerId);
  if (names.length === 0) return;
  const message = createMessage(
    'Others use these apiaries: {names}. Transfer them first, or confirm that they are deleted',
    { names },
  );
  throw new AppError('CONFLICT', message, { reason: 'APIARY_HAS_MEMBERS' });
}
