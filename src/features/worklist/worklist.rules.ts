// The rule of each kind as a select over an indexed table. Their descriptions are in worklist.enums.ts. A day is that of the time zone of its
// apiary; between two times, days are counted as 24 hours. No result depends on the time zone of a session.
import { startOfDayIn } from '../../shared/days.js';
import { Lot } from '../harvests/lot.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { InventoryItem } from '../inventory/inventory-item.entity.js';
import { Queen } from '../queens/queen.entity.js';
import { Task } from '../tasks/task.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';
import { TreatmentFollowUp } from '../treatments/treatment-follow-up.entity.js';
import { declarationRule } from './declaration.rules.js';
import { MEASURED_RULES } from './measured.rules.js';
import { restrictedZone } from './restricted-zone.rules.js';
import {
  COUNT_DAYS,
  LISTED_DAYS,
  OLD_YEARS,
  RECORDED_LATE_DAYS,
  WorklistKind,
  WorklistSeverity,
} from './worklist.enums.js';
import type { Rule } from './worklist-sql.rules.js';

/** An item about the hive `h`: for those about another record, where that one stands now. */
const aboutBeehive = { beehiveId: 'h.id', label: 'h.label' };
const ofBeehive = { recordId: 'h.id', apiaryId: 'h.apiary_id' };
const ofItem = { recordId: 'i.id', apiaryId: 'i.apiary_id' };

const { HIGH, MEDIUM, LOW } = WorklistSeverity;
/** Due on a day: from its beginning, where the row is. */
const on = (day: string, row = 'h') => ({ dueDay: day, dueAt: startOfDayIn(`${row}.time_zone`, day) });
/** The severity of what is listed before and after it is due. */
const mediumIf = (isDue: string): string => `case when ${isDue} then ${MEDIUM} else ${LOW} end`;
/** As float8: PostgreSQL calculates with numeric, which `extract` returns, several times as long. */
const daysBetween = (from: string, to: string): string => `floor(date_part('epoch', ${to} - ${from}) / 86400)`;

/** The day on which a treatment ends or is to end; null if nobody has said. */
const ANNOUNCED_END = 'coalesce(ended_on, started_on + planned_days)';
const FINDINGS = ['hive_condition', 'observed_changes', 'partial_results', 'infestation_level', 'notes'];

const dueInYear = (year: string): string => `make_date(${year} + ${OLD_YEARS + 1}, 1, 1)`;
const hasManyMites = 'h.mites_per_100 >= h.mites_to_treat';

