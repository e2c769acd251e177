import { PASSWORD } from '../../support/world.js';
import type { FeatureCases } from '../case.js';

export const tokens: FeatureCases = {
  fields: {
    'Mutation.createPersonalAccessToken': [
      'viewer',
      () =>
        `mutation { createPersonalAccessToken(input: { name: "Display", password: "${PASSWORD}" }) { personalAccessToken { name } } }`,
      'session',
    ],
    'Mutation.revokePersonalAccessToken': [
      'self',
      ({ token }) => `mutation { revokePersonalAccessToken(input: { id: "${token}" }) { deletedId } }`,
    ],
  },
  routes: {},
  nested: {},
};
