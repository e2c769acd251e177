import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import { flush } from '../../database/unit-of-work.js';
import { AppError, type FieldProblem } from '../../errors.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Answer } from './answer.entity.js';
import { validateAnswers } from './answer-set.js';
import { BeehiveQuestion } from './beehive-question.entity.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';
import {
  addAnswers,
  checkAnswers,
  createInspection,
  questionSnapshot,
  removeAnswers,
  toAnswerDraft,
} from './inspection-answers.js';
import type {
  AmendInspectionInput,
  AnswerInput,
  RecordInspectionInput,
  RecordVisitInput,
  UpdateInspectionDraftInput,
} from './inspections.inputs.js';
import { loadQuestionnaire } from './questionnaire.js';

const MAX_BEEHIVES = 100;

/** Records what was found of a hive, or nothing when an answer does not fit. */
export async function recordInspection(context: Context, input: RecordInspectionInput): Promise<Inspection> {
  const { beehiveId, draft, beehive: state, ...said } = input;
  if (draft && state) {
    throw AppError.badInput([
      { field: 'beehive', message: 'must be said when the inspection is completed, not with a draft' },
    ]);
  }
  // Locked first: what is asked, and the hive's state, stay as they are checked.
  const beehive = await context.access.forUpdate(Beehive, beehiveId);
  const answers = checkAnswers(await loadQuestionnaire(context, beehive.id), said.answers, draft ?? false);
  return createInspection(context, beehive, answers, { ...said, state, draft: draft ?? false });
}

/** The same visit to several hives, all or none. A hive's own answers take the place of the visit's to the same questions. */
export async function recordVisit(context: Context, input: RecordVisitInput): Promise<Inspection[]> {
  const { beehives, answers: shared, notes, occurredAt } = input;
  if (beehives.length === 0 || beehives.length > MAX_BEEHIVES) {
    throw AppError.badInput([{ field: 'beehives', message: `must be 1 to ${MAX_BEEHIVES}` }]);
  }
  const ids = beehives.map(({ beehiveId }) => beehiveId.toLowerCase());
  if (new Set(ids).size < ids.length) throw AppError.badInput([{ field: 'beehives', message: 'names a hive twice' }]);
  const visitId = uuidv7();
  const when = occurredAt ?? new Date();
  const inspections = new Map<string, Inspection>();
  const problems: { at: number; fields: FieldProblem[] }[] = [];
  // In one order for everybody, so that two visits at once do not wait for each other.
  for (const visited of beehives.toSorted((a, b) => (a.beehiveId.toLowerCase() < b.beehiveId.toLowerCase() ? -1 : 1))) {
    const beehive = await context.access.forUpdate(Beehive, visited.beehiveId);
    const questionnaire = await loadQuestionnaire(context, beehive.id);
    const named = ({ questionId }: AnswerInput): string => questionnaire.find(questionId)?.id ?? questionId;
    const own = visited.answers ?? [];
    const answered = new Set(own.map(named));
    try {
      const answers = checkAnswers(
        questionnaire,
        [...shared.filter((answer) => !answered.has(named(answer))), ...own],
        false,
      );
      const found = { state: visited.beehive, notes: visited.notes ?? notes, occurredAt: when, visitId };
      inspections.set(beehive.id, createInspection(context, beehive, answers, found));
    } catch (error) {
      if (!(error instanceof AppError && error.extensions.fields)) throw error;
      const at = beehives.indexOf(visited);
      problems.push({ at, fields: error.extensions.fields.map((p) => ({ ...p, field: `beehives.${at}.${p.field}` })) });
    }
  }
  if (problems.length > 0)
    throw AppError.badInput(problems.sort((a, b) => a.at - b.at).flatMap(({ fields }) => fields));
  return ids.map((id) => inspections.get(id)!);
}

/**
 * Records the answers that a client has, for a hive or for the one that its questions are assigned to. Required questions may lack
 * an answer: such a client can't ask again.
 */
