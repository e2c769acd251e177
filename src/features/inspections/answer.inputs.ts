import { ID, InputType } from 'type-graphql';
import { OptionalBoolean, OptionalText, OptionalValue, RequiredField } from '../../graphql/input-fields.js';
import { States } from '../../graphql/validators.js';
import { INT_MAX } from '../../shared/text.js';
import { Answer } from './answer.entity.js';

@InputType({
  description: 'An answer to a question: the value in the field for the type of the question, or as text in `spoken`.',
})
export class AnswerInput {
  @RequiredField(() => ID, 'The id of the question, or of its override for the hive.')
  questionId!: string;

  @OptionalValue(Answer, 'For TEXT: {bounds}.')
  text?: string | null;

  @States({ minimum: -INT_MAX - 1, maximum: INT_MAX })
  @OptionalValue(Answer, 'For NUMBER: a number within the bounds of the question.')
  number?: number | null;

  @OptionalValue(Answer, `For CHOICE: one of the options. While the question has none, any text of {bounds}.`)
  choice?: string | null;

  @OptionalBoolean('For YES_NO: true for yes.')
  yesNo?: boolean | null;

  @OptionalText(
    5000,
    'For any type: text that is parsed according to the type, such as `5`, `si` or an option in any case.',
  )
  spoken?: string | null;

  @OptionalValue(Answer, 'A rating of the answer, for clients that rate answers.')
  score?: number | null;
}
