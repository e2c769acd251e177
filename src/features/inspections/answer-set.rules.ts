import { AppError, type FieldProblem } from '../../errors.js';
import { createMessage, type MessageText, toMessage } from '../../messages/message.js';
import type { AnswerType } from '../questions/answer-type.enums.js';
import { type AnswerValues, checkAnswer, type Value } from './answer.rules.js';

/** A question, current or copied into an answer. */
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
/** An answer as it is stored. */
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

export const MAX_ANSWERS = 200;
const NO_VALUES = { text: null, number: null, choice: null, yesNo: null };

/**
 * Checks answers against the questions of a hive, and reports all problems together.
 * @param find returns the question of an id, if it is a question of the hive
 * @param required questions that must be answered; none for a draft
 * @throws BAD_USER_INPUT with every problem, each with the text of its question
 */
export function validateAnswers(
  drafts: AnswerDraft[],
  find: (id: string) => QuestionSnapshot | undefined,
  required: Iterable<QuestionSnapshot>,
): AnswerRecord[] {
  requireAtMost(drafts.length);
  const problems: FieldProblem[] = [];
  const records = new Map<string, AnswerRecord>();
  const answeredIds = new Set<string>();
  for (const [i, answer] of drafts.entries()) {
    const question = find(answer.questionId);
    const addProblem = (text: MessageText): void => {
      const problem = toMessage(text);
      const message = question
        ? createMessage('“{question}” {problem}', { question: question.text, problem })
        : createMessage('An answer {problem}', { problem });
      problems.push({ field: `answers.${i}`, message, questionId: answer.questionId });
    };
    if (!question) addProblem('is to a question that this hive does not have');
    else if (answeredIds.has(question.id)) addProblem('is answered twice');
    else {
      answeredIds.add(question.id);
      const check = checkAnswer(question, answer);
      if (check && 'problem' in check) addProblem(check.problem);
      else if (check) records.set(question.id, toRecord(question, check.value, i + 1, answer.score ?? null));
    }
  }
  for (const question of required) {
    if (records.has(question.id) || problems.some(({ questionId }) => questionId === question.id)) continue;
    problems.push(unanswered('answers', question));
  }
  if (problems.length > 0) throw AppError.badInput(problems);
  return [...records.values()];
}

const unanswered = (field: string, { id, text }: QuestionSnapshot): FieldProblem => ({
  field,
  message: createMessage('“{question}” needs an answer', { question: text }),
  questionId: id,
});

/** @param answers of which none has a value, to questions of the hive */
export const refuseEmpty = (answers: AnswerDraft[], find: (id: string) => QuestionSnapshot | undefined): AppError =>
  AppError.badInput(
    answers.length === 0
      ? [{ field: 'answers', message: 'must not be empty' }]
      : answers.map(({ questionId }, i) => unanswered(`answers.${i}`, find(questionId)!)),
  );

/** What changes in the answers of an inspection. */
export interface AnswerChanges {
  answers?: AnswerDraft[] | null | undefined;
  withdrawnQuestionIds?: string[] | null | undefined;
}

/**
 * Changes the answers of an inspection, and returns all of them: an answer replaces that of its question, in its place; one without a value
 * withdraws it. What is stored of other questions stays as it is, whatever they have become since.
 * @param find, required as in `validateAnswers`
 * @throws as `validateAnswers`; BAD_USER_INPUT if a question is answered and withdrawn, or if there would be too many answers
 */
export function patchAnswers(
  stored: AnswerRecord[],
  { answers, withdrawnQuestionIds }: AnswerChanges,
  find: (id: string) => QuestionSnapshot | undefined,
  required: QuestionSnapshot[] = [],
): AnswerRecord[] {
  const idOf = (id: string): string => find(id)?.id ?? id.toLowerCase();
  const sent = answers ?? [];
  const sentIds = new Set(sent.map(({ questionId }) => idOf(questionId)));
  const withdrawnIds = (withdrawnQuestionIds ?? []).map(idOf);
  const contradiction = withdrawnIds.findIndex((id) => sentIds.has(id));
  if (contradiction >= 0) {
    const field = `withdrawnQuestionIds.${contradiction}`;
    throw AppError.badInput([{ field, message: 'is the id of a question that is answered' }]);
  }
  const patched = new Map(stored.map((answer) => [answer.questionId, answer]));
  for (const id of withdrawnIds) patched.delete(id);
  const missing = required.filter(({ id }) => sentIds.has(id) || !patched.has(id));
  const records = new Map(validateAnswers(sent, find, missing).map((record) => [record.questionId, record]));
  for (const id of sentIds) {
    const record = records.get(id);
    if (record) patched.set(id, record);
    else patched.delete(id);
  }
  requireAtMost(patched.size);
  return [...patched.values()].map((answer, i) => ({ ...answer, position: i + 1 }));
}

function requireAtMost(answers: number): void {
  if (answers <= MAX_ANSWERS) return;
  const message = createMessage('must contain at most {max} answers', { max: MAX_ANSWERS });
  throw AppError.badInput([{ field: 'answers', message }]);
}

function toRecord(
  { id, text: questionText, ...snapshot }: QuestionSnapshot,
  value: Value,
  position: number,
  score: number | null,
): AnswerRecord {
  const { answerType, category, required, options, min, max } = snapshot;
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
    ...NO_VALUES,
    ...value,
  };
}
