// Who makes a change, and in which request: settings of a transaction, from which the triggers of the change log read them (ADR 0022). They
// end with the transaction, so a pooled connection never keeps those of another request.
import { AsyncLocalStorage } from 'node:async_hooks';
import { escapeLiteral, type Pool } from 'pg';
import type { Bind } from './where.js';

export interface ChangeSource {
  /** The account; undefined if nobody is logged in. */
  actorId: string | undefined;
  requestId: string;
  /** The personal access token; undefined if it was sent with another one. */
  tokenId?: string | undefined;
}

const writeSettings = ({ actorId, requestId, tokenId }: ChangeSource, bind: Bind): string =>
  `select set_config('beekeeping.actor', ${bind(actorId ?? '')}, true) as set_actor,
    set_config('beekeeping.request', ${bind(requestId)}, true) as set_request,
    set_config('beekeeping.token', ${bind(tokenId ?? '')}, true) as set_token`;

/**
 * Returns an item of the `from` clause of an update, or of the `using` clause of a deletion, which sets them within the statement. In a
 * `with` clause, PostgreSQL would not execute it.
 */
export const writeSettingsItem = (source: ChangeSource, bind: Bind): string =>
  `(${writeSettings(source, bind)}) as settings`;

const opening = new AsyncLocalStorage<string>();

/** @param begin begins a transaction on the pool, which gets the settings in the same round trip */
export const beginWithSettings = <T>(source: ChangeSource, begin: () => Promise<T>): Promise<T> =>
  opening.run(`begin; ${writeSettings(source, (value) => escapeLiteral(String(value)))}`, begin);

/** MikroORM would send the settings in a round trip of their own (`sessionContext`). */
export function sendSettingsWithBegin(pool: Pool): void {
  pool.on('connect', (client) => {
    const query = client.query as (text: unknown, ...rest: unknown[]) => unknown;
    const withSettings = (text: unknown, ...rest: unknown[]): unknown =>
      query.call(client, text === 'begin' ? (opening.getStore() ?? text) : text, ...rest);
    client.query = withSettings as typeof client.query;
  });
}
