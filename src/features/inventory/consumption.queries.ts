import { ArgsType, Field, Float, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { DefaultedInt, RequiredField } from '../../graphql/input-fields.js';
import { CalendarPeriod } from '../../shared/period.js';
import { BigInteger, LocalDate } from '../../shared/scalars.js';
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

  @Field(() => BigInteger, { description: 'The quantity that came in, including upward adjustments.' })
  entered!: number;

  @Field(() => BigInteger, { description: 'The quantity that went out, including downward adjustments.' })
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
  /** Whether the period is one of those that were asked for. */
  is_listed: boolean;
  /** The quantity that went out in the last RECENT_DAYS days. */
  taken_recently: number;
  first: string;
}

export async function loadConsumption(
  { loaders }: Context,
  item: Row<InventoryItem>,
  { period, last }: ConsumptionArgs,
): Promise<Consumption> {
  // The initial stock is not consumption, and neither is a movement that was corrected.
  const rows = loaders.readModel<ConsumptionRow>(
    StockMovement,
    ({
      table,
      ownership,
      parents,
      bind,
    }) => `select item_id as parent, to_char(date_trunc('${period}', occurred_at at time zone time_zone), 'YYYY-MM-DD') as starts,
      date_trunc('${period}', occurred_at at time zone time_zone) >= first_period as is_listed,
      sum(greatest(amount, 0))::float8 as entered, sum(greatest(-amount, 0))::float8 as taken, min(occurred_at) as first,
      coalesce(sum(greatest(-amount, 0)) filter (where occurred_at > now() - interval '${RECENT_DAYS} days'), 0)::float8 as taken_recently
    from ${table} m join (select i.id as item_id, time_zone,
        date_trunc('${period}', now() at time zone time_zone) - ${bind((last ?? DEFAULT_PERIODS) - 1)}::int * interval '1 ${period}' as first_period
        from inventory_items i join apiaries a on a.id = i.apiary_id where i.id = any(${parents})) items using (item_id)
    where ${ownership} and item_id = any(${parents}) and kind not in ('INITIAL', 'CORRECTION')
      and occurred_at <= now() and occurred_at >= least(first_period at time zone time_zone, now() - interval '${RECENT_DAYS} days')
      and not exists (select 1 from stock_movements c where c.corrects_id = m.id)
    group by 1, 2, 3 order by 2 desc`,
  );
  return summarizeConsumption(await rows.load(item.id), item);
}

function summarizeConsumption(rows: ConsumptionRow[], { quantity, createdAt }: Row<InventoryItem>): Consumption {
  const takenRecently = rows.reduce((sum, row) => sum + row.taken_recently, 0);
  const since = Math.min(...[String(createdAt), ...rows.map(({ first }) => first)].map((time) => Date.parse(time)));
  const days = Math.min(RECENT_DAYS, Math.max(1, (Date.now() - since) / DAY_MS));
  const dailyRate = takenRecently / days;
  return {
    periods: rows
      .filter((row) => row.is_listed)
      .map(({ starts, entered, taken }) => ({ from: starts, entered, taken })),
    dailyRate,
    daysLeft: dailyRate > 0 ? quantity / dailyRate : null,
  };
}
