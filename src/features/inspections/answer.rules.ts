import { createMessage, type MessageText } from '../../messages/message.js';
import { defineSynonyms } from '../../shared/synonyms.js';
import { INT_MAX, isBlank } from '../../shared/text.js';
import { AnswerType } from '../questions/answer-type.enums.js';
import { MAX_OPTION_LENGTH } from '../questions/question.rules.js';

export interface QuestionShape {
  answerType: AnswerType;
  options: string[] | null;
  min: number | null;
  max: number | null;
}
/** The value of an answer in one of the four kinds, or as text that is parsed according to the type of the question. */
export interface AnswerValues {
  text?: string | null | undefined;
  number?: number | null | undefined;
  choice?: string | null | undefined;
  yesNo?: boolean | null | undefined;
  spoken?: string | null | undefined;
}
export type Value = { text: string } | { number: number } | { choice: string } | { yesNo: boolean };
/** `problem` is a phrase that follows the text of the question. Undefined means that there is no answer. */
export type AnswerCheck = { value: Value } | { problem: MessageText } | undefined;

/** The field of the values, and what people call it. */
export const KINDS = {
  [AnswerType.TEXT]: ['text', 'must be answered with text'],
  [AnswerType.NUMBER]: ['number', 'must be answered with a number'],
  [AnswerType.CHOICE]: ['choice', 'must be answered with one of its options'],
  [AnswerType.YES_NO]: ['yesNo', 'must be answered with yes or no'],
} as const;
const yesOrNo = defineSynonyms([true, ['sí', 'si', 'yes', 'true', 's', 'y']], [false, ['no', 'false', 'n']]);

/** Checks whether an answer fits a question. */
export function checkAnswer(question: QuestionShape, answer: AnswerValues): AnswerCheck {
  const kinds = (['text', 'number', 'choice', 'yesNo', 'spoken'] as const).filter((kind) => answer[kind] != null);
  const [expected, problem] = KINDS[question.answerType];
  if (kinds.length === 0) return undefined;
  if (kinds.length > 1) return { problem: 'must be answered with a single value' };
  if (kinds[0] === 'spoken')
    return isBlank(answer.spoken!) ? undefined : checkAnswer(question, parseSpoken(question, answer.spoken!));
  if (kinds[0] !== expected) return { problem };
  return { text, number, choice, yesNo }[expected](question, answer);
}

function text(_question: QuestionShape, answer: AnswerValues): AnswerCheck {
  return isBlank(answer.text!) ? undefined : { value: { text: answer.text! } };
}

function number({ min, max }: QuestionShape, answer: AnswerValues): AnswerCheck {
  const value = answer.number!;
  if (!Number.isFinite(value)) return { problem: 'must be a number' };
  const [least, most] = [min ?? -INT_MAX - 1, max ?? INT_MAX];
  if (value < least) return { problem: createMessage('must be at least {min}', { min: least }) };
  if (value > most) return { problem: createMessage('must be at most {max}', { max: most }) };
  return { value: { number: value } };
}

function choice({ options }: QuestionShape, answer: AnswerValues): AnswerCheck {
  const value = answer.choice!;
  if (isBlank(value)) return undefined;
  if (options?.includes(value)) return { value: { choice: value } };
  // Nobody has written the options yet.
  if (options === null)
    return [...value].length <= MAX_OPTION_LENGTH
      ? { value: { choice: value } }
      : { problem: createMessage('must have at most {max} characters', { max: MAX_OPTION_LENGTH }) };
  return { problem: createMessage('must be one of {values}', { values: options }) };
}

function yesNo(_question: QuestionShape, answer: AnswerValues): AnswerCheck {
  return { value: { yesNo: answer.yesNo! } };
}

/** Parses text according to the type of the question: "5" as a number, "si" as true, an option regardless of case and accents. */
function parseSpoken({ answerType, options }: QuestionShape, spoken: string): AnswerValues {
  const trimmed = spoken.trim();
  if (answerType === AnswerType.TEXT) return { text: spoken };
  if (answerType === AnswerType.NUMBER)
    return { number: /^[+-]?\d+([.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : Number.NaN };
  if (answerType === AnswerType.CHOICE) {
    const option = defineSynonyms(...(options ?? []).map((known): [string, string[]] => [known, [known]]))(trimmed);
    return { choice: option ?? trimmed };
  }
  const yes = yesOrNo(trimmed);
  return yes === null ? { text: trimmed } : { yesNo: yes };
}
