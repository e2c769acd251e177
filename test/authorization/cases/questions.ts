import { v7 as uuidv7 } from 'uuid';
import type { FeatureCases } from '../case.js';

export const questions: FeatureCases = {
  fields: {
    'Query.questions': ['reader', ({ apiary }) => `{ questions(apiaryId: "${apiary}") { text } }`],
    'Query.questionTemplates': ['viewer', () => '{ questionTemplates(language: EN) { key } }'],
    'Query.questionnaire': [
      'reader',
      ({ beehive }) => `{ questionnaire(beehiveId: "${beehive}") { questions { text } } }`,
    ],
    'Query.beehiveQuestions': ['reader', ({ beehive }) => `{ beehiveQuestions(beehiveId: "${beehive}") { position } }`],
    'Mutation.createQuestion': [
      'manager',
      ({ apiary }) => `mutation { createQuestion(input: { apiaryId: "${apiary}", text: "Mites?" }) { text } }`,
    ],
    'Mutation.updateQuestion': [
      'manager',
      ({ question }) => `mutation { updateQuestion(id: "${question}", input: { text: "Seen?" }) { text } }`,
    ],
    'Mutation.deleteQuestion': ['manager', ({ question }) => `mutation { deleteQuestion(id: "${question}") }`],
    'Mutation.reorderQuestions': [
      'manager',
      ({ apiary }) => `mutation { reorderQuestions(apiaryId: "${apiary}", order: []) { text } }`,
    ],
    'Mutation.loadDefaultQuestions': [
      'manager',
      ({ apiary }) => `mutation { loadDefaultQuestions(apiaryId: "${apiary}") { text } }`,
    ],
    'Mutation.addQuestionTemplate': [
      'admin',
      () =>
        `mutation { addQuestionTemplate(input: { key: "k${uuidv7().replaceAll('-', '')}", category: EQUIPMENT, textEs: "a", textEn: "b", groupEs: "c", groupEn: "d", answerType: TEXT }) { key } }`,
    ],
    'Mutation.retireQuestionTemplate': ['admin', () => 'mutation { retireQuestionTemplate(key: "humedad") { key } }'],
    'Mutation.assignQuestion': [
      'manager',
      ({ beehive, question }) =>
        `mutation { assignQuestion(input: { beehiveId: "${beehive}", questionId: "${question}", active: false }) { position } }`,
    ],
    'Mutation.unassignQuestion': [
      'manager',
      ({ beehiveQuestion }) => `mutation { unassignQuestion(id: "${beehiveQuestion}") }`,
    ],
  },
  routes: {
    'get /questions/apiary/:apiaryId': ['reader', ({ apiary }) => ({ path: `/questions/apiary/${apiary}` })],
    'post /questions': [
      'manager',
      ({ apiary }) => ({ path: '/questions', body: { apiarioId: apiary, texto: 'Mites?' } }),
    ],
    'put /questions/:id': ['manager', ({ question }) => ({ path: `/questions/${question}`, body: { texto: 'Seen?' } })],
    'delete /questions/:id': ['manager', ({ question }) => ({ path: `/questions/${question}` })],
    'put /questions/apiary/:apiaryId/reorder': [
      'manager',
      ({ apiary }) => ({ path: `/questions/apiary/${apiary}/reorder`, body: { order: [] } }),
    ],
    'post /questions/load_defaults/:apiaryId': [
      'manager',
      ({ apiary }) => ({ path: `/questions/load_defaults/${apiary}` }),
    ],
    'get /questions/templates': ['viewer', () => ({ path: '/questions/templates' })],
    'get /questions/hive/:id': ['reader', ({ beehive }) => ({ path: `/questions/hive/${beehive}` })],
    'post /questions/hive': [
      'manager',
      ({ beehive, question }) => ({
        path: '/questions/hive',
        body: { hive_id: beehive, apiary_question_id: question },
      }),
    ],
    'delete /questions/hive/:id': [
      'manager',
      ({ beehiveQuestion }) => ({ path: `/questions/hive/${beehiveQuestion}` }),
    ],
  },
  nested: {},
};
