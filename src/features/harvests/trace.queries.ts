// Back from a source to the treatments and inspections of its hive, for many sources in two statements: which, and their rows.
import type { EntityClass } from '@mikro-orm/core';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { startOfDayIn } from '../../shared/days.js';
import { zoneOf } from '../apiaries/apiary-days.queries.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { HarvestSource } from './harvest-source.entity.js';

/** Records of a hive within so many days before the harvest are part of its trace. */
export const TRACED_DAYS = 365;
/** The most records of each kind that are listed for a source, the latest first. */
export const MAX_TRACED = 50;

interface Trace<T> {
  type: EntityClass<T>;
  /** SQL that says whether a record `r` is traced for the source `s`, harvested on `h.harvested_on`. */
  condition: string;
  day: string;
}

/** The beginning of a day where it was harvested: PostgreSQL compares a time, so that the index of inspections by time applies. */
const startOf = (day: string): string => startOfDayIn(zoneOf('h.apiary_id'), day);
/** A treatment is traced as long as its unknown withdrawal period lasts. */
export const TREATMENTS: Trace<Treatment> = {
  type: Treatment,
  condition: `r.treated_beehive_id = s.harvested_beehive_id and r.current and r.status <> 'VOIDED' and r.started_on <= h.harvested_on
    and (r.status = 'ACTIVE' or coalesce(r.ended_on, r.started_on) + greatest(${TRACED_DAYS}, coalesce(r.withdrawal_days, 0)) >= h.harvested_on)`,
  day: 'r.started_on',
};
export const INSPECTIONS: Trace<Inspection> = {
  type: Inspection,
  condition: `r.beehive_id = s.harvested_beehive_id and r.current and r.status = 'COMPLETED'
    and r.occurred_at >= ${startOf(`h.harvested_on - ${TRACED_DAYS}`)} and r.occurred_at < ${startOf('h.harvested_on + 1')}`,
  day: 'r.occurred_at',
};

/** Returns records of the hive of a source, the latest first. The viewer sees those that the policy of their type allows. */
export async function loadTrace<T extends { id: string }>(
  context: Context,
  sourceId: string,
  { type, condition, day }: Trace<T>,
): Promise<Row<T>[]> {
  const { loaders } = context;
  const { name } = context.table(type);
  const ids = await loaders
    .readModel<{ parent: string; id: string }>(
      HarvestSource,
      ({ table: sources, ownership, parents }) =>
        `select s.id as parent, found.id from (select * from ${sources} where ${ownership} and id = any(${parents})) s
           join harvests h on h.id = s.harvest_id,
           lateral (select r.id, ${day} as day from ${name} r where ${condition} order by ${day} desc, r.id desc limit ${MAX_TRACED}) found
         order by found.day desc, found.id desc`,
    )
    .load(sourceId);
  const rows = await Promise.all(ids.map(({ id }) => loaders.byId(type).load(id)));
  return rows.filter((row) => row !== null);
}
