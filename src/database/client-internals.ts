import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';

/** Members of pg's client that its types do not declare. */
interface ClientInternals {
  readyForQuery: boolean;
  connection: EventEmitter<{
    errorMessage: [{ code: string }];
    dataRow: [{ length: number }];
    readyForQuery: [];
  }> & { stream: Socket };
}
export const internals = (client: PoolClient): ClientInternals => client as unknown as ClientInternals;
