// Commands keep positions dense (1, 2, 3 …): each one that changes them locks the apiary first.
import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { flushChanges } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { idempotentDelete } from '../../idempotency/deletions.js';
import { createMessage } from '../../messages/message.js';
import type { Language } from '../../shared/language.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { AnswerType } from './answer-type.enums.js';
import { typeOfForm } from './form-type.enums.js';
import { Question } from './question.entity.js';
import { normalizeShape } from './question.rules.js';
import type { CreateQuestionInput, UpdateQuestionInput } from './questions.inputs.js';
import { listActiveTemplates, localizeTemplate } from './templates.commands.js';

export const MAX_QUESTIONS = 200;

/** Not `for update`: others go on adding hives, items and members to the apiary. */
const lockApiary = ({ access }: Pick<Context, 'access'>, id: string, action: 'create' | 'update' | 'delete') =>
  access.forUpdate(Apiary, id, roleTo(action, Question), 'no key update');

/** Creates a question at the position of the input; if omitted, after the last one. */
export async function createQuestion(context: Context, id: string, input: CreateQuestionInput): Promise<Question> {
  const { newId: _, apiaryId, answerType, options, min, max, required, active, position, ...fields } = input;
  const apiary = await lockApiary(context, apiaryId, 'create');
  const count = await context.access.count(Question, { apiary: apiary.id });
  requireCapacity(count + 1);
  const type = answerType ?? AnswerType.TEXT;
  const shape = normalizeShape({ answerType: type, options: options ?? null, min: min ?? null, max: max ?? null });
  const last = await findLastPosition(context, apiary.id);
  const target = Math.min(position || last + 1, last + 1);
  await shiftPositions(context, apiary.id, [target, last], 1);
  return context.em.create(Question, {
    ...fields,
    ...shape,
    id,
    apiary,
    answerType: type,
    required: required ?? false,
    active: active ?? true,
    position: target,
  });
}

/** An archive of which not all questions were restored leaves gaps. */
async function findLastPosition({ access }: Context, apiary: string): Promise<number> {
  const list = { where: { apiary }, order: { position: 'desc' }, fields: ['position'], first: 1 } as const;
  return (await access.list(Question, list)).nodes[0]?.position ?? 0;
}

/** Changes a question. If the input has a position, moves it there; the questions between shift by one. */
export async function updateQuestion(
  context: Context,
  id: string,
  { expectedVersion, position, formType, ...changes }: Omit<UpdateQuestionInput, 'id'>,
): Promise<Question> {
  const { access, em } = context;
  if (position) {
    const { apiaryId } = await access.one(Question, id, ['apiaryId']);
    await lockApiary(context, apiaryId, 'update');
  }
  const question = await access.forUpdate(Question, id);
  await access.requireVersion(Question, question, { expectedVersion });
  if (position) await moveQuestion(context, question, position);
  if (formType) changes.answerType = typeOfForm(question, formType, changes.options);
  em.assign(question, changes);
  return em.assign(question, normalizeShape(question));
}

/** Requires the lock of the apiary. */
async function moveQuestion(context: Context, question: Question, requested: number): Promise<void> {
  const { position, apiaryId } = question;
  const target = Math.min(requested, await context.access.count(Question, { apiary: apiaryId }));
  if (target > position) await shiftPositions(context, apiaryId, [position + 1, target], -1);
  else await shiftPositions(context, apiaryId, [target, position - 1], 1);
  question.position = target;
}

/** Shifts a range of positions by one. The unique constraint is deferred: it is checked at the commit, when the gap is filled. */
async function shiftPositions(
  { access }: Context,
  apiaryId: string,
  [from, to]: [number, number],
  by: 1 | -1,
): Promise<void> {
  if (from > to) return;
  await access.execute(
    Question,
    ({ table, ownership, bind }) =>
      `update ${table} set position = position + ${by}
       where apiary_id = ${bind(apiaryId)} and position between ${bind(from)} and ${bind(to)} and ${ownership} returning id`,
  );
}

