// WHAT CHANGES THE QUESTIONS OF AN APIARY. Whatever touches their positions locks the apiary first, so that they stay dense: 1, 2, 3 …

import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { flush } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { idempotentDelete } from '../../idempotency/tombstones.js';
import type { Language } from '../../shared/language.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { AnswerType } from './answer-type.js';
import { Question } from './question.entity.js';
import { normalizeShape } from './question-rules.js';
import type { CreateQuestionInput, UpdateQuestionInput } from './questions.inputs.js';
import { listActiveTemplates, localize } from './templates.js';

const MAX_QUESTIONS = 200;

/** Adds a question, after those that are there unless the input says where. */
export async function createQuestion(context: Context, input: CreateQuestionInput): Promise<Question> {
  const { apiaryId, answerType, options, min, max, required, active, position, ...fields } = input;
  const apiary = await context.access.forUpdate(Apiary, apiaryId);
  const count = await context.access.count(Question, { apiary: apiary.id });
  requireRoom(count + 1);
  const type = answerType ?? AnswerType.TEXT;
  const shape = normalizeShape({ answerType: type, options: options ?? null, min: min ?? null, max: max ?? null });
  const place = Math.min(position || count + 1, count + 1);
  await shiftPositions(context, apiary.id, [place, count], 1);
  return context.em.create(Question, {
    ...fields,
    ...shape,
    apiary,
    answerType: type,
    required: required ?? false,
    active: active ?? true,
    position: place,
  });
}

/** Changes a question, and moves it where the input names a position; the others close up. */
export async function updateQuestion(
  context: Context,
  id: string,
  { position, ...changes }: UpdateQuestionInput,
): Promise<Question> {
  const { access, em } = context;
  if (position) {
    const { apiaryId } = await access.one(Question, id, ['apiaryId']);
    await access.forUpdate(Apiary, apiaryId);
  }
  const question = await access.forUpdate(Question, id);
  if (position) await moveQuestion(context, question, position);
  em.assign(question, changes);
  return em.assign(question, normalizeShape(question));
}

/** The caller holds the apiary's lock. */
async function moveQuestion(context: Context, question: Question, wanted: number): Promise<void> {
  const { position, apiaryId } = question;
  const place = Math.min(wanted, await context.access.count(Question, { apiary: apiaryId }));
  if (place > position) await shiftPositions(context, apiaryId, [position + 1, place], -1);
  else await shiftPositions(context, apiaryId, [place, position - 1], 1);
  question.position = place;
}

/** Moves the questions of a range of positions by one. The unique constraint is checked at the commit, when the gap is filled. */
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

/** Deletes a question for good; those after it move up. Answers that were given keep their copy of it. */
export function deleteQuestion(context: Context, id: string): Promise<string> {
  const { access, em } = context;
  return idempotentDelete(context, Question, id, async () => {
    const { apiaryId } = await access.one(Question, id, ['apiaryId']);
    await access.forUpdate(Apiary, apiaryId);
    const question = await access.forUpdate(Question, id);
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
 * Puts the questions that `order` names first, in that order; the others keep theirs after them.
 * @throws BAD_USER_INPUT for a question that is named twice, or is not one of this apiary; nothing moves then
 */
export async function reorderQuestions(
  { access }: Context,
  apiaryId: string,
  order: string[],
): Promise<Row<Question>[]> {
  const apiary = await access.forUpdate(Apiary, apiaryId);
  const { nodes } = await access.list(Question, {
    where: { apiary: apiary.id },
    order: { position: 'asc' },
    fields: ['id'],
  });
  const there = new Set<string>(nodes.map(({ id }) => id));
  const wanted = order.map((id) => id.toLowerCase());
  const problem =
    new Set(wanted).size < wanted.length ? 'names a question twice' : 'names a question that is not one of the apiary';
  if (new Set(wanted).size < wanted.length || wanted.some((id) => !there.has(id))) {
    throw AppError.badInput([{ field: 'order', message: problem }]);
  }
  const ids = [...new Set([...wanted, ...there])];
  await access.execute(
    Question,
    ({ table, ownership, bind }) =>
      `update ${table} set position = o.place from unnest(${bind(ids)}::uuid[]) with ordinality as o (question, place)
       where id = o.question and position <> o.place and ${ownership} returning id`,
  );
  return (await access.list(Question, { where: { apiary: apiary.id }, order: { position: 'asc' } })).nodes;
}

/** Adds those default questions of the bank that are not there yet, by key or by text. A second call adds nothing. */
export async function loadDefaultQuestions(
  context: Context,
  apiaryId: string,
  language: Language,
): Promise<Row<Question>[]> {
  const apiary = await context.access.forUpdate(Apiary, apiaryId);
  const byPosition = { where: { apiary: apiary.id }, order: { position: 'asc' } } as const;
  const { nodes } = await context.access.list(Question, byPosition);
  const same = (text: string): string => text.trim().toLowerCase();
  const there = new Set(nodes.flatMap(({ text, templateKey }) => [same(text), `key ${templateKey}`]));
  const missing = (await listActiveTemplates(context, { isDefault: true })).filter(
    ({ key, textEs, textEn }) => ![same(textEs), same(textEn), `key ${key}`].some((known) => there.has(known)),
  );
  requireRoom(nodes.length + missing.length);
  for (const [i, template] of missing.entries()) {
    const { text, group, options, answerType, required, min, max, key } = localize(template, language);
    const position = nodes.length + i + 1;
    const shape = { text, category: group, options, answerType, required, min, max, templateKey: key };
    context.em.create(Question, { ...shape, apiary, position });
  }
  await flush(context);
  return (await context.access.list(Question, byPosition)).nodes;
}

function requireRoom(count: number): void {
  if (count > MAX_QUESTIONS)
    throw new AppError('CONFLICT', `An apiary can have at most ${MAX_QUESTIONS} questions`, {
      reason: 'TOO_MANY_QUESTIONS',
    });
}
