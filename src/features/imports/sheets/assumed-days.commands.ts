// The first days of hives that rows only name: nobody has said when such a hive came, so it was there on the day of its earliest record.
import type { Context } from '../../../context.js';
import { runStatement } from '../../../database/pool.js';
import { BeehivePlacement } from '../../beehives/beehive-placement.entity.js';
import { correctBeehivePlacement } from '../../colonies/colony-corrections.commands.js';
import type { ImportInfo } from '../import-source.types.js';
import { IMPORT_REQUEST } from '../undone.queries.js';
import { RowRefusal } from './row-refusal.js';

/** SQL of the ids of own hives that imports of the account `$1` have created because a row named them, unless a person has stated the day since. */
const NAMED = `
  select b.id from imports i join import_rows r on r.import_id = i.id, jsonb_array_elements(r.records) made, beehives b
  where i.user_id = $1 and made->>'entity' = 'Beehive' and r.records @? '$[*] ? (@.entity != "Apiary" && @.entity != "Beehive")'
    and b.id = (made->>'id')::uuid and b.owner_id = $1 and not exists (
      select 1 from beehive_placements p join changes c on c.row_id = p.id
      where p.beehive_id = b.id and c.action = 'UPDATED' and c.fields ? 'placed_on' and c.request_id not like '${IMPORT_REQUEST}%')`;
const FIND = `select id from (${NAMED}) named where id = any($2::uuid[])`;

/** What was found for an import: its rows create no hive that was there before. */
const known = new WeakMap<ImportInfo, Map<string, boolean>>();

/** Those of the hives whose first days are assumed. */
export async function findAssumed(
  context: Context,
  imported: ImportInfo,
  ids: readonly string[],
): Promise<Set<string>> {
  const found = known.get(imported) ?? new Map<string, boolean>();
  known.set(imported, found);
  const open = ids.filter((id) => !found.has(id));
  if (open.length > 0) {
    const rows = await runStatement<{ id: string }>(context, { text: FIND, values: [context.viewer.id, open] });
    const assumed = new Set(rows.map(({ id }) => id));
    for (const id of open) found.set(id, assumed.has(id));
  }
  return new Set(ids.filter((id) => found.get(id)));
}

/** An undo that follows must not take it for a change by a person: `updated_at` stays. */
const MOVE = `
  with named as (${NAMED}), days as (
    select named.id, (i.occurred_at at time zone coalesce(a.time_zone, 'UTC'))::date as day from named
      join inspections i on i.beehive_id = named.id and i.current and i.status = 'COMPLETED'
      join beehives b on b.id = named.id left join apiaries a on a.id = b.apiary_id
    union all select beehive_id, started_on from named join treatments on beehive_id = named.id and current and status in ('ACTIVE', 'COMPLETED')
    union all select beehive_id, counted_on from named join mite_counts on beehive_id = named.id
    union all select beehive_id, fed_on from named join feedings on beehive_id = named.id
    union all select m.beehive_id, (m.measured_at at time zone coalesce(a.time_zone, 'UTC'))::date from named
      join measurements m on m.beehive_id = named.id join beehives b on b.id = named.id left join apiaries a on a.id = b.apiary_id
    union all select beehive_id, started_on from named join queen_reigns on beehive_id = named.id
    union all select beehive_id, harvested_on from named join harvest_sources s on s.beehive_id = named.id
      join harvests h on h.id = s.harvest_id and h.status <> 'VOIDED'),
  firsts as (select id, min(day) as day from days group by id)
  update beehive_placements p set placed_on = firsts.day from firsts
  where p.beehive_id = firsts.id and firsts.day < p.placed_on and not exists (
    select 1 from beehive_placements o where o.beehive_id = p.beehive_id and o.placed_on < p.placed_on)`;

/** Moves assumed first days to the earliest records, also to those of a file of an earlier year. */
export const moveAssumed = (context: Context): Promise<unknown> =>
  runStatement(context, { text: MOVE, values: [context.viewer.id] });

/** States the first day of a hive. @throws RowRefusal if something is recorded of the hive before the day */
export async function placeOn(context: Context, beehive: string, placedOn: string): Promise<void> {
  const order = { placedOn: 'asc', createdAt: 'asc' } as const;
  const { nodes } = await context.access.list(BeehivePlacement, { where: { beehive }, order, first: 1 });
  if (nodes[0]!.placedOn < placedOn) throw new RowRefusal('placedOn', 'The hive has earlier records');
  await correctBeehivePlacement(context, nodes[0]!.id, { placedOn });
}
