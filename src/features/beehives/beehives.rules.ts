import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';

/** @throws BAD_USER_INPUT for a list of hives that is empty or longer than `max`, or contains a hive twice */
export function requireBeehives(field: string, ids: readonly string[], max: number): void {
  if (ids.length === 0 || ids.length > max)
    throw AppError.badInput([{ field, message: createMessage('must contain 1 to {max} hives', { max }) }]);
  if (new Set(ids.map((id) => id.toLowerCase())).size < ids.length)
    throw AppError.badInput([{ field, message: 'must not contain a hive twice' }]);
}
