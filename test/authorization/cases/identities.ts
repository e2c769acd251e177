import { PASSWORD } from '../../support/world.js';
import type { FeatureCases } from '../case.js';

/** A code and a verifier that have the form of one. */
const CODE = 'A'.repeat(43);

export const identities: FeatureCases = {
  fields: {
    'Query.identityProviders': ['anyone', () => '{ identityProviders { name } }'],
    'Mutation.logInWithIdentity': [
      'secret',
      () =>
        `mutation { logInWithIdentity(input: { authorizationCode: "${CODE}", codeVerifier: "${CODE}" }) { tokenType } }`,
    ],
    'Mutation.linkIdentity': [
      'invited',
      () =>
        `mutation { linkIdentity(input: { authorizationCode: "${CODE}", codeVerifier: "${CODE}", password: "${PASSWORD}" }) { identity { id } } }`,
    ],
    'Mutation.unlinkIdentity': [
      'self',
      ({ identity }) => `mutation { unlinkIdentity(input: { id: "${identity}" }) { deletedId } }`,
    ],
  },
  routes: {
    'post /auth/oidc/token': [
      'secret',
      () => ({ path: '/auth/oidc/token', body: { code: CODE, code_verifier: CODE } }),
    ],
  },
  nested: {},
};
