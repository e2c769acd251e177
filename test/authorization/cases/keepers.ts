import type { FeatureCases } from '../case.js';

/** An account has one keeper from a day on. */
const anyDay = (): string => new Date(Math.floor(Math.random() * 4e12)).toISOString().slice(0, 10);

export const keepers: FeatureCases = {
  fields: {
    'Query.keepers': ['viewer', () => '{ keepers(first: 5) { nodes { legalName address taxId registerNumber } } }'],
    'Query.keeper': ['viewer', () => '{ keeper(on: "2026-05-01") { legalName taxId } }'],
    'Mutation.createKeeper': [
      'viewer',
      () => `mutation { createKeeper(input: { validFrom: "${anyDay()}", legalName: "Bees Ltd" }) { keeper { id } } }`,
      'session',
    ],
    'Mutation.updateKeeper': [
      'self',
      ({ keeper }) => `mutation { updateKeeper(input: { id: "${keeper}", address: "By the mill" }) { keeper { id } } }`,
    ],
    'Mutation.deleteKeeper': [
      'self',
      ({ keeper }) => `mutation { deleteKeeper(input: { id: "${keeper}" }) { deletedId } }`,
    ],
  },
  routes: {},
  nested: {},
};
