import type { EntityClass } from '@mikro-orm/core';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { type ClientId, claimIds } from '../../idempotency/client-ids.js';
import { isUuid } from '../../shared/text.js';

/**
 * Claims the ids that a client chose for one record of each hive, if it chose any. Their content is the whole input.
 * @returns the ids in the order of the hives, and whether they are known: either all are, or none
 * @throws BAD_USER_INPUT; CONFLICT (ID_TAKEN)
 */
export async function claimForBeehives(
  context: Context,
  type: EntityClass<object>,
  input: { newIds?: string[] | null; beehiveIds: string[] },
): Promise<{ claims: ClientId[]; areKnown: boolean }> {
  const { newIds, beehiveIds } = input;
  if (newIds == null) return { claims: [], areKnown: false };
  if (newIds.length !== beehiveIds.length)
    throw AppError.badInput([{ field: 'newIds', message: 'must have one id for each hive' }]);
  const wrong = newIds.findIndex((id) => !isUuid(id));
  if (wrong >= 0) throw AppError.badInput([{ field: `newIds.${wrong}`, message: 'must be a UUID' }]);
  const claims = newIds.map((id, i) => ({ id: id.toLowerCase(), field: `newIds.${i}`, content: input }));
  return { claims, areKnown: (await claimIds(context, type, claims)).size > 0 };
}
