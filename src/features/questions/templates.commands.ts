import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import type { Where } from '../../database/where.js';
import { AppError } from '../../errors.js';
import { Language } from '../../shared/language.js';
import { AnswerType } from './answer-type.enums.js';
import { formOf } from './form-type.enums.js';
import { normalizeShape } from './question.rules.js';
import { QuestionTemplate } from './question-template.entity.js';
import { type AddQuestionTemplateInput, DEFAULT_IMPORTANCE } from './question-templates.inputs.js';

type Template = Row<QuestionTemplate>;
/** Rows and entities have different types for dates, so this type omits them. */
type Texts = Pick<Template, 'textEs' | 'textEn' | 'groupEs' | 'groupEn' | 'optionsEs' | 'optionsEn'>;
type Presentable = Omit<Template, 'createdAt' | 'updatedAt' | 'retiredAt'> & { retiredAt?: unknown };

/** Returns the templates that are not retired: the default ones first, then by importance. */
export async function listActiveTemplates(context: Context, where: Where<QuestionTemplate> = {}): Promise<Template[]> {
  // Ids ascend in the order of the bank.
  const order = { isDefault: 'desc', importance: 'desc', id: 'asc' } as const;
  return (await context.access.list(QuestionTemplate, { where: { ...where, retiredAt: null }, order })).nodes;
}

/** Returns the texts of a template in one language. */
export const localizeTemplate = (texts: Texts, language: Language) =>
  language === Language.ES
    ? { language, text: texts.textEs, group: texts.groupEs, options: texts.optionsEs }
    : { language, text: texts.textEn, group: texts.groupEn, options: texts.optionsEn };

/** Returns a template as clients see it. */
export function describeTemplate(template: Presentable, position = 0) {
  const translations = Object.values(Language).map((language) => localizeTemplate(template, language));
  const { answerType, optionsEs: options, retiredAt } = template;
  const { formType } = formOf({ answerType, options });
  return { ...template, translations, position, active: retiredAt == null, formType };
}
export type PresentedTemplate = ReturnType<typeof describeTemplate>;

/** @throws CONFLICT (TEMPLATE_KEY_TAKEN) */
export function addTemplate({ em }: Context, input: AddQuestionTemplateInput): QuestionTemplate {
  const { translations, min, max, required, importance, isDefault, ...fields } = input;
  if (!/^[a-z0-9_]+$/.test(input.key)) {
    throw AppError.badInput([{ field: 'key', message: 'must consist of lower-case letters, digits and _' }]);
  }
  const [spanish, english] = [Language.ES, Language.EN].map((one) => translations.find((of) => of.language === one));
  if (!spanish || !english || translations.length !== 2) {
    throw AppError.badInput([{ field: 'translations', message: 'must contain each language once' }]);
  }
  const isChoice = input.answerType === AnswerType.CHOICE;
  if (isChoice && (!spanish.options || spanish.options.length !== english.options?.length)) {
    throw AppError.badInput([{ field: 'translations', message: 'must have as many options in each language' }]);
  }
  const shapeOf = ({ options = null }: { options?: string[] | null }) =>
    normalizeShape({ answerType: input.answerType, min: min ?? null, max: max ?? null, options });
  const shape = shapeOf(spanish);
  return em.create(QuestionTemplate, {
    ...fields,
    textEs: spanish.text,
    textEn: english.text,
    groupEs: spanish.group,
    groupEn: english.group,
    min: shape.min,
    max: shape.max,
    optionsEs: shape.options,
    optionsEn: shapeOf(english).options,
    required: required ?? false,
    importance: importance ?? DEFAULT_IMPORTANCE,
    isDefault: isDefault ?? false,
  });
}

/** Retires a template; the questions that were created from it stay. */
export async function retireTemplate({ access }: Context, key: string): Promise<Template> {
  const [template] = (await access.list(QuestionTemplate, { where: { key } })).nodes;
  if (!template) throw AppError.notFound('Question template');
  const managed = await access.forUpdate(QuestionTemplate, template.id);
  managed.retiredAt ??= new Date();
  return template;
}
