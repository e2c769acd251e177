// The readings of devices in an export: the days of each series, which are kept for ever. They are for people, and not restored.
import { Beehive } from '../../features/beehives/beehive.entity.js';
import { type MeasurementKind, type MeasurementUnit, unitOf } from '../../features/measurements/measurement.enums.js';
import type { Exported } from './export-lists.js';
import type { ExportSource } from './export-rows.js';

const PAGE_ROWS = 500;

interface Series {
  id: string;
  beehiveId: string;
  kind: MeasurementKind;
  quantity: string | null;
  customUnit: string | null;
}
interface Day {
  /** Its beginning in UTC. */
  day: string;
  min: number;
  mean: number;
  max: number;
  count: number;
}
interface ReadingDay extends Omit<Series, 'id'>, Day {
  /** That of the values; null if the kind is CUSTOM. */
  unit: MeasurementUnit | null;
}

/** What the hives of an account have. */
export async function* readReadingDays(source: ExportSource, account: Exported): AsyncGenerator<ReadingDay> {
  const access = source.accessOf({ ...account, isMember: false });
  const seriesAfter = (id: string | undefined): Promise<Series[]> =>
    access.query<Series>(({ of, bind }) => {
      const { table, ownership } = of(Beehive, true);
      return `select s.id, s.beehive_id as "beehiveId", kind, nullif(quantity, '') as quantity, nullif(custom_unit, '') as "customUnit"
        from (select id, created_at from ${table} where ${ownership}) b join readings.series s on s.beehive_id = b.id and s.beehive_created_at = b.created_at
        ${id === undefined ? '' : `where s.id > ${bind(id)}`} order by s.id limit ${PAGE_ROWS}`;
    });
  const daysAfter = (series: string, day: string | undefined): Promise<Day[]> =>
    access.query<Day>(
      ({ bind }) =>
        `select day, min, sum / count as mean, max, count from readings.days where series_id = ${bind(series)}
         ${day === undefined ? '' : `and day > ${bind(day)}`} order by day limit ${PAGE_ROWS}`,
    );
  for await (const { id, ...series } of inPages(seriesAfter, ({ id }) => id))
    for await (const day of inPages(
      (after) => daysAfter(id, after),
      ({ day }) => day,
    ))
      yield { ...series, unit: unitOf(series.kind), ...day };
}

/** @param read returns a page of the rows after a key: the last page has less than PAGE_ROWS */
async function* inPages<R>(
  read: (after: string | undefined) => Promise<R[]>,
  keyOf: (row: R) => string,
): AsyncGenerator<R> {
  let rows: R[] = [];
  do {
    rows = await read(rows.length > 0 ? keyOf(rows.at(-1)!) : undefined);
    yield* rows;
  } while (rows.length === PAGE_ROWS);
}
