// The rules about what people and devices have measured: food, weights, swarms, and the devices themselves.
import { SWARM_DAYS } from '../../shared/readings.js';
import { Feeding } from '../feedings/feeding.entity.js';
import { Measurement } from '../measurements/measurement.entity.js';
import type { MeasurementKind } from '../measurements/measurement.enums.js';
import { WRITE_STORED } from '../measurements/series.queries.js';
import {
  COLD_BROOD,
  DEVICE_DAYS,
  EMPTY_BATTERY,
  FLOW_KG,
  KG_PER_FRAME,
  LOW_BATTERY,
  MAX_FLOW_KG,
  STORES_DAYS,
  type WorklistKind,
  WorklistSeverity,
} from './worklist.enums.js';
import type { Rule, RuleSql } from './worklist-sql.rules.js';

const { HIGH, MEDIUM, LOW } = WorklistSeverity;
type MeasuredKind = 'STORES_LOW' | 'WEIGHT_LOW' | 'SWARM' | 'FLOW' | 'BROOD_COLD' | 'DEVICE_SILENT' | 'BATTERY_LOW';

const aboutBeehive = { beehiveId: 'h.id', label: 'h.label', timeZone: 'h.time_zone' };
const ofBeehive = { recordId: 'h.id', apiaryId: 'h.apiary_id' };
const ago = (at: string, days: number): string => `${at} - interval '${days} days'`;

/**
 * What devices measure at the hives of the viewer, which is read once. `offset 0`: each hive is looked up by the index, however many there are, of
 * which PostgreSQL knows nothing.
 */
const devices = ({ once, at }: RuleSql): string =>
  once(
    'devices',
    () =>
      `select beehive_id, kind, last_at, last_value, swarmed_at, swarm_kilograms, day_gain
       from living l, lateral (
         select * from readings.series where beehive_id = l.id and beehive_created_at = l.created_at offset 0) s
       where last_at > ${ago(at, DEVICE_DAYS)}`,
  );

/** The sugar since the last inspection, in kilograms. */
const fed = ({ once, joined }: RuleSql): string =>
  once(
    'fed',
    () =>
      `select l.id as beehive_id, sum(f.sugar_grams) / 1000.0 as kilograms from living l
       join ${joined(Feeding, 'f', 'sugar_grams > 0')} on f.beehive_id = l.id and f.fed_on >= (l.last_inspected_at at time zone l.time_zone)::date
       where l.winter_stores is not null group by 1`,
  );

/** The latest weight of each hive whose apiary has a rule about it. */
const weights = (sql: RuleSql): string =>
  sql.once(
    'weights',
    () =>
      `select distinct on (beehive_id) beehive_id, kilograms, measured_at from (
         select beehive_id, last_value as kilograms, last_at as measured_at from ${devices(sql)} where kind = 'WEIGHT'
         union all select beehive_id, ${WRITE_STORED}, measured_at
         from ${sql.joined(Measurement, 'm', `kind = 'WEIGHT' and measured_at > ${ago(sql.at, DEVICE_DAYS)}`)}
       ) w where beehive_id = any(array(select id from living where minimum_weight is not null)) order by beehive_id, measured_at desc`,
  );

/** The hives with a condition on what was measured at them. */
const measuredHives = (hives: string, columns: string, join: string, where: string): string =>
  `(select h.*, ${columns} from ${hives} ${join} where ${where}) h`;

/** The hives with a condition on what a device measures at them. @param hives a condition on the hives */
const measuredBy = (sql: RuleSql, kind: MeasurementKind, columns: string, where: string, hives?: string): string =>
  measuredHives(
    sql.hives(hives),
    columns,
    `join ${devices(sql)} d on d.beehive_id = h.id and d.kind = '${kind}'`,
    where,
  );

