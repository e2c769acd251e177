import type { Context } from '../../context.js';
import type { Columns } from '../../graphql/columns.js';
import { children, connection, edgesOf, parent, related } from '../../graphql/edges.js';
import { person } from '../accounts/person.edges.js';
import { User } from '../accounts/user.entity.js';
import { Apiary } from '../apiaries/apiary.entity.js';
import { Beehive } from '../beehives/beehive.entity.js';
import { Question } from '../questions/question.entity.js';
import { Answer } from './answer.entity.js';
import { BeehiveQuestion } from './beehive-question.entity.js';
import { Inspection, InspectionStatus } from './inspection.entity.js';
import { answerList, inspectionList } from './inspection.lists.js';
import { QuestionTrend } from './trends.queries.js';

export const inspectionEdges = [
  edgesOf(Inspection, {
    beehive: parent(Beehive, 'beehiveId', 'The inspected hive.'),
    apiary: related(
      Apiary,
      'apiaryId',
      'The apiary of the hive at that time; null if it has been deleted or is no longer yours.',
    ),
    recordedBy: {
      ...related(User, 'actorId', 'The account that recorded it; null if that is another account or has been deleted.'),
      legacy: true,
    },
    actor: person('actorId', 'Who recorded it; null if the account has been deleted.'),
    answers: children(
      Answer,
      'inspection',
      { position: 'asc' },
      'Its answers, in the order of the request that recorded them.',
    ),
    revisions: children(Inspection, 'seriesId', { revision: 'desc' }, 'All its revisions, latest first.', 'seriesId'),
  }),
  edgesOf(Answer, {
    inspection: parent(Inspection, 'inspectionId', 'Its inspection.'),
    question: related(Question, 'questionId', 'The question as it is now; null if it has been deleted.'),
  }),
  edgesOf(QuestionTrend, {
    question: related(Question, 'questionId', 'The question as it is now; null if it has been deleted.'),
  }),
  edgesOf(BeehiveQuestion, {
    beehive: parent(Beehive, 'beehiveId', 'The hive.'),
    question: parent(Question, 'questionId', 'The question.'),
  }),
  // beehives/ and apiaries/ do not import inspections/.
  edgesOf(Beehive, {
    inspections: connection(Inspection, 'beehive', inspectionList, 'Its inspections, newest first.'),
    answers: connection(
      Answer,
      'inspection.beehive',
      answerList,
      'The answers of its completed inspections, newest inspection first.',
    ),
    questionOverrides: children(
      BeehiveQuestion,
      'beehive',
      { position: 'asc' },
      'Its overrides of questions, by position.',
    ),
    lastInspection: {
      ...related(Inspection, 'id', 'The latest completed inspection; null if there is none.'),
      load: async (id: string, { loaders }: Context, fields: Columns<Inspection>) => {
        const where = { current: true, status: InspectionStatus.COMPLETED };
        const list = { where, order: { occurredAt: 'desc' }, first: 1, fields } as const;
        return (await loaders.listOf(Inspection, 'beehive', list).load(id)).nodes[0] ?? null;
      },
    },
  }),
  edgesOf(Apiary, {
    inspections: connection(
      Inspection,
      'apiary',
      inspectionList,
      'The inspections of hives that were in the apiary at that time, newest first.',
    ),
  }),
];
