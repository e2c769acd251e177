import type { Context } from '../../context.js';
import { runStatement } from '../../database/pool.js';
import type { Row } from '../../database/row.js';
import { dayIn, startOfDayIn } from '../../shared/days.js';
import { zoneOf } from '../apiaries/apiary-days.queries.js';
import type { Beehive } from '../beehives/beehive.entity.js';
import { Question } from '../questions/question.entity.js';
import { BeehiveQuestion } from './beehive-question.entity.js';

/** The questions of an inspection of a hive. */
export interface Questionnaire {
  /** The active questions of the apiary, with the overrides of the hive applied. */
  questions: Row<Question>[];
  /** Returns one of them by its id, or by the id of an override of the hive. An inactive question is as one that has been deleted. */
  find: (id: string) => Row<Question> | undefined;
}

/** The active questions, with the overrides of a hive applied. */
export function applyOverrides(
  questions: Row<Question>[],
  assignments: Pick<Row<BeehiveQuestion>, 'questionId' | 'active'>[],
): Row<Question>[] {
  const overrides = new Map(assignments.map(({ questionId, active }) => [questionId, active]));
  return questions.filter((question) => overrides.get(question.id) ?? question.active);
}

/** Loads the questions of a hive that has been read, and locked if its questions must not change; those of many in two statements. */
export async function loadQuestionnaire(
  { loaders }: Context,
  { id, apiaryId }: Pick<Row<Beehive>, 'id' | 'apiaryId'>,
): Promise<Questionnaire> {
  const [{ nodes: questions }, { nodes: assignments }] = await Promise.all([
    loaders.listOf(Question, 'apiary', { order: { position: 'asc' } }).load(apiaryId),
    loaders.listOf(BeehiveQuestion, 'beehive').load(id),
  ]);
  const asked = applyOverrides(questions, assignments);
  const byId = new Map<string, Row<Question>>(asked.map((question) => [question.id, question]));
  const assigned = new Map<string, string>(assignments.map((assignment) => [assignment.id, assignment.questionId]));
  return {
    questions: asked,
    find: (id) => byId.get(assigned.get(id.toLowerCase()) ?? id.toLowerCase()),
  };
}

/**
 * Keeps the questions that had been created by the end of the day on which a hive was inspected, where its apiary is: nobody could have asked the
 * others. Within the day, all bind, because a phone without signal sends inspections minutes late.
 * @param questions a question without a time is one that has been deleted: it had been asked
 */
export async function askedOn<Q extends { createdAt?: Date | string }>(
  context: Context,
  { apiaryId }: Pick<Row<Beehive>, 'apiaryId'>,
  occurredAt: Date,
  questions: Q[],
): Promise<Q[]> {
  const timeOf = ({ createdAt }: Q): number => (createdAt === undefined ? 0 : new Date(createdAt).getTime());
  // All questions are older than most inspections.
  if (questions.every((question) => timeOf(question) <= occurredAt.getTime())) return questions;
  const zone = zoneOf('$1::uuid');
  const text = `select ${startOfDayIn(zone, `${dayIn(zone, '$2::timestamptz')} + 1`)} as over`;
  const [row] = await runStatement<{ over: Date | string }>(context, { text, values: [apiaryId, occurredAt] });
  const over = new Date(row!.over).getTime();
  return questions.filter((question) => timeOf(question) < over);
}
