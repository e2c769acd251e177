import { DELETED_EXAMPLE, EXAMPLE } from '../../shared/example-ids.js';
import type { Route } from '../route.js';

const answer = `
  fragment answer on Answer {
    id question_id: questionId hive_question_id: questionId question_text: questionText question_type: formType
    answer: asText text number choice yes_no: yesNo score: points answered_at: answeredAt
    inspection @flatten { inspection_id: id recordedBy @flatten { answered_by: username } }
    hive_question: asked {
      id: questionId apiary_question_id: questionId display_order: position
      apiary_question: question {
        id: questionId question_text: text question_type: formType category is_required: required options: formOptions min_value: min max_value: max
      }
    }
  }`;
const inspection = `
  fragment inspection on Inspection {
    id beehive_id: beehiveId apiary_id: apiaryId status occurred_at: occurredAt recorded_at: createdAt notes revision reason
    series_id: seriesId visit_id: visitId answers { ...answer }
  } ${answer}`;
/** The app identifies a question by the id that it received as `hive_question_id`, and answers in text. */
const answerAliases = { questionId: ['hive_question_id'], spoken: ['answer'], answers: ['respuestas'] };
const aliases = { ...answerAliases, beehive_id: ['hive_id'] };
const voiceAliases = { ...answerAliases, hive_id: ['beehive_id'] };
const recordAnswers = (name: string): string => `
  mutation ${name}($hive_id: ID, $answers: [AnswerInput!]!) {
    recordAnswers(input: { beehiveId: $hive_id, answers: $answers }) { inspection { inspection_id: id answers { ...answer } } }
  } ${answer}`;

