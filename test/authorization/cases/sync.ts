import type { FeatureCases } from '../case.js';

export const sync: FeatureCases = {
  fields: {
    // What it sends to whom: test/features/sync/sync-changes.test.ts.
    'Query.changes': ['viewer', () => '{ changes { endCursor } }'],
    // Each operation has the audience of its mutation: test/features/sync/sync-push.test.ts.
    'Mutation.executeOperations': [
      'viewer',
      () => 'mutation { executeOperations(input: { operations: [] }) { results { status } } }',
    ],
    'Subscription.apiaryChanged': [
      'reader',
      ({ apiary }) => `subscription { apiaryChanged(apiaryIds: ["${apiary}"]) { cursor } }`,
    ],
  },
  routes: {},
  nested: {},
};
