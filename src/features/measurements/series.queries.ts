// Series for charts: minima, means and maxima of the parts of a time, in one statement for all hives of a request. Long ones read what readings are
// summarized by (readings.commands.ts); what people have measured is little, and read as it is.
import type { Context } from '../../context.js';
import type { ReadingRetention } from '../../database/reading-retention.js';
import { AppError } from '../../errors.js';
import { createMessage } from '../../messages/message.js';
import { DAY_MS } from '../../shared/days.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { findQuantityProblem, quantityOf } from './measured-values.rules.js';
import { Measurement } from './measurement.entity.js';
import { differenceFromStored, fromStored, MeasurementKind, unitOf, writeToStored } from './measurement.enums.js';
import type { LatestMeasurement, MeasurementSeries, SeriesArgs, SeriesPoint } from './series.inputs.js';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 20_000;
const RAW_SPAN_MS = 7 * DAY_MS;
const DEFAULT_POINTS = 200;
const [HOUR_S, DAY_S] = [3600, 86_400];

/** Where readings are read, with the shortest part of which it knows. */
interface Source {
  table: 'raw' | 'hours' | 'days';
  time: string;
  unit: number;
}
const RAW: Source = { table: 'raw', time: 'measured_at', unit: 1 };
const HOURS: Source = { table: 'hours', time: 'hour', unit: HOUR_S };
const DAYS: Source = { table: 'days', time: 'day', unit: DAY_S };

/** The coarsest that is fine enough, of those that go back far enough. A week is read as it is: its hours would be too coarse at its ends. */
function chooseSource(retention: ReadingRetention, from: number, before: number, points: number): Source {
  const seconds = (before - from) / 1000 / points;
  if (before - from <= RAW_SPAN_MS && from > retention.since('raw')) return RAW;
  return seconds < DAY_S && from > retention.since('hours') ? HOURS : DAYS;
}

/** The value of a row of measurements, as it would be stored of a device, as SQL. */
export const WRITE_STORED = `${writeToStored('value', 'unit')} * case when is_one_side then 2 else 1 end`;

/** @throws BAD_USER_INPUT for a unit that is none of the kind, a custom kind without a quantity, and a time that ends before it begins */
export async function loadSeries(
  { loaders, settings }: Context,
  id: string,
  args: SeriesArgs,
): Promise<MeasurementSeries> {
  const problem = findQuantityProblem(args);
  if (problem) throw AppError.badInput([problem]);
  const { kind, quantity, customUnit } = quantityOf(args);
  const before = (args.before ?? new Date()).getTime();
  const start = args.from?.getTime() ?? before - DEFAULT_DAYS * DAY_MS;
  if (start >= before) throw AppError.badInput([{ field: 'before', message: 'must be after the beginning' }]);
  if (before - start > MAX_DAYS * DAY_MS) {
    const message = createMessage('must not be more than {max} days before the end', { max: MAX_DAYS });
    throw AppError.badInput([{ field: 'from', message }]);
  }
  const points = args.points ?? DEFAULT_POINTS;
  const source = chooseSource(settings.retention, start, before, points);
  // What is kept by hours or days is read by whole ones, at both ends.
  const from = Math.floor(start / 1000 / source.unit) * source.unit * 1000;
  const until = Math.max(Math.ceil(before / 1000 / source.unit) * source.unit * 1000, from + 1000);
  const seconds = Math.ceil((until - from) / 1000 / points / source.unit) * source.unit;
  const isRaw = source === RAW;
  const rows = await loaders
    .readModel<SeriesPoint & { parent: string }>(Beehive, ({ table, ownership, parents, bind, of }) => {
      const [begin, end] = [new Date(isRaw ? start : from), new Date(isRaw ? before : until)].map(
        (time) => `${bind(time)}::timestamptz`,
      );
      const values = [kind, quantity ?? '', customUnit ?? ''].map((value) => `${bind(value)}::text`);
      const written = of(Measurement);
      return `with hives as materialized (select id, created_at from ${table} where ${ownership} and id = any(${parents}))
        select parent, date_bin(make_interval(secs => ${bind(seconds)}), at, ${bind(new Date(from))}::timestamptz) as at, min(min) as min, max(max) as max,
          sum(sum) / sum(count) as mean, sum(count)::int as count
        from (
          select s.beehive_id as parent, r.${source.time} as at, ${isRaw ? 'value as min, value as max, value as sum, 1 as count' : 'min, max, sum, count'}
          from hives join readings.series s on s.beehive_id = hives.id and s.beehive_created_at = hives.created_at
            join readings.${source.table} r on r.series_id = s.id and r.${source.time} >= ${begin} and r.${source.time} < ${end}
          where s.kind = ${values[0]} and s.quantity = ${values[1]} and s.custom_unit = ${values[2]}
          union all
          select beehive_id, measured_at, stored, stored, stored, 1
          from (select beehive_id, measured_at, ${WRITE_STORED} as stored from ${written.table}
            where ${written.ownership} and beehive_id = any(${parents}) and kind = ${values[0]} and coalesce(quantity, '') = ${values[1]}
              and coalesce(custom_unit, '') = ${values[2]} and measured_at >= ${begin} and measured_at < ${end}) written
        ) measured group by 1, 2 order by 2`;
    })
    .load(id);
  const unit = args.unit ?? unitOf(kind);
  const parts = rows.map(({ at, min, mean, max, count }) => {
    const [low, middle, high] = [min, mean, max].map((value) => fromStored(value, unit));
    return { at, min: low!, mean: middle!, max: high!, count };
  });
  const [first, last] = [rows[0], rows.at(-1)];
  const gain = first && last && first !== last ? differenceFromStored(last.mean - first.mean, unit) : null;
  return { unit, seconds, points: parts, gain };
}

export async function loadLatest({ loaders }: Context, id: string): Promise<LatestMeasurement[]> {
  const rows = await loaders
    .readModel<Omit<LatestMeasurement, 'unit'> & { parent: string }>(Beehive, ({ table, ownership, parents, of }) => {
      const written = of(Measurement);
      return `with hives as materialized (select id, created_at from ${table} where ${ownership} and id = any(${parents}))
        select distinct on (parent, kind, quantity, "customUnit") parent, kind, quantity, "customUnit", value, "measuredAt", "isOfDevice"
        from (
          select beehive_id as parent, kind, nullif(quantity, '') as quantity, nullif(custom_unit, '') as "customUnit",
            last_value as value, last_at as "measuredAt", true as "isOfDevice"
          from hives join readings.series s on s.beehive_id = hives.id and s.beehive_created_at = hives.created_at where last_at is not null
          union all
          select beehive_id, kind, quantity, custom_unit, ${WRITE_STORED}, measured_at, false
          from hives, unnest(array[${KINDS}]) of_kind, lateral (
            select * from ${written.table} where ${written.ownership} and beehive_id = hives.id and kind = of_kind
            order by measured_at desc, id desc limit case of_kind when '${MeasurementKind.CUSTOM}' then ${MAX_CUSTOM_READ} else 1 end) m
        ) latest order by parent, kind, quantity, "customUnit", "measuredAt" desc, "isOfDevice"`;
    })
    .load(id);
  return rows.map((row) => ({ ...row, value: fromStored(row.value, null), unit: unitOf(row.kind) }));
}

const KINDS = Object.values(MeasurementKind)
  .map((kind) => `'${kind}'`)
  .join(', ');
/** What people measured last of quantities of their own, of which each is another. */
const MAX_CUSTOM_READ = 100;