export const RULES: Record<WorklistKind, Rule> = {
  // Due an interval after the last inspection, most severe an interval later. The columns are compared as they are: an addition for each hive
  // costs more.
  [WorklistKind.OVERDUE_INSPECTION]: {
    from: ({ hives }) => hives('last_inspected_at is null or last_inspected_at < interval_before_until'),
    item: ({ at }) => {
      const isOver = (inspected: string, created: string): string =>
        `coalesce(h.last_inspected_at <= ${inspected}, h.created_at <= ${created})`;
      return {
        severity: `case when ${isOver('h.two_intervals_ago', 'h.interval_ago')} then ${HIGH} when ${isOver('h.interval_ago', at)} then ${MEDIUM} else ${LOW} end`,
        dueAt: 'coalesce(h.last_inspected_at + h.inspection_interval, h.created_at)',
        timeZone: 'h.time_zone',
        value: daysBetween('h.last_inspected_at', at),
        threshold: 'h.inspection_days',
        ...aboutBeehive,
      };
    },
    ...ofBeehive,
    // Not the due date, which follows from the argument of a request, too.
    cause: 'coalesce(h.last_inspected_at, h.created_at)',
  },
  [WorklistKind.QUEENLESS]: {
    from: ({ hives }) =>
      hives("status = 'QUEENLESS' or queenless_since is not null and status is distinct from 'INACTIVE'"),
    item: () => ({
      severity: HIGH,
      ...on('h.queenless_since'),
      value: 'h.today - h.queenless_since',
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
    from: ({ dated, untilAnywhere }) =>
      dated(InventoryItem, 'i', `quantity > 0 and expiry_date < ${untilAnywhere}`, 'expiry_date < until_there'),
    item: () => ({
      severity: mediumIf('i.expiry_date <= i.today'),
      ...on('i.expiry_date', 'i'),
      value: 'i.expiry_date - i.today',
      label: 'i.item_name',
    }),
    ...ofItem,
  },
  // The hive may have moved since: the item leads to where it stands. So do those about treatments.
  [WorklistKind.DRAFT_INSPECTION]: {
    from: ({ hives, joined, once, until }) => {
      const drafts = (): string =>
        `select id, beehive_id, occurred_at from ${joined(Inspection, 'd', `status = 'DRAFT' and occurred_at < ${until}`)}`;
      return `${hives()} join ${once('drafts', drafts)} d on d.beehive_id = h.id`;
    },
    item: ({ at }) => ({
      severity: LOW,
      dueAt: 'd.occurred_at',
      timeZone: 'h.time_zone',
      value: daysBetween('d.occurred_at', at),
      ...aboutBeehive,
    }),
    ...ofBeehive,
    recordId: 'd.id',
  },
  [WorklistKind.FOLLOW_UP_DUE]: {
    from: ({ hives, joined, once, untilAnywhere }) => {
      const due = once('reviews', () => {
        // The mobile app sends empty texts.
        const findings = FINDINGS.map((column) => `nullif(${column}, '')`).join(', ');
        const open = `num_nonnulls(${findings}) = 0 and reviewed_on < ${untilAnywhere}`;
        return `select f.id, f.reviewed_on, f.created_at, t.beehive_id from ${joined(TreatmentFollowUp, 'f', open)}
          join ${joined(Treatment, 't', "current and status <> 'VOIDED'")} on t.id = f.treatment_id`;
      });
      return `${hives()} join ${due} f on f.beehive_id = h.id and f.reviewed_on < h.until_there
        and f.created_at < (f.reviewed_on + ${RECORDED_LATE_DAYS + 1})::timestamp at time zone h.time_zone`;
    },
    item: () => ({
      severity: mediumIf('f.reviewed_on <= h.today'),
      ...on('f.reviewed_on'),
      value: 'f.reviewed_on - h.today',
      ...aboutBeehive,
    }),
    ...ofBeehive,
    recordId: 'f.id',
  },
  [WorklistKind.TREATMENT_ENDS]: {
    from: ({ hives, joined, untilAnywhere }) => {
      const active = `current and status = 'ACTIVE' and ${ANNOUNCED_END} < ${untilAnywhere}`;
      return `${hives('treatment_ends_on < until_there')} join ${joined(Treatment, 't', active)}
        on t.beehive_id = h.id and ${ANNOUNCED_END} < h.until_there`;
    },
    item: () => ({
      severity: mediumIf(`${ANNOUNCED_END} <= h.today`),
      ...on(ANNOUNCED_END),
      value: `${ANNOUNCED_END} - h.today`,
      ...aboutBeehive,
    }),
    ...ofBeehive,
    recordId: 't.id',
  },
  // Due at the beginning of the day after the period.
  [WorklistKind.WITHDRAWAL_ENDS]: {
    from: ({ hives }) => {
      const isOpen = 'coalesce(treatment_ends_on < today, false) or coalesce(withdrawal_unknown_until >= today, false)';
      return hives(`withdrawal_until >= today and withdrawal_until + 1 < until_there and not (${isOpen})`);
    },
    item: () => ({
      severity: LOW,
      ...on('h.withdrawal_until + 1'),
      value: 'h.withdrawal_until + 1 - h.today',
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
  [WorklistKind.MITES_HIGH]: {
    from: ({ hives }) =>
      hives(
        `mites_per_100 >= least(mites_to_watch, mites_to_treat) and mites_counted_on < until_there and mites_counted_on >= today - ${COUNT_DAYS}`,
      ),
    item: () => ({
      severity: `case when ${hasManyMites} then ${HIGH} else ${MEDIUM} end`,
      ...on('h.mites_counted_on'),
      value: 'round(h.mites_per_100::numeric, 2)',
      threshold: `case when ${hasManyMites} then h.mites_to_treat else h.mites_to_watch end`,
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
  [WorklistKind.OLD_QUEEN]: {
    // The first condition is one that an index knows.
    from: ({ hives, joined, oldYear }) =>
      `${hives('reigning_queen_id is not null')} join ${joined(Queen, 'q', `year <= ${oldYear}`)}
        on q.id = h.reigning_queen_id and ${dueInYear('q.year')} < h.until_there`,
    item: () => ({
      severity: mediumIf(`${dueInYear('q.year')} <= h.today`),
      ...on(dueInYear('q.year')),
      value: 'extract(year from h.today) - q.year',
      threshold: OLD_YEARS,
      ...aboutBeehive,
    }),
    ...ofBeehive,
  },
  [WorklistKind.TASK]: {
    from: ({ dated, untilAnywhere }) => {
      const begins = 'coalesce(starts_on, due_on)';
      const open = `status = 'OPEN' and (${begins} is null or ${begins} < ${untilAnywhere})`;
      return dated(Task, 't', open, `coalesce(${begins} < until_there, true)`);
    },
    item: () => ({
      severity: `case when t.due_on <= t.today then case t.priority when 'HIGH' then ${HIGH} when 'NORMAL' then ${MEDIUM} else ${LOW} end else ${LOW} end`,
      ...on('t.due_on', 't'),
      value: 't.due_on - t.today',
      assigneeId: 't.assignee_id',
      label: 't.title',
    }),
    recordId: 't.id',
    apiaryId: 't.apiary_id',
  },
  [WorklistKind.RESTRICTED_ZONE]: restrictedZone,
  [WorklistKind.LOT_EXPIRES]: {
    from: ({ dated, untilAnywhere }) =>
      dated(
        Lot,
        'l',
        `best_before < ${untilAnywhere}`,
        `best_before < until_there and best_before >= today - ${LISTED_DAYS}`,
      ),
    item: () => ({
      severity: mediumIf('l.best_before <= l.today'),
      ...on('l.best_before', 'l'),
      value: 'l.best_before - l.today',
      label: 'l.code',
    }),
    recordId: 'l.id',
    apiaryId: 'l.apiary_id',
  },
  ...MEASURED_RULES,
  [WorklistKind.ANNUAL_DECLARATION]: declarationRule,
};
