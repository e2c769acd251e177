import { v7 as uuidv7 } from 'uuid';
import type { FeatureCases } from '../case.js';

export const questions: FeatureCases = {
  fields: {
    'Query.questions': ['reader', ({ apiary }) => `{ questions(apiaryId: "${apiary}") { text } }`],
    'Query.questionTemplates': ['viewer', () => '{ questionTemplates { key text(language: EN) } }'],
    'Mutation.createQuestion': [
      'manager',
      ({ apiary }) =>
        `mutation { createQuestion(input: { apiaryId: "${apiary}", text: "Mites?" }) { question { text } } }`,
    ],
    'Mutation.updateQuestion': [
      'manager',
      ({ question }) =>
        `mutation { updateQuestion(input: { id: "${question}", text: "Seen?" }) { question { text } } }`,
    ],
    'Mutation.deleteQuestion': [
      'manager',
      ({ question }) => `mutation { deleteQuestion(input: { id: "${question}" }) { deletedId } }`,
    ],
    'Mutation.reorderQuestions': [
      'manager',
      ({ apiary }) =>
        `mutation { reorderQuestions(input: { apiaryId: "${apiary}", order: [] }) { questions { text } } }`,
    ],
    'Mutation.loadDefaultQuestions': [
      'manager',
      ({ apiary }) => `mutation { loadDefaultQuestions(input: { apiaryId: "${apiary}" }) { questions { text } } }`,
    ],
    'Mutation.addQuestionTemplate': [
      'admin',
      () =>
        `mutation { addQuestionTemplate(input: { key: "k${uuidv7().replaceAll('-', '')}", category: EQUIPMENT, translations: [{ language: ES, text: "a", group: "c" }, { language: EN, text: "b", group: "d" }], answerType: TEXT }) { questionTemplate { key } } }`,
    ],
    'Mutation.retireQuestionTemplate': [
      'admin',
      () => 'mutation { retireQuestionTemplate(input: { key: "humedad" }) { questionTemplate { key } } }',
    ],
    'Mutation.overrideQuestion': [
      'manager',
      ({ beehive, question }) =>
        `mutation { overrideQuestion(input: { beehiveId: "${beehive}", questionId: "${question}", active: false }) { beehiveQuestion { position } } }`,
    ],
    'Mutation.deleteQuestionOverride': [
      'manager',
      ({ beehiveQuestion }) => `mutation { deleteQuestionOverride(input: { id: "${beehiveQuestion}" }) { deletedId } }`,
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
  nested: Object.fromEntries(
    ['text', 'group', 'options'].map((field) => [
      `QuestionTemplate.${field}`,
      () => `{ questionTemplates { key ${field}(language: EN) } }`,
    ]),
  ),
};
