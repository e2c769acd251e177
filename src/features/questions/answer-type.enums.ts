import { defineEnum, type EnumOf } from '../../shared/define-enum.js';

/** The values are the terms of the REST API, and are also stored. */
export const AnswerType = defineEnum('AnswerType', 'The type of answer that a question expects.', {
  TEXT: ['texto', 'Free text.'],
  NUMBER: ['numero', 'A number, within the bounds of the question if it has any.'],
  CHOICE: ['opciones', 'One of the options of the question.'],
  YES_NO: ['si_no', 'Yes or no.'],
});
export type AnswerType = EnumOf<typeof AnswerType>;
