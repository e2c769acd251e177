import type { FeatureCases } from '../case.js';

export const beehives: FeatureCases = {
  fields: {
    'Query.beehives': ['reader', ({ apiary }) => `{ beehives(apiaryId: "${apiary}") { nodes { beehiveNumber } } }`],
    'Query.beehive': ['reader', ({ beehive }) => `{ beehive(id: "${beehive}") { beehiveNumber } }`],
    'Mutation.createBeehive': [
      'manager',
      ({ apiary }) => `mutation { createBeehive(input: { apiaryId: "${apiary}" }) { beehive { beehiveNumber } } }`,
    ],
    'Mutation.createBeehives': [
      'manager',
      ({ apiary }) =>
        `mutation { createBeehives(input: { beehives: [{ apiaryId: "${apiary}" }] }) { beehives { beehiveNumber } } }`,
    ],
    'Mutation.updateBeehive': [
      'worker',
      ({ beehive }) =>
        `mutation { updateBeehive(input: { id: "${beehive}", beehiveNumber: 7 }) { beehive { beehiveNumber } } }`,
    ],
    'Mutation.deleteBeehive': [
      'manager',
      ({ beehive }) => `mutation { deleteBeehive(input: { id: "${beehive}" }) { deletedId } }`,
    ],
    'Mutation.splitBeehive': [
      'manager',
      ({ beehive }) => `mutation { splitBeehive(input: { id: "${beehive}" }) { beehive { beehiveNumber } } }`,
    ],
    'Mutation.uniteBeehives': [
      'worker',
      ({ beehive, neighbour }) =>
        `mutation { uniteBeehives(input: { id: "${beehive}", intoBeehiveId: "${neighbour}" }) { beehive { beehiveNumber } } }`,
    ],
    'Mutation.recordLoss': [
      'worker',
      ({ beehive }) => `mutation { recordLoss(input: { id: "${beehive}", cause: MITES }) { beehive { endCause } } }`,
    ],
    'Mutation.correctBeehiveEnd': [
      'worker',
      ({ ended }) =>
        `mutation { correctBeehiveEnd(input: { id: "${ended}", cause: STARVED }) { beehive { endCause } } }`,
    ],
    'Mutation.reviveBeehive': [
      'worker',
      ({ ended }) => `mutation { reviveBeehive(input: { id: "${ended}" }) { beehive { version } } }`,
    ],
    'Mutation.moveBeehive': [
      'manager',
      ({ beehive, elsewhere }) =>
        `mutation { moveBeehive(input: { id: "${beehive}", apiaryId: "${elsewhere}" }) { beehive { beehiveNumber } } }`,
    ],
    'Mutation.moveBeehives': [
      'manager',
      ({ beehive, neighbour, elsewhere }) =>
        `mutation { moveBeehives(input: { ids: ["${beehive}", "${neighbour}"], apiaryId: "${elsewhere}" }) { beehives { beehiveNumber } } }`,
    ],
    'Query.movementBook': [
      'reader',
      ({ apiary }) => `{ movementBook(apiaryId: "${apiary}") { nodes { kind movedOn } } }`,
    ],
    'Query.annualDeclaration': ['viewer', () => '{ annualDeclaration { beehivesCount countries { day } } }'],
    'Mutation.correctBeehivePlacement': [
      'manager',
      ({ placement }) =>
        `mutation { correctBeehivePlacement(input: { id: "${placement}", placedOn: "2026-05-01" }) { beehivePlacement { placedOn } } }`,
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
    'AnnualDeclaration.apiaries': ({ apiary }) =>
      `{ annualDeclaration(apiaryIds: ["${apiary}"]) { apiaries(first: 5) { nodes { name } } } }`,
    'TimelineEntry.title': ({ beehive }) =>
      `{ beehive(id: "${beehive}") { timeline(first: 5) { nodes { title(language: ES) } } } }`,
    'Beehive.timeline': ({ beehive }) => `{ beehive(id: "${beehive}") { timeline(first: 5) { nodes { key } } } }`,
  },
};
