import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { AppError } from '../../errors.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { requireLiving } from '../beehives/living.commands.js';
import { Question } from '../questions/question.entity.js';
import { BeehiveQuestion } from './beehive-question.entity.js';

export interface Assignment {
  beehiveId: string;
  questionId: string;
  position?: number | null;
  active?: boolean | null;
}

/** @throws BAD_USER_INPUT if the question and the hive belong to different apiaries */
export async function overrideQuestion({ access, em }: Context, input: Assignment): Promise<BeehiveQuestion> {
  // The lock keeps two concurrent requests from both creating the assignment.
  const beehive = await access.forUpdate(Beehive, input.beehiveId, roleTo('create', BeehiveQuestion));
  requireLiving(beehive);
  const question = await access.one(Question, input.questionId, ['apiaryId']);
  if (question.apiaryId !== beehive.apiaryId) {
    throw AppError.badInput([{ field: 'questionId', message: 'must be a question of the apiary of the hive' }]);
  }
  const [known] = (await access.list(BeehiveQuestion, { where: { beehive: beehive.id, question: question.id } })).nodes;
  const assignment = known
    ? await access.forUpdate(BeehiveQuestion, known.id)
    : em.create(BeehiveQuestion, { beehive, question: question.id });
  assignment.position = input.position ?? assignment.position;
  assignment.active = input.active ?? true;
  return assignment;
}
