// The rule of each kind as a select over an indexed table. Their descriptions are in worklist-kind.ts. Times are compared as times, and
// days counted as 24 hours: no result depends on the time zone of a session.
import type { EntityClass } from '@mikro-orm/core';
import { Lot } from '../harvests/lot.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { TREAT_PER_100, WATCH_PER_100 } from '../treatments/mite-trend.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { TreatmentFollowUp } from '../treatments/treatment-follow-up.entity.js';
import { LISTED_DAYS, OLD_YEARS, WorklistKind, WorklistSeverity } from './worklist-kind.js';

/** What the rules are written from. All but `rows` are placeholders of values: a value is bound when a rule reads it. */
export interface RuleSql {
  /** The viewer's rows of a table, as a subquery with an alias. */
  rows: (type: EntityClass<object>, alias: string, where?: string) => string;
  /** The same, for a rule that joins them to other rows of the viewer. */
  joined: (type: EntityClass<object>, alias: string, where?: string) => string;
  /** The viewer's living hives, with the alias `h`. They are read once for all rules, with what triggers keep of their records. */
  hives: (where?: string) => string;
  /** The time for which the list is made. */
  readonly at: string;
  readonly until: string;
  readonly inspectionDays: string;
}

/** The type of each column of an item. */
const COLUMNS = {
  severity: 'int',
  dueAt: 'timestamptz(3)',
  value: 'float8',
  threshold: 'float8',
  apiaryId: 'uuid',
  beehiveId: 'uuid',
  label: 'text',
};

/** The SQL of each column: null for those that are left out. */
type ItemSql = Partial<Record<keyof typeof COLUMNS, string | number>> & { from: string; recordId: string };

/** The collation makes the order of keys independent of the database. */
function writeItems(kind: WorklistKind, { from, recordId, ...columns }: ItemSql): string {
  const list = Object.entries(COLUMNS).map(
    ([name, type]) => `(${columns[name as keyof typeof COLUMNS] ?? 'null'})::${type} as "${name}"`,
  );
  return `select '${kind}' as kind, ('${kind}:' || ${recordId}) collate "C" as key, ${recordId} as "recordId", ${list.join(', ')} from ${from}`;
}
const ofBeehive = { recordId: 'h.id', apiaryId: 'h.apiary_id', beehiveId: 'h.id', label: 'h.beehive_number' };
const ofItem = { recordId: 'i.id', apiaryId: 'i.apiary_id', label: 'i.item_name' };

const { HIGH, MEDIUM, LOW } = WorklistSeverity;
const DAY = "interval '24 hours'";
/** The beginning of a day in UTC. */
const startOf = (day: string): string => `(${day})::timestamp at time zone 'UTC'`;
/** Compares a day with a time as PostgreSQL can by an index. */
const before = (day: string, time: string): string => `${day} < ${time} at time zone 'UTC'`;
const dayOf = (time: string): string => `(${time} at time zone 'UTC')::date`;
const daysUntil = (day: string, at: string): string => `${day} - ${dayOf(at)}`;
const daysBetween = (from: string, to: string): string => `floor(extract(epoch from ${to} - ${from}) / 86400)`;

/** The day on which a treatment ends or is to end; null if nobody has said. */
const ANNOUNCED_END = 'coalesce(ended_on, started_on + planned_days)';
const FINDINGS = ['hive_condition', 'observed_changes', 'partial_results', 'infestation_level', 'notes'];

type Rule = (sql: RuleSql) => string;

