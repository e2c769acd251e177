// The tables of readings (features/measurements/readings.commands.ts), which entities do not describe: they have no ids, and months of them are
// partitions.
export const READINGS_SCHEMA = 'readings';

const SUMMARY = `min double precision not null, max double precision not null, sum double precision not null, count integer not null`;
/** A series of years is read in the index alone. */
const summaryBy = (unit: string): string => `series_id uuid not null, ${unit} timestamptz(0) not null, ${SUMMARY},
  primary key (series_id, ${unit}) include (min, max, sum, count)`;

/**
 * Each can be repeated. There are no foreign keys: a row of readings is checked by the statement that writes it. A hive is known by its id and when it
 * was created: another one that gets the id of one that is gone has none of its readings. The owner is that of the last batch.
 */
export const CREATE_READINGS = [
  `create schema if not exists ${READINGS_SCHEMA}`,
  `create table if not exists ${READINGS_SCHEMA}.series (
    id uuid primary key default gen_random_uuid(), beehive_id uuid not null, beehive_created_at timestamptz(3) not null, owner_id uuid not null,
    kind text not null, quantity text not null, custom_unit text not null, readings_count bigint not null default 0,
    last_at timestamptz(3), last_value double precision, swarmed_at timestamptz(3), swarm_kilograms double precision, day_gain double precision,
    missing_since timestamptz, unique (beehive_id, beehive_created_at, kind, quantity, custom_unit))`,
  `create index if not exists series_owner_index on ${READINGS_SCHEMA}.series (owner_id)`,
  `create table if not exists ${READINGS_SCHEMA}.raw (
    series_id uuid not null, measured_at timestamptz(3) not null, value double precision not null, primary key (series_id, measured_at) include (value))
    partition by range (measured_at)`,
  `create table if not exists ${READINGS_SCHEMA}.hours (${summaryBy('hour')}) partition by range (hour)`,
  `create table if not exists ${READINGS_SCHEMA}.days (${summaryBy('day')})`,
];
