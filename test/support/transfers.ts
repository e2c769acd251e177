// Transfers that leave all history for later, however little there is, and that are continued when a test says so.
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from './client.js';
import { owned } from './tables.js';

type Tested = Pick<TestApp, 'app' | 'database'>;

/** From now on. */
export async function leaveHistory({ database: { sql } }: Tested): Promise<void> {
  await sql(`create function leave_history() returns trigger language plpgsql as $$
    begin perform set_config('beekeeping.history_left', '0', true); return null; end $$`);
  const parents = new Set(owned.flatMap(({ isHistory, parent }) => (isHistory ? [parent.table] : [])));
  for (const table of parents)
    await sql(
      `create trigger history_left before update of owner_id on ${table} for each statement execute function leave_history()`,
    );
  await sql(`create function hold_transfer() returns trigger language plpgsql as $$
    begin new.claimed_at := now() + interval '1 day'; return new; end $$`);
  await sql('create trigger held before insert on unfinished_transfers for each row execute function hold_transfer()');
}

/** As if whoever has claimed one were gone. */
export const releaseTransfers = ({ database: { sql } }: Tested): Promise<object[]> =>
  sql(`update unfinished_transfers set claimed_at = '-infinity' returning apiary_id, owner_id`);

/** Waits until transfers have passed everything on. */
export async function allPassedOn(tested: Tested): Promise<void> {
  while ((await releaseTransfers(tested)).length > 0) {
    await tested.app.transfers.finish();
    await sleep(20);
  }
}
