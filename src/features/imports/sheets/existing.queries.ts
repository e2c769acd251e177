// Records of the same hive and day, or of the same name, as rows that say something else: whether a row is another one, or says the same anew,
// only the keeper knows.
import type { Context } from '../../../context.js';
import { runStatement } from '../../../database/pool.js';
import { dayOf, type SheetRow, textOf } from './interpret.js';

/** SQL that finds such a record of each kind: `r` is a row with its hive, apiary, day and word. */
const EXISTING: Readonly<Partial<Record<SheetRow['kind'], string>>> = {
  INSPECTIONS: `select 1 from inspections i join beehives h on h.id = i.beehive_id join apiaries a on a.id = h.apiary_id
    where i.beehive_id = r.hive and i.current and i.status = 'COMPLETED'
      and i.occurred_at >= r.day::timestamp at time zone a.time_zone and i.occurred_at < (r.day + 1)::timestamp at time zone a.time_zone`,
  TREATMENTS: `select 1 from treatments t where t.beehive_id = r.hive and t.current and t.status in ('ACTIVE', 'COMPLETED')
      and t.started_on = r.day and lower(t.product_name) = lower(r.word)`,
  MITE_COUNTS: 'select 1 from mite_counts c where c.beehive_id = r.hive and c.counted_on = r.day',
  HARVESTS: `select 1 from harvest_sources s join harvests h on h.id = s.harvest_id
    where s.beehive_id = r.hive and h.harvested_on = r.day and h.status <> 'VOIDED'`,
  QUEENS: 'select 1 from queens q where q.apiary_id = r.apiary and lower(q.name) = lower(r.word)',
  INVENTORY: 'select 1 from inventory_items i where i.apiary_id = r.apiary and lower(i.item_name) = lower(r.word)',
};
const WORDS: Readonly<Partial<Record<SheetRow['kind'], string>>> = {
  ...{ TREATMENTS: 'product', QUEENS: 'queenName', INVENTORY: 'item' },
};

export interface PlacedRow {
  row: SheetRow;
  apiaryId: string;
  hiveId: string | undefined;
}

/** @returns the numbers of the rows of which there is a record already that says something else */
export async function findExisting(context: Context, placed: readonly PlacedRow[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (const kind of new Set(placed.map(({ row }) => row.kind))) {
    const condition = EXISTING[kind];
    if (!condition) continue;
    const sent = placed.flatMap(({ row, apiaryId, hiveId }) =>
      row.kind === kind
        ? [
            {
              n: row.n,
              apiary: apiaryId,
              hive: hiveId ?? null,
              day: dayOf(row, 'date') ?? null,
              word: textOf(row, WORDS[kind] ?? '') ?? null,
            },
          ]
        : [],
    );
    const text = `select n from json_to_recordset($1) as r(n int, apiary uuid, hive uuid, day date, word text) where exists (${condition})`;
    for (const { n } of await runStatement<{ n: number }>(context, { text, values: [JSON.stringify(sent)] }))
      found.add(n);
  }
  return found;
}