export async function recordAnswers(
  context: Context,
  beehiveId: string | null,
  answers: AnswerInput[],
): Promise<Inspection> {
  const id = beehiveId ?? (await findAssignedBeehive(context, answers));
  const beehive = await context.access.forUpdate(Beehive, id);
  const written = checkAnswers(await loadQuestionnaire(context, beehive.id), answers, true);
  if (written.length === 0) throw AppError.badInput([{ field: 'answers', message: 'must not be empty' }]);
  return createInspection(context, beehive, written, {});
}

async function findAssignedBeehive({ access }: Context, answers: AnswerInput[]): Promise<string> {
  if (!answers[0]) throw AppError.badInput([{ field: 'answers', message: 'must not be empty' }]);
  return (await access.one(BeehiveQuestion, answers[0].questionId, ['beehiveId'])).beehiveId;
}

/** @throws CONFLICT (INSPECTION_COMPLETED) */
export async function updateDraft(
  context: Context,
  id: string,
  input: UpdateInspectionDraftInput,
): Promise<Inspection> {
  const inspection = await lockDraft(context, id);
  const answers = checkAnswers(await loadQuestionnaire(context, inspection.beehiveId), input.answers, true);
  await removeAnswers(context, inspection);
  inspection.notes = input.notes ?? null;
  inspection.occurredAt = input.occurredAt ?? inspection.occurredAt;
  addAnswers(context, inspection, answers);
  return inspection;
}

/** Checks a draft as if it were recorded now, and completes it. */
export async function completeInspection(context: Context, id: string): Promise<Inspection> {
  const inspection = await lockDraft(context, id);
  const { find, asked } = await loadQuestionnaire(context, inspection.beehiveId);
  const { nodes } = await context.access.list(Answer, {
    where: { inspection: inspection.id },
    order: { position: 'asc' },
  });
  // A question that is gone meanwhile was asked all the same: its copy speaks for it.
  const copies = new Map(nodes.map((answer) => [answer.questionId, questionSnapshot(answer)]));
  const answers = validateAnswers(
    nodes.map(toAnswerDraft),
    (id) => find(id) ?? copies.get(id),
    asked.filter(({ required }) => required),
  );
  await removeAnswers(context, inspection);
  addAnswers(context, inspection, answers);
  inspection.status = InspectionStatus.COMPLETED;
  return inspection;
}

/** Replaces a completed inspection by a new revision; the old one stays as it was. The questions are those of the old one, and those of now. */
export async function amendInspection(context: Context, id: string, input: AmendInspectionInput): Promise<Inspection> {
  const before = await context.access.forUpdate(Inspection, id);
  if (before.status === InspectionStatus.DRAFT)
    throw new AppError('CONFLICT', 'A draft is changed, not amended', { reason: 'INSPECTION_IS_DRAFT' });
  if (!before.current)
    throw new AppError('CONFLICT', 'There is a later revision: amend that', { reason: 'INSPECTION_REPLACED' });
  const { nodes } = await context.access.list(Answer, { where: { inspection: before.id } });
  const copies = new Map(nodes.map((answer) => [answer.questionId, questionSnapshot(answer)]));
  const { find } = await loadQuestionnaire(context, before.beehiveId);
  const required = [...copies.values()].filter((question) => question.required);
  const answers = validateAnswers(input.answers, (asked) => copies.get(asked.toLowerCase()) ?? find(asked), required);
  before.current = false;
  // Before the new one comes: a series has one current revision.
  await flush(context);
  const { em, viewer } = context;
  const amended = em.create(Inspection, {
    beehive: before.beehive,
    apiary: before.apiary,
    status: InspectionStatus.COMPLETED,
    occurredAt: input.occurredAt ?? before.occurredAt,
    notes: input.notes ?? null,
    actorId: viewer.id,
    visitId: before.visitId,
    seriesId: before.seriesId,
    revision: before.revision + 1,
    reason: input.reason,
  });
  addAnswers(context, amended, answers);
  return amended;
}

/** @throws CONFLICT (INSPECTION_COMPLETED) */
async function lockDraft({ access }: Context, id: string): Promise<Inspection> {
  const inspection = await access.forUpdate(Inspection, id);
  if (inspection.status === InspectionStatus.DRAFT) return inspection;
  throw new AppError('CONFLICT', 'A completed inspection is amended, not changed', { reason: 'INSPECTION_COMPLETED' });
}
