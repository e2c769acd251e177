// pg collects all rows of a statement before anything else sees them. This limits their size while they arrive: of one statement, and of
// all statements of the process together.
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { AppError, unavailable } from '../errors.js';
import { internals } from './client-internals.js';
import type { RowLimit } from './page-size.js';

/** More than a response may contain (response-budget.ts), because a row can have columns that are not selected. */
const MAX_RESULT_BYTES = 24 * 1024 * 1024;
const MAX_ARRIVING_BYTES = 24 * 1024 * 1024;

/** The limits of statements, by their values, which pg passes on. */
const limits = new WeakMap<unknown[], RowLimit>();
export const limitRows = (values: unknown[], limit: RowLimit): unknown => limits.set(values, limit);

/** The rows that have arrived on a connection for the statement that it executes. */
interface Arriving {
  bytes: number;
  stream: Socket;
  /** Undefined for a statement that has none of its own. */
  limit: RowLimit | undefined;
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
    const inside = internals(client);
    const { connection } = inside;
    const own: Arriving = { bytes: 0, stream: connection.stream, limit: undefined };
    const forget = (): void => {
      if (own.bytes === 0) return;
      arrivingBytes -= own.bytes;
      own.bytes = 0;
      arriving.delete(own);
    };
    connection.on('dataRow', ({ length }) => {
      if (own.bytes === 0) {
        arriving.add(own);
        own.limit = limits.get(inside._getActiveQuery()?.values ?? []);
      }
      own.bytes += length;
      arrivingBytes += length;
      if (own.limit) own.limit.bytes += length;
      if (own.bytes > MAX_RESULT_BYTES || own.limit?.isExceeded) own.stream.destroy(resultTooLarge());
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
    reason: 'RESPONSE_TOO_LARGE',
  });
