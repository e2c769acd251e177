import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import type { Where } from '../../database/where.js';
import { AppError } from '../../errors.js';
import { Language } from '../../shared/language.js';
import { AnswerType } from './answer-type.js';
import { formOf } from './form-type.js';
import { normalizeShape } from './question-rules.js';
import { QuestionTemplate } from './question-template.entity.js';
import type { AddQuestionTemplateInput } from './questions.inputs.js';

type Template = Row<QuestionTemplate>;
/** Rows and entities have different types for dates, so this type omits them. */
type Localizable = Omit<Template, 'createdAt' | 'updatedAt' | 'retiredAt'>;

/** Returns the templates that are not retired: the default ones first, then by importance. */
export async function listActiveTemplates(context: Context, where: Where<QuestionTemplate> = {}): Promise<Template[]> {
  // Ids ascend in the order of the bank.
  const order = { isDefault: 'desc', importance: 'desc', id: 'asc' } as const;
  return (await context.access.list(QuestionTemplate, { where: { ...where, retiredAt: null }, order })).nodes;
}

/** Returns a template with its texts in one language. */
export function localizeTemplate(template: Localizable & { retiredAt?: unknown }, language: Language, position = 0) {
  const { textEs, textEn, groupEs, groupEn, optionsEs, optionsEn, retiredAt, ...rest } = template;
  const texts =
    language === Language.ES
      ? { text: textEs, group: groupEs, options: optionsEs }
      : { text: textEn, group: groupEn, options: optionsEn };
  return { ...rest, language, position, active: retiredAt == null, ...texts, ...formOf({ ...rest, ...texts }) };
}
export type LocalizedTemplate = ReturnType<typeof localizeTemplate>;

/** @throws CONFLICT (TEMPLATE_KEY_TAKEN) */
export function addTemplate({ em }: Context, input: AddQuestionTemplateInput): QuestionTemplate {
  const { optionsEs, optionsEn, min, max, required, importance, isDefault, groupEs, groupEn, ...fields } = input;
  if (!/^[a-z0-9_]+$/.test(input.key)) {
    throw AppError.badInput([{ field: 'key', message: 'must consist of lower-case letters, digits and _' }]);
  }
  const isChoice = input.answerType === AnswerType.CHOICE;
  if (isChoice && (!optionsEs || optionsEs.length !== optionsEn?.length)) {
    throw AppError.badInput([{ field: 'optionsEn', message: 'must have as many options as optionsEs' }]);
  }
  const shape = { answerType: input.answerType, min: min ?? null, max: max ?? null };
  const spanish = normalizeShape({ ...shape, options: optionsEs ?? null });
  const english = normalizeShape({ ...shape, options: optionsEn ?? null });
  return em.create(QuestionTemplate, {
    ...fields,
    groupEs,
    groupEn,
    min: spanish.min,
    max: spanish.max,
    optionsEs: spanish.options,
    optionsEn: english.options,
    required: required ?? false,
    importance: importance ?? 5,
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
