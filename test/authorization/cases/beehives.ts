import type { FeatureCases } from '../case.js';

export const beehives: FeatureCases = {
  fields: {
    'Query.beehives': ['reader', ({ apiary }) => `{ beehives(apiaryId: "${apiary}") { nodes { beehiveNumber } } }`],
    'Query.beehive': ['reader', ({ beehive }) => `{ beehive(id: "${beehive}") { beehiveNumber } }`],
    'Mutation.createBeehive': [
      'manager',
      ({ apiary }) => `mutation { createBeehive(input: { apiaryId: "${apiary}" }) { beehiveNumber } }`,
    ],
    'Mutation.createBeehives': [
      'manager',
      ({ apiary }) => `mutation { createBeehives(inputs: [{ apiaryId: "${apiary}" }]) { beehiveNumber } }`,
    ],
    'Mutation.updateBeehive': [
      'worker',
      ({ beehive }) => `mutation { updateBeehive(id: "${beehive}", input: { beehiveNumber: 7 }) { beehiveNumber } }`,
    ],
    'Mutation.deleteBeehive': ['manager', ({ beehive }) => `mutation { deleteBeehive(id: "${beehive}") }`],
    'Mutation.splitBeehive': [
      'manager',
      ({ beehive }) => `mutation { splitBeehive(input: { beehiveId: "${beehive}" }) { beehiveNumber } }`,
    ],
    'Mutation.uniteBeehives': [
      'worker',
      ({ beehive, neighbour }) =>
        `mutation { uniteBeehives(input: { beehiveId: "${beehive}", intoBeehiveId: "${neighbour}" }) { beehiveNumber } }`,
    ],
    'Mutation.recordLoss': [
      'worker',
      ({ beehive }) => `mutation { recordLoss(input: { beehiveId: "${beehive}", cause: MITES }) { endCause } }`,
    ],
    'Mutation.correctEnd': [
      'worker',
      ({ ended }) => `mutation { correctEnd(id: "${ended}", input: { cause: STARVED }) { endCause } }`,
    ],
    'Mutation.reviveBeehive': ['worker', ({ ended }) => `mutation { reviveBeehive(id: "${ended}") { version } }`],
    'Mutation.moveBeehive': [
      'manager',
      ({ beehive, elsewhere }) =>
        `mutation { moveBeehive(input: { beehiveId: "${beehive}", apiaryId: "${elsewhere}" }) { beehiveNumber } }`,
    ],
    'Mutation.correctPlacement': [
      'manager',
      ({ placement }) =>
        `mutation { correctPlacement(id: "${placement}", input: { placedOn: "2026-05-01" }) { placedOn } }`,
    ],
  },
  routes: {
    'get /beehives': ['reader', ({ apiary }) => ({ path: `/beehives?apiary_id=${apiary}` })],
    'get /beehives/apiary/:apiary_id': ['reader', ({ apiary }) => ({ path: `/beehives/apiary/${apiary}` })],
    'get /beehives/:id': ['reader', ({ beehive }) => ({ path: `/beehives/${beehive}` })],
    'post /beehives': ['manager', ({ apiary }) => ({ path: '/beehives', body: { apiary_id: apiary } })],
    'put /beehives/:id': ['worker', ({ beehive }) => ({ path: `/beehives/${beehive}`, body: { hive_number: 7 } })],
    'delete /beehives/:id': ['manager', ({ beehive }) => ({ path: `/beehives/${beehive}` })],
  },
  nested: {
    'Apiary.beehives': ({ apiary }) => `{ apiary(id: "${apiary}") { beehives(first: 5) { nodes { id } } } }`,
    'Beehive.placements': ({ beehive }) => `{ beehive(id: "${beehive}") { placements(first: 5) { nodes { id } } } }`,
    'Beehive.colonyEvents': ({ beehive }) =>
      `{ beehive(id: "${beehive}") { colonyEvents(first: 5) { nodes { id } } } }`,
    'Beehive.timeline': ({ beehive }) => `{ beehive(id: "${beehive}") { timeline(first: 5) { nodes { id } } } }`,
  },
};
