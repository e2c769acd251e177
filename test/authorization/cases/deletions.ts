import type { FeatureCases } from '../case.js';

export const deletions: FeatureCases = {
  fields: {
    'Query.deletions': ['viewer', () => '{ deletions(first: 5) { nodes { id } } }'],
    'Mutation.restoreDeletion': [
      'manager',
      ({ deletion }) => `mutation { restoreDeletion(input: { id: "${deletion}" }) { restoredId } }`,
    ],
    'Mutation.discardDeletion': [
      'manager',
      ({ deletion }) => `mutation { discardDeletion(input: { id: "${deletion}" }) { deletedId } }`,
    ],
  },
  routes: {},
  nested: {},
};
