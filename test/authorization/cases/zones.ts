import type { FeatureCases } from '../case.js';

const ZONE =
  'name: "A zone", disease: OTHER, from: "2026-01-01", shape: { circle: { latitude: -60, longitude: 0, radiusKm: 3 } }';

export const zones: FeatureCases = {
  fields: {
    'Query.restrictedZones': [
      'reader',
      ({ apiary }) => `{ restrictedZones(apiaryId: "${apiary}") { nodes { name } } }`,
      'session',
    ],
    'Query.restrictedZone': ['self', ({ zone }) => `{ restrictedZone(id: "${zone}") { name } }`],
    'Mutation.createRestrictedZone': [
      'viewer',
      () => `mutation { createRestrictedZone(input: { ${ZONE} }) { restrictedZone { id } } }`,
      'session',
    ],
    'Mutation.updateRestrictedZone': [
      'self',
      ({ zone }) =>
        `mutation { updateRestrictedZone(input: { id: "${zone}", name: "Another" }) { restrictedZone { id } } }`,
    ],
    'Mutation.deleteRestrictedZone': [
      'self',
      ({ zone }) => `mutation { deleteRestrictedZone(input: { id: "${zone}" }) { deletedId } }`,
    ],
  },
  routes: {},
  nested: {
    'Apiary.zonesInForce': ({ apiary }) => `{ apiary(id: "${apiary}") { zonesInForce(on: "2026-05-01") { name } } }`,
  },
};
