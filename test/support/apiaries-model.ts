// Random apiaries, with hives, drafts and items: inserted into the database, and kept for a plain model of what must follow from them.
import { randomUUID } from 'node:crypto';
import type { TestDatabase } from './database.js';
import * as fc from './fast-check.js';

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export const HEALTH = ['HEALTHY', 'AT_RISK', 'UNHEALTHY'] as const;
export const STATUS = [
  'ACTIVE',
  'INACTIVE',
  'QUEENLESS',
  'BROOD_CHAMBER',
  'PRODUCTION_CHAMBER',
  'BROOD_AND_PRODUCTION',
  'BROOD_AND_DOUBLE_PRODUCTION',
] as const;

export interface ModelInspection {
  id: string;
  status: 'DRAFT' | 'COMPLETED';
  occurredAt: Date;
}
export interface ModelTreatment {
  id: string;
  kind: string;
  status: 'ACTIVE' | 'COMPLETED' | 'VOIDED';
  /** Days. */
  startedOn: string;
  endedOn: string | null;
  plannedDays: number | null;
  withdrawalDays: number | null;
  followUps: { id: string; reviewedOn: string; notes: string | null }[];
}
export interface ModelMiteCount {
  id: string;
  countedOn: string;
  /** Null for a sticky board. */
  bees: number | null;
  mites: number;
}
export interface ModelHive {
  id: string;
  health: (typeof HEALTH)[number] | null;
  status: (typeof STATUS)[number] | null;
  createdAt: Date;
  inspections: ModelInspection[];
  treatments?: ModelTreatment[];
  miteCounts?: ModelMiteCount[];
}
export interface ModelItem {
  id: string;
  quantity: number;
  minimumStock: number;
  /** A day. */
  expiryDate: string | null;
}
export interface ModelApiary {
  id: string;
  country?: string | null;
  hives: ModelHive[];
  items: ModelItem[];
}

export const lastInspectionOf = ({ inspections }: ModelHive): Date | null => {
  const times = inspections.filter(({ status }) => status === 'COMPLETED').map(({ occurredAt }) => +occurredAt);
  return times.length > 0 ? new Date(Math.max(...times)) : null;
};

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Not a whole number of days ago: the service compares some times with full minutes. */
const minutesAgo = (days: number): fc.Arbitrary<Date> =>
  fc
    .tuple(fc.integer({ min: 0, max: days - 1 }), fc.integer({ min: 5, max: 24 * 60 - 5 }))
    .map(([day, minutes]) => new Date(Date.now() - day * DAY_MS - minutes * MINUTE_MS));
const dayAround = (days: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: -days, max: days })
    .map((offset) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10));
const id = fc.constant(undefined).map(() => randomUUID());

const inspection: fc.Arbitrary<ModelInspection> = fc.record({
  id,
  status: fc.constantFrom('DRAFT', 'COMPLETED', 'COMPLETED'),
  occurredAt: minutesAgo(60),
});
const treatment: fc.Arbitrary<ModelTreatment> = fc
  .record({
    id,
    kind: fc.constantFrom('Varroa', 'Químico', 'Nosema'),
    status: fc.constantFrom('ACTIVE', 'ACTIVE', 'COMPLETED', 'VOIDED'),
    startedOn: dayAround(30),
    duration: fc.option(fc.integer({ min: 0, max: 30 })),
    plannedDays: fc.option(fc.integer({ min: 0, max: 30 })),
    withdrawalDays: fc.option(fc.integer({ min: 0, max: 10 }), { freq: 4 }),
    followUps: fc.array(
      fc.record({ id, reviewedOn: dayAround(20), notes: fc.option(fc.constantFrom('Fine', ''), { freq: 1 }) }),
      { maxLength: 2 },
    ),
  })
  .map(({ duration, ...rest }) => ({
    ...rest,
    endedOn: duration === null ? null : addDays(rest.startedOn, duration),
  }));
