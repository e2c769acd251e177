import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import { lastingId } from '../../graphql/entity-fields.js';
import { OptionalField, RequiredField } from '../../graphql/input-fields.js';
import { startOfDayIn } from '../../shared/days.js';
import { CalendarPeriod } from '../../shared/period.js';
import { LocalDate } from '../../shared/scalars.js';
import { AnswerType } from '../questions/answer-type.enums.js';
import { Inspection } from './inspection.entity.js';

@ArgsType()
export class TrendsArgs {
  @RequiredField(() => CalendarPeriod, 'The length of the periods.')
  period!: CalendarPeriod;

  @OptionalField(() => LocalDate, 'Only answers from this day on.')
  from?: string | null;

  @OptionalField(() => LocalDate, 'Only answers until this day, inclusive.')
  to?: string | null;

  @OptionalField(() => ID, 'Only answers to this question.')
  questionId?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'The number of times that an answer occurred.' })
export class AnswerCount {
  @Field(() => String, { description: 'The option, or `Sí` and `No`.' })
  answer!: string;

  @Field(() => Int, { description: 'The number of times.' })
  count!: number;
}

@ObjectType({ simpleResolvers: true, description: 'The answers to a question within a week or a month.' })
export class TrendPeriod {
  @Field(() => LocalDate, { description: 'The first day of the period.' })
  from!: string;

  @Field(() => Int, { description: 'The number of answers.' })
  answersCount!: number;

  @Field(() => Float, { nullable: true, description: 'For NUMBER: the minimum.' })
  min!: number | null;

  @Field(() => Float, { nullable: true, description: 'For NUMBER: the average.' })
  average!: number | null;

  @Field(() => Float, { nullable: true, description: 'For NUMBER: the maximum.' })
  max!: number | null;

  @Field(() => [AnswerCount], {
    description: 'For CHOICE and YES_NO: the number of times of each answer, most frequent first.',
  })
  counts!: AnswerCount[];
}

@ObjectType({
  simpleResolvers: true,
  description: 'The answers to a question over time. Texts are only counted.',
})
export class QuestionTrend {
  @Field(() => ID, { description: lastingId('question') })
  questionId!: string;

  @Field(() => String, { description: 'The text of the question at its latest answer.' })
  text!: string;

  @Field(() => AnswerType, { description: 'The type of answer that the question expected.' })
  answerType!: AnswerType;

  @Field(() => [TrendPeriod], { description: 'The periods that have answers, oldest first.' })
  periods!: TrendPeriod[];
}

/** The number of equal answers to one question, of one type, in one period. All numbers of a period are one row. */
interface TrendRow {
  parent: string;
  question_id: string;
  answer_type: AnswerType;
  text: string;
  starts: string;
  answer: string | null;
  answers: number;
  average: number;
  least: number | null;
  most: number | null;
  /** When the latest of these answers was given. */
  latest: string;
}

export async function loadTrends(
  { loaders }: Context,
  apiaryId: string,
  { period, from, to, questionId }: TrendsArgs,
): Promise<QuestionTrend[]> {
  const rows = loaders.readModel<TrendRow>(Inspection, ({ table, ownership, parents, bind }) => {
    const question = `${bind(questionId ?? null)}::uuid`;
    return `select i.apiary_id as parent, a.question_id, a.answer_type, (array_agg(a.question_text order by i.occurred_at desc))[1] as text,
      to_char(date_trunc('${period}', i.occurred_at at time zone z.time_zone), 'YYYY-MM-DD') as starts,
      coalesce(a.choice, case a.yes_no when true then 'Sí' when false then 'No' end) as answer, count(*)::int as answers,
      avg(a.number::numeric)::float8 as average, min(a.number) as least, max(a.number) as most, max(i.occurred_at) as latest
    from (select * from ${table} where ${ownership} and current and status = 'COMPLETED' and apiary_id = any(${parents})) i
      join answers a on a.inspection_id = i.id join apiaries z on z.id = i.apiary_id
    where i.occurred_at >= coalesce(${startOfDayIn('z.time_zone', `${bind(from ?? null)}::date`)}, '-infinity')
      and i.occurred_at < coalesce(${startOfDayIn('z.time_zone', `${bind(to ?? null)}::date + 1`)}, 'infinity')
      and (${question} is null or a.question_id = ${question})
    group by 1, 2, 3, 5, 6 order by 2, 3, 5`;
  });
  return groupTrends(await rows.load(apiaryId));
}

function groupTrends(rows: TrendRow[]): QuestionTrend[] {
  const trends = new Map<string, { last: TrendRow; periods: Map<string, TrendRow[]> }>();
  for (const row of rows) {
    const key = `${row.question_id} ${row.answer_type}`;
    const trend = trends.get(key) ?? { last: row, periods: new Map<string, TrendRow[]>() };
    trend.periods.set(row.starts, [...(trend.periods.get(row.starts) ?? []), row]);
    if (row.latest > trend.last.latest) trend.last = row;
    trends.set(key, trend);
  }
  return [...trends.values()].map(({ last, periods }) => ({
    questionId: last.question_id,
    answerType: last.answer_type,
    text: last.text,
    periods: [...periods].map(([starts, inPeriod]) => summarizePeriod(starts, inPeriod)),
  }));
}

function summarizePeriod(from: string, rows: TrendRow[]): TrendPeriod {
  const answers = rows.reduce((sum, row) => sum + row.answers, 0);
  const numbers = rows.find((row) => row.least !== null);
  const counted = rows.filter((row): row is TrendRow & { answer: string } => row.answer !== null);
  return {
    from,
    answersCount: answers,
    min: numbers?.least ?? null,
    average: numbers?.average ?? null,
    max: numbers?.most ?? null,
    counts: counted.map((row) => ({ answer: row.answer, count: row.answers })).sort((a, b) => b.count - a.count),
  };
}
