// The rule of each kind as a select over an indexed table. Their descriptions are in worklist-kind.ts. A day is that of the time zone of its
// apiary; between two times, days are counted as 24 hours. No result depends on the time zone of a session.
import type { EntityClass } from '@mikro-orm/core';
import { Lot } from '../harvests/lot.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { Task } from '../tasks/task.entity.js';
import { TREAT_PER_100, WATCH_PER_100 } from '../treatments/mite-trend.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { TreatmentFollowUp } from '../treatments/treatment-follow-up.entity.js';
import { LISTED_DAYS, OLD_YEARS, WorklistKind, WorklistSeverity } from './worklist-kind.js';

/** What the rules are written from. All but `rows` are placeholders of values: a value is bound when a rule reads it. */
export interface RuleSql {
  /** The viewer's rows of a table, as a subquery with an alias. */
  rows: (type: EntityClass<object>, alias: string, where?: string) => string;
  /** The same with the clock of their apiary (worklist-items.ts). */
  dated: (type: EntityClass<object>, alias: string, where?: string) => string;
  /** Rows of the viewer, for a rule that joins them to other ones. */
  joined: (type: EntityClass<object>, alias: string, where?: string) => string;
  /** The viewer's living hives, with the alias `h`. They are read once for all rules, with what triggers keep of their records, and their clock. */
  hives: (where?: string) => string;
  /** The time for which the list is made. */
  readonly at: string;
  readonly until: string;
  /** Of the hive `h`. */
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
  assigneeId: 'uuid',
  /** What it follows from: what was put off is listed again when that is another one. */
  cause: 'timestamptz(3)',
  label: 'text',
};

/** The SQL of each column: null for those that are left out. */
type ItemSql = Partial<Record<keyof typeof COLUMNS, string | number>> & { from: string; recordId: string };

/** The collation makes the order of keys independent of the database. */
function writeItems(kind: WorklistKind, { from, recordId, ...given }: ItemSql): string {
  const columns: Partial<ItemSql> = { cause: given.dueAt, ...given };
  const list = Object.entries(COLUMNS).map(
    ([name, type]) => `(${columns[name as keyof typeof COLUMNS] ?? 'null'})::${type} as "${name}"`,
  );
  return `select '${kind}' as kind, ('${kind}:' || ${recordId}) collate "C" as key, ${recordId} as "recordId", ${list.join(', ')} from ${from}`;
}
const ofBeehive = { recordId: 'h.id', apiaryId: 'h.apiary_id', beehiveId: 'h.id', label: 'h.beehive_number' };
const ofItem = { recordId: 'i.id', apiaryId: 'i.apiary_id', label: 'i.item_name' };

const { HIGH, MEDIUM, LOW } = WorklistSeverity;
const DAY = "interval '24 hours'";
/** The beginning of a day where a row is. */
const startOf = (day: string, row: string): string => `(${day})::timestamp at time zone ${row}.time_zone`;
const isBefore = (day: string, row: string): string => `${day} < ${row}.until_there`;
/** Whether a day begins somewhere before a time: PostgreSQL finds these by an index, and compares them where they are afterwards. */
const mayBeBefore = (day: string, time: string): string =>
  `${day} < (${time} + interval '14 hours') at time zone 'UTC'`;
