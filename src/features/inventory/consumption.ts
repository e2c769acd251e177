import { ArgsType, Field, Float, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { DefaultedInt, RequiredField } from '../../graphql/input-fields.js';
import { dayAt } from '../../shared/days.js';
import { CalendarPeriod } from '../../shared/period.js';
import { LocalDate } from '../../shared/scalars.js';
import type { InventoryItem } from './inventory-item.entity.js';
import { StockMovement } from './stock-movement.entity.js';

const DEFAULT_PERIODS = 12;

@ArgsType()
export class ConsumptionArgs {
  @RequiredField(() => CalendarPeriod, 'The length of the periods.')
  period!: CalendarPeriod;

  @DefaultedInt(1, 60, DEFAULT_PERIODS, 'The number of periods, 1 to 60, including the current one.')
  last?: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'The stock that came in and went out within a week or a month.' })
export class ConsumptionPeriod {
  @Field(() => LocalDate, { description: 'The first day of the period.' })
  from!: string;

  @Field(() => Float, { description: 'The quantity that came in, including upward adjustments: a whole number.' })
  entered!: number;

  @Field(() => Float, { description: 'The quantity that went out, including downward adjustments: a whole number.' })
  taken!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The consumption of an item. Corrected movements do not count.',
})
export class Consumption {
  @Field(() => [ConsumptionPeriod], { description: 'The periods that have movements, newest first.' })
  periods!: ConsumptionPeriod[];

  @Field(() => Float, {
    description: 'The average quantity per day that went out in the last 30 days, or since the item was created.',
  })
  dailyRate!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'The number of days that the stock lasts at this rate; null if the rate is 0.',
  })
  daysLeft!: number | null;
}

const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;

interface ConsumptionRow {
  parent: string;
  starts: string;
  entered: number;
  taken: number;
  /** The quantity that went out in the last RECENT_DAYS days. */
  taken_recently: number;
  first: string;
}

export async function loadConsumption(
  { loaders }: Context,
  item: Row<InventoryItem>,
  { period, last }: ConsumptionArgs,
): Promise<Consumption> {
  const from = firstDayOfPeriod(period, last ?? DEFAULT_PERIODS);
  // The initial stock is not consumption, and neither is a movement that was corrected.
  const rows = loaders.readModel<ConsumptionRow>(
    StockMovement,
    ({
      table,
      ownership,
      parents,
      bind,
    }) => `select item_id as parent, to_char(date_trunc('${period}', occurred_at at time zone 'UTC'), 'YYYY-MM-DD') as starts,
      sum(greatest(amount, 0))::float8 as entered, sum(greatest(-amount, 0))::float8 as taken, min(occurred_at) as first,
      coalesce(sum(greatest(-amount, 0)) filter (where occurred_at > now() - interval '${RECENT_DAYS} days'), 0)::float8 as taken_recently
    from ${table} m where ${ownership} and item_id = any(${parents}) and kind not in ('INITIAL', 'CORRECTION')
      and occurred_at <= now() and occurred_at >= least(${bind(from)}::timestamptz, now() - interval '${RECENT_DAYS} days')
      and not exists (select 1 from stock_movements c where c.corrects_id = m.id)
    group by 1, 2 order by 2 desc`,
  );
  return summarizeConsumption(await rows.load(item.id), item, from);
}

/** Returns the first day of the period that is `last - 1` periods before the current one. */
function firstDayOfPeriod(period: CalendarPeriod, last: number): string {
  const today = new Date();
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  const start =
    period === CalendarPeriod.WEEK
      ? Date.UTC(year, month, day - sinceMonday - 7 * (last - 1))
      : Date.UTC(year, month - (last - 1), 1);
  return dayAt(start);
}

function summarizeConsumption(
  rows: ConsumptionRow[],
  { quantity, createdAt }: Row<InventoryItem>,
  from: string,
): Consumption {
  const takenRecently = rows.reduce((sum, row) => sum + row.taken_recently, 0);
  const since = Math.min(...[String(createdAt), ...rows.map(({ first }) => first)].map((time) => Date.parse(time)));
  const days = Math.min(RECENT_DAYS, Math.max(1, (Date.now() - since) / DAY_MS));
  const dailyRate = takenRecently / days;
  return {
    periods: rows
      .filter(({ starts }) => starts >= from)
      .map(({ starts, entered, taken }) => ({ from: starts, entered, taken })),
    dailyRate,
    daysLeft: dailyRate > 0 ? quantity / dailyRate : null,
  };
}
