// A READ MODEL: how much of an item is used, and how long it will last; for many items in one statement.
import { ArgsType, Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Context } from '../context.js';
import type { Row } from '../persistence/loaders.js';
import { binder } from '../persistence/statement.js';
import { condition } from '../persistence/where.js';
import { LocalDate } from '../scalars.js';
import { Clearable, Whole } from '../validation.js';
import type { InventoryItem } from './inventory-item.entity.js';
import { StockMovement } from './stock-movement.entity.js';

export enum Period {
  WEEK = 'week',
  MONTH = 'month',
}
registerEnumType(Period, {
  name: 'Period',
  description: 'What to add up by.',
  valuesConfig: {
    WEEK: { description: 'Weeks, from Monday, in UTC.' },
    MONTH: { description: 'Months, in UTC.' },
  },
});

@ArgsType()
export class ConsumptionArgs {
  @Field(() => Period, { description: 'What to add up by.' })
  period!: Period;

  @Field(() => Int, {
    nullable: true,
    description: 'How many periods to look back, 1 to 60, this one included; if not said, 12.',
  })
  @Clearable()
  @Whole(1, 60)
  last?: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'What came in and went out within a week or a month.' })
export class ConsumptionPeriod {
  @Field(() => LocalDate, { description: 'Its first day.' })
  from!: string;

  @Field(() => Float, { description: 'How many came in: a whole number.' })
  came!: number;

  @Field(() => Float, { description: 'How many went out: a whole number.' })
  went!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: 'How much of an item is used. Movements that were corrected do not count.',
})
export class Consumption {
  @Field(() => [ConsumptionPeriod], { description: 'The periods in which something moved, the newest first.' })
  periods!: ConsumptionPeriod[];

  @Field(() => Float, { description: 'How many went out a day, over the last 30 days or since the first movement.' })
  dailyRate!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'For how many days the stock lasts at this rate; null when nothing goes out.',
  })
  daysLeft!: number | null;
}

const RECENT_DAYS = 30;

interface Line {
  parent: string;
  starts: string;
  came: number;
  went: number;
  /** Of the last days, whichever period they are in. */
  went_recently: number;
  first_days_ago: number;
}

export function consumptionOf(
  context: Context,
  { period, last }: ConsumptionArgs,
): { load: (item: Row<InventoryItem>) => Promise<Consumption> } {
  const { table, mine } = context.scope(StockMovement);
  const { values, bind } = binder();
  const slot = values.push(undefined) - 1;
  // Making an item and setting it up is no coming in; what was corrected did not happen.
  const text = `select item_id as parent, to_char(date_trunc('${period}', occurred_at at time zone 'UTC'), 'YYYY-MM-DD') as starts,
      sum(greatest(amount, 0))::float8 as came, sum(greatest(-amount, 0))::float8 as went,
      coalesce(sum(greatest(-amount, 0)) filter (where occurred_at > now() - interval '${RECENT_DAYS} days'), 0)::float8 as went_recently,
      extract(epoch from now() - min(occurred_at))::float8 / 86400 as first_days_ago
    from ${table.name} m where ${condition(table, mine, bind)} and item_id = any($${slot + 1}) and kind not in ('INITIAL', 'CORRECTION')
      and not exists (select 1 from stock_movements c where c.corrects_id = m.id)
    group by 1, 2 order by 2 desc`;
  const loader = context.loaders.batch(
    { text, values, slot },
    (lines: Line[]) => (id) => lines.filter((line) => line.parent === id),
  );
  return { load: async (item) => conclude(await loader.load(item.id), item.quantity, earliest(period, last ?? 12)) };
}

/** The first day of the period that lies `last - 1` periods back. */
function earliest(period: Period, last: number): string {
  const today = new Date();
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  const start =
    period === Period.WEEK
      ? Date.UTC(year, month, day - sinceMonday - 7 * (last - 1))
      : Date.UTC(year, month - (last - 1), 1);
  return new Date(start).toISOString().slice(0, 10);
}

function conclude(lines: Line[], quantity: number, from: string): Consumption {
  const wentRecently = lines.reduce((sum, line) => sum + line.went_recently, 0);
  const days = Math.min(RECENT_DAYS, Math.max(1, ...lines.map((line) => line.first_days_ago)));
  const dailyRate = wentRecently / days;
  return {
    periods: lines
      .filter((line) => line.starts >= from)
      .map(({ starts, came, went }) => ({ from: starts, came, went })),
    dailyRate,
    daysLeft: dailyRate > 0 ? quantity / dailyRate : null,
  };
}
