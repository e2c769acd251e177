// The inspections of the demo accounts.
import type { EntityManager } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';
import { Answer, type Beehive, BeehiveQuestion, Inspection, type Question } from '../entities.js';
import { type AnswerDraft, validateAnswers } from '../features/inspections/answer-set.rules.js';
import { InspectionStatus } from '../features/inspections/inspection.entity.js';
import type { EXAMPLE } from '../shared/example-ids.js';
import { RATED_INSPECTIONS } from './demo-history.js';
import type { ApiarySeed } from './demo-things.js';

/** The key of the question that has an example. */
export const EXAMPLE_QUESTION = 'enfermedades';
const DAY_MS = 86_400_000;

interface Recorded {
  id?: string | undefined;
  status?: InspectionStatus;
  daysAgo: number;
  notes: string;
}

/** Creates the inspections of a season, the last of three days ago, drafts of today, and an override of a question for the hive. */
export function createInspections(
  em: EntityManager,
  beehive: Beehive,
  actorId: string,
  questions: Question[],
  ids: Partial<typeof EXAMPLE>,
): void {
  const question = questions.find(({ templateKey }) => templateKey === EXAMPLE_QUESTION)!;
  em.create(BeehiveQuestion, { ...(ids.assignment && { id: ids.assignment }), beehive, question, position: 1 });
  const create = (recorded: Recorded, drafts: AnswerDraft[]): void =>
    createInspection(em, beehive, { ...recorded, actorId }, questions, drafts);
  const none = { questionId: question.id, spoken: 'Ninguna a la vista', score: 5 };
  for (const { daysAgo, score } of RATED_INSPECTIONS)
    create({ daysAgo, notes: 'Inspección de rutina.' }, [{ ...none, score }]);
  create({ id: ids.inspection, daysAgo: 3, notes: 'Tranquilas, mucho polen.' }, [none]);
  const draft = { status: InspectionStatus.DRAFT, daysAgo: 0 };
  if (ids.draft)
    create({ ...draft, id: ids.draft, notes: 'Falta repasar la cámara de cría.' }, answerRequired(questions));
  if (ids.otherDraft) create({ ...draft, id: ids.otherDraft, notes: 'Interrumpida por la lluvia.' }, []);
}

/** Hives are inspected again after so many days, a few of them each day, the last ones yesterday. */
const ROUND_DAYS = 10;
const DAYS_OF_ROUND = 5;

/** Creates an inspection of the hive in each round, with a rating that rises over the season. */
export function createRounds(
  em: EntityManager,
  beehive: Beehive,
  i: number,
  { rounds, notes, overdue }: Pick<ApiarySeed, 'rounds' | 'notes' | 'overdue'>,
  actorId: string,
  questions: Question[],
): void {
  const question = questions.find(({ templateKey }) => templateKey === EXAMPLE_QUESTION)!;
  for (let round = i === overdue ? 1 : 0; round < rounds; round++) {
    const daysAgo = 1 + (i % DAYS_OF_ROUND) + round * ROUND_DAYS + (i === overdue ? DAYS_OF_ROUND : 0);
    const score = Math.min(10, 9 - round + ((i + round) % 3));
    const answer = { questionId: question.id, spoken: 'Ninguna a la vista', score };
    createInspection(em, beehive, { daysAgo, notes, actorId }, questions, [answer]);
  }
}

export function createInspection(
  em: EntityManager,
  beehive: Beehive,
  { id = uuidv7(), status = InspectionStatus.COMPLETED, daysAgo, notes, actorId }: Recorded & { actorId: string },
  questions: Question[],
  drafts: AnswerDraft[],
): void {
  const occurredAt = new Date(Date.now() - daysAgo * DAY_MS);
  const fields = { id, seriesId: id, beehive, apiary: beehive.apiary, status, occurredAt, notes, actorId };
  const inspection = em.create(Inspection, fields);
  for (const answer of validateAnswers(drafts, (one) => questions.find((q) => q.id === one), []))
    em.create(Answer, { ...answer, inspection, answeredAt: occurredAt });
}

/** The first option of each required question, or its least number. */
export const answerRequired = (questions: Question[]): AnswerDraft[] =>
  questions
    .filter(({ required }) => required)
    .map(({ id, options, min }) => ({ questionId: id, spoken: options?.[0] ?? String(min ?? 'Nada') }));
