import { v7 as uuidv7 } from 'uuid';
import { roleTo } from '../../access/policy.js';
import type { Context } from '../../context.js';
import type { Row } from '../../database/row.js';
import { AppError, type FieldProblem, idTaken } from '../../errors.js';
import { claimIds } from '../../idempotency/client-ids.js';
import { createMessage, toMessage } from '../../messages/message.js';
import { groupBy } from '../../shared/group-by.js';
import { Language } from '../../shared/language.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { requireBeehives } from '../beehives/beehives.rules.js';
import type { AnswerInput } from './answer.inputs.js';
import { validateAnswers } from './answer-set.rules.js';
import { Inspection } from './inspection.entity.js';
import { type Answered, addAnswers, createInspection, loadRequired } from './inspection-answers.commands.js';
import type { RecordVisitInput } from './inspections.inputs.js';
import { loadQuestionnaire } from './questionnaire.queries.js';

const MAX_BEEHIVES = 100;

/** Records a visit to several hives, all or none. Answers of a hive replace those of the visit to the same questions. */
export async function recordVisit(
  context: Context,
  input: RecordVisitInput,
): Promise<(Inspection | Row<Inspection>)[]> {
  const { beehives, notes, occurredAt } = input;
  const shared = input.answers ?? [];
  const ids = beehives.map(({ beehiveId }) => beehiveId.toLowerCase());
  requireBeehives('beehives', ids, MAX_BEEHIVES);
  const before = await findRecorded(context, input);
  if (before) return before;
  const visitId = uuidv7();
  const visitedAt = occurredAt ?? new Date();
  const recorded: Answered[] = [];
  const complaints: Complaint[] = [];
  // The locks come first, so that the questions and the states of the hives do not change after the check.
  const locked = await context.access.allForUpdate(Beehive, ids, roleTo('create', Inspection));
  const questionnaires = await Promise.all(locked.map((beehive) => loadQuestionnaire(context, beehive)));
  for (const [at, visited] of beehives.entries()) {
    const [beehive, questionnaire] = [locked[at]!, questionnaires[at]!];
    await context.access.requireVersion(Beehive, beehive, { expectedVersion: visited.beehiveExpectedVersion });
    const idOf = ({ questionId }: AnswerInput): string => questionnaire.find(questionId)?.id ?? questionId;
    const own = visited.answers ?? [];
    const answered = new Set(own.map(idOf));
    const sent = [
      ...shared
        .map((answer, i) => ({ answer, path: `answers.${i}` }))
        .filter(({ answer }) => !answered.has(idOf(answer))),
      ...own.map((answer, i) => ({ answer, path: `beehives.${at}.answers.${i}` })),
    ];
    try {
      const answers = validateAnswers(
        sent.map(({ answer }) => answer),
        questionnaire.find,
        await loadRequired(context, beehive, questionnaire, visitedAt),
      );
      const details = { state: visited.state, notes: visited.notes ?? notes, occurredAt: visitedAt, visitId };
      const id = visited.newId?.toLowerCase();
      recorded.push([await createInspection(context, beehive, { ...details, id }), answers]);
    } catch (error) {
      if (!(error instanceof AppError && error.extensions.fields)) throw error;
      for (const problem of error.extensions.fields) {
        const [input, index] = problem.field.split('.');
        const isAnswer = input === 'answers' && index !== undefined;
        const field = isAnswer ? sent[Number(index)]!.path : `beehives.${at}.${problem.field}`;
        complaints.push({ problem: { ...problem, field }, beehive, at });
      }
    }
  }
  if (complaints.length > 0) throw AppError.badInput(mergeComplaints(complaints, beehives.length));
  await addAnswers(context, ...recorded);
  return recorded.map(([inspection]) => inspection);
}

/** Claims the ids that the client chose. Returns the inspections if it has sent the same visit before. @throws as `claimIds` */
async function findRecorded(context: Context, input: RecordVisitInput): Promise<Row<Inspection>[] | undefined> {
  const { beehives } = input;
  const claims = beehives.flatMap(({ newId }, i) =>
    newId == null ? [] : [{ id: newId, field: `beehives.${i}.newId`, content: input }],
  );
  // The content is the whole visit: either all ids are known, or none.
  const [id] = await claimIds(context, Inspection, claims);
  if (id === undefined) return undefined;
  const { access } = context;
  const [known] = (await access.list(Inspection, { where: { id }, fields: ['visitId'] })).nodes;
  if (!known) throw idTaken(claims.map(({ field }) => field));
  // A hive may have got another inspection of the visit since: the map keeps the first one of each.
  const where = { visitId: known.visitId, revision: 1 };
  const { nodes } = await access.list(Inspection, { where, order: { createdAt: 'desc' } });
  const byBeehive = new Map(nodes.map((inspection) => [inspection.beehiveId, inspection]));
  return beehives.map(({ beehiveId }, i) => {
    const inspection = byBeehive.get(beehiveId.toLowerCase());
    if (!inspection) throw idTaken([`beehives.${i}.newId`]);
    return inspection;
  });
}

interface Complaint {
  /** Its field is the path in the input. */
  problem: FieldProblem;
  beehive: Beehive;
  /** The index of the hive in the input. */
  at: number;
}

/** Reports a mistake in a shared answer once, with the hives that it concerns. */
function mergeComplaints(complaints: Complaint[], visited: number): FieldProblem[] {
  const groups = groupBy(
    complaints.toSorted((a, b) => a.at - b.at),
    ({ problem }) => `${problem.field} ${toMessage(problem.message).in(Language.EN)}`,
  );
  return [...groups.values()].map((group) => {
    const { problem: first } = group[0]!;
    if (!first.questionId) return first;
    const problem = toMessage(first.message);
    const hives = group.map(({ beehive }) => beehive.label);
    if (group.length === 1)
      return { ...first, message: createMessage('Hive {hive}: {problem}', { hive: hives[0]!, problem }) };
    return group.length === visited
      ? { ...first, message: createMessage('Every hive: {problem}', { problem }) }
      : { ...first, message: createMessage('Hives {hives}: {problem}', { hives, problem }) };
  });
}
