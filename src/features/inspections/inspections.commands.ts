import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import { flush } from '../../database/unit-of-work.js';
import { AppError, type FieldProblem } from '../../errors.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Answer } from './answer.entity.js';
import { fillIn } from './answer-set.js';
import { HiveQuestion } from './beehive-question.entity.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';
import { check, forget, frozen, given, put, write } from './inspection-answers.js';
import type {
  AmendInspectionInput,
  AnswerInput,
  RecordInspectionInput,
  RecordVisitInput,
  UpdateDraftInput,
} from './inspections.inputs.js';
import { questionnaireOf } from './questionnaire.js';

const MOST_HIVES = 100;

/** Records what was found of a hive, or nothing when an answer does not fit. */
export async function recordInspection(context: Context, input: RecordInspectionInput): Promise<Inspection> {
  const { beehiveId, draft, hive, ...said } = input;
  if (draft && hive) {
    throw AppError.badInput([
      { field: 'hive', message: 'must be said when the inspection is completed, not with a draft' },
    ]);
  }
  // Locked first: what is asked, and the hive's state, stay as they are checked.
  const beehive = await context.access.forUpdate(Beehive, beehiveId);
  const answers = check(await questionnaireOf(context, beehive.id), said.answers, draft ?? false);
  return write(context, beehive, answers, { ...said, hive, draft: draft ?? false });
}

/** The same visit to several hives, all or none. A hive's own answers take the place of the visit's to the same questions. */
export async function recordVisit(context: Context, input: RecordVisitInput): Promise<Inspection[]> {
  const { hives, answers: shared, notes, occurredAt } = input;
  if (hives.length === 0 || hives.length > MOST_HIVES) {
    throw AppError.badInput([{ field: 'hives', message: `must be 1 to ${MOST_HIVES}` }]);
  }
  const ids = hives.map(({ beehiveId }) => beehiveId.toLowerCase());
  if (new Set(ids).size < ids.length) throw AppError.badInput([{ field: 'hives', message: 'names a hive twice' }]);
  const visitId = uuidv7();
  const when = occurredAt ?? new Date();
  const inspections = new Map<string, Inspection>();
  const problems: { at: number; fields: FieldProblem[] }[] = [];
  // In one order for everybody, so that two visits at once do not wait for each other.
  for (const visited of hives.toSorted((a, b) => (a.beehiveId.toLowerCase() < b.beehiveId.toLowerCase() ? -1 : 1))) {
    const beehive = await context.access.forUpdate(Beehive, visited.beehiveId);
    const questionnaire = await questionnaireOf(context, beehive.id);
    const named = ({ questionId }: AnswerInput): string => questionnaire.find(questionId)?.id ?? questionId;
    const own = visited.answers ?? [];
    const answered = new Set(own.map(named));
    try {
      const answers = check(questionnaire, [...shared.filter((answer) => !answered.has(named(answer))), ...own], false);
      const found = { hive: visited.hive, notes: visited.notes ?? notes, occurredAt: when, visitId };
      inspections.set(beehive.id, write(context, beehive, answers, found));
    } catch (error) {
      if (!(error instanceof AppError && error.extensions.fields)) throw error;
      const at = hives.indexOf(visited);
      problems.push({ at, fields: error.extensions.fields.map((p) => ({ ...p, field: `hives.${at}.${p.field}` })) });
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
  const id = beehiveId ?? (await hiveOf(context, answers));
  const beehive = await context.access.forUpdate(Beehive, id);
  const written = check(await questionnaireOf(context, beehive.id), answers, true);
  if (written.length === 0) throw AppError.badInput([{ field: 'answers', message: 'must not be empty' }]);
  return write(context, beehive, written, {});
}

async function hiveOf({ access }: Context, answers: AnswerInput[]): Promise<string> {
  if (!answers[0]) throw AppError.badInput([{ field: 'answers', message: 'must not be empty' }]);
  return (await access.one(HiveQuestion, answers[0].questionId, ['beehiveId'])).beehiveId;
}

/** @throws CONFLICT (INSPECTION_COMPLETED) */
export async function updateDraft(context: Context, id: string, input: UpdateDraftInput): Promise<Inspection> {
  const inspection = await draftOf(context, id);
  const answers = check(await questionnaireOf(context, inspection.beehiveId), input.answers, true);
  await forget(context, inspection);
  inspection.notes = input.notes ?? null;
  inspection.occurredAt = input.occurredAt ?? inspection.occurredAt;
  put(context, inspection, answers);
  return inspection;
}

/** Checks a draft as if it were recorded now, and completes it. */
export async function completeInspection(context: Context, id: string): Promise<Inspection> {
  const inspection = await draftOf(context, id);
  const { find, asked } = await questionnaireOf(context, inspection.beehiveId);
  const { nodes } = await context.access.list(Answer, {
    where: { inspection: inspection.id },
    order: { position: 'asc' },
  });
  // A question that is gone meanwhile was asked all the same: its copy speaks for it.
  const copies = new Map(nodes.map((answer) => [answer.questionId, frozen(answer)]));
  const answers = fillIn(
    nodes.map(given),
    (id) => find(id) ?? copies.get(id),
    asked.filter(({ required }) => required),
  );
  await forget(context, inspection);
  put(context, inspection, answers);
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
  const copies = new Map(nodes.map((answer) => [answer.questionId, frozen(answer)]));
  const { find } = await questionnaireOf(context, before.beehiveId);
  const required = [...copies.values()].filter((question) => question.required);
  const answers = fillIn(input.answers, (asked) => copies.get(asked.toLowerCase()) ?? find(asked), required);
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
  put(context, amended, answers);
  return amended;
}

/** @throws CONFLICT (INSPECTION_COMPLETED) */
async function draftOf({ access }: Context, id: string): Promise<Inspection> {
  const inspection = await access.forUpdate(Inspection, id);
  if (inspection.status === InspectionStatus.DRAFT) return inspection;
  throw new AppError('CONFLICT', 'A completed inspection is amended, not changed', { reason: 'INSPECTION_COMPLETED' });
}
