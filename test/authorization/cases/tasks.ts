import type { FeatureCases } from '../case.js';

export const tasks: FeatureCases = {
  fields: {
    'Query.tasks': ['reader', ({ apiary }) => `{ tasks(apiaryId: "${apiary}") { nodes { title } } }`],
    'Query.task': ['reader', ({ task }) => `{ task(id: "${task}") { title } }`],
    'Query.taskPlans': ['viewer', () => '{ taskPlans { key title steps { day title } } }'],
    'Mutation.createTask': [
      'worker',
      ({ apiary }) =>
        `mutation { createTask(input: { apiaryId: "${apiary}", title: "Feed", kind: FEED }) { task { title } } }`,
    ],
    'Mutation.updateTask': [
      'worker',
      ({ task }) => `mutation { updateTask(input: { id: "${task}", title: "Seen" }) { task { title } } }`,
    ],
    'Mutation.completeTask': [
      'worker',
      ({ task, beehive }) =>
        `mutation { completeTask(input: { id: "${task}", inspection: { beehiveId: "${beehive}", answers: [] } }) { task { status } } }`,
    ],
    'Mutation.skipTask': [
      'worker',
      ({ task }) => `mutation { skipTask(input: { id: "${task}" }) { task { status } } }`,
    ],
    'Mutation.cancelTask': [
      'worker',
      ({ task }) => `mutation { cancelTask(input: { id: "${task}" }) { task { status } } }`,
    ],
    'Mutation.reopenTask': [
      'worker',
      ({ task }) => `mutation { reopenTask(input: { id: "${task}" }) { task { status } } }`,
    ],
    'Mutation.deleteTask': ['worker', ({ task }) => `mutation { deleteTask(input: { id: "${task}" }) { deletedId } }`],
    'Mutation.applyTaskPlan': [
      'worker',
      ({ beehive }) =>
        `mutation { applyTaskPlan(input: { planKey: "demaree", beehiveIds: ["${beehive}"], firstDay: "2026-05-01" }) { tasks { title } } }`,
    ],
    'Mutation.snoozeWorklistItem': [
      'worker',
      ({ beehive }) =>
        `mutation { snoozeWorklistItem(input: { key: "OVERDUE_INSPECTION:${beehive}" }) { worklistItem { kind } } }`,
    ],
    'Mutation.assignWorklistItem': [
      'worker',
      ({ beehive }) =>
        `mutation { assignWorklistItem(input: { key: "OVERDUE_INSPECTION:${beehive}" }) { worklistItem { kind } } }`,
    ],
  },
  routes: {},
  nested: {
    'Apiary.tasks': ({ apiary }) => `{ apiary(id: "${apiary}") { tasks(first: 5) { nodes { id } } } }`,
    'Apiary.shortages': ({ apiary }) => `{ apiary(id: "${apiary}") { shortages(until: "2027-01-01") { missing } } }`,
  },
};
