import type { FeatureCases } from '../case.js';

export const inspections: FeatureCases = {
  fields: {
    'Query.inspections': ['reader', ({ beehive }) => `{ inspections(beehiveId: "${beehive}") { nodes { notes } } }`],
    'Query.inspection': ['reader', ({ inspection }) => `{ inspection(id: "${inspection}") { notes } }`],
    'Mutation.recordInspection': [
      'worker',
      ({ beehive }) =>
        `mutation { recordInspection(input: { beehiveId: "${beehive}", answers: [], state: { healthStatus: "Seen" } }) { inspection { notes revision } } }`,
    ],
    'Mutation.recordVisit': [
      'worker',
      ({ beehive }) =>
        `mutation { recordVisit(input: { answers: [], beehives: [{ beehiveId: "${beehive}" }] }) { inspections { revision } } }`,
    ],
    'Mutation.recordAnswers': [
      'worker',
      ({ beehive, question }) =>
        `mutation { recordAnswers(input: { beehiveId: "${beehive}", answers: [{ questionId: "${question}", text: "Yes" }] }) { inspection { revision } } }`,
    ],
    'Mutation.updateInspectionDraft': [
      'worker',
      ({ draft }) =>
        `mutation { updateInspectionDraft(input: { id: "${draft}", notes: "Seen" }) { inspection { revision } } }`,
    ],
    'Mutation.completeInspection': [
      'worker',
      ({ draft }) => `mutation { completeInspection(input: { id: "${draft}" }) { inspection { revision } } }`,
    ],
    'Mutation.discardInspectionDraft': [
      'worker',
      ({ draft }) => `mutation { discardInspectionDraft(input: { id: "${draft}" }) { deletedId } }`,
    ],
    'Mutation.amendInspection': [
      'worker',
      ({ inspection }) =>
        `mutation { amendInspection(input: { id: "${inspection}", reason: "Seen" }) { inspection { revision } } }`,
    ],
    'Mutation.voidInspection': [
      'worker',
      ({ inspection }) =>
        `mutation { voidInspection(input: { id: "${inspection}", reason: "Seen" }) { inspection { revision } } }`,
    ],
    'Mutation.moveInspection': [
      'worker',
      ({ inspection, neighbour }) =>
        `mutation { moveInspection(input: { id: "${inspection}", beehiveId: "${neighbour}", reason: "Seen" }) { inspection { revision } } }`,
    ],
  },
  routes: {
    'post /inspections': [
      'worker',
      ({ beehive }) => ({ path: '/inspections', body: { beehive_id: beehive, answers: [] } }),
    ],
    'get /inspections': ['reader', ({ beehive }) => ({ path: `/inspections?beehive_id=${beehive}` })],
    // Only records of the current account.
    'get /inspections/drafts': ['viewer', () => ({ path: '/inspections/drafts' })],
    'put /inspections/:id/answers': [
      'worker',
      ({ draft }) => ({ path: `/inspections/${draft}/answers`, body: { answers: [], notes: 'Seen' } }),
    ],
    'post /inspections/:id/complete': ['worker', ({ draft }) => ({ path: `/inspections/${draft}/complete` })],
    'delete /inspections/:id': ['worker', ({ draft }) => ({ path: `/inspections/${draft}` })],
    'get /inspections/:id': ['reader', ({ inspection }) => ({ path: `/inspections/${inspection}` })],
    'get /answers/hive/:hiveId': ['reader', ({ beehive }) => ({ path: `/answers/hive/${beehive}` })],
    'post /answers': [
      'worker',
      ({ beehive, question }) => ({
        path: '/answers',
        body: { hive_id: beehive, hive_question_id: question, answer: 'Yes' },
      }),
    ],
    'post /answers/batch': [
      'worker',
      ({ beehive, question }) => ({
        path: '/answers/batch',
        body: { hive_id: beehive, answers: [{ hive_question_id: question, answer: 'Yes' }] },
      }),
    ],
    'post /maya/iniciar-monitoreo': [
      'reader',
      ({ beehive }) => ({ path: '/maya/iniciar-monitoreo', body: { hive_id: beehive } }),
    ],
    'post /maya/guardar-respuestas': [
      'worker',
      ({ beehive, question }) => ({
        path: '/maya/guardar-respuestas',
        body: { hive_id: beehive, answers: [{ hive_question_id: question, answer: 'Yes' }] },
      }),
    ],
  },
  nested: {
    'Apiary.answerTrends': ({ apiary }) => `{ apiary(id: "${apiary}") { answerTrends(period: MONTH) { questionId } } }`,
    'Apiary.inspections': ({ apiary }) => `{ apiary(id: "${apiary}") { inspections(first: 5) { nodes { id } } } }`,
    'Beehive.answers': ({ beehive }) => `{ beehive(id: "${beehive}") { answers(first: 5) { nodes { id } } } }`,
    'Beehive.inspections': ({ beehive }) => `{ beehive(id: "${beehive}") { inspections(first: 5) { nodes { id } } } }`,
  },
};
