import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../shared/message.js';

/** The apiaries of the account are locked, so that nobody becomes a member meanwhile. */
const LOCK = 'select count(*) from (select 1 from apiaries where owner_id = $1 order by id for no key update) locked';
/** SQL: whether others use the apiary `a`. */
export const IS_SHARED = `exists (
    select 1 from apiary_members m where m.apiary_id = a.id and coalesce(m.expires_at > now(), true))`;
export const FIND_SHARED = `select name from apiaries a where owner_id = $1 and ${IS_SHARED} order by name, id limit $2`;
const MAX_NAMES = 10;

/** @throws CONFLICT (APIARY_HAS_MEMBERS) with the names of the account's apiaries that others use */
export async function requireNoMembers(context: Context, id: string): Promise<void> {
  await runStatement(context, { text: LOCK, values: [id] });
  const shared = await runStatement<{ name: string }>(context, { text: FIND_SHARED, values: [id, MAX_NAMES] });
  if (shared.length === 0) return;
  const message = createMessage(
    'Others use these apiaries: {names}. Transfer them first, or confirm that they are deleted',
    { names: shared.map(({ name }) => name) },
  );
  throw new AppError('CONFLICT', message, { reason: 'APIARY_HAS_MEMBERS' });
}
