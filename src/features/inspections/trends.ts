// READ MODELS over many inspections: what was answered over time, and which hives wait for a visit.
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';

import { OptionalField, RequiredField } from '../../graphql/input-fields.js';

import { CalendarPeriod } from '../../shared/period.js';
import { DateTime, LocalDate } from '../../shared/scalars.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { AnswerType } from '../questions/answer-type.js';
import { Inspection } from './inspection.entity.js';

@ArgsType()
export class TrendsArgs {
  @RequiredField(() => CalendarPeriod, 'What to sum up by.')
  period!: CalendarPeriod;

  @OptionalField(() => DateTime, 'Only what was answered then or later.')
  from?: Date | null;

  @OptionalField(() => DateTime, 'Only what was answered before then.')
  to?: Date | null;

  @OptionalField(() => ID, 'Only answers to this question.')
  questionId?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'How often something was answered.' })
export class AnswerCount {
  @Field(() => String, { description: 'The option, or `Sí` and `No`.' })
  answer!: string;

  @Field(() => Int, { description: 'How often.' })
  count!: number;
}

@ObjectType({ simpleResolvers: true, description: 'What was answered to a question within a week or a month.' })
export class TrendPeriod {
  @Field(() => LocalDate, { description: 'Its first day.' })
  from!: string;

  @Field(() => Int, { description: 'How many answers there were.' })
  answers!: number;

  @Field(() => Float, { nullable: true, description: 'Of numbers: the least.' })
  min!: number | null;

  @Field(() => Float, { nullable: true, description: 'Of numbers: the average.' })
  average!: number | null;

  @Field(() => Float, { nullable: true, description: 'Of numbers: the most.' })
  max!: number | null;

  @Field(() => [AnswerCount], {
    description: 'Of choices, and of yes or no: how often each was answered, the most frequent first.',
  })
  counts!: AnswerCount[];
}

@ObjectType({
  simpleResolvers: true,
  description: 'What was answered to a question over time. Texts are only counted.',
})
export class QuestionTrend {
  @Field(() => ID, { description: 'The question; it may be gone.' })
  questionId!: string;

  @Field(() => String, { description: 'What was asked, as it was asked last.' })
  text!: string;

  @Field(() => AnswerType, { description: 'What kind of answer was wanted.' })
  answerType!: AnswerType;

  @Field(() => [TrendPeriod], { description: 'The periods with answers, the oldest first.' })
  periods!: TrendPeriod[];
}

/** The answers of one question, kind and period that are the same; numbers are one line, whatever they are. */
interface TrendRow {
  parent: string;
  question_id: string;
  answer_type: AnswerType;
  text: string;
  starts: string;
  said: string | null;
  answers: number;
  total: number;
  least: number | null;
  most: number | null;
  /** When it was answered last. */
  latest: string;
}

export async function loadTrends(
  { loaders }: Context,
  apiaryId: string,
  { period, from, to, questionId }: TrendsArgs,
): Promise<QuestionTrend[]> {
  const lines = loaders.readModel<TrendRow>(Inspection, ({ table, ownership, parents, bind }) => {
    const question = `${bind(questionId ?? null)}::uuid`;
    return `select i.apiary_id as parent, a.question_id, a.answer_type, (array_agg(a.question_text order by i.occurred_at desc))[1] as text,
      to_char(date_trunc('${period}', i.occurred_at at time zone 'UTC'), 'YYYY-MM-DD') as starts,
      coalesce(a.choice, case a.yes_no when true then 'Sí' when false then 'No' end) as said, count(*)::int as answers,
      sum(a.number) as total, min(a.number) as least, max(a.number) as most, max(i.occurred_at) as latest
    from (select * from ${table} where ${ownership} and current and status = 'COMPLETED' and apiary_id = any(${parents})) i
      join answers a on a.inspection_id = i.id
    where i.occurred_at >= coalesce(${bind(from ?? null)}::timestamptz, '-infinity')
      and i.occurred_at < coalesce(${bind(to ?? null)}::timestamptz, 'infinity')
      and (${question} is null or a.question_id = ${question})
    group by 1, 2, 3, 5, 6 order by 2, 3, 5`;
  });
  return groupTrends(await lines.load(apiaryId));
}

function groupTrends(lines: TrendRow[]): QuestionTrend[] {
  const found = new Map<string, { last: TrendRow; periods: Map<string, TrendRow[]> }>();
  for (const line of lines) {
    const key = `${line.question_id} ${line.answer_type}`;
    const trend = found.get(key) ?? { last: line, periods: new Map<string, TrendRow[]>() };
    trend.periods.set(line.starts, [...(trend.periods.get(line.starts) ?? []), line]);
    if (line.latest > trend.last.latest) trend.last = line;
    found.set(key, trend);
  }
  return [...found.values()].map(({ last, periods }) => ({
    questionId: last.question_id,
    answerType: last.answer_type,
    text: last.text,
    periods: [...periods].map(([starts, inPeriod]) => summarizePeriod(starts, inPeriod)),
  }));
}

function summarizePeriod(from: string, lines: TrendRow[]): TrendPeriod {
  const answers = lines.reduce((sum, line) => sum + line.answers, 0);
  const numbers = lines.find((line) => line.least !== null);
  const said = lines.filter((line): line is TrendRow & { said: string } => line.said !== null);
  return {
    from,
    answers,
    min: numbers?.least ?? null,
    average: numbers ? numbers.total / numbers.answers : null,
    max: numbers?.most ?? null,
    counts: said.map((line) => ({ answer: line.said, count: line.answers })).sort((a, b) => b.count - a.count),
  };
}

/** The hives of an apiary that were not inspected for so many days, or never; by number. */
export function loadOverdueBeehives({ loaders }: Context, apiaryId: string, days: number): Promise<Row<Beehive>[]> {
  const beehives = loaders.readModel<Row<Beehive> & { parent: string }>(
    Beehive,
    ({
      table,
      columns,
      ownership,
      parents,
      bind,
    }) => `select ${columns}, apiary_id as parent from ${table} where ${ownership} and apiary_id = any(${parents})
      and not exists (select 1 from inspections i where i.beehive_id = ${table}.id and i.current and i.status = 'COMPLETED'
        and i.occurred_at > now() - make_interval(days => ${bind(days)}))
    order by beehive_number, id`,
  );
  return beehives.load(apiaryId);
}
