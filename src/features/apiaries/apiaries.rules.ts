import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { isUuid } from '../../shared/text.js';
import { Apiary } from './apiary.entity.js';

/** The apiaries that something of an account may name: a calendar, a token. */
export const MAX_APIARIES = 100;

/**
 * Reads the ids of the apiaries to which something is limited; null if it is not.
 * @throws BAD_USER_INPUT for none or too many; NOT_FOUND if one of the apiaries is missing or belongs to others
 */
export async function requireApiaries(
  { access }: Context,
  sent: readonly string[] | null | undefined,
): Promise<string[] | null> {
  if (sent == null) return null;
  if (sent.length === 0 || sent.length > MAX_APIARIES) {
    const message = createMessage('must have 1 to {max} entries', { max: MAX_APIARIES });
    throw AppError.badInput([{ field: 'apiaryIds', message }]);
  }
  const ids = [...new Set(sent.map((id) => id.toLowerCase()))];
  const visible = ids.every(isUuid) ? await access.count(Apiary, { id: ids }) : 0;
  if (visible < ids.length) throw AppError.notFound('Apiary');
  return ids;
}
