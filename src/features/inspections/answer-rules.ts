// DOES THIS ANSWER FIT THIS QUESTION? Pure: no database, no request.
import { defineSynonyms } from '../../shared/synonyms.js';
import { AnswerType } from '../questions/answer-type.js';

export interface QuestionShape {
  answerType: AnswerType;
  options: string[] | null;
  min: number | null;
  max: number | null;
}
/** As a client gives it: one of the four kinds, or text that is to be understood as the question wants it. */
export interface AnswerValues {
  text?: string | null | undefined;
  number?: number | null | undefined;
  choice?: string | null | undefined;
  yesNo?: boolean | null | undefined;
  spoken?: string | null | undefined;
}
export type Value = { text: string } | { number: number } | { choice: string } | { yesNo: boolean };
/** `problem` is made to stand after the question's name; undefined: nothing was answered. */
export type AnswerCheck = { value: Value } | { problem: string } | undefined;

const KINDS = {
  [AnswerType.TEXT]: 'text',
  [AnswerType.NUMBER]: 'number',
  [AnswerType.CHOICE]: 'choice',
  [AnswerType.YES_NO]: 'yesNo',
} as const;
const yesOrNo = defineSynonyms([true, ['sí', 'si', 'yes', 'true', 's', 'y']], [false, ['no', 'false', 'n']]);

export function checkAnswer(asked: QuestionShape, given: AnswerValues): AnswerCheck {
  const said = (['text', 'number', 'choice', 'yesNo', 'spoken'] as const).filter((kind) => given[kind] != null);
  const wanted = KINDS[asked.answerType];
  if (said.length === 0) return undefined;
  if (said.length > 1) return { problem: 'must be answered in one way only' };
  if (said[0] === 'spoken')
    return given.spoken!.trim() === '' ? undefined : checkAnswer(asked, parseSpoken(asked, given.spoken!));
  if (said[0] !== wanted) return { problem: `must be answered with ${wanted}` };
  return { text, number, choice, yesNo }[wanted](asked, given);
}

function text(_asked: QuestionShape, given: AnswerValues): AnswerCheck {
  return given.text!.trim() === '' ? undefined : { value: { text: given.text! } };
}

function number({ min, max }: QuestionShape, given: AnswerValues): AnswerCheck {
  const value = given.number!;
  if (!Number.isFinite(value)) return { problem: 'must be a number' };
  if (min !== null && value < min) return { problem: `must be at least ${min}` };
  if (max !== null && value > max) return { problem: `must be at most ${max}` };
  return { value: { number: value } };
}

function choice({ options }: QuestionShape, given: AnswerValues): AnswerCheck {
  const value = given.choice!;
  if (value.trim() === '') return undefined;
  if (options === null || options.includes(value)) return { value: { choice: value } };
  return { problem: `must be one of ${options.join(', ')}` };
}

function yesNo(_asked: QuestionShape, given: AnswerValues): AnswerCheck {
  return { value: { yesNo: given.yesNo! } };
}

/** Text as the question wants it: "5" for a number, "si" for a yes, an option in whatever case and accents. */
function parseSpoken({ answerType, options }: QuestionShape, spoken: string): AnswerValues {
  const said = spoken.trim();
  if (answerType === AnswerType.TEXT) return { text: spoken };
  if (answerType === AnswerType.NUMBER)
    return { number: /^[+-]?\d+([.,]\d+)?$/.test(said) ? Number(said.replace(',', '.')) : Number.NaN };
  if (answerType === AnswerType.CHOICE) {
    const option = defineSynonyms(...(options ?? []).map((known): [string, string[]] => [known, [known]]))(said);
    return { choice: option ?? said };
  }
  const yes = yesOrNo(said);
  return yes === null ? { text: said } : { yesNo: yes };
}
