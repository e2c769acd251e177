// What happened within a period: the figures of a season report, in one statement.
import type { EntityClass } from '@mikro-orm/core';
import { ArgsType, Field, Int, ObjectType } from 'type-graphql';
import type { QuerySql } from '../../access/access.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { RequiredField } from '../../graphql/input-fields.js';
import { createMessage } from '../../messages/message.js';
import { DAY_MS, dayIn, startOfDayIn } from '../../shared/days.js';
import { BigInteger, LocalDate } from '../../shared/scalars.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { BeehivePlacement } from '../beehives/beehive-placement.entity.js';
import { EndCause } from '../beehives/end-cause.enums.js';
import { Harvest } from '../harvests/harvest.entity.js';
import { Inspection } from '../inspections/inspection.entity.js';
import { Treatment } from '../treatments/treatment.entity.js';

const MAX_DAYS = 366;

@ArgsType()
export class StatisticsPeriodArgs {
  @RequiredField(() => LocalDate, 'The first day, in the time zone of each apiary.')
  from!: string;

  @RequiredField(() => LocalDate, `The last day: the period has at most ${MAX_DAYS} days.`)
  to!: string;
}

@ObjectType({ simpleResolvers: true, description: 'How many hives were lost for one cause.' })
export class LossCount {
  @Field(() => EndCause, { description: 'The cause.' })
  cause!: EndCause;

  @Field(() => Int, { description: 'The number of hives.' })
  beehivesCount!: number;
}

@ObjectType({
  simpleResolvers: true,
  description:
    'What happened within a period, in the apiaries that you see, each in the apiary where it happened. Deleted hives do not count.',
})
export class StatisticsPeriod {
  @Field(() => LocalDate, { description: 'The first day.' })
  from!: string;

  @Field(() => LocalDate, { description: 'The last day.' })
  to!: string;

  @Field(() => Int, { description: 'The number of hives at the end of the day before.' })
  beehivesBefore!: number;

  @Field(() => Int, { description: 'The number of hives at the end of the last day.' })
  beehivesAfter!: number;

  @Field(() => Int, { description: 'The number of completed inspections, each in its latest revision.' })
  inspectionsCount!: number;

  @Field(() => Int, { description: 'The number of treatments of a hive that began. Voided ones do not count.' })
  treatmentsCount!: number;

  @Field(() => BigInteger, { description: 'The honey of closed harvests in grams.' })
  honeyGrams!: number;

  @Field(() => Int, { description: 'The number of hives that were lost: neither united nor sold.' })
  lossesCount!: number;

  @Field(() => [LossCount], { description: 'The same by cause, the most frequent first.' })
  lossesByCause!: LossCount[];

  /** Null for all apiaries of the viewer. */
  apiaryId!: string | null;
}

/** A figure adds up an amount of rows that have an apiary. */
interface Figure {
  type: EntityClass<object>;
  amount: string;
  /** @param from the first day as SQL */
  where: (from: string, to: string) => string;
  /** SQL: a figure for each value. */
  cause?: string;
  /** Whether the rows have a time: it is of the day that it was in their apiary. */
  isTimed?: boolean;
}

/** A day may have begun somewhere 14 hours before it does in UTC, and last for 12 hours more: an index finds these. */
const mayBeBetween = (time: string, from: string, to: string): string =>
  `${time} >= ${startOfDayIn("'UTC'", from)} - interval '14 hours' and ${time} < ${startOfDayIn("'UTC'", `${to} + 1`)} + interval '12 hours'`;
type FigureName = Exclude<keyof StatisticsPeriod, 'from' | 'to' | 'apiaryId' | 'lossesByCause'>;
const FIGURES: Record<FigureName, Figure> = {
  inspectionsCount: {
    type: Inspection,
    amount: 'count(*)',
    isTimed: true,
    where: (from, to) =>
      `current and status = 'COMPLETED' and ${mayBeBetween('occurred_at', from, to)}
       and ${dayIn('time_zone', 'occurred_at')} between ${from} and ${to}`,
  },
  treatmentsCount: {
    type: Treatment,
    amount: 'count(*)',
    where: (from, to) => `current and status <> 'VOIDED' and started_on between ${from} and ${to}`,
  },
  honeyGrams: {
    type: Harvest,
    amount: 'sum(grams)',
    where: (from, to) => `status = 'CLOSED' and harvested_on between ${from} and ${to}`,
  },
  // On the day on which a hive leaves an apiary, it stands in the next one.
  beehivesBefore: {
    type: BeehivePlacement,
    amount: 'count(*)',
    where: (from) => `placed_on < ${from} and (left_on is null or left_on >= ${from})`,
  },
  beehivesAfter: {
    type: BeehivePlacement,
    amount: 'count(*)',
    where: (_, to) => `placed_on <= ${to} and (left_on is null or left_on > ${to})`,
  },
  lossesCount: {
    type: Beehive,
    amount: 'count(*)',
    cause: 'end_cause',
    where: (from, to) => `ended_on between ${from} and ${to} and end_cause not in ('UNITED', 'SOLD')`,
  },
};

