import { inApiary, type Records, recorded } from './record.js';

export const tasks = {
  // Its arrays of ids have no names: the labels and quantities beside them are logged.
  Task: inApiary(['apiary'], recorded, {
    label: 'A task.',
    exportAs: 'tasks',
    otherOperations: ['applyTaskPlan'],
    tracked: { path: 'apiary_id', label: 'title', silent: ['beehive_ids', 'item_ids', 'record_ids'] },
    synced: {
      steps: { 26: 'apiary' },
      operations: ['createTask', 'updateTask', 'completeTask', 'skipTask', 'cancelTask', 'reopenTask', 'deleteTask'],
    },
  }),
  WorklistMark: inApiary(['apiary'], recorded, {
    label: 'That an item of the worklist was put off, or assigned.',
    exportAs: 'worklistMarks',
    otherOperations: ['snoozeWorklistItem', 'assignWorklistItem'],
  }),
} satisfies Partial<Records>;
