// What has to follow when rows of certain tables are restored: ledgers add up, and what triggers write of new rows is replaced by what was.
import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { RecordName } from '../../records/record.js';
import type { RowProblem } from '../imports/import-source.types.js';
import type { WrittenRow } from './restore-rows.commands.js';

interface Ledger {
  id: string;
  quantity: number;
  count: number;
}

/** The items are locked. @returns the problems of movements that do not follow the one before, by the numbers of their rows */
export async function continueLedgers(context: Context, rows: WrittenRow[]): Promise<Map<number, RowProblem>> {
  const text = 'select id, quantity, movement_count as count from inventory_items where id = any($1::uuid[])';
  const items = rows.map(({ sent }) => sent.item_id);
  const ledgers = await runStatement<Ledger>(context, { text, values: [items] });
  const byItem = new Map(ledgers.map((ledger) => [ledger.id, ledger]));
  const problems = new Map<number, RowProblem>();
  for (const { n, sent } of rows) {
    const ledger = byItem.get(String(sent.item_id))!;
    const [sequence, balance] = [Number(sent.sequence), Number(sent.balance_after)];
    if (sequence === ledger.count + 1 && balance === ledger.quantity + Number(sent.amount))
      Object.assign(ledger, { count: sequence, quantity: balance });
    else
      problems.set(n, {
        heading: 'sequence',
        value: String(sequence),
        message: 'does not follow the movement of the item before',
      });
  }
  return problems;
}

/** PostgreSQL calculates every day of an apiary by its time zone, so it has to know it: otherwise the statement fails, and with it the row. */
export async function requireTimeZones(context: Context, rows: WrittenRow[]): Promise<void> {
  const text = 'select now() at time zone zone from unnest($1::text[]) as zone';
  await runStatement(context, { text, values: [rows.map(({ sent }) => sent.time_zone)] });
}

/** What rows that have been written demand of others. Operations have these rules as well; here, nothing becomes less strict. */
const TAKE_OVER: Partial<Record<RecordName, string>> = {
  // Its placements are in the archive.
  Beehive: 'delete from beehive_placements where beehive_id = any($1::uuid[])',
  StockMovement: `
    update inventory_items i set quantity = m.balance_after, movement_count = m.sequence
    from (
      select distinct on (item_id) item_id, balance_after, sequence from stock_movements
      where id = any($1::uuid[]) order by item_id, sequence desc
    ) m where i.id = m.item_id`,
  // A queen is where her hive is. One whose reigns have ended is where the archive says: somebody may have moved her.
  QueenReign: `
    update queens q set apiary_id = b.apiary_id, updated_at = now() from queen_reigns r join beehives b on b.id = r.beehive_id
    where r.id = any($1::uuid[]) and q.id = r.queen_id and q.owner_id = b.owner_id and q.apiary_id is distinct from b.apiary_id
      and r.id = (select id from queen_reigns where queen_id = q.id order by started_on desc, ended_on desc, id desc limit 1) and r.ended_on is null`,
  // Honey of a hive that was in a withdrawal period, by the records of treatments that the account has now.
  HarvestSource: `
    select recheck_harvests(array_agg(s.harvested_beehive_id), array_agg(s.owner_id))
    from harvest_sources s join harvests h on h.id = s.harvest_id
    where s.id = any($1::uuid[]) and h.status = 'CLOSED' and not s.withheld
      and is_withheld(s.harvested_beehive_id, s.owner_id, h.harvested_on)
    having count(*) > 0`,
  // As the trigger `destinations_followed` has it, which sees changes of harvests only.
  LotHarvest: `
    update lots l set destination = 'NOT_FOR_SALE', updated_at = now()
    where l.destination = 'FOR_SALE' and l.id in (
      select c.lot_id from lot_harvests c join harvests h on h.id = c.harvest_id
      where c.lot_id in (select lot_id from lot_harvests where id = any($1::uuid[])) and h.destination = 'NOT_FOR_SALE')`,
};

export async function takeOver(context: Context, entity: RecordName, ids: string[]): Promise<void> {
  const text = TAKE_OVER[entity];
  if (text && ids.length > 0) await runStatement(context, { text, values: [ids] });
}
