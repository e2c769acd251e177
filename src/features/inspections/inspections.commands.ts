import { v7 as uuidv7 } from 'uuid';
import { roleTo } from '../../access/policy.js';
import type { Expectation } from '../../access/version-conflict.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { flushChanges } from '../../database/unit-of-work.js';
import { AppError } from '../../errors.js';
import { idempotentDelete } from '../../idempotency/deletions.js';
import { isUuid } from '../../shared/text.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { LIVING, requireLivingAt } from '../beehives/living.commands.js';
import { Question } from '../questions/question.entity.js';
import { Answer } from './answer.entity.js';
import type { AnswerInput } from './answer.inputs.js';
import { patchAnswers, refuseEmpty, validateAnswers } from './answer-set.rules.js';
import { BeehiveQuestion } from './beehive-question.entity.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';
import {
  addAnswers,
  copyAnswer,
  createInspection,
  loadAnswers,
  loadRequired,
  replaceAnswers,
  snapshotsOf,
  storeState,
  toAnswerDraft,
} from './inspection-answers.commands.js';
import type {
  AmendInspectionInput,
  CompleteInspectionInput,
  RecordAnswersInput,
  RecordInspectionInput,
  UpdateInspectionDraftInput,
} from './inspections.inputs.js';
import { lockDraft, lockInspection, requireLatest } from './lock-inspection.commands.js';
import { askedOn, loadQuestionnaire } from './questionnaire.queries.js';

/** Records an inspection. @throws BAD_USER_INPUT, without any change, if an answer does not fit */
export async function recordInspection(
  context: Context,
  id: string,
  input: RecordInspectionInput,
): Promise<Inspection> {
  const { beehiveId, draft, state, beehiveExpectedVersion: expectedVersion, ...details } = input;
  if (draft && state) {
    throw AppError.badInput([{ field: 'state', message: 'must be omitted for a draft' }]);
  }
  // The lock comes first, so that the questions and the state of the hive do not change after the check.
  const beehive = await context.access.forUpdate(Beehive, beehiveId, roleTo('create', Inspection));
  await context.access.requireVersion(Beehive, beehive, { expectedVersion });
  const questionnaire = await loadQuestionnaire(context, beehive);
  const required = draft ? [] : await loadRequired(context, beehive, questionnaire, details.occurredAt);
  const answers = validateAnswers(details.answers ?? [], questionnaire.find, required);
  const inspection = await createInspection(context, beehive, { ...details, id, state, draft: draft ?? false });
  await addAnswers(context, [inspection, answers]);
  return inspection;
}

/**
 * Records answers of one hive as a completed inspection. Required answers may be missing, because the deprecated voice endpoints
 * send whatever the user has answered.
 */
export async function recordAnswers(
  context: Context,
  id: string,
  { beehiveId, answers, occurredAt }: RecordAnswersInput,
): Promise<Inspection> {
  const ofHive = beehiveId ?? (await findBeehive(context, answers));
  const beehive = await context.access.forUpdate(Beehive, ofHive, roleTo('create', Inspection));
  const { find } = await loadQuestionnaire(context, beehive);
  const records = validateAnswers(answers, find, []);
  if (records.length === 0) throw refuseEmpty(answers, find);
  const inspection = await createInspection(context, beehive, { id, occurredAt });
  await addAnswers(context, [inspection, records]);
  return inspection;
}

/** Records one answer as a completed inspection. */
export async function recordAnswer(
  context: Context,
  beehiveId: string | null,
  answer: AnswerInput,
): Promise<Row<Answer>> {
  const { id } = await recordAnswers(context, uuidv7(), { beehiveId, answers: [answer] });
  await flushChanges(context);
  return (await context.access.list(Answer, { where: { inspection: id } })).nodes[0]!;
}

/** @throws BAD_USER_INPUT if the questions belong to an apiary without hives or with several */
async function findBeehive({ access }: Context, answers: AnswerInput[]): Promise<string> {
  if (!answers[0]) throw AppError.badInput([{ field: 'answers', message: 'must not be empty' }]);
  const ids = answers.map(({ questionId }) => questionId).filter(isUuid);
  const [assignment] = (await access.list(BeehiveQuestion, { where: { id: ids }, first: 1 })).nodes;
  if (assignment) return assignment.beehiveId;
  const { apiaryId } = await access.one(Question, answers[0].questionId, ['apiaryId']);
  const { nodes } = await access.list(Beehive, { where: { apiary: apiaryId, ...LIVING }, fields: ['id'], first: 2 });
  if (nodes[0] && nodes.length === 1) return nodes[0].id;
  throw AppError.badInput([{ field: 'beehiveId', message: 'is required: the questions belong to an apiary' }]);
}

