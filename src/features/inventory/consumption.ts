// A READ MODEL: how much of an item is used, and how long it will last; for many items in one statement.
import { ArgsType, Field, Float, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';

import { OptionalInt, RequiredField } from '../../graphql/input-fields.js';

import { CalendarPeriod } from '../../shared/period.js';
import { LocalDate } from '../../shared/scalars.js';
import type { InventoryItem } from './inventory-item.entity.js';
import { StockMovement } from './stock-movement.entity.js';

@ArgsType()
export class ConsumptionArgs {
  @RequiredField(() => CalendarPeriod, 'What to add up by.')
  period!: CalendarPeriod;

  @OptionalInt(1, 60, 'How many periods to look back, 1 to 60, this one included; if not said, 12.')
  last?: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'What came in and went out within a week or a month.' })
export class ConsumptionPeriod {
  @Field(() => LocalDate, { description: 'Its first day.' })
  from!: string;

  @Field(() => Float, { description: 'How many came in, adjustments upwards included: a whole number.' })
  entered!: number;

  @Field(() => Float, { description: 'How many went out, adjustments downwards included: a whole number.' })
  taken!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'How much of an item is used. Movements that were corrected do not count.',
})
export class Consumption {
  @Field(() => [ConsumptionPeriod], { description: 'The periods in which something moved, the newest first.' })
  periods!: ConsumptionPeriod[];

  @Field(() => Float, { description: 'How many went out a day, over the last 30 days, or since there is the item.' })
  dailyRate!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'For how many days the stock lasts at this rate; null when nothing goes out.',
  })
  daysLeft!: number | null;
}

const RECENT_DAYS = 30;

interface ConsumptionRow {
  parent: string;
  starts: string;
  entered: number;
  taken: number;
  /** Of the last days, whichever period they are in. */
  taken_recently: number;
  first: string;
}

export async function loadConsumption(
  { loaders }: Context,
  item: Row<InventoryItem>,
  { period, last }: ConsumptionArgs,
): Promise<Consumption> {
  const from = firstDayOfPeriod(period, last ?? 12);
  // Making an item is no coming in; what was corrected did not happen.
  const lines = loaders.readModel<ConsumptionRow>(
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
  return summarizeConsumption(await lines.load(item.id), item, from);
}

/** The first day of the period that lies `last - 1` periods back. */
function firstDayOfPeriod(period: CalendarPeriod, last: number): string {
  const today = new Date();
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  const start =
    period === CalendarPeriod.WEEK
      ? Date.UTC(year, month, day - sinceMonday - 7 * (last - 1))
      : Date.UTC(year, month - (last - 1), 1);
  return new Date(start).toISOString().slice(0, 10);
}

function summarizeConsumption(
  lines: ConsumptionRow[],
  { quantity, createdAt }: Row<InventoryItem>,
  from: string,
): Consumption {
  const takenRecently = lines.reduce((sum, line) => sum + line.taken_recently, 0);
  const known = Math.min(...[String(createdAt), ...lines.map(({ first }) => first)].map((time) => Date.parse(time)));
  const days = Math.min(RECENT_DAYS, Math.max(1, (Date.now() - known) / 86_400_000));
  const dailyRate = takenRecently / days;
  return {
    periods: lines
      .filter(({ starts }) => starts >= from)
      .map(({ starts, entered, taken }) => ({ from: starts, entered, taken })),
    dailyRate,
    daysLeft: dailyRate > 0 ? quantity / dailyRate : null,
  };
}
