// BETWEEN A SHEET OF ANSWERS AND THE RECORDS OF AN INSPECTION.
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import type { Beehive } from '../beehives/beehive.entity.js';
import { Answer } from './answer.entity.js';
import { type AnswerDraft, type AnswerRecord, type QuestionSnapshot, validateAnswers } from './answer-set.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';
import type { BeehiveStateInput } from './inspections.inputs.js';
import type { Questionnaire } from './questionnaire.js';

/** @throws BAD_USER_INPUT with every problem */
export function checkAnswers({ find, asked }: Questionnaire, answers: AnswerDraft[], partial: boolean): AnswerRecord[] {
  return validateAnswers(answers, find, partial ? [] : asked.filter(({ required }) => required));
}

/** The question as an answer keeps it. */
export function questionSnapshot({ questionId: id, questionText: text, ...copy }: Row<Answer>): QuestionSnapshot {
  const { answerType, category, required, options, min, max } = copy;
  return { id, text, answerType, category, required, options, min, max };
}

/** An answer that was stored, as it would be given. */
export function toAnswerDraft({ questionId, text, number, choice, yesNo, score }: Row<Answer>): AnswerDraft {
  return { questionId, text, number, choice, yesNo, score };
}

interface InspectionDetails {
  state?: BeehiveStateInput | null | undefined;
  draft?: boolean;
  notes?: string | null | undefined;
  occurredAt?: Date | null | undefined;
  visitId?: string;
}

/** Makes the record, and changes the hive's state with it, unless it is a draft. */
export function createInspection(
  context: Context,
  beehive: Beehive,
  answers: AnswerRecord[],
  found: InspectionDetails,
): Inspection {
  const { em, viewer } = context;
  const id = uuidv7();
  const inspection = em.create(Inspection, {
    id,
    seriesId: id,
    beehive,
    apiary: beehive.apiary,
    status: found.draft ? InspectionStatus.DRAFT : InspectionStatus.COMPLETED,
    occurredAt: found.occurredAt ?? new Date(),
    notes: found.notes ?? null,
    actorId: viewer.id,
    visitId: found.visitId ?? null,
  });
  addAnswers(context, inspection, answers);
  if (found.state && !found.draft) em.assign(beehive, found.state);
  return inspection;
}

export function addAnswers({ em }: Context, inspection: Inspection, answers: AnswerRecord[]): void {
  for (const answer of answers) em.create(Answer, { ...answer, inspection, answeredAt: inspection.occurredAt });
}

/** Removes the answers of a draft, to be written anew. */
export async function removeAnswers({ access }: Context, inspection: Inspection): Promise<void> {
  await access.execute(
    Answer,
    ({ table, ownership, bind }) =>
      `delete from ${table} where inspection_id = ${bind(inspection.id)} and ${ownership} returning id`,
  );
}
