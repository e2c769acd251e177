// Columns of inspections whose headings are questions of the apiary are answers to them.
import type { Context } from '../../../context.js';
import type { Row } from '../../../database/row.js';
import { checkAnswer } from '../../inspections/answer.rules.js';
import { Question } from '../../questions/question.entity.js';
import { normalizeHeading } from './headings.js';
import type { ExtraValue, SheetRow } from './row-values.js';

type ByHeading = ReadonlyMap<string, Row<Question>>;
const NONE: ByHeading = new Map();

export class Questions {
  private constructor(private readonly byApiary: ReadonlyMap<string, ByHeading>) {}

  /** The active questions of apiaries, in one statement. */
  static async load({ access }: Context, apiaryIds: readonly string[]): Promise<Questions> {
    const byApiary = new Map<string, Map<string, Row<Question>>>();
    if (apiaryIds.length === 0) return new Questions(byApiary);
    const { nodes } = await access.list(Question, {
      where: { apiary: [...apiaryIds], active: true },
      order: { position: 'asc' },
    });
    for (const question of nodes) {
      const ofApiary = byApiary.get(question.apiaryId) ?? new Map<string, Row<Question>>();
      const heading = normalizeHeading(question.text);
      if (!ofApiary.has(heading)) ofApiary.set(heading, question);
      byApiary.set(question.apiaryId, ofApiary);
    }
    return new Questions(byApiary);
  }

  of(apiaryId: string): ByHeading {
    return this.byApiary.get(apiaryId) ?? NONE;
  }
}

/** What is no answer to its question stays beside it, for the notes. */
export function matchAnswers(questions: ByHeading, { extra }: Pick<SheetRow, 'extra'>) {
  const answers: { questionId: string; spoken: string }[] = [];
  const rest: ExtraValue[] = [];
  for (const value of extra) {
    const question = questions.get(normalizeHeading(value.heading));
    const isAnswered = question && answers.some(({ questionId }) => questionId === question.id);
    const check = question && !isAnswered ? checkAnswer(question, { spoken: value.text }) : undefined;
    if (check && 'value' in check) answers.push({ questionId: question!.id, spoken: value.text });
    else rest.push(value);
  }
  return { answers, extra: rest };
}