const daysUntil = (day: string, row: string): string => `${day} - ${row}.today`;
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
      from: `${hives()} where h.last_inspected_at is null or h.last_inspected_at < ${until} - ${interval}`,
      severity: `case when ${dueAt} <= ${at} - ${interval} then ${HIGH} when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      cause: 'coalesce(h.last_inspected_at, h.created_at)',
      value: daysBetween('h.last_inspected_at', at),
      threshold: inspectionDays,
      ...ofBeehive,
    });
  },
  [WorklistKind.QUEENLESS]: ({ hives }) =>
    writeItems(WorklistKind.QUEENLESS, {
      from: hives("status = 'QUEENLESS' or queenless_since is not null and status is distinct from 'INACTIVE'"),
      severity: HIGH,
      dueAt: startOf('h.queenless_since', 'h'),
      value: 'h.today - h.queenless_since',
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
  [WorklistKind.EXPIRING_STOCK]: ({ dated, at, until }) => {
    const dueAt = startOf('i.expiry_date', 'i');
    const expiring = dated(InventoryItem, 'i', `quantity > 0 and ${mayBeBefore('expiry_date', until)}`);
    return writeItems(WorklistKind.EXPIRING_STOCK, {
      from: `${expiring} where ${isBefore('i.expiry_date', 'i')}`,
      severity: `case when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: daysUntil('i.expiry_date', 'i'),
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
    const dueAt = startOf('f.reviewed_on', 'h');
    const treatments = joined(Treatment, 't', "current and status <> 'VOIDED'");
    // The mobile app sends empty texts.
    const findings = FINDINGS.map((column) => `nullif(${column}, '')`).join(', ');
    const followUps = joined(
      TreatmentFollowUp,
      'f',
      `num_nonnulls(${findings}) = 0 and ${mayBeBefore('reviewed_on', until)}`,
    );
    return writeItems(WorklistKind.FOLLOW_UP_DUE, {
      from: `${hives()} join ${treatments} on t.beehive_id = h.id join ${followUps} on f.treatment_id = t.id
        where ${isBefore('f.reviewed_on', 'h')}`,
      severity: `case when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: daysUntil('f.reviewed_on', 'h'),
      ...ofBeehive,
      recordId: 'f.id',
    });
  },
  [WorklistKind.TREATMENT_ENDS]: ({ hives, joined, at, until }) => {
    const dueAt = startOf(ANNOUNCED_END, 'h');
    const treatments = joined(Treatment, 't', `current and status = 'ACTIVE' and ${mayBeBefore(ANNOUNCED_END, until)}`);
    return writeItems(WorklistKind.TREATMENT_ENDS, {
      from: `${hives('treatment_ends_on < until_there')} join ${treatments} on t.beehive_id = h.id
        where ${isBefore(ANNOUNCED_END, 'h')}`,
      severity: `case when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: daysUntil(ANNOUNCED_END, 'h'),
      ...ofBeehive,
      recordId: 't.id',
    });
  },
  [WorklistKind.WITHDRAWAL_ENDS]: ({ hives }) => {
    const isOpen = 'coalesce(treatment_ends_on < today, false) or coalesce(withdrawal_unknown_until >= today, false)';
    return writeItems(WorklistKind.WITHDRAWAL_ENDS, {
      from: hives(`withdrawal_until >= today and withdrawal_until + 1 < until_there and not (${isOpen})`),
      severity: LOW,
      dueAt: startOf('h.withdrawal_until + 1', 'h'),
      value: daysUntil('h.withdrawal_until + 1', 'h'),
      ...ofBeehive,
    });
  },
  [WorklistKind.MITES_HIGH]: ({ hives }) => {
    const [watch, treat] = [
      `coalesce(h.mites_to_watch, ${WATCH_PER_100})`,
      `coalesce(h.mites_to_treat, ${TREAT_PER_100})`,
    ];
    const isHigh = `h.mites_per_100 >= ${treat}`;
    return writeItems(WorklistKind.MITES_HIGH, {
      from: `${hives('mites_counted_on < until_there')} where h.mites_per_100 >= least(${watch}, ${treat})`,
      severity: `case when ${isHigh} then ${HIGH} else ${MEDIUM} end`,
      dueAt: startOf('h.mites_counted_on', 'h'),
      value: 'round(h.mites_per_100::numeric, 2)',
      threshold: `case when ${isHigh} then ${treat} else ${watch} end`,
      ...ofBeehive,
    });
  },
  [WorklistKind.OLD_QUEEN]: ({ hives, joined, at, until }) => {
    const dueAt = startOf(`make_date(q.year + ${OLD_YEARS + 1}, 1, 1)`, 'h');
    // The first condition is one that an index knows.
    const isOld = `year <= extract(year from (${until} + interval '14 hours') at time zone 'UTC')::int - ${OLD_YEARS + 1}`;
    return writeItems(WorklistKind.OLD_QUEEN, {
      from: `${hives('reigning_queen_id is not null')} join ${joined(Queen, 'q', isOld)} on q.id = h.reigning_queen_id
        where ${dueAt} < ${until}`,
      severity: `case when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: 'extract(year from h.today) - q.year',
      threshold: OLD_YEARS,
      ...ofBeehive,
    });
  },
  [WorklistKind.TASK]: ({ dated, at, until }) => {
    const dueAt = startOf('t.due_on', 't');
    const begins = 'coalesce(starts_on, due_on)';
    const open = dated(Task, 't', `status = 'OPEN' and (${begins} is null or ${mayBeBefore(begins, until)})`);
    return writeItems(WorklistKind.TASK, {
      from: `${open} where coalesce(coalesce(t.starts_on, t.due_on) < t.until_there, true)`,
      severity: `case when ${dueAt} <= ${at} then case t.priority when 'HIGH' then ${HIGH} when 'NORMAL' then ${MEDIUM} else ${LOW} end else ${LOW} end`,
      dueAt,
      value: daysUntil('t.due_on', 't'),
      recordId: 't.id',
      apiaryId: 't.apiary_id',
      assigneeId: 't.assignee_id',
      label: 't.title',
    });
  },
  [WorklistKind.LOT_EXPIRES]: ({ dated, at, until }) => {
    const dueAt = startOf('l.best_before', 'l');
    const lots = dated(Lot, 'l', mayBeBefore('best_before', until));
    return writeItems(WorklistKind.LOT_EXPIRES, {
      from: `${lots} where ${isBefore('l.best_before', 'l')} and l.best_before >= l.today - ${LISTED_DAYS}`,
      severity: `case when ${dueAt} <= ${at} then ${MEDIUM} else ${LOW} end`,
      dueAt,
      value: daysUntil('l.best_before', 'l'),
      recordId: 'l.id',
      apiaryId: 'l.apiary_id',
      label: 'l.code',
    });
  },
};
