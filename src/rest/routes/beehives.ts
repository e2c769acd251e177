import { DELETED_EXAMPLE, EXAMPLE } from '../../shared/example-ids.js';
import type { Route } from '../route.js';

/** The number is sent under the app's name and the specification's. Dates are ISO 8601: here the app cannot read RFC 1123. */
const beehive = `
  fragment beehive on Beehive {
    id apiary_id: apiaryId hive_number: beehiveNumber beehive_number: beehiveNumber name label activity_level: activityLevel
    bee_population: beePopulation food_frames: foodFrames brood_frames: broodFrames hive_status: hiveStatus
    health_status: healthStatus has_production_chamber: hasProductionChamber observations treatments: isTreated
    created_at: createdAt updated_at: updatedAt
  }`;
const aliases = { hive_number: ['beehive_number'] };

const variables = `
  $hive_number: Int, $name: String, $activity_level: String, $bee_population: String, $food_frames: Int, $brood_frames: Int,
  $hive_status: String, $health_status: String, $has_production_chamber: String, $observations: String, $treatments: Boolean`;
const input = `
  beehiveNumber: $hive_number, name: $name, isTreated: $treatments, state: {
    activityLevel: $activity_level, beePopulation: $bee_population, foodFrames: $food_frames, broodFrames: $brood_frames,
    hiveStatus: $hive_status, healthStatus: $health_status, hasProductionChamber: $has_production_chamber,
    observations: $observations
  }`;

const list = (name: string): string => `
  query ${name}($apiary_id: ID!, $first: Int, $after: String) {
    beehives(apiaryId: $apiary_id, first: $first, after: $after) {
      nodes { ...beehive }
      pageInfo { hasNextPage endCursor }
    }
  } ${beehive}`;

export const beehiveRoutes: Route[] = [
  {
    method: 'get',
    path: '/beehives',
    status: 200,
    description: 'The hives of an apiary.',
    example: { apiary_id: EXAMPLE.apiary },
    document: list('listBeehives'),
  },
  {
    method: 'get',
    path: '/beehives/apiary/:apiary_id',
    status: 200,
    description: 'The hives of an apiary.',
    example: { apiary_id: EXAMPLE.apiary },
    document: list('listBeehivesOfApiary'),
  },
  {
    method: 'get',
    path: '/beehives/:id',
    status: 200,
    example: { id: EXAMPLE.beehive },
    document: `query getBeehive($id: ID!) { beehive(id: $id) { ...beehive } } ${beehive}`,
  },
  {
    method: 'post',
    path: '/beehives',
    status: 201,
    example: {
      apiary_id: EXAMPLE.apiary,
      activity_level: 'Alta',
      bee_population: 'Media',
      food_frames: 4,
      brood_frames: 6,
      hive_status: 'Cámara de cría',
      health_status: 'Ninguno',
      has_production_chamber: 'No',
    },
    aliases,
    document: `
      mutation createBeehive($apiary_id: ID!, $placed_on: LocalDate, ${variables}) {
        createBeehive(input: { apiaryId: $apiary_id, placedOn: $placed_on, ${input} }) { beehive { ...beehive } }
      } ${beehive}`,
  },
  {
    method: 'put',
    path: '/beehives/:id',
    status: 200,
    example: { id: EXAMPLE.beehive, brood_frames: 7, health_status: 'Presencia barroa' },
    aliases,
    document: `
      mutation updateBeehive($id: ID!, $if_match: Int, $apiary_id: ID, ${variables}) {
        updateBeehive(input: { id: $id, expectedVersion: $if_match, apiaryId: $apiary_id, ${input} }) { beehive { ...beehive } }
      } ${beehive}`,
  },
  {
    method: 'delete',
    path: '/beehives/:id',
    status: 204,
    example: { id: DELETED_EXAMPLE.beehive },
    document:
      'mutation deleteBeehive($id: ID!, $if_match: Int) { deleteBeehive(input: { id: $id, expectedVersion: $if_match }) { deletedId } }',
  },
];
