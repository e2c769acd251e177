// A SHEET OF ANSWERS against the questions of a hive: all problems are found before any is told, each naming its question.
import { AppError, type FieldProblem } from '../../errors.js';
import type { AnswerType } from '../questions/answer-type.js';
import { type AnswerValues, checkAnswer, type Value } from './answer-rules.js';

/** A question, as it is now or as it was frozen into an answer. */
export interface QuestionSnapshot {
  id: string;
  text: string;
  answerType: AnswerType;
  category: string | null;
  required: boolean;
  options: string[] | null;
  min: number | null;
  max: number | null;
}
export interface AnswerDraft extends AnswerValues {
  questionId: string;
  score?: number | null | undefined;
}
/** What is stored of an answer. */
export type AnswerRecord = Omit<QuestionSnapshot, 'id' | 'text'> & {
  questionId: string;
  questionText: string;
  position: number;
  score: number | null;
  text: string | null;
  number: number | null;
  choice: string | null;
  yesNo: boolean | null;
};

const MAX_ANSWERS = 200;
const NOTHING = { text: null, number: null, choice: null, yesNo: null };

/**
 * @param find the question that an id names, if the hive may be asked it
 * @param required questions that must be answered; none for a draft
 * @throws BAD_USER_INPUT with every problem
 */
export function validateAnswers(
  given: AnswerDraft[],
  find: (id: string) => QuestionSnapshot | undefined,
  required: Iterable<QuestionSnapshot>,
): AnswerRecord[] {
  if (given.length > MAX_ANSWERS)
    throw AppError.badInput([{ field: 'answers', message: `must be at most ${MAX_ANSWERS}` }]);
  const problems: FieldProblem[] = [];
  const written = new Map<string, AnswerRecord>();
  const mentioned = new Set<string>();
  for (const [i, answer] of given.entries()) {
    const question = find(answer.questionId);
    const complain = (message: string): void => {
      const name = question ? `“${question.text}”` : 'An answer';
      problems.push({ field: `answers.${i}`, message: `${name} ${message}`, questionId: answer.questionId });
    };
    if (!question) complain('is to a question that is not one for this hive');
    else if (mentioned.has(question.id)) complain('is answered twice');
    else {
      mentioned.add(question.id);
      const verdict = checkAnswer(question, answer);
      if (verdict && 'problem' in verdict) complain(verdict.problem);
      else if (verdict) written.set(question.id, toRecord(question, verdict.value, i + 1, answer.score ?? null));
    }
  }
  for (const question of required) {
    if (written.has(question.id) || problems.some(({ questionId }) => questionId === question.id)) continue;
    problems.push({ field: 'answers', message: `“${question.text}” needs an answer`, questionId: question.id });
  }
  if (problems.length > 0) throw AppError.badInput(problems);
  return [...written.values()];
}

function toRecord(
  { id, text: questionText, ...frozen }: QuestionSnapshot,
  value: Value,
  position: number,
  score: number | null,
): AnswerRecord {
  const { answerType, category, required, options, min, max } = frozen;
  return {
    questionId: id,
    questionText,
    answerType,
    category,
    required,
    options,
    min,
    max,
    position,
    score,
    ...NOTHING,
    ...value,
  };
}
