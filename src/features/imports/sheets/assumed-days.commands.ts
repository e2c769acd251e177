// The first days of hives that rows only name: nobody has said when such a hive came, so it was there on the day of its earliest record.
import type { Context } from '../../../context.js';
import { runStatement } from '../../../database/pool.js';

/** SQL of the ids of hives that imports of the account `$1` have created because a row named them. */
const NAMED = `
  select (made->>'id')::uuid as id from imports i join import_rows r on r.import_id = i.id, jsonb_array_elements(r.records) made
  where i.user_id = $1 and made->>'entity' = 'Beehive' and r.records @? '$[*] ? (@.entity != "Apiary" && @.entity != "Beehive")'`;
const FIND = `select id from (${NAMED}) named where id = any($2::uuid[])`;

/** Those of the hives whose first days are assumed. */
export async function findAssumed(context: Context, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const values = [context.viewer.id, ids];
  return new Set((await runStatement<{ id: string }>(context, { text: FIND, values })).map(({ id }) => id));
}

const MOVE = `
  with named as (${NAMED}), days as (
    select named.id, (i.occurred_at at time zone coalesce(a.time_zone, 'UTC'))::date as day from named
      join inspections i on i.beehive_id = named.id and i.current and i.status = 'COMPLETED'
      join beehives b on b.id = named.id left join apiaries a on a.id = b.apiary_id
    union all select beehive_id, started_on from named join treatments on beehive_id = named.id and current and status in ('ACTIVE', 'COMPLETED')
    union all select beehive_id, counted_on from named join mite_counts on beehive_id = named.id
    union all select beehive_id, started_on from named join queen_reigns on beehive_id = named.id
    union all select beehive_id, harvested_on from named join harvest_sources s on s.beehive_id = named.id
      join harvests h on h.id = s.harvest_id and h.status <> 'VOIDED'),
  firsts as (select id, min(day) as day from days group by id)
  update beehive_placements p set placed_on = firsts.day, updated_at = now() from firsts
  where p.beehive_id = firsts.id and firsts.day < p.placed_on and not exists (
    select 1 from beehive_placements o where o.beehive_id = p.beehive_id and o.placed_on < p.placed_on)`;

/** Moves assumed first days to the earliest records, also to those of a file of an earlier year. */
export const moveAssumed = (context: Context): Promise<unknown> =>
  runStatement(context, { text: MOVE, values: [context.viewer.id] });
