// Records of the same hive and day, or of the same name, as rows that say something else: whether a row is another one, or says the same anew,
// only the keeper knows.
import type { Context } from '../../../context.js';
import { runStatement } from '../../../database/pool.js';
import { dayOf, type SheetRow, textOf } from './interpret.js';

/** SQL that finds such records of each kind: `r` is a row with its hive, apiary, day and word. */
const EXISTING: Readonly<Partial<Record<SheetRow['kind'], string>>> = {
  INSPECTIONS: `select i.id from inspections i join beehives h on h.id = i.beehive_id join apiaries a on a.id = h.apiary_id
    where i.beehive_id = r.hive and i.current and i.status = 'COMPLETED'
      and i.occurred_at >= r.day::timestamp at time zone a.time_zone and i.occurred_at < (r.day + 1)::timestamp at time zone a.time_zone`,
  TREATMENTS: `select t.id from treatments t where t.beehive_id = r.hive and t.current and t.status in ('ACTIVE', 'COMPLETED')
      and t.started_on = r.day and lower(t.product_name) = lower(r.word)`,
  MITE_COUNTS: 'select c.id from mite_counts c where c.beehive_id = r.hive and c.counted_on = r.day',
  HARVESTS: `select h.id from harvest_sources s join harvests h on h.id = s.harvest_id
    where s.beehive_id = r.hive and h.harvested_on = r.day and h.status <> 'VOIDED'`,
  QUEENS: 'select q.id from queens q where q.apiary_id = r.apiary and lower(q.name) = lower(r.word)',
  INVENTORY: 'select i.id from inventory_items i where i.apiary_id = r.apiary and lower(i.item_name) = lower(r.word)',
};
const WORDS: Readonly<Partial<Record<SheetRow['kind'], string>>> = {
  ...{ TREATMENTS: 'product', QUEENS: 'queenName', INVENTORY: 'item' },
};

export interface PlacedRow {
  row: SheetRow;
  apiaryId: string;
  hiveId: string | undefined;
}

/** @returns by the number of each row the ids of the records of the same hive and day, or of the same name */
export async function findExisting(context: Context, placed: readonly PlacedRow[]): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const kind of new Set(placed.map(({ row }) => row.kind))) {
    const records = EXISTING[kind];
    if (!records) continue;
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
    const text = `
      select n, ids from json_to_recordset($1) as r(n int, apiary uuid, hive uuid, day date, word text),
        lateral (select array(${records} limit 2) as ids) existing
      where cardinality(ids) > 0`;
    for (const { n, ids } of await runStatement<{ n: number; ids: string[] }>(context, {
      text,
      values: [JSON.stringify(sent)],
    }))
      found.set(n, ids);
  }
  return found;
}
