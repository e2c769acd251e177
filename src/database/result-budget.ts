// pg collects all rows of a statement before anything else sees them. This limits their size while they arrive: of one statement, and of
// all statements of the process together.
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { AppError, unavailable } from '../errors.js';
import { internals } from './client-internals.js';

/** More than a response may contain (response-budget.ts), because a row can have columns that are not selected. */
const MAX_RESULT_BYTES = 24 * 1024 * 1024;
const MAX_ARRIVING_BYTES = 24 * 1024 * 1024;

/** The rows that have arrived on a connection for the statement that it executes. */
interface Arriving {
  bytes: number;
  stream: Socket;
}
/** The connections on which rows arrive. */
const arriving = new Set<Arriving>();
let arrivingBytes = 0;

/**
 * Ends the connection of a statement that exceeds a limit: PostgreSQL would send the other rows, too. Above that of all statements, it is
 * the one with the most rows, which is not that of a client that asks for little.
 */
export function limitResults(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    const { connection } = internals(client);
    const own: Arriving = { bytes: 0, stream: connection.stream };
    const forget = (): void => {
      if (own.bytes === 0) return;
      arrivingBytes -= own.bytes;
      own.bytes = 0;
      arriving.delete(own);
    };
    connection.on('dataRow', ({ length }) => {
      if (own.bytes === 0) arriving.add(own);
      own.bytes += length;
      arrivingBytes += length;
      if (own.bytes > MAX_RESULT_BYTES) own.stream.destroy(resultTooLarge());
      else if (arrivingBytes > MAX_ARRIVING_BYTES) findLargest().stream.destroy(unavailable());
    });
    connection.on('readyForQuery', forget);
    client.once('end', forget);
  });
}

function findLargest(): Arriving {
  let [largest] = arriving as Iterable<Arriving> as [Arriving];
  for (const one of arriving) if (one.bytes > largest.bytes) largest = one;
  return largest;
}

const resultTooLarge = (): AppError =>
  new AppError('BAD_USER_INPUT', 'The response would be too large: request smaller pages or fewer fields', {
    reason: 'TOO_LARGE',
  });
