import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';

/** Members of pg's client that its types do not declare. */
interface ClientInternals {
  readyForQuery: boolean;
  _getActiveQuery(): { values?: unknown[] } | undefined;
  connection: EventEmitter<{
    errorMessage: [{ code: string }];
    dataRow: [{ length: number }];
    readyForQuery: [];
  }> & { stream: Socket };
}
export const internals = (client: PoolClient): ClientInternals => client as unknown as ClientInternals;

/** Members of pg's pool that its types do not declare. */
interface PoolInternals {
  /** Opens a connection for who waits for one. */
  newClient: (waiting: { callback: (error: Error | undefined, ...connection: unknown[]) => void }) => void;
}
export const poolInternals = (pool: Pool): PoolInternals => pool as unknown as PoolInternals;
