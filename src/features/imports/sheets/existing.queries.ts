// Records of the same hive and day, or of the same name, as rows that say something else: whether a row is another one, or says the same anew,
// only the keeper knows.
import type { Context } from '../../../context.js';
import { runStatement } from '../../../database/pool.js';
import type { ImportInfo } from '../import-source.types.js';
import { IMPORT_REQUEST } from '../undone.queries.js';
import type { Said } from './row-changes.js';
import { timesOf } from './row-times.queries.js';
import { dayOf, type SheetRow, textOf } from './row-values.js';
import { WEIGHED } from './weight-input.js';

/** SQL that finds such records of each kind: `r` is a row with its hive, apiary, day and word. */
const EXISTING: Readonly<Partial<Record<SheetRow['kind'], string>>> = {
  HIVES: `select b.id, to_jsonb(b) || jsonb_build_object('came', (select jsonb_agg(placed_on) from beehive_placements where beehive_id = b.id)) as said
    from beehives b where b.id = r.hive`,
  INSPECTIONS: `select i.id, to_jsonb(i) || jsonb_build_object('time', to_char(i.occurred_at at time zone a.time_zone, 'HH24:MI')) as said from inspections i join beehives h on h.id = i.beehive_id join apiaries a on a.id = h.apiary_id
    where i.beehive_id = r.hive and i.current and i.status = 'COMPLETED'
      and i.occurred_at >= r.day::timestamp at time zone a.time_zone and i.occurred_at < (r.day + 1)::timestamp at time zone a.time_zone`,
  TREATMENTS: `
    select t.id, to_jsonb(t) || jsonb_build_object('dose_text', coalesce(t.dose_text, nullif(concat_ws(' ', trim_scale(t.dose), t.dose_unit), ''))) as said
    from treatments t where t.beehive_id = r.hive and t.current and t.status in ('ACTIVE', 'COMPLETED')
      and t.started_on = r.day and lower(t.product_name) = lower(r.word)`,
  MITE_COUNTS:
    'select c.id, to_jsonb(c) as said from mite_counts c where c.beehive_id = r.hive and c.counted_on = r.day',
  FEEDINGS: 'select f.id, to_jsonb(f) as said from feedings f where f.beehive_id = r.hive and f.fed_on = r.day',
  // A row without a time is of any time of its day.
  WEIGHTS: `
    select distinct on (m.measured_at) m.id, to_jsonb(m) || (select jsonb_object_agg(lower(o.kind), o.value || ' ' || o.unit)
      from measurements o where o.beehive_id = r.hive and o.measured_at = m.measured_at and o.kind = any(${WEIGHED})) as said
    from apiaries a, measurements m where a.id = r.apiary and m.beehive_id = r.hive and m.kind = any(${WEIGHED})
      and m.measured_at >= coalesce(r.instant, (r.day + coalesce(r."time", '00:00')) at time zone a.time_zone)
      and m.measured_at <= coalesce(r.instant, case when r."time" is null then (r.day + time '23:59:59.999999') else r.day + r."time" end at time zone a.time_zone)
    order by m.measured_at, array_position(${WEIGHED}, m.kind), m.id`,
  HARVESTS: `
    select h.id, to_jsonb(h) || jsonb_build_object('grams', s.grams, 'frames', s.frames) as said from harvest_sources s join harvests h on h.id = s.harvest_id
    where s.beehive_id = r.hive and h.harvested_on = r.day and h.status <> 'VOIDED'`,
  QUEENS: `
    select q.id, to_jsonb(q) || coalesce((select jsonb_build_object('installed', started_on, 'removed', ended_on) from queen_reigns
      where queen_id = q.id and beehive_id = r.hive order by started_on desc limit 1), '{}') as said
    from queens q where q.apiary_id = r.apiary and (lower(q.name) = lower(r.word) and not exists (
      select 1 from queen_reigns where queen_id = q.id and beehive_id <> r.hive and ended_on is null)
    or r.word is null and q.id in (select queen_id from queen_reigns where beehive_id = r.hive and ended_on is null))`,
  INVENTORY:
    'select i.id, to_jsonb(i) as said from inventory_items i where i.apiary_id = r.apiary and lower(i.item_name) = lower(r.word)',
};
const WORDS: Readonly<Partial<Record<SheetRow['kind'], string>>> = {
  ...{ TREATMENTS: 'product', QUEENS: 'queenName', INVENTORY: 'item' },
};

export interface PlacedRow {
  row: SheetRow;
  apiaryId: string;
  hiveId: string | undefined;
}

export interface ExistingRecord {
  id: string;
  said: Said;
}
/** More are several, too. */
const MAX_FOUND = 3;

const OWN = `
  select made->>'id' as id from import_rows r, jsonb_array_elements(r.records) made where r.import_id = $1 and made->>'id' = any($2)`;
/** Those of the records that the import itself has written. */
export async function findOwn(
  context: Context,
  { id }: Pick<ImportInfo, 'id'>,
  records: readonly ExistingRecord[],
): Promise<Set<string>> {
  if (records.length === 0) return new Set();
  const values = [id, records.map((one) => one.id)];
  return new Set((await runStatement<{ id: string }>(context, { text: OWN, values })).map((row) => row.id));
}

const CHANGED = `
  select 1 from changes where row_id = $1 and action <> 'CREATED' and at > to_timestamp($2::float8 / 1000)
    and request_id is distinct from '${IMPORT_REQUEST}' || $3::text limit 1`;
/** Whether anybody but the import has changed a record since a time, in milliseconds. It is in the log. */
export const isChanged = async (
  context: Context,
  { id }: Pick<ImportInfo, 'id'>,
  record: string,
  since: number,
): Promise<boolean> => (await runStatement(context, { text: CHANGED, values: [record, since, id] })).length > 0;

/** @returns by the number of each row the records of the same hive and day, or of the same name */
export async function findExisting(
  context: Context,
  placed: readonly PlacedRow[],
): Promise<Map<number, ExistingRecord[]>> {
  const found = new Map<number, ExistingRecord[]>();
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
              ...timesOf(row),
              word: textOf(row, WORDS[kind] ?? '') ?? null,
            },
          ]
        : [],
    );
    const text = `
      select n, found from json_to_recordset($1) as r(n int, apiary uuid, hive uuid, day date, "time" time, instant timestamptz, word text),
        lateral (select jsonb_agg(one) as found from (${records} limit ${MAX_FOUND}) one) existing
      where found is not null`;
    const values = [JSON.stringify(sent)];
    for (const row of await runStatement<{ n: number; found: ExistingRecord[] }>(context, { text, values }))
      found.set(row.n, row.found);
  }
  return found;
}
