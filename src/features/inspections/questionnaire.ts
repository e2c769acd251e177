import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Question } from '../questions/question.entity.js';
import { BeehiveQuestion } from './beehive-question.entity.js';

/** The questions for a hive. */
export interface Questionnaire {
  /** Those that are asked: the active ones of the apiary, unless an assignment of this hive says otherwise. */
  asked: Row<Question>[];
  /** A question of the apiary, asked or not, by its id or by that of its assignment to this hive. */
  find: (id: string) => Row<Question> | undefined;
}

/** @throws NOT_FOUND when the hive is missing or somebody else's */
export async function loadQuestionnaire({ access }: Context, beehiveId: string): Promise<Questionnaire> {
  const { id, apiaryId } = await access.one(Beehive, beehiveId, ['apiaryId']);
  const questions = (await access.list(Question, { where: { apiary: apiaryId }, order: { position: 'asc' } })).nodes;
  const assignments = (await access.list(BeehiveQuestion, { where: { beehive: id } })).nodes;
  const byId = new Map<string, Row<Question>>(questions.map((question) => [question.id, question]));
  const own = new Map(assignments.map(({ questionId, active }) => [questionId, active]));
  const assigned = new Map<string, string>(assignments.map((assignment) => [assignment.id, assignment.questionId]));
  return {
    asked: questions.filter((question) => own.get(question.id) ?? question.active),
    find: (asked) => byId.get(assigned.get(asked.toLowerCase()) ?? asked.toLowerCase()),
  };
}
