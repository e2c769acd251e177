import { AppError } from '../../errors.js';
import { type Bounds, text } from '../../graphql/bounds.js';
import { createMessage, type MessageText } from '../../messages/message.js';
import { isBlank, normalizeWord } from '../../shared/text.js';
import { AnswerType } from './answer-type.enums.js';

export interface QuestionShapeInput {
  answerType: AnswerType;
  options: string[] | null;
  min: number | null;
  max: number | null;
}

const MAX_OPTIONS = 50;
export const MAX_OPTION_LENGTH = 200;
const OPTION = text(1, MAX_OPTION_LENGTH);
/** The options of a CHOICE. */
export const OPTIONS: Bounds = {
  type: 'list',
  keywords: { minItems: 1, maxItems: MAX_OPTIONS, uniqueItems: true, items: OPTION.keywords },
  items: OPTION,
};

/**
 * Returns the shape as it is stored: a NUMBER has bounds, a CHOICE has options. Members of another type are dropped, because
 * clients leave them behind when they change the type. Options are null until the user writes them.
 * @throws BAD_USER_INPUT naming options, min or max
 */
export function normalizeShape({
  answerType,
  options,
  min,
  max,
}: QuestionShapeInput): Omit<QuestionShapeInput, 'answerType'> {
  if (answerType === AnswerType.NUMBER) {
    if (min !== null && max !== null && min > max)
      throw AppError.badInput([{ field: 'min', message: 'must not be above the maximum' }]);
    return { options: null, min, max };
  }
  if (answerType !== AnswerType.CHOICE || options === null) return { options: null, min: null, max: null };
  const trimmed = options.map((option) => option.trim());
  const message = optionsProblem(trimmed);
  if (message) throw AppError.badInput([{ field: 'options', message }]);
  return { options: trimmed, min: null, max: null };
}

function optionsProblem(options: string[]): MessageText | undefined {
  if (options.length === 0) return 'must not be empty';
  if (options.length > MAX_OPTIONS) return createMessage('must contain at most {max} options', { max: MAX_OPTIONS });
  if (options.some(isBlank)) return 'must not contain an empty option';
  if (options.some((option) => [...option].length > MAX_OPTION_LENGTH))
    return createMessage('must have at most {max} characters each', { max: MAX_OPTION_LENGTH });
  if (new Set(options.map(normalizeWord)).size < options.length) return 'must not contain an option twice';
  return undefined;
}
