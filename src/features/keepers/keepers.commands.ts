import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { User } from '../accounts/user.entity.js';
import { Keeper } from './keeper.entity.js';
import type { CreateKeeperInput } from './keepers.inputs.js';

/** The most that an account can have. A trigger counts as well, because an archive is restored without this command. */
export const MAX_KEEPERS = 100;

/** @throws CONFLICT (TOO_MANY_KEEPERS, KEEPER_DAY_TAKEN) */
export async function createKeeper(
  { access, em, viewer }: Context,
  id: string,
  { validFrom, legalName, address, taxId, registerNumber, country }: CreateKeeperInput,
): Promise<Keeper> {
  // Two requests of the account wait for each other, so that both count the same keepers.
  const user = await access.forUpdate(User, viewer.id, undefined, 'no key update');
  if ((await access.count(Keeper)) >= MAX_KEEPERS) {
    const message = createMessage('An account can have at most {max} keepers', { max: MAX_KEEPERS });
    throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_KEEPERS' });
  }
  return em.create(Keeper, {
    id,
    user,
    validFrom,
    legalName,
    address: address ?? null,
    taxId: taxId ?? null,
    registerNumber: registerNumber ?? null,
    country: country ?? null,
  });
}

/** No client can send such a key (idempotency/client-ids.ts), so that the id is taken from now on, and a repeated deletion finds it. */
const REMEMBER = `insert into idempotency_keys (owner_id, key, request_hash) values ($1, 'id ' || $2, 'deleted')
  on conflict (owner_id, key) do update set request_hash = 'deleted'`;
const IS_DELETED = `select 1 from idempotency_keys where owner_id = $1 and key = 'id ' || $2 and request_hash = 'deleted'`;

/** @returns those of the ids under which the account has deleted a keeper, as long as that is remembered */
export async function findDeletedKeepers(context: Context, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const text = `select substr(key, 4) as id from idempotency_keys where owner_id = $1 and key = any($2) and request_hash = 'deleted'`;
  const values = [context.viewer.id, ids.map((id) => `id ${id}`)];
  return (await runStatement<{ id: string }>(context, { text, values })).map(({ id }) => id);
}

/** Repeated, it succeeds as well. @returns the id @throws NOT_FOUND; CONFLICT (VERSION_CONFLICT) */
export async function deleteKeeper(context: Context, sent: string, expected: Expectation): Promise<string> {
  const { access, em, viewer } = context;
  const id = sent.toLowerCase();
  const run = (text: string): Promise<unknown[]> => runStatement(context, { text, values: [viewer.id, id] });
  try {
    const keeper = await access.forUpdate(Keeper, id);
    await access.requireVersion(Keeper, keeper, expected);
    em.remove(keeper);
    await run(REMEMBER);
    return keeper.id;
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
    if (!isMissing || (await run(IS_DELETED)).length === 0) throw error;
    return id;
  }
}
