import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import { insertRows } from '../../database/insert-rows.js';
import type { Row } from '../../database/row.js';
import { flushChanges } from '../../database/unit-of-work.js';
import type { Beehive } from '../beehives/beehive.entity.js';
import type { BeehiveStateInput } from '../beehives/beehives.inputs.js';
import { requireLivingAt } from '../beehives/living.commands.js';
import { recordWords } from '../beehives/record-words.rules.js';
import type { Question } from '../questions/question.entity.js';
import { Answer } from './answer.entity.js';
import type { AnswerDraft, AnswerRecord, QuestionSnapshot } from './answer-set.rules.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';
import { askedOn, type Questionnaire } from './questionnaire.queries.js';

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

export const snapshotsOf = (answers: Row<Answer>[]): Map<string, QuestionSnapshot> =>
  new Map(answers.map((answer) => [answer.questionId, questionSnapshot(answer)]));

/** Converts a stored answer back to an input. */
export function toAnswerDraft({ questionId, text, number, choice, yesNo, score }: AnswerRecord): AnswerDraft {
  return { questionId, text, number, choice, yesNo, score };
}

/** Copies an answer for another inspection, or another revision. The question stays as it was asked. */
export function copyAnswer(answer: Row<Answer>): AnswerRecord {
  const { questionId, questionText, answerType, category, required, options, min, max, position, score } = answer;
  const { text, number, choice, yesNo } = answer;
  const question = { questionId, questionText, answerType, category, required, options, min, max };
  return { ...question, position, score, text, number, choice, yesNo };
}

/** The answers of an inspection, in their order. */
export async function loadAnswers({ access }: Context, { id }: Pick<Inspection, 'id'>): Promise<Row<Answer>[]> {
  return (await access.list(Answer, { where: { inspection: id }, order: { position: 'asc' } })).nodes;
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
 * Creates an inspection without answers, and stores the state of the hive.
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
  await storeState(context, beehive, details.state, occurredAt);
  return inspection;
}

/**
 * Stores the state of the hive at an inspection in the hive, unless a later one is completed: what is recorded of the past leaves the latest
 * state.
 */
export async function storeState(
  context: Context,
  beehive: Beehive,
  state: BeehiveStateInput | null | undefined,
  occurredAt: Date,
): Promise<void> {
  const isLatest = beehive.lastInspectedAt === null || beehive.lastInspectedAt <= occurredAt;
  if (!state || !isLatest) return;
  context.em.assign(beehive, await recordWords(context, state, beehive.ownerId, beehive));
}

export type Answered = [inspection: Inspection, answers: AnswerRecord[]];

/** Writes pending changes, the inspections among them, and adds their answers. */
export async function addAnswers(context: Context, ...answered: Answered[]): Promise<void> {
  await flushChanges(context);
  const createdAt = new Date();
  const rows = answered.flatMap(([{ id: inspection, ownerId, occurredAt: answeredAt }, answers]) =>
    answers.map((answer) => ({
      ...{ id: uuidv7(), createdAt, updatedAt: createdAt },
      ...answer,
      ...{ ownerId, inspection, answeredAt },
    })),
  );
  await insertRows(context, context.table(Answer), rows);
}

/** Writes all answers of a draft anew. Those to the same questions keep their ids. */
export async function replaceAnswers(
  context: Context,
  inspection: Inspection,
  stored: Row<Answer>[],
  answers: AnswerRecord[],
): Promise<void> {
  const known = new Map(stored.map(({ id, createdAt, questionId }) => [questionId, { id, createdAt }]));
  await removeAnswers(context, inspection);
  const rows = answers.map((answer) => ({ ...answer, ...known.get(answer.questionId) }));
  await addAnswers(context, [inspection, rows]);
}

async function removeAnswers({ access }: Context, inspection: Inspection): Promise<void> {
  await access.execute(
    Answer,
    ({ table, ownership, bind }) =>
      `delete from ${table} where inspection_id = ${bind(inspection.id)} and ${ownership} returning id`,
  );
}
