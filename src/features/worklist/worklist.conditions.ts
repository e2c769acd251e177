// The rule of each kind as a select over an indexed table. Their descriptions are in worklist-kind.ts. Times are compared as times, days with
// the day in UTC: no result depends on the time zone of a session.
import type { EntityClass } from '@mikro-orm/core';
import { Lot } from '../harvests/lot.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { TREAT_PER_100, WATCH_PER_100 } from '../treatments/mite-trend.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { TreatmentFollowUp } from '../treatments/treatment-follow-up.entity.js';
import { LISTED_DAYS, OLD_YEARS, WorklistKind, WorklistSeverity } from './worklist-kind.js';

/**
 * What the rules are written from. The values are placeholders, bound when a rule reads them. They are calculated before: PostgreSQL would
 * repeat the calculation for each hive, and look up the time zone each time.
 */
export interface RuleSql {
  /** The viewer's rows of a table, as a subquery with an alias. */
  rows: (type: EntityClass<object>, alias: string, where?: string) => string;
  /** The same, for a rule that joins them to other rows of the viewer. */
  joined: (type: EntityClass<object>, alias: string, where?: string) => string;
  /** The viewer's living hives, with the alias `h`. They are read once for all rules, with what triggers keep of their records. */
  hives: (where?: string) => string;
  /** The time for which the list is made. */
  readonly at: string;
  /** Its day, in UTC. */
  readonly today: string;
  readonly until: string;
  /** The same as a time without a zone, with which PostgreSQL compares days by an index. */
  readonly untilInUtc: string;
  /** The last year of queens that are old by then. */
  readonly oldYear: string;
  readonly inspectionDays: string;
  /** The same as an interval. */
  readonly inspectionInterval: string;
  /** The time so many intervals before the list is made, and one before its end. */
  readonly intervalAgo: string;
  readonly twoIntervalsAgo: string;
  readonly intervalBeforeUntil: string;
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

/** Where the items of a kind are read, and the SQL of their columns, of which those that are left out are null. */
interface Rule {
  from: (sql: RuleSql) => string;
  item: (sql: RuleSql) => Partial<Record<keyof typeof COLUMNS, string | number>>;
  /** Columns of `from`. */
  recordId: string;
  apiaryId: string;
}

/** The collation makes the order of keys independent of the database. */
export function writeItemsOf(kind: WorklistKind, sql: RuleSql): string {
  const { from, item, recordId, apiaryId } = RULES[kind];
  const columns = { ...item(sql), apiaryId };
  const list = Object.entries(COLUMNS).map(
    ([name, type]) => `(${columns[name as keyof typeof COLUMNS] ?? 'null'})::${type} as "${name}"`,
  );
  return `select '${kind}' as kind, ('${kind}:' || ${recordId}) collate "C" as key, ${recordId} as "recordId", ${list.join(', ')} from ${from(sql)}`;
}

/** Without the columns, of which PostgreSQL would calculate those that it does not need, too: half of the time. */
export function writeCountsOf(kind: WorklistKind, sql: RuleSql, apiaryIds: string | undefined): string {
  const { from, apiaryId } = RULES[kind];
  const ofApiaries = apiaryIds ? `where ${apiaryId} = any(${apiaryIds})` : '';
  return `select '${kind}' as kind, ${apiaryId} as parent, count(*)::int as count from ${from(sql)} ${ofApiaries} group by 2`;
}

/** An item about the hive `h`: for those about another record, where that one stands now. */
const aboutBeehive = { beehiveId: 'h.id', label: 'h.beehive_number' };
const ofBeehive = { recordId: 'h.id', apiaryId: 'h.apiary_id' };
const ofItem = { recordId: 'i.id', apiaryId: 'i.apiary_id' };

const { HIGH, MEDIUM, LOW } = WorklistSeverity;
/** The beginning of a day in UTC. */
const startOf = (day: string): string => `(${day})::timestamp at time zone 'UTC'`;
/** Of what is listed before and after it is due. */
const mediumIf = (isDue: string): string => `case when ${isDue} then ${MEDIUM} else ${LOW} end`;
/** As float8: PostgreSQL calculates with numeric, which `extract` returns, several times as long. */
const daysBetween = (from: string, to: string): string => `floor(date_part('epoch', ${to} - ${from}) / 86400)`;

/** The day on which a treatment ends or is to end; null if nobody has said. */
const ANNOUNCED_END = 'coalesce(ended_on, started_on + planned_days)';
const FINDINGS = ['hive_condition', 'observed_changes', 'partial_results', 'infestation_level', 'notes'];

const dueInYear = (year: string): string => `make_date(${year} + ${OLD_YEARS + 1}, 1, 1)`;
const hasManyMites = `h.mites_per_100 >= ${TREAT_PER_100}`;

const RULES: Record<WorklistKind, Rule> = {
  // Due an interval after the last inspection, most severe an interval later. The columns are compared as they are: an addition for each hive
  // costs more.
  [WorklistKind.OVERDUE_INSPECTION]: {
    from: ({ hives, intervalBeforeUntil }) =>
      hives(`last_inspected_at is null or last_inspected_at < ${intervalBeforeUntil}`),
    item: (sql) => {
      const isOver = (inspected: string, created: string): string =>
        `coalesce(h.last_inspected_at <= ${inspected}, h.created_at <= ${created})`;
      return {
        severity: `case when ${isOver(sql.twoIntervalsAgo, sql.intervalAgo)} then ${HIGH} when ${isOver(sql.intervalAgo, sql.at)} then ${MEDIUM} else ${LOW} end`,
        dueAt: `coalesce(h.last_inspected_at + ${sql.inspectionInterval}, h.created_at)`,
        value: daysBetween('h.last_inspected_at', sql.at),
        threshold: sql.inspectionDays,
        ...aboutBeehive,
      };
    },
    ...ofBeehive,
  },
  [WorklistKind.QUEENLESS]: {
    from: ({ hives }) =>
      hives("status = 'QUEENLESS' or queenless_since is not null and status is distinct from 'INACTIVE'"),
    item: ({ today }) => ({
      severity: HIGH,
      dueAt: startOf('h.queenless_since'),
      value: `${today} - h.queenless_since`,
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
  [WorklistKind.UNHEALTHY]: {
    from: ({ hives }) => hives("health in ('UNHEALTHY', 'AT_RISK')"),
    item: () => ({ severity: `case h.health when 'UNHEALTHY' then ${HIGH} else ${MEDIUM} end`, ...aboutBeehive }),
    ...ofBeehive,
  },
  [WorklistKind.LOW_STOCK]: {
    from: ({ rows }) => rows(InventoryItem, 'i', 'low_stock'),
    item: () => ({
      severity: mediumIf('i.quantity = 0'),
      value: 'i.quantity',
      threshold: 'i.minimum_stock',
      label: 'i.item_name',
    }),
    ...ofItem,
  },
  [WorklistKind.EXPIRING_STOCK]: {
    from: ({ rows, untilInUtc }) => rows(InventoryItem, 'i', `quantity > 0 and expiry_date < ${untilInUtc}`),
    item: ({ today }) => ({
      severity: mediumIf(`i.expiry_date <= ${today}`),
      dueAt: startOf('i.expiry_date'),
      value: `i.expiry_date - ${today}`,
      label: 'i.item_name',
    }),
    ...ofItem,
  },
  // The hive may have moved since: the item leads to where it stands. So do those about treatments.
  [WorklistKind.DRAFT_INSPECTION]: {
    from: ({ hives, joined, until }) =>
      `${hives()} join ${joined(Inspection, 'd', `status = 'DRAFT' and occurred_at < ${until}`)} on d.beehive_id = h.id`,
    item: ({ at }) => ({
      severity: LOW,
      dueAt: 'd.occurred_at',
      value: daysBetween('d.occurred_at', at),
      ...aboutBeehive,
    }),
    ...ofBeehive,
    recordId: 'd.id',
  },
  [WorklistKind.FOLLOW_UP_DUE]: {
    from: ({ hives, joined, untilInUtc }) => {
      const treatments = joined(Treatment, 't', "current and status <> 'VOIDED'");
      // The mobile app sends empty texts.
      const findings = FINDINGS.map((column) => `nullif(${column}, '')`).join(', ');
      const followUps = joined(TreatmentFollowUp, 'f', `num_nonnulls(${findings}) = 0 and reviewed_on < ${untilInUtc}`);
      return `${hives()} join ${treatments} on t.beehive_id = h.id join ${followUps} on f.treatment_id = t.id`;
    },
    item: ({ today }) => ({
      severity: mediumIf(`f.reviewed_on <= ${today}`),
      dueAt: startOf('f.reviewed_on'),
      value: `f.reviewed_on - ${today}`,
      ...aboutBeehive,
    }),
    ...ofBeehive,
    recordId: 'f.id',
  },
  [WorklistKind.TREATMENT_ENDS]: {
    from: ({ hives, joined, untilInUtc }) => {
      const treatments = joined(Treatment, 't', `current and status = 'ACTIVE' and ${ANNOUNCED_END} < ${untilInUtc}`);
      return `${hives(`treatment_ends_on < ${untilInUtc}`)} join ${treatments} on t.beehive_id = h.id`;
    },
    item: ({ today }) => ({
      severity: mediumIf(`${ANNOUNCED_END} <= ${today}`),
      dueAt: startOf(ANNOUNCED_END),
      value: `${ANNOUNCED_END} - ${today}`,
      ...aboutBeehive,
    }),
    ...ofBeehive,
    recordId: 't.id',
  },
  // Due at the beginning of the day after the period.
  [WorklistKind.WITHDRAWAL_ENDS]: {
    from: ({ hives, today, untilInUtc }) => {
      const isOpen = `coalesce(treatment_ends_on < ${today}, false) or coalesce(withdrawal_unknown_until >= ${today}, false)`;
      return hives(`withdrawal_until >= ${today} and withdrawal_until + 1 < ${untilInUtc} and not (${isOpen})`);
    },
    item: ({ today }) => ({
      severity: LOW,
      dueAt: startOf('withdrawal_until + 1'),
      value: `withdrawal_until + 1 - ${today}`,
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
  [WorklistKind.MITES_HIGH]: {
    from: ({ hives, untilInUtc }) => hives(`mites_per_100 >= ${WATCH_PER_100} and mites_counted_on < ${untilInUtc}`),
    item: () => ({
      severity: `case when ${hasManyMites} then ${HIGH} else ${MEDIUM} end`,
      dueAt: startOf('h.mites_counted_on'),
      value: 'round(h.mites_per_100::numeric, 2)',
      threshold: `case when ${hasManyMites} then ${TREAT_PER_100} else ${WATCH_PER_100} end`,
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
  [WorklistKind.OLD_QUEEN]: {
    // The first condition is one that an index knows.
    from: ({ hives, joined, untilInUtc, oldYear }) =>
      `${hives('reigning_queen_id is not null')} join ${joined(Queen, 'q', `year <= ${oldYear} and ${dueInYear('year')} < ${untilInUtc}`)} on q.id = h.reigning_queen_id`,
    item: ({ today }) => ({
      severity: mediumIf(`${dueInYear('q.year')} <= ${today}`),
      dueAt: startOf(dueInYear('q.year')),
      value: `extract(year from ${today}) - q.year`,
      threshold: OLD_YEARS,
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
  [WorklistKind.LOT_EXPIRES]: {
    from: ({ rows, today, untilInUtc }) =>
      rows(Lot, 'l', `best_before < ${untilInUtc} and best_before >= ${today} - ${LISTED_DAYS}`),
    item: ({ today }) => ({
      severity: mediumIf(`l.best_before <= ${today}`),
      dueAt: startOf('l.best_before'),
      value: `l.best_before - ${today}`,
      label: 'l.code',
    }),
    recordId: 'l.id',
    apiaryId: 'l.apiary_id',
  },
};