export const RULES: Record<WorklistKind, Rule> = {
  [WorklistKind.OVERDUE_INSPECTION]: ({ hives, at, until, inspectionDays }) => {
    const interval = `${inspectionDays} * ${DAY}`;
    const dueAt = `coalesce(h.last_inspected_at + ${interval}, h.created_at)`;
    return writeItems(WorklistKind.OVERDUE_INSPECTION, {
      from: hives(`last_inspected_at is null or last_inspected_at < ${until} - ${interval}`),
      severity: `case when ${dueAt} <= ${at} - ${interval} then ${HIGH} when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: daysBetween('h.last_inspected_at', at),
      threshold: inspectionDays,
      ...ofBeehive,
    });
  },
  [WorklistKind.QUEENLESS]: ({ hives, at }) =>
    writeItems(WorklistKind.QUEENLESS, {
      from: hives("status = 'QUEENLESS' or queenless_since is not null and status is distinct from 'INACTIVE'"),
      severity: HIGH,
      dueAt: startOf('h.queenless_since'),
      value: `${dayOf(at)} - h.queenless_since`,
      ...ofBeehive,
    }),
  [WorklistKind.UNHEALTHY]: ({ hives }) =>
    writeItems(WorklistKind.UNHEALTHY, {
      from: hives("health in ('UNHEALTHY', 'AT_RISK')"),
      severity: `case h.health when 'UNHEALTHY' then ${HIGH} else ${MEDIUM} end`,
      ...ofBeehive,
    }),
  [WorklistKind.LOW_STOCK]: ({ rows }) =>
    writeItems(WorklistKind.LOW_STOCK, {
      from: rows(InventoryItem, 'i', 'low_stock'),
      severity: `case i.quantity when 0 then ${MEDIUM} else ${LOW} end`,
      value: 'i.quantity',
      threshold: 'i.minimum_stock',
      ...ofItem,
    }),
  [WorklistKind.EXPIRING_STOCK]: ({ rows, at, until }) => {
    const dueAt = startOf('i.expiry_date');
    return writeItems(WorklistKind.EXPIRING_STOCK, {
      from: rows(InventoryItem, 'i', `quantity > 0 and ${before('expiry_date', until)}`),
      severity: `case when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: daysUntil('i.expiry_date', at),
      ...ofItem,
    });
  },
  // The hive may have moved since: the item leads to where it stands. So do those about treatments.
  [WorklistKind.DRAFT_INSPECTION]: ({ hives, joined, at, until }) =>
    writeItems(WorklistKind.DRAFT_INSPECTION, {
      from: `${hives()} join ${joined(Inspection, 'd', `status = 'DRAFT' and occurred_at < ${until}`)} on d.beehive_id = h.id`,
      severity: LOW,
      dueAt: 'd.occurred_at',
      value: daysBetween('d.occurred_at', at),
      ...ofBeehive,
      recordId: 'd.id',
    }),
  [WorklistKind.FOLLOW_UP_DUE]: ({ hives, joined, at, until }) => {
    const dueAt = startOf('f.reviewed_on');
    const treatments = joined(Treatment, 't', "current and status <> 'VOIDED'");
    // The mobile app sends empty texts.
    const findings = FINDINGS.map((column) => `nullif(${column}, '')`).join(', ');
    const followUps = joined(
      TreatmentFollowUp,
      'f',
      `num_nonnulls(${findings}) = 0 and ${before('reviewed_on', until)}`,
    );
    return writeItems(WorklistKind.FOLLOW_UP_DUE, {
      from: `${hives()} join ${treatments} on t.beehive_id = h.id join ${followUps} on f.treatment_id = t.id`,
      severity: `case when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: daysUntil('f.reviewed_on', at),
      ...ofBeehive,
      recordId: 'f.id',
    });
  },
  [WorklistKind.TREATMENT_ENDS]: ({ hives, joined, at, until }) => {
    const dueAt = startOf(ANNOUNCED_END);
    const treatments = joined(Treatment, 't', `current and status = 'ACTIVE' and ${before(ANNOUNCED_END, until)}`);
    return writeItems(WorklistKind.TREATMENT_ENDS, {
      from: `${hives(before('treatment_ends_on', until))} join ${treatments} on t.beehive_id = h.id`,
      severity: `case when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: daysUntil(ANNOUNCED_END, at),
      ...ofBeehive,
      recordId: 't.id',
    });
  },
  [WorklistKind.WITHDRAWAL_ENDS]: ({ hives, at, until }) => {
    const dueAt = startOf('withdrawal_until + 1');
    const today = dayOf(at);
    const isOpen = `coalesce(treatment_ends_on < ${today}, false) or coalesce(withdrawal_unknown_until >= ${today}, false)`;
    return writeItems(WorklistKind.WITHDRAWAL_ENDS, {
      from: hives(`${dueAt} > ${at} and ${dueAt} < ${until} and not (${isOpen})`),
      severity: LOW,
      dueAt,
      value: daysUntil('withdrawal_until + 1', at),
      ...ofBeehive,
    });
  },
  [WorklistKind.MITES_HIGH]: ({ hives, until }) => {
    const isHigh = `h.mites_per_100 >= ${TREAT_PER_100}`;
    return writeItems(WorklistKind.MITES_HIGH, {
      from: hives(`mites_per_100 >= ${WATCH_PER_100} and ${before('mites_counted_on', until)}`),
      severity: `case when ${isHigh} then ${HIGH} else ${MEDIUM} end`,
      dueAt: startOf('h.mites_counted_on'),
      value: 'round(h.mites_per_100::numeric, 2)',
      threshold: `case when ${isHigh} then ${TREAT_PER_100} else ${WATCH_PER_100} end`,
      ...ofBeehive,
    });
  },
  [WorklistKind.OLD_QUEEN]: ({ hives, joined, at, until }) => {
    const dueAt = startOf(`make_date(q.year + ${OLD_YEARS + 1}, 1, 1)`);
    // The first condition is one that an index knows.
    const isOld = `year <= extract(year from ${until} at time zone 'UTC')::int - ${OLD_YEARS + 1}`;
    return writeItems(WorklistKind.OLD_QUEEN, {
      from: `${hives('reigning_queen_id is not null')} join ${joined(Queen, 'q', isOld)} on q.id = h.reigning_queen_id
        where ${dueAt} < ${until}`,
      severity: `case when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: `extract(year from ${dayOf(at)}) - q.year`,
      threshold: OLD_YEARS,
      ...ofBeehive,
    });
  },
  [WorklistKind.LOT_EXPIRES]: ({ rows, at, until }) => {
    const dueAt = startOf('l.best_before');
    const isNear = `${before('best_before', until)} and best_before >= ${dayOf(at)} - ${LISTED_DAYS}`;
    return writeItems(WorklistKind.LOT_EXPIRES, {
      from: rows(Lot, 'l', isNear),
      severity: `case when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: daysUntil('l.best_before', at),
      recordId: 'l.id',
      apiaryId: 'l.apiary_id',
      label: 'l.code',
    });
  },
};
