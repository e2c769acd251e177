import { registerEnumType } from 'type-graphql';

/** The values are the words that REST clients use; they are also what is stored. */
export enum AnswerType {
  TEXT = 'texto',
  NUMBER = 'numero',
  CHOICE = 'opciones',
  YES_NO = 'si_no',
}
registerEnumType(AnswerType, {
  name: 'AnswerType',
  description: 'What kind of answer a question wants.',
  valuesConfig: {
    TEXT: { description: 'Free text.' },
    NUMBER: { description: 'A number, within bounds where the question has them.' },
    CHOICE: { description: 'One of the options of the question.' },
    YES_NO: { description: 'Yes or no.' },
  },
});