const ZONES = 'join (select id as apiary_id, time_zone from apiaries) zones using (apiary_id)';

interface FigureRow {
  parent: string;
  figure: FigureName;
  cause: EndCause | null;
  amount: number;
}

/** @param parent of a row, and `apiaries`, those to which it belongs, as SQL */
function writeFigures(
  { of, bind }: QuerySql,
  { from, to }: StatisticsPeriodArgs,
  { parent, apiaries }: { parent: string; apiaries: string },
): string {
  const [first, last] = [`${bind(from)}::date`, `${bind(to)}::date`];
  const parts = Object.entries(FIGURES).map(([name, { type, amount, where, cause = 'null', isTimed }]) => {
    const { table, ownership } = of(type, true);
    return `select ${parent} as parent, '${name}' as figure, ${cause}::text as cause, ${amount}::float8 as amount
      from ${table} ${isTimed ? ZONES : ''} where ${ownership} and apiary_id in (${apiaries}) and ${where(first, last)} group by 1, 2, 3`;
  });
  return parts.join('\nunion all ');
}

/** @param apiaryId null for all apiaries of the viewer */
export async function loadStatisticsPeriod(
  { access, loaders }: Context,
  apiaryId: string | null,
  args: StatisticsPeriodArgs,
): Promise<StatisticsPeriod> {
  const rows =
    apiaryId === null
      ? await access.query<FigureRow>((sql) => {
          const { table, ownership } = sql.of(Apiary);
          return writeFigures(sql, args, { parent: 'null', apiaries: `select id from ${table} where ${ownership}` });
        })
      : await loaders
          .readModel<FigureRow>(Apiary, ({ table, ownership, parents, bind, of }) => {
            const apiaries = `select id from ${table} where ${ownership} and id = any(${parents})`;
            return writeFigures({ of, bind }, args, { parent: 'apiary_id', apiaries });
          })
          .load(apiaryId);
  const amountOf = (name: FigureName): number =>
    rows.filter(({ figure }) => figure === name).reduce((sum, { amount }) => sum + amount, 0);
  return {
    ...args,
    apiaryId,
    beehivesBefore: amountOf('beehivesBefore'),
    beehivesAfter: amountOf('beehivesAfter'),
    inspectionsCount: amountOf('inspectionsCount'),
    treatmentsCount: amountOf('treatmentsCount'),
    honeyGrams: amountOf('honeyGrams'),
    lossesCount: amountOf('lossesCount'),
    lossesByCause: rows
      .flatMap(({ cause, amount }) => (cause === null ? [] : [{ cause, beehivesCount: amount }]))
      .sort((a, b) => b.beehivesCount - a.beehivesCount || (a.cause < b.cause ? -1 : 1)),
  };
}

/** @throws BAD_USER_INPUT for a period that is too long, or ends before it begins */
export function requirePeriod({ from, to }: StatisticsPeriodArgs): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw AppError.badInput([{ field: 'to', message: 'must not be before the first day' }]);
  if (days > MAX_DAYS) {
    const message = createMessage('must not be more than {max} days before the last day', { max: MAX_DAYS - 1 });
    throw AppError.badInput([{ field: 'from', message }]);
  }
}

/** The same days of the year before; the last of February for 29 February. No day is before the year 1. */
export function yearBefore({ from, to }: StatisticsPeriodArgs): StatisticsPeriodArgs {
  return { from: dayOfYearBefore(from), to: dayOfYearBefore(to) };
}

function dayOfYearBefore(day: string): string {
  const year = String(Math.max(Number(day.slice(0, 4)) - 1, 1)).padStart(4, '0');
  return `${year}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`;
}