export const MEASURED_RULES: Record<MeasuredKind & WorklistKind, Rule> = {
  STORES_LOW: {
    from: (sql) =>
      measuredHives(
        sql.hives(
          `winter_stores is not null and food_frames is not null and last_inspected_at > ${ago(sql.at, STORES_DAYS)}`,
        ),
        `food_frames * ${KG_PER_FRAME} + coalesce(kilograms, 0) as stores`,
        `left join ${fed(sql)} fed on fed.beehive_id = h.id`,
        `food_frames * ${KG_PER_FRAME} + coalesce(kilograms, 0) < winter_stores`,
      ),
    item: () => ({
      severity: `case when h.stores * 2 < h.winter_stores then ${HIGH} else ${MEDIUM} end`,
      dueAt: 'h.last_inspected_at',
      value: 'round(h.stores::numeric, 1)',
      threshold: 'h.winter_stores',
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
  // Each reading is no other cause of the same: what was put off comes back on its day.
  WEIGHT_LOW: {
    from: (sql) =>
      measuredHives(
        sql.hives('minimum_weight is not null'),
        'kilograms, measured_at',
        `join ${weights(sql)} w on w.beehive_id = h.id`,
        'kilograms < minimum_weight',
      ),
    item: () => ({
      severity: HIGH,
      dueAt: 'h.measured_at',
      value: 'round(h.kilograms::numeric, 1)',
      threshold: 'h.minimum_weight',
      ...aboutBeehive,
    }),
    ...ofBeehive,
    cause: 'h.created_at',
  },
  SWARM: {
    from: (sql) =>
      measuredBy(
        sql,
        'WEIGHT',
        'swarmed_at, swarm_kilograms',
        `swarmed_at > ${ago(sql.at, SWARM_DAYS)} and (last_inspected_at is null or last_inspected_at < swarmed_at)`,
      ),
    item: () => ({
      severity: HIGH,
      dueAt: 'h.swarmed_at',
      value: 'round(h.swarm_kilograms::numeric, 1)',
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
  FLOW: {
    from: (sql) =>
      measuredBy(
        sql,
        'WEIGHT',
        'last_at, day_gain',
        `last_at > ${ago(sql.at, 1)} and day_gain between ${FLOW_KG} and ${MAX_FLOW_KG}`,
      ),
    item: () => ({ severity: LOW, value: 'round(h.day_gain::numeric, 1)', threshold: FLOW_KG, ...aboutBeehive }),
    ...ofBeehive,
    cause: 'h.created_at',
  },
  BROOD_COLD: {
    from: (sql) =>
      measuredBy(
        sql,
        'BROOD_TEMPERATURE',
        'last_at, last_value',
        `last_at > ${ago(sql.at, 1)} and last_value < ${COLD_BROOD}`,
        'brood_frames > 0',
      ),
    item: () => ({
      severity: HIGH,
      dueAt: 'h.last_at',
      value: 'round(h.last_value::numeric, 1)',
      threshold: COLD_BROOD,
      ...aboutBeehive,
    }),
    ...ofBeehive,
    cause: 'h.created_at',
  },
  DEVICE_SILENT: {
    from: (sql) =>
      measuredHives(
        sql.hives(),
        'last_at',
        `join (select beehive_id, max(last_at) as last_at from ${devices(sql)} group by 1) d on d.beehive_id = h.id`,
        `last_at < ${sql.at} - silent_hours * interval '1 hour'`,
      ),
    item: ({ at }) => ({
      severity: MEDIUM,
      dueAt: `h.last_at + h.silent_hours * interval '1 hour'`,
      value: `floor(date_part('epoch', ${at} - h.last_at) / 3600)`,
      threshold: 'h.silent_hours',
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
  BATTERY_LOW: {
    from: (sql) => measuredBy(sql, 'BATTERY', 'last_value', `last_value < ${LOW_BATTERY}`),
    item: () => ({
      severity: `case when h.last_value < ${EMPTY_BATTERY} then ${MEDIUM} else ${LOW} end`,
      value: 'round(h.last_value::numeric, 1)',
      threshold: LOW_BATTERY,
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
};
