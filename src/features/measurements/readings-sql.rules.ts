// The statements that record a batch of readings, in one transaction, which holds the series of the batch: what a statement reads of them is what
// no other batch changes meanwhile.
import { MAX_SWARM_KG, SWARM_DAYS, SWARM_KG, SWARM_MINUTES } from '../../shared/readings.js';

/** For a series in an hour: one a minute. */
export const MAX_PER_HOUR = 60;
/** For a hive. */
export const MAX_CUSTOM_QUANTITIES = 20;
/** The hives that get new series: two batches that add some to one hive wait for each other. */
export const LOCK_HIVES = `
  select pg_advisory_xact_lock(7202616, hashtext(id::text)) from (select distinct id from unnest($1::uuid[]) id order by id) hives`;

const SENT_SERIES = `unnest($1::uuid[], $2::timestamptz(3)[], $3::text[], $4::text[], $5::text[])
  as sent (beehive_id, beehive_created_at, kind, quantity, custom_unit)`;

/** Adds series of hives that have fewer quantities of their own than they may. $6 has the owner of each hive. */
export const ADD_SERIES = `
  insert into readings.series (beehive_id, beehive_created_at, owner_id, kind, quantity, custom_unit)
  select beehive_id, beehive_created_at, owner_id, kind, quantity, custom_unit from (
    select sent.*, count(*) filter (where kind = 'CUSTOM') over (partition by beehive_id order by quantity, custom_unit rows unbounded preceding) + (
      select count(*) from readings.series s
      where s.beehive_id = sent.beehive_id and s.beehive_created_at = sent.beehive_created_at and s.kind = 'CUSTOM') as number
    from unnest($1::uuid[], $2::timestamptz(3)[], $3::text[], $4::text[], $5::text[], $6::uuid[])
      as sent (beehive_id, beehive_created_at, kind, quantity, custom_unit, owner_id)
    where not exists (select 1 from readings.series s where (s.beehive_id, s.beehive_created_at, s.kind, s.quantity, s.custom_unit)
      = (sent.beehive_id, sent.beehive_created_at, sent.kind, sent.quantity, sent.custom_unit))) sent
  where kind <> 'CUSTOM' or number <= ${MAX_CUSTOM_QUANTITIES}
  on conflict do nothing`;

export const COUNT_SERIES = `
  select count(*)::int as count from readings.series s join ${SENT_SERIES} using (beehive_id, beehive_created_at, kind, quantity, custom_unit)`;

/** Locks the series of a batch in the order of their key, after the hives that get new ones, so that two batches cannot deadlock. */
export const LOCK_SERIES = `
  select s.id, beehive_id as "beehiveId", kind, quantity, custom_unit as "customUnit"
  from readings.series s join ${SENT_SERIES} using (beehive_id, beehive_created_at, kind, quantity, custom_unit)
  order by beehive_id, kind, quantity, custom_unit for no key update of s`;

/** Records what is new, with the hours and days that summarize it. What one batch adds is what its insert returns: nothing is counted twice. */
export const RECORD = `
  with sent as (select * from unnest($1::int[], $2::uuid[], $3::timestamptz(3)[], $4::float8[]) as sent (line, series_id, measured_at, value)),
  ranked as (
    select sent.*, row_number() over (partition by series_id, hour order by measured_at) + coalesce(
      (select count from readings.hours h where h.series_id = sent.series_id and h.hour = sent.hour), 0) as number
    from (select sent.*, date_trunc('hour', measured_at, 'UTC') as hour from sent
      where not exists (select 1 from readings.raw r where r.series_id = sent.series_id and r.measured_at = sent.measured_at)) sent),
  recorded as (
    insert into readings.raw (series_id, measured_at, value)
    select series_id, measured_at, value from ranked where number <= ${MAX_PER_HOUR} order by series_id, measured_at
    on conflict do nothing returning series_id, measured_at, value),
  ${['hour', 'day'].map((unit) => `${unit}s as (${writeSummary(unit)})`).join(', ')}
  select (select count(*)::int from recorded) as recorded,
    array(select line from ranked where number > ${MAX_PER_HOUR} order by line) as excess`;

function writeSummary(unit: string): string {
  return `insert into readings.${unit}s as t (series_id, ${unit}, min, max, sum, count)
    select series_id, date_trunc('${unit}', measured_at, 'UTC'), min(value), max(value), sum(value), count(*) from recorded
    group by 1, 2 order by 1, 2
    on conflict (series_id, ${unit}) do update set min = least(t.min, excluded.min), max = greatest(t.max, excluded.max),
      sum = t.sum + excluded.sum, count = t.count + excluded.count`;
}

const LATEST = (series: string): string =>
  `select measured_at, value from readings.raw r where r.series_id = ${series} order by measured_at desc limit 1`;

/**
 * The latest reading of each series of a batch: $1 the series, $2 the number of its readings at most, $3 the owner.
 * @returns the accounts that have sent a thousand more, whose usage is to be measured
 */
export const SUMMARIZE_SERIES = `
  with changed as (
    update readings.series s set last_at = latest.measured_at, last_value = latest.value, readings_count = readings_count + n, owner_id = b.owner_id
    from unnest($1::uuid[], $2::int[], $3::uuid[]) as b (series_id, n, owner_id), lateral (${LATEST('b.series_id')}) latest
    where s.id = b.series_id returning s.owner_id, readings_count / 1000 > (readings_count - n) / 1000 as is_more)
  update account_usage set measured_seq = least(measured_seq, changed_seq - 1)
  where user_id in (select owner_id from changed where is_more)`;