export const inspectionRoutes: Route[] = [
  {
    method: 'post',
    path: '/inspections',
    status: 201,
    example: {
      beehive_id: EXAMPLE.beehive,
      answers: [{ question_id: EXAMPLE.question, spoken: 'Varroa en dos cuadros' }],
      notes: 'Calm, much pollen.',
      draft: true,
    },
    aliases,
    document: `
      mutation recordInspection(
        $beehive_id: ID!, $answers: [AnswerInput!]!, $notes: String, $occurred_at: DateTime, $draft: Boolean, $hive: BeehiveStateInput
      ) {
        recordInspection(input: {
          beehiveId: $beehive_id, answers: $answers, notes: $notes, occurredAt: $occurred_at, draft: $draft, state: $hive
        }) { inspection { ...inspection } }
      } ${inspection}`,
  },
  {
    method: 'get',
    path: '/inspections',
    status: 200,
    description: 'The inspections of a hive, newest first.',
    example: { beehive_id: EXAMPLE.beehive },
    aliases: { beehive_id: ['hive_id'] },
    document: `
      query listInspections(
        $beehive_id: ID!, $status: InspectionStatus, $from: DateTime, $to: DateTime, $first: Int, $after: String
      ) {
        inspections(beehiveId: $beehive_id, filter: { status: $status, since: $from, before: $to }, first: $first, after: $after) {
          nodes { ...inspection }
          pageInfo { hasNextPage endCursor }
        }
      } ${inspection}`,
  },
  {
    method: 'get',
    path: '/inspections/drafts',
    status: 200,
    description: 'Your drafts of inspections of all hives, newest first.',
    document: `
      query listInspectionDrafts($first: Int, $after: String) {
        inspections(filter: { statuses: [DRAFT] }, first: $first, after: $after) { nodes { ...inspection } pageInfo { hasNextPage endCursor } }
      } ${inspection}`,
  },
  {
    method: 'get',
    path: '/inspections/:id',
    status: 200,
    example: { id: EXAMPLE.inspection },
    document: `query getInspection($id: ID!) { inspection(id: $id) { ...inspection } } ${inspection}`,
  },
  {
    // Unlike a PUT of the inspection, in which an absent key keeps its value, this replaces the content of the draft.
    method: 'put',
    path: '/inspections/:id/answers',
    status: 200,
    description: 'Replaces the answers and notes of a draft.',
    example: {
      id: EXAMPLE.otherDraft,
      answers: [{ question_id: EXAMPLE.question, spoken: 'Varroa en dos cuadros' }],
      notes: 'To be continued.',
    },
    aliases,
    document: `
      mutation updateInspectionDraft(
        $id: ID!, $if_match: Int, $answers: [AnswerInput!]!, $notes: String, $occurred_at: DateTime
      ) {
        updateInspectionDraft(input: {
          id: $id, expectedVersion: $if_match, replace: true, answers: $answers, notes: $notes, occurredAt: $occurred_at
        }) { inspection { ...inspection } }
      } ${inspection}`,
  },
  {
    method: 'post',
    path: '/inspections/:id/complete',
    status: 200,
    example: { id: EXAMPLE.draft },
    document: `
      mutation completeInspection($id: ID!, $if_match: Int) {
        completeInspection(input: { id: $id, expectedVersion: $if_match }) { inspection { ...inspection } }
      } ${inspection}`,
  },
  {
    method: 'delete',
    path: '/inspections/:id',
    status: 204,
    description: 'Discards a draft. A completed inspection cannot be deleted.',
    example: { id: DELETED_EXAMPLE.draft },
    document: `
      mutation discardInspectionDraft($id: ID!, $if_match: Int) {
        discardInspectionDraft(input: { id: $id, expectedVersion: $if_match }) { deletedId }
      }`,
  },
  {
    method: 'get',
    path: '/answers/hive/:hiveId',
    status: 200,
    example: { hiveId: EXAMPLE.beehive },
    document: `query listHiveAnswers($hiveId: ID!) { beehiveAnswers(beehiveId: $hiveId) { ...answer } } ${answer}`,
  },
  {
    // No released version of the app calls this endpoint or the next one.
    method: 'post',
    path: '/answers',
    status: 201,
    example: { beehive_id: EXAMPLE.beehive, hive_question_id: EXAMPLE.question, answer: 'Varroa en dos cuadros' },
    aliases: { beehive_id: ['hive_id'], hive_question_id: ['question_id'], answer: ['spoken'] },
    document: `
      mutation recordAnswer(
        $beehive_id: ID, $hive_question_id: ID!, $answer: String, $text: String, $number: Float, $choice: String,
        $yes_no: Boolean, $score: Int
      ) {
        recordAnswer(beehiveId: $beehive_id, answer: {
          questionId: $hive_question_id, spoken: $answer, text: $text, number: $number, choice: $choice, yesNo: $yes_no, score: $score
        }) { ...answer }
      } ${answer}`,
    deprecated: { since: '2026-12-01', sunset: '2027-12-01', successor: 'recordAnswers' },
  },
  {
    method: 'post',
    path: '/answers/batch',
    status: 201,
    example: {
      hive_id: EXAMPLE.beehive,
      answers: [{ question_id: EXAMPLE.question, spoken: 'Varroa en dos cuadros' }],
    },
    aliases: voiceAliases,
    document: recordAnswers('recordAnswerBatch'),
    deprecated: { since: '2026-12-01', sunset: '2027-12-01', successor: 'recordAnswers' },
  },
  {
    method: 'post',
    path: '/maya/iniciar-monitoreo',
    status: 200,
    example: { hive_id: EXAMPLE.beehive },
    deprecated: { since: '2026-12-01', successor: 'Beehive.questionnaire' },
    aliases: { hive_id: ['beehive_id'] },
    document: `
      query startMonitoring($hive_id: ID!) {
        questionnaire(beehiveId: $hive_id) {
          preguntas: questions { id texto: text tipo: formType opciones: formOptions obligatoria: required min max }
        }
      }`,
  },
  {
    method: 'post',
    path: '/maya/guardar-respuestas',
    status: 201,
    example: {
      hive_id: EXAMPLE.beehive,
      answers: [{ question_id: EXAMPLE.question, spoken: 'Varroa en dos cuadros' }],
    },
    aliases: voiceAliases,
    document: recordAnswers('recordAnswers'),
    deprecated: { since: '2026-12-01', successor: 'recordAnswers' },
  },
];
