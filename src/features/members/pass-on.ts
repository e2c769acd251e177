// When an apiary gets another owner, the database passes the owner on to everything in it (ADR 0003), in one statement. What there may be
// many thousands of gets the new owner before, in pieces, so that this statement is short.
import type { Context } from '../../context.js';
import { changeInPieces } from '../../database/pieces.js';
import { runStatement } from '../../database/pool.js';

const HIVES = 'select id from beehives where apiary_id = $1';
const OWNER = 'select owner_id from apiaries where id = $1';
const BELOW: { table: string; key?: string; where: string }[] = [
  { table: 'answers', where: `inspection_id in (select id from inspections where beehive_id in (${HIVES}))` },
  { table: 'inspections', where: `beehive_id in (${HIVES})` },
  {
    table: 'treatments',
    where: `beehive_id in (${HIVES}) or apiary_id = $1 and beehive_id is null and owner_id = (${OWNER})`,
  },
  { table: 'beehive_placements', where: `beehive_id in (${HIVES})` },
  { table: 'colony_events', where: `beehive_id in (${HIVES})` },
  { table: 'mite_counts', where: `beehive_id in (${HIVES})` },
  { table: 'queen_reigns', where: `beehive_id in (${HIVES})` },
  { table: 'queens', where: 'apiary_id = $1' },
  { table: 'stock_movements', where: 'item_id in (select id from inventory_items where apiary_id = $1)' },
  // The log of the apiary goes with it (ADR 0022).
  { table: 'changes', key: 'seq', where: 'apiary_id = $1' },
];
const LOCK_HIVES = `select count(*) from (${HIVES} order by id for update) locked`;

/** Requires the lock of the apiary. The locks of its hives keep others from recording something below one with the owner of before. */
export async function passOn(context: Context, apiaryId: string, ownerId: string): Promise<void> {
  const run = (text: string, values: unknown[]): Promise<unknown> => runStatement(context, { text, values });
  await run(LOCK_HIVES, [apiaryId]);
  // A movement otherwise gets the owner of its item only, and a treatment leaves its apiary: triggers see to that.
  await run(`select set_config('beekeeping.transfers_to', $1, true)`, [ownerId]);
  for (const rows of BELOW) {
    const change = `update ${rows.table} set owner_id = $2`;
    await changeInPieces(context, { ...rows, values: [apiaryId], change, changeValues: [ownerId] });
  }
  await run('update apiaries set owner_id = $2, updated_at = now() where id = $1', [apiaryId, ownerId]);
}
