import type { FeatureCases } from '../case.js';

export const inspections: FeatureCases = {
  fields: {
    'Query.beehiveAnswers': ['reader', ({ beehive }) => `{ beehiveAnswers(beehiveId: "${beehive}") { asText } }`],
    'Query.inspections': ['reader', ({ beehive }) => `{ inspections(beehiveId: "${beehive}") { nodes { notes } } }`],
    'Query.inspection': ['reader', ({ inspection }) => `{ inspection(id: "${inspection}") { notes } }`],
    'Query.visit': ['reader', ({ visit }) => `{ visit(id: "${visit}") { notes } }`],
    'Mutation.recordInspection': [
      'worker',
      ({ beehive }) =>
        `mutation { recordInspection(input: { beehiveId: "${beehive}", answers: [], beehive: { healthStatus: "Seen" } }) { notes revision } }`,
    ],
    'Mutation.recordVisit': [
      'worker',
      ({ beehive }) =>
        `mutation { recordVisit(input: { answers: [], beehives: [{ beehiveId: "${beehive}" }] }) { revision } }`,
    ],
    'Mutation.recordAnswers': [
      'worker',
      ({ beehive, question }) =>
        `mutation { recordAnswers(beehiveId: "${beehive}", answers: [{ questionId: "${question}", text: "Yes" }]) { revision } }`,
    ],
    'Mutation.recordAnswer': [
      'worker',
      ({ beehive, question }) =>
        `mutation { recordAnswer(beehiveId: "${beehive}", answer: { questionId: "${question}", text: "Yes" }) { asText } }`,
    ],
    'Mutation.updateInspectionDraft': [
      'worker',
      ({ draft }) =>
        `mutation { updateInspectionDraft(id: "${draft}", input: { answers: [], notes: "Seen" }) { revision } }`,
    ],
    'Mutation.completeInspection': [
      'worker',
      ({ draft }) => `mutation { completeInspection(id: "${draft}") { revision } }`,
    ],
    'Mutation.discardInspectionDraft': ['worker', ({ draft }) => `mutation { discardInspectionDraft(id: "${draft}") }`],
    'Mutation.amendInspection': [
      'worker',
      ({ inspection }) =>
        `mutation { amendInspection(id: "${inspection}", input: { answers: [], reason: "Seen" }) { revision } }`,
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
    'Beehive.inspections': ({ beehive }) => `{ beehive(id: "${beehive}") { inspections(first: 5) { nodes { id } } } }`,
  },
};
