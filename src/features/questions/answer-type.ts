import { registerEnumType } from 'type-graphql';

/** The values are the terms of the REST API, and are also stored. */
export enum AnswerType {
  TEXT = 'texto',
  NUMBER = 'numero',
  CHOICE = 'opciones',
  YES_NO = 'si_no',
}
registerEnumType(AnswerType, {
  name: 'AnswerType',
  description: 'The type of answer that a question expects.',
  valuesConfig: {
    TEXT: { description: 'Free text.' },
    NUMBER: { description: 'A number, within the bounds of the question if it has any.' },
    CHOICE: { description: 'One of the options of the question.' },
    YES_NO: { description: 'Yes or no.' },
  },
});
