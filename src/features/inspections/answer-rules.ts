// DOES THIS ANSWER FIT THIS QUESTION? Pure: no database, no request.
import { defineSynonyms } from '../../shared/synonyms.js';
import { AnswerType } from '../questions/answer-type.js';

export interface Asked {
  answerType: AnswerType;
  options: string[] | null;
  min: number | null;
  max: number | null;
}
/** As a client gives it: one of the four kinds, or text that is to be understood as the question wants it. */
export interface Given {
  text?: string | null | undefined;
  number?: number | null | undefined;
  choice?: string | null | undefined;
  yesNo?: boolean | null | undefined;
  spoken?: string | null | undefined;
}
export type Value = { text: string } | { number: number } | { choice: string } | { yesNo: boolean };
/** `problem` is made to stand after the question's name; undefined: nothing was answered. */
export type Verdict = { value: Value } | { problem: string } | undefined;

const KINDS = {
  [AnswerType.TEXT]: 'text',
  [AnswerType.NUMBER]: 'number',
  [AnswerType.CHOICE]: 'choice',
  [AnswerType.YES_NO]: 'yesNo',
} as const;
const yesOrNo = defineSynonyms([true, ['sí', 'si', 'yes', 'true', 's', 'y']], [false, ['no', 'false', 'n']]);

export function judge(asked: Asked, given: Given): Verdict {
  const said = (['text', 'number', 'choice', 'yesNo', 'spoken'] as const).filter((kind) => given[kind] != null);
  const wanted = KINDS[asked.answerType];
  if (said.length === 0) return undefined;
  if (said.length > 1) return { problem: 'must be answered in one way only' };
  if (said[0] === 'spoken')
    return given.spoken!.trim() === '' ? undefined : judge(asked, understood(asked, given.spoken!));
  if (said[0] !== wanted) return { problem: `must be answered with ${wanted}` };
  return { text, number, choice, yesNo }[wanted](asked, given);
}

function text(_asked: Asked, given: Given): Verdict {
  return given.text!.trim() === '' ? undefined : { value: { text: given.text! } };
}

function number({ min, max }: Asked, given: Given): Verdict {
  const value = given.number!;
  if (!Number.isFinite(value)) return { problem: 'must be a number' };
  if (min !== null && value < min) return { problem: `must be at least ${min}` };
  if (max !== null && value > max) return { problem: `must be at most ${max}` };
  return { value: { number: value } };
}

function choice({ options }: Asked, given: Given): Verdict {
  const value = given.choice!;
  if (value.trim() === '') return undefined;
  if (options === null || options.includes(value)) return { value: { choice: value } };
  return { problem: `must be one of ${options.join(', ')}` };
}

function yesNo(_asked: Asked, given: Given): Verdict {
  return { value: { yesNo: given.yesNo! } };
}

/** Text as the question wants it: "5" for a number, "si" for a yes, an option in whatever case and accents. */
function understood({ answerType, options }: Asked, spoken: string): Given {
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
