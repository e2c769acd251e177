import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import { insertRows } from '../../database/insert-rows.js';
import type { Row } from '../../database/row.js';
import { flushChanges } from '../../database/unit-of-work.js';
import type { Beehive } from '../beehives/beehive.entity.js';
import { requireLivingAt } from '../beehives/living.commands.js';
import { recordWords } from '../beehives/record-words.rules.js';
import type { Question } from '../questions/question.entity.js';
import { Answer } from './answer.entity.js';
import { type AnswerDraft, type AnswerRecord, type QuestionSnapshot, validateAnswers } from './answer-set.rules.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';
import type { BeehiveStateInput } from './inspections.inputs.js';
import { askedOn, type Questionnaire } from './questionnaire.queries.js';

/**
 * Checks answers that need not be complete.
 * @throws BAD_USER_INPUT with every problem
 */
export const checkPartialAnswers = ({ find }: Questionnaire, answers: AnswerDraft[]): AnswerRecord[] =>
  validateAnswers(answers, find, []);

/** The questions that must be answered in an inspection of a time. */
export const loadRequired = (
  context: Context,
  beehive: Pick<Row<Beehive>, 'apiaryId'>,
  { questions }: Questionnaire,
  occurredAt: Date | null | undefined,
): Promise<Row<Question>[]> =>
  askedOn(
    context,
    beehive,
    occurredAt ?? new Date(),
    questions.filter(({ required }) => required),
  );

/** Returns the snapshot of the question that an answer contains. */
export function questionSnapshot({ questionId: id, questionText: text, ...copy }: Row<Answer>): QuestionSnapshot {
  const { answerType, category, required, options, min, max } = copy;
  return { id, text, answerType, category, required, options, min, max };
}

/** Converts a stored answer back to an input. */
export function toAnswerDraft({ questionId, text, number, choice, yesNo, score }: Row<Answer>): AnswerDraft {
  return { questionId, text, number, choice, yesNo, score };
}

interface InspectionDetails {
  /** If omitted, a new one. */
  id?: string | null | undefined;
  state?: BeehiveStateInput | null | undefined;
  draft?: boolean;
  notes?: string | null | undefined;
  occurredAt?: Date | null | undefined;
  visitId?: string | null;
}

/**
 * Creates an inspection without answers. Also updates the state of the hive, unless it is a draft, or a later inspection is completed: what is
 * recorded of the past leaves the latest state.
 * @throws CONFLICT (BEEHIVE_ENDED)
 */
export async function createInspection(
  context: Context,
  beehive: Beehive,
  details: InspectionDetails,
): Promise<Inspection> {
  const { em, viewer } = context;
  const occurredAt = details.occurredAt ?? new Date();
  await requireLivingAt(context, beehive, occurredAt);
  const id = details.id ?? uuidv7();
  const inspection = em.create(Inspection, {
    id,
    seriesId: id,
    beehive,
    ownerId: beehive.ownerId,
    apiary: beehive.apiary,
    status: details.draft ? InspectionStatus.DRAFT : InspectionStatus.COMPLETED,
    occurredAt,
    notes: details.notes ?? null,
    actorId: viewer.id,
    visitId: details.visitId ?? null,
  });
  const { expectedVersion, ...state } = details.state ?? {};
  const isLatest = beehive.lastInspectedAt === null || beehive.lastInspectedAt <= occurredAt;
  if (details.state && !details.draft && isLatest)
    em.assign(beehive, await recordWords(context, state, beehive.ownerId, beehive, 'beehive.'));
  return inspection;
}

export type Answered = [inspection: Inspection, answers: AnswerRecord[]];

/** Writes pending changes, the inspections among them, and adds their answers. */
export async function addAnswers(context: Context, ...answered: Answered[]): Promise<void> {
  await flushChanges(context);
  const createdAt = new Date();
  const rows = answered.flatMap(([{ id: inspection, ownerId, occurredAt: answeredAt }, answers]) =>
    answers.map((answer) => ({
      ...answer,
      ...{ id: uuidv7(), createdAt, updatedAt: createdAt, ownerId, inspection, answeredAt },
    })),
  );
  await insertRows(context, context.table(Answer), rows);
}

export async function removeAnswers({ access }: Context, inspection: Inspection): Promise<void> {
  await access.execute(
    Answer,
    ({ table, ownership, bind }) =>
      `delete from ${table} where inspection_id = ${bind(inspection.id)} and ${ownership} returning id`,
  );
}
