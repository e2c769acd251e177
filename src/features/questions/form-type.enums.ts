// The forms of the mobile app know three types of question and break on a fourth: `/api/v1` shows them a yes/no question as a choice.
import { defineEnum, type EnumOf } from '../../shared/define-enum.js';
import { normalizeWord } from '../../shared/text.js';
import { AnswerType } from './answer-type.enums.js';

export const FormType = defineEnum('FormType', 'A type of question that the forms of the mobile app can show.', {
  TEXT: ['texto', 'Free text.'],
  NUMBER: ['numero', 'A number, within the bounds of the question if it has any.'],
  CHOICE: ['opciones', 'One of the options; for a yes/no question `Sí` or `No`.'],
});
export type FormType = EnumOf<typeof FormType>;

interface Shape {
  answerType: AnswerType;
  options: string[] | null;
}
const YES_NO_OPTIONS = ['Sí', 'No'];

/** Returns a question as a form shows it. */
export function formOf({ answerType, options }: Shape): { formType: FormType; formOptions: string[] | null } {
  return answerType === AnswerType.YES_NO
    ? { formType: FormType.CHOICE, formOptions: [...YES_NO_OPTIONS] }
    : { formType: answerType as string as FormType, formOptions: options };
}

/** Returns the type that a form means. What it was shown for a yes/no question, with or without the options, leaves that as it is. */
export function typeOfForm(question: Shape, formType: AnswerType, options: string[] | null | undefined): AnswerType {
  const isAsShown = !options || options.map(normalizeWord).join() === YES_NO_OPTIONS.map(normalizeWord).join();
  return question.answerType === AnswerType.YES_NO && formType === AnswerType.CHOICE && isAsShown
    ? AnswerType.YES_NO
    : formType;
}
