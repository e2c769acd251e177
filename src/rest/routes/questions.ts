import { DELETED_EXAMPLE, EXAMPLE } from '../../shared/example-ids.js';
import type { Route } from '../route.js';

/** Fields are sent under the names of both the specification and the app. */
const questionFields = (id: string): string => `
  ${id} texto: text question_text: text tipoRespuesta: formType question_type: formType categoria: category category
  obligatoria: required is_required: required opciones: formOptions options: formOptions min min_value: min max max_value: max
  orden: position display_order: position activa: active is_active: active`;
const question = `fragment question on Question { ${questionFields('id apiarioId: apiaryId apiary_id: apiaryId')} }`;
/** A template has no id, because the app would send it as the id of the question that it creates. */
const template = `
  fragment template on QuestionTemplate {
    key texto: text(language: $accept_language) question_text: text(language: $accept_language)
    tipoRespuesta: formType question_type: formType
    categoria: group(language: $accept_language) category: group(language: $accept_language)
    obligatoria: required is_required: required
    opciones: formOptions(language: $accept_language) options: formOptions(language: $accept_language) min min_value: min max max_value: max importancia: importance
    orden: position display_order: position activa: active is_active: active
  }`;

const aliases = {
  apiarioId: ['apiary_id'],
  texto: ['question_text'],
  tipoRespuesta: ['question_type'],
  categoria: ['category'],
  obligatoria: ['is_required'],
  opciones: ['options'],
  min: ['min_value'],
  max: ['max_value'],
  orden: ['display_order'],
  activa: ['is_active'],
};
const valueAliases = { tipoRespuesta: { rango: 'numero', cantidad: 'numero', seleccion: 'opciones', bool: 'si_no' } };
const variables = `
  $tipoRespuesta: AnswerType, $categoria: String, $obligatoria: Boolean, $opciones: [String!], $min: Int, $max: Int, $orden: Int, $activa: Boolean`;
const input = `
  category: $categoria, required: $obligatoria, options: $opciones, min: $min, max: $max, position: $orden, active: $activa`;

const hiveQuestion = `
  fragment hiveQuestion on BeehiveQuestion {
    id hive_id: beehiveId apiary_question_id: questionId display_order: position is_active: active
    apiary_question: question { ...question }
  } ${question}`;

export const questionRoutes: Route[] = [
  {
    method: 'get',
    path: '/questions/apiary/:apiaryId',
    status: 200,
    example: { apiaryId: EXAMPLE.apiary },
    document: `query listQuestions($apiaryId: ID!) { questions(apiaryId: $apiaryId) { ...question } } ${question}`,
  },
  {
    method: 'post',
    path: '/questions',
    status: 201,
    example: { apiarioId: EXAMPLE.apiary, texto: '¿Se ha visto la reina?', tipoRespuesta: 'si_no', obligatoria: false },
    aliases,
    valueAliases,
    document: `
      mutation createQuestion($apiarioId: ID!, $texto: String!, ${variables}) {
        createQuestion(input: { apiaryId: $apiarioId, text: $texto, answerType: $tipoRespuesta, ${input} }) { question { ...question } }
      } ${question}`,
  },
  {
    method: 'put',
    path: '/questions/:id',
    status: 200,
    example: { id: EXAMPLE.question, obligatoria: false },
    aliases,
    valueAliases,
    document: `
      mutation updateQuestion($id: ID!, $if_match: Int, $texto: String, ${variables}) {
        updateQuestion(input: { id: $id, expectedVersion: $if_match, text: $texto, formType: $tipoRespuesta, ${input} }) { question { ...question } }
      } ${question}`,
  },
  {
    method: 'delete',
    path: '/questions/:id',
    status: 204,
    example: { id: DELETED_EXAMPLE.question },
    document:
      'mutation deleteQuestion($id: ID!, $if_match: Int) { deleteQuestion(input: { id: $id, expectedVersion: $if_match }) { deletedId } }',
  },
  {
    method: 'put',
    path: '/questions/apiary/:apiaryId/reorder',
    status: 204,
    example: { apiaryId: EXAMPLE.apiary, order: [EXAMPLE.question] },
    document: `
      mutation reorderQuestions($apiaryId: ID!, $order: [ID!]!) {
        reorderQuestions(input: { apiaryId: $apiaryId, order: $order }) { questions { id } }
      }`,
  },
  {
    method: 'post',
    path: '/questions/load_defaults/:apiaryId',
    status: 204,
    example: { apiaryId: EXAMPLE.apiary },
    document: `
      mutation loadDefaultQuestions($apiaryId: ID!, $accept_language: Language) {
        loadDefaultQuestions(input: { apiaryId: $apiaryId, language: $accept_language }) { questions { id } }
      }`,
  },
  {
    method: 'get',
    path: '/questions/templates',
    status: 200,
    document: `query listTemplates($accept_language: Language) { questionTemplates { ...template } } ${template}`,
  },
  {
    method: 'get',
    path: '/questions/hive/:id',
    status: 200,
    description: 'The overrides of questions for one hive, by position. The id is that of the hive.',
    example: { id: EXAMPLE.beehive },
    document: `query listHiveQuestions($id: ID!) { beehiveQuestions(beehiveId: $id) { ...hiveQuestion } } ${hiveQuestion}`,
  },
  {
    method: 'post',
    path: '/questions/hive',
    status: 201,
    example: { hive_id: EXAMPLE.beehive, apiary_question_id: EXAMPLE.question, display_order: 1 },
    aliases: { hive_id: ['beehive_id'], apiary_question_id: ['question_id'] },
    document: `
      mutation assignQuestion($hive_id: ID!, $apiary_question_id: ID!, $display_order: Int, $is_active: Boolean) {
        overrideQuestion(input: {
          beehiveId: $hive_id, questionId: $apiary_question_id, position: $display_order, active: $is_active
        }) { beehiveQuestion { ...hiveQuestion } }
      } ${hiveQuestion}`,
  },
  {
    method: 'delete',
    path: '/questions/hive/:id',
    status: 204,
    example: { id: EXAMPLE.assignment },
    document:
      'mutation unassignQuestion($id: ID!, $if_match: Int) { deleteQuestionOverride(input: { id: $id, expectedVersion: $if_match }) { deletedId } }',
  },
];
