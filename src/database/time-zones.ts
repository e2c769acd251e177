import type { Pool } from 'pg';
import { AppError } from '../errors.js';
import { TIME_ZONE_RULE } from '../shared/time-zone.js';

const UNKNOWN = '22023';

/**
 * PostgreSQL has a time-zone database of its own, and calculates every day by it: what it does not know must not be stored.
 * @throws BAD_USER_INPUT
 */
export async function requireTimeZone(
  { pool }: { pool: Pick<Pool, 'query'> },
  zone: string,
  field: string,
): Promise<void> {
  try {
    await pool.query('select now() at time zone $1', [zone]);
  } catch (error) {
    if ((error as { code?: string }).code !== UNKNOWN) throw error;
    throw AppError.badInput([{ field, message: TIME_ZONE_RULE }]);
  }
}
