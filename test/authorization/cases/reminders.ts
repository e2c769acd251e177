import type { FeatureCases } from '../case.js';

export const reminders: FeatureCases = {
  fields: {
    'Query.digest': ['viewer', () => '{ digest { frequency } }'],
    'Mutation.setDigest': ['viewer', () => 'mutation { setDigest(input: { hour: 6 }) { digest { hour } } }'],
  },
  routes: {},
  nested: {},
};
