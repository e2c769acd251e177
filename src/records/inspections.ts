import { inApiary, managed, type Records, recorded, shared } from './record.js';

export const inspections = {
  Question: inApiary(['apiary'], managed, {
    label: 'A question of the inspections of an apiary (its overrides).',
    exportAs: 'questions',
    tracked: { path: 'apiary_id', label: 'text', silent: ['position'] },
    synced: {
      steps: { 1: 'apiary' },
      operations: ['createQuestion', 'updateQuestion', 'deleteQuestion', 'reorderQuestions', 'loadDefaultQuestions'],
    },
  }),
  BeehiveQuestion: inApiary(['beehive', 'apiary'], managed, {
    label: 'An override of a question for one hive.',
    exportAs: 'hiveQuestions',
    tracked: { path: 'beehive_id' },
    synced: { steps: { 6: 'beehive' }, operations: ['overrideQuestion', 'deleteQuestionOverride'] },
  }),
  QuestionTemplate: shared(),
  Inspection: inApiary(['beehive', 'apiary'], recorded, {
    label:
      'An inspection, or a revision of one, with its answers. It also changes `lastInspectedAt` and `lastInspection` of its `beehive`.',
    exportAs: 'inspections',
    foundByOwner: true,
    // Its apiary only changes when that is deleted. Answers are not logged: that a draft is saved is a new version, whatever has changed.
    tracked: {
      path: 'beehive_id',
      ignored: ['apiary_id'],
      silent: ['current', 'updated_at'],
      unlogged: ['answers'],
    },
    synced: {
      steps: { 7: 'beehive' },
      operations: [
        ...['recordInspection', 'recordVisit', 'recordAnswers', 'updateInspectionDraft', 'completeInspection'],
        ...['discardInspectionDraft', 'amendInspection', 'voidInspection', 'moveInspection'],
      ],
    },
  }),
  Answer: inApiary(['inspection', 'beehive', 'apiary'], recorded, {
    label: 'An answer of an inspection.',
    exportAs: 'answers',
    otherOperations: ['recordAnswer'],
  }),
} satisfies Partial<Records>;