/**
 * Changes a draft: what is omitted stays. The answers are read under its lock, so that two changes at once are both kept.
 * @throws CONFLICT (INSPECTION_COMPLETED)
 */
export async function updateDraft(
  context: Context,
  id: string,
  input: Omit<UpdateInspectionDraftInput, 'id'>,
): Promise<Inspection> {
  const inspection = await lockDraft(context, id, input);
  const beehive = inspection.beehive.unwrap();
  const stored = await loadAnswers(context, inspection);
  const { find } = await loadQuestionnaire(context, beehive);
  const answers = patchAnswers(input.replace ? [] : stored.map(copyAnswer), input, find);
  if (input.occurredAt) await requireLivingAt(context, beehive, input.occurredAt);
  inspection.actorId = context.viewer.id;
  if (input.replace || input.notes !== undefined) inspection.notes = input.notes ?? null;
  inspection.occurredAt = input.occurredAt ?? inspection.occurredAt;
  // A new version (records/inspections.ts), also if nothing but the answers has changed: the change log has no entries of answers.
  inspection.updatedAt = new Date();
  await replaceAnswers(context, inspection, stored, answers);
  return inspection;
}

/**
 * Completes a draft, after the same checks as a new inspection, and stores the state of the hive. A completed inspection is returned as it is,
 * so that retries succeed.
 */
export async function completeInspection(
  context: Context,
  { id, expectedVersion, state, beehiveExpectedVersion }: CompleteInspectionInput,
): Promise<Inspection> {
  const inspection = await lockInspection(context, id, { expectedVersion });
  if (inspection.status === InspectionStatus.COMPLETED) return inspection;
  const beehive = inspection.beehive.unwrap();
  await context.access.requireVersion(Beehive, beehive, { expectedVersion: beehiveExpectedVersion });
  const questionnaire = await loadQuestionnaire(context, beehive);
  const stored = await loadAnswers(context, inspection);
  // A question that has been deleted meanwhile is replaced by its snapshot.
  const snapshots = snapshotsOf(stored);
  const answers = validateAnswers(
    stored.map(toAnswerDraft),
    (id) => questionnaire.find(id) ?? snapshots.get(id),
    await loadRequired(context, beehive, questionnaire, inspection.occurredAt),
  );
  await storeState(context, beehive, state, inspection.occurredAt);
  inspection.status = InspectionStatus.COMPLETED;
  inspection.actorId = context.viewer.id;
  await replaceAnswers(context, inspection, stored, answers);
  return inspection;
}

/** Deletes a draft with its answers. */
export function discardDraft(context: Context, id: string, expected: Expectation): Promise<string> {
  return idempotentDelete(context, Inspection, id, async () => {
    const draft = await lockDraft(context, id, expected);
    context.em.remove(draft);
    return draft.id;
  });
}

/**
 * Replaces a completed inspection by a new revision, in which what is omitted stays. Answers may be to the questions of the previous revision
 * and to current ones.
 */
export async function amendInspection(
  context: Context,
  id: string,
  input: Omit<AmendInspectionInput, 'id'>,
): Promise<Inspection> {
  const previous = await lockInspection(context, id, {});
  await requireLatest(context, previous, 'A draft cannot be amended: update it instead');
  const stored = await loadAnswers(context, previous);
  const snapshots = snapshotsOf(stored);
  const beehive = previous.beehive.unwrap();
  const { find } = await loadQuestionnaire(context, beehive);
  const occurredAt = input.occurredAt ?? previous.occurredAt;
  const answered = [...snapshots.values()]
    .filter((question) => question.required)
    .map((question) => ({ ...question, createdAt: find(question.id)?.createdAt }));
  const required = await askedOn(context, beehive, occurredAt, answered);
  const findQuestion = (id: string) => snapshots.get(id.toLowerCase()) ?? find(id);
  const answers = patchAnswers(stored.map(copyAnswer), input, findQuestion, required);
  if (input.occurredAt) await requireLivingAt(context, beehive, input.occurredAt);
  previous.current = false;
  // Flushed before the insert, because a series has at most one current revision.
  await flushChanges(context);
  const { em, viewer } = context;
  const amended = em.create(Inspection, {
    beehive: previous.beehive,
    ownerId: previous.ownerId,
    apiary: previous.apiary,
    status: InspectionStatus.COMPLETED,
    occurredAt,
    notes: input.notes === undefined ? previous.notes : input.notes,
    actorId: viewer.id,
    visitId: previous.visitId,
    seriesId: previous.seriesId,
    revision: previous.revision + 1,
    reason: input.reason,
  });
  await addAnswers(context, [amended, answers]);
  return amended;
}
