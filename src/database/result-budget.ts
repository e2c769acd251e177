// pg collects all rows of a statement before anything else sees them. This limits their size while they arrive: of one statement, and of
// all statements of the process together.
import type { Pool, PoolClient } from 'pg';
import { AppError, unavailable } from '../errors.js';
import { internals } from './client-internals.js';

/** More than a response may contain (response-budget.ts), because a row can have columns that are not selected. */
const MAX_RESULT_BYTES = 24 * 1024 * 1024;
const MAX_ARRIVING_BYTES = 32 * 1024 * 1024;

let arrivingBytes = 0;

/** Ends the connection of a statement that exceeds a limit: PostgreSQL would send the other rows, too. */
export function limitResults(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    const { connection } = internals(client);
    let bytes = 0;
    const forget = (): void => {
      arrivingBytes -= bytes;
      bytes = 0;
    };
    connection.on('dataRow', ({ length }) => {
      bytes += length;
      arrivingBytes += length;
      const isTooLarge = bytes > MAX_RESULT_BYTES;
      if (isTooLarge || arrivingBytes > MAX_ARRIVING_BYTES)
        connection.stream.destroy(isTooLarge ? resultTooLarge() : unavailable());
    });
    connection.on('readyForQuery', forget);
    client.once('end', forget);
  });
}

const resultTooLarge = (): AppError =>
  new AppError('BAD_USER_INPUT', 'The response would be too large: request smaller pages or fewer fields', {
    reason: 'TOO_LARGE',
  });