/** Deletes a question; the ones after it move up. Existing answers keep their snapshot of it. */
export function deleteQuestion(context: Context, id: string, expected: Expectation): Promise<string> {
  const { access, em } = context;
  return idempotentDelete(context, Question, id, async () => {
    const { apiaryId } = await access.one(Question, id, ['apiaryId']);
    await lockApiary(context, apiaryId, 'delete');
    const question = await access.forUpdate(Question, id, roleTo('delete', Question));
    await access.requireVersion(Question, question, expected);
    em.remove(question);
    await access.execute(
      Question,
      ({ table, ownership, bind }) =>
        `update ${table} set position = position - 1 where apiary_id = ${bind(apiaryId)} and position > ${bind(question.position)} and ${ownership} returning id`,
    );
    return question.id;
  });
}

/**
 * Moves the questions of `order` to the front, in that order; the others follow in their previous order.
 * @throws BAD_USER_INPUT, without any change, if a question occurs twice or does not belong to the apiary
 */
export async function reorderQuestions(
  { access }: Context,
  apiaryId: string,
  order: string[],
): Promise<Row<Question>[]> {
  const apiary = await lockApiary({ access }, apiaryId, 'update');
  const { nodes } = await access.list(Question, {
    where: { apiary: apiary.id },
    order: { position: 'asc' },
    fields: ['id'],
  });
  const existing = new Set<string>(nodes.map(({ id }) => id));
  const requested = order.map((id) => id.toLowerCase());
  const hasDuplicates = new Set(requested).size < requested.length;
  if (hasDuplicates || requested.some((id) => !existing.has(id))) {
    const message = hasDuplicates
      ? 'must not contain a question twice'
      : 'must not contain a question that does not belong to the apiary';
    throw AppError.badInput([{ field: 'order', message }]);
  }
  const ids = [...new Set([...requested, ...existing])];
  await access.execute(
    Question,
    ({ table, ownership, bind }) =>
      `update ${table} set position = o.ordinal from unnest(${bind(ids)}::uuid[]) with ordinality as o (question_id, ordinal)
       where id = o.question_id and position <> o.ordinal and ${ownership} returning id`,
  );
  return (await access.list(Question, { where: { apiary: apiary.id }, order: { position: 'asc' } })).nodes;
}

/** Adds the default questions of the bank that the apiary lacks, compared by key and by text. A second call adds nothing. */
export async function loadDefaultQuestions(
  context: Context,
  apiaryId: string,
  language: Language,
): Promise<Row<Question>[]> {
  const apiary = await lockApiary(context, apiaryId, 'create');
  const byPosition = { where: { apiary: apiary.id }, order: { position: 'asc' } } as const;
  const { nodes } = await context.access.list(Question, byPosition);
  const textKey = (text: string): string => text.trim().toLowerCase();
  const existing = new Set(nodes.flatMap(({ text, templateKey }) => [textKey(text), `key ${templateKey}`]));
  const missing = (await listActiveTemplates(context, { isDefault: true })).filter(
    ({ key, textEs, textEn }) => ![textKey(textEs), textKey(textEn), `key ${key}`].some((known) => existing.has(known)),
  );
  requireCapacity(nodes.length + missing.length);
  for (const [i, template] of missing.entries()) {
    const { text, group, options } = localizeTemplate(template, language);
    const { answerType, required, min, max, key } = template;
    const position = (nodes.at(-1)?.position ?? 0) + i + 1;
    const shape = { text, category: group, options, answerType, required, min, max, templateKey: key };
    context.em.create(Question, { ...shape, apiary, position });
  }
  await flushChanges(context);
  return (await context.access.list(Question, byPosition)).nodes;
}

function requireCapacity(count: number): void {
  if (count > MAX_QUESTIONS)
    throw new AppError(
      'CONFLICT',
      createMessage('An apiary can have at most {max} questions', { max: MAX_QUESTIONS }),
      {
        reason: 'TOO_MANY_QUESTIONS',
      },
    );
}