const isSwarm = (kilograms: string): string =>
  `round((${kilograms})::numeric, 3) between ${SWARM_KG} and ${MAX_SWARM_KG}`;
const MINUTES = `interval '${SWARM_MINUTES} minutes'`;

/**
 * What the weights of hives mean, once for each batch: $1 the series, $2 and $3 the times of its first and last reading. A swarm: what is lost
 * since the first reading of the half hour before, beginning with the reading that lost so much first, if the next one confirms it. What comes
 * in late may change that: `isOpen` is whether there may be an earlier one, in the days before. And the gain since the hour a day before.
 */
export const JUDGE_WEIGHTS = `
  with batch as (
    select series_id, greatest(first, now() - interval '${SWARM_DAYS} days') - ${MINUTES} as first, last + ${MINUTES} as last
    from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) as b (series_id, first, last)),
  weights as (
    select r.*, first_value(r.value) over (partition by r.series_id order by r.measured_at range between ${MINUTES} preceding and current row) as before,
      lead(r.value) over by_time as next, lead(r.measured_at) over by_time as next_at
    from batch b join readings.raw r on r.series_id = b.series_id and r.measured_at between b.first - 2 * ${MINUTES} and b.last + ${MINUTES}
    window by_time as (partition by r.series_id order by r.measured_at)),
  losses as (
    select *, before - value as lost, coalesce(lag(before - value) over by_time, 0) as lost_before from weights
    window by_time as (partition by series_id order by measured_at)),
  swarms as (
    select distinct on (l.series_id) l.series_id, l.measured_at, l.before - l.next as kilograms from losses l join batch b using (series_id)
    where ${isSwarm('lost')} and round(lost_before::numeric, 3) < ${SWARM_KG} and l.measured_at between b.first and b.last
      and l.next_at <= l.measured_at + ${MINUTES} and ${isSwarm('l.before - l.next')}
    order by l.series_id, l.measured_at desc),
  judged as (
    select s.id, s.swarmed_at as was, swarms.measured_at, swarms.kilograms,
      coalesce(s.swarmed_at > b.last or swarms.series_id is null and s.swarmed_at < b.first, false) as stays,
      s.last_value - (select sum / count from readings.hours h
        where h.series_id = s.id and h.hour = date_trunc('hour', s.last_at - interval '1 day', 'UTC')) as gain
    from batch b join readings.series s on s.id = b.series_id left join swarms on swarms.series_id = s.id)
  update readings.series s set day_gain = gain,
    swarmed_at = case when stays then s.swarmed_at else measured_at end,
    swarm_kilograms = case when stays then s.swarm_kilograms else kilograms end
  from judged j where j.id = s.id
  returning s.id, was is not null and s.swarmed_at is null as "isOpen"`;

/** The series of a hive: $1 and $2 the hive, $3 to $5 what was measured. */
export const LOCK_ONE_SERIES = `
  select id from readings.series where beehive_id = $1 and beehive_created_at = $2 and kind = $3 and quantity = $4 and custom_unit = $5 for update`;
export const COUNT_READINGS = 'select coalesce(sum(count), 0)::int as count from readings.days where series_id = $1';

/** Deletes the readings of a series $1 from $2 to before $3. */
export const DELETE_RAW = `
  with deleted as (delete from readings.raw where series_id = $1 and measured_at >= $2 and measured_at < $3 returning 1)
  select count(*)::int as count from deleted`;

const SUMMARIZED = {
  hour: { from: 'raw', time: 'measured_at', values: 'min(value), max(value), sum(value), count(*)' },
  day: { from: 'hours', time: 'hour', values: 'min(min), max(max), sum(sum), sum(count)' },
};

/**
 * Then, summaries of the time: they are deleted, and written again of what is left. $4 is since when that is all there: older summaries are
 * deleted only if the time contains them.
 */
export function writeSummariesAgain(unit: 'hour' | 'day'): string[] {
  const { from, time, values } = SUMMARIZED[unit];
  const start = (at: string): string => `date_trunc('${unit}', ${at}::timestamptz, 'UTC')`;
  return [
    `delete from readings.${unit}s where series_id = $1 and ${unit} >= ${start('$2')} and ${unit} < $3
      and (${unit} >= $4 or ${unit} >= $2 and ${unit} <= $3::timestamptz - interval '1 ${unit}')`,
    `insert into readings.${unit}s (series_id, ${unit}, min, max, sum, count)
      select series_id, ${start(time)}, ${values} from readings.${from}
      where series_id = $1 and ${time} >= ${start('$2')} and ${time} < $3::timestamptz + interval '1 ${unit}' and ${start(time)} < $3 and ${start(time)} >= $4
      group by 1, 2`,
  ];
}

/** What is left of a series. $2 is how many readings were deleted. */
export const SUMMARIZE_LEFT = `
  update readings.series s set last_at = latest.measured_at, last_value = latest.value, readings_count = greatest(readings_count - $2, 0)
  from (select 1) one left join lateral (${LATEST('$1')}) latest on true where s.id = $1`;

/** A series without readings takes the place of another one. */
export const DELETE_EMPTY = `
  delete from readings.series s where id = $1 and not exists (select 1 from readings.days d where d.series_id = s.id)`;