const miteCount: fc.Arbitrary<ModelMiteCount> = fc.record({
  id,
  countedOn: dayAround(20),
  bees: fc.option(fc.constantFrom(100, 300), { freq: 5 }),
  mites: fc.integer({ min: 0, max: 12 }),
});
const hive: fc.Arbitrary<ModelHive> = fc.record({
  id,
  health: fc.option(fc.constantFrom(...HEALTH), { freq: 4 }),
  status: fc.option(fc.constantFrom(...STATUS), { freq: 4 }),
  createdAt: minutesAgo(60),
  inspections: fc.array(inspection, { maxLength: 3 }),
  treatments: fc.array(treatment, { maxLength: 2 }),
  miteCounts: fc.array(miteCount, { maxLength: 3 }),
});
const item: fc.Arbitrary<ModelItem> = fc.record({
  id,
  quantity: fc.integer({ min: 0, max: 4 }),
  minimumStock: fc.integer({ min: 0, max: 3 }),
  expiryDate: fc.option(dayAround(30), { freq: 3 }),
});
export const apiaries: fc.Arbitrary<ModelApiary[]> = fc.array(
  fc.record({
    id,
    country: fc.constantFrom(null, 'ES', 'FR', 'IT', 'DE'),
    hives: fc.array(hive, { maxLength: 8 }),
    items: fc.array(item, { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Replaces all apiaries of the account. */
export async function insertApiaries({ sql }: TestDatabase, owner: string, world: ModelApiary[]): Promise<void> {
  await sql('delete from apiaries where owner_id = $1', [owner]);
  const insert = (table: string, columns: string, rows: object[]): Promise<object[]> => {
    const names = columns.replace(/ \S+(?=,|$)/g, '');
    return sql(
      `insert into ${table} (created_at, updated_at, ${names}) select coalesce(created, now()), now(), ${names}
       from jsonb_to_recordset($1) as t (created timestamptz, ${columns})`,
      [JSON.stringify(rows)],
    );
  };
  const hives = world.flatMap(({ id: apiary_id, hives }) => hives.map((hive) => ({ ...hive, apiary_id })));
  await insert(
    'apiaries',
    'id uuid, owner_id uuid, name text, country text',
    world.map(({ id, country = null }, i) => ({ id, owner_id: owner, name: `Apiary ${i}`, country })),
  );
  await insert(
    'beehives',
    'id uuid, apiary_id uuid, health text, status text',
    hives.map(({ id, apiary_id, health, status, createdAt }) => ({
      id,
      apiary_id,
      health,
      status,
      created: createdAt,
    })),
  );
  await insert(
    'inspections',
    'id uuid, series_id uuid, beehive_id uuid, apiary_id uuid, actor_id uuid, status text, occurred_at timestamptz',
    hives.flatMap((of) =>
      of.inspections.map(({ id, status, occurredAt }) => ({
        id,
        series_id: id,
        beehive_id: of.id,
        apiary_id: of.apiary_id,
        actor_id: owner,
        status,
        occurred_at: occurredAt,
      })),
    ),
  );
  await insert(
    'inventory_items',
    'id uuid, apiary_id uuid, item_name text, unit text, quantity int, minimum_stock int, expiry_date date',
    world.flatMap(({ id: apiary_id, items }) =>
      items.map(({ id, quantity, minimumStock, expiryDate }) => ({
        id,
        apiary_id,
        item_name: 'Wax',
        unit: 'kg',
        quantity,
        minimum_stock: minimumStock,
        expiry_date: expiryDate,
      })),
    ),
  );
  const treatments = hives.flatMap((of) => (of.treatments ?? []).map((one) => ({ ...one, of })));
  await insert(
    'treatments',
    'id uuid, series_id uuid, course_id uuid, beehive_id uuid, treated_beehive_id uuid, beehive_label text, apiary_id uuid, actor_id uuid, kind text, product_name text, status text, started_on date, ended_on date, planned_days int, withdrawal_days int',
    treatments.map(({ id, of, kind, status, startedOn, endedOn, plannedDays, withdrawalDays }) => ({
      id,
      series_id: id,
      course_id: id,
      beehive_id: of.id,
      treated_beehive_id: of.id,
      beehive_label: '1',
      apiary_id: of.apiary_id,
      actor_id: owner,
      kind,
      product_name: kind,
      status,
      started_on: startedOn,
      ended_on: endedOn,
      planned_days: plannedDays,
      withdrawal_days: withdrawalDays,
    })),
  );
  await insert(
    'treatment_follow_ups',
    'id uuid, treatment_id uuid, reviewed_on date, notes text, actor_id uuid',
    treatments.flatMap(({ id: treatment_id, followUps }) =>
      followUps.map(({ id, reviewedOn, notes }) => ({
        id,
        treatment_id,
        reviewed_on: reviewedOn,
        notes,
        actor_id: owner,
      })),
    ),
  );
  await insert(
    'mite_counts',
    'id uuid, beehive_id uuid, apiary_id uuid, counted_on date, method text, bees int, mites int, days int, actor_id uuid',
    hives.flatMap((of) =>
      (of.miteCounts ?? []).map(({ id, countedOn, bees, mites }) => ({
        id,
        beehive_id: of.id,
        apiary_id: of.apiary_id,
        counted_on: countedOn,
        method: bees === null ? 'STICKY_BOARD' : 'ALCOHOL_WASH',
        bees,
        mites,
        days: bees === null ? 3 : null,
        actor_id: owner,
      })),
    ),
  );
}

/** The first and the last month of the declarations of a country. */
const PERIODS: Record<string, [number, number]> = { ES: [1, 2], FR: [9, 12], IT: [11, 12] };

/** The first and the last day of the period that has not ended. */
export function periodOf(country: string, today: string): [string, string] {
  const [first, last] = PERIODS[country]!;
  const daysOf = (year: number): [string, string] =>
    [Date.UTC(year, first - 1, 1), Date.UTC(year, last, 0)].map((time) =>
      new Date(time).toISOString().slice(0, 10),
    ) as [string, string];
  const year = Number(today.slice(0, 4));
  return daysOf(year)[1] < today ? daysOf(year + 1) : daysOf(year);
}

/** The oldest apiary of each country where one has living hives: they are recorded at the same time, so it is the one with the least id. */
export function declaringApiaries(world: ModelApiary[]): Set<string> {
  const ids = Object.keys(PERIODS).flatMap((country) => {
    const there = world.filter((one) => one.country === country);
    return there.some(({ hives }) => hives.length > 0) ? [there.map(({ id }) => id).sort()[0]!] : [];
  });
  return new Set(ids);
}
