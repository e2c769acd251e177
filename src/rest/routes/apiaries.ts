import { DELETED_EXAMPLE, EXAMPLE } from '../../shared/example-ids.js';
import type { Route } from '../route.js';

/** The mobile app fails to read the list if `created_at` is in ISO 8601. */
const apiary = `
  fragment apiary on Apiary {
    id user_id: userIdInApp owner_id: userId name location beehives_count: beehivesCount treatments time_zone: timeZone created_at: createdAt @rfc1123
  }`;

export const apiaryRoutes: Route[] = [
  {
    method: 'get',
    path: '/apiaries',
    status: 200,
    document: `
      query listApiaries($first: Int, $after: String, $shared: Boolean) {
        apiaries(first: $first, after: $after, filter: { includeShared: $shared, asInApp: true }) { nodes { ...apiary } pageInfo { hasNextPage endCursor } }
      } ${apiary}`,
  },
  {
    method: 'get',
    path: '/apiaries/:id',
    status: 200,
    example: { id: EXAMPLE.apiary },
    document: `query getApiary($id: ID!) { apiary(id: $id) { ...apiary } } ${apiary}`,
  },
  {
    method: 'post',
    path: '/apiaries',
    status: 201,
    example: { name: 'Riverside', location: 'By the mill', treatments: false },
    document: `
      mutation createApiary($name: String!, $location: String, $treatments: Boolean, $time_zone: TimeZone) {
        createApiary(input: { name: $name, location: $location, treatments: $treatments, timeZone: $time_zone }) { apiary { ...apiary } }
      } ${apiary}`,
  },
  {
    method: 'put',
    path: '/apiaries/:id',
    status: 200,
    example: { id: EXAMPLE.apiary, location: 'By the old mill' },
    document: `
      mutation updateApiary($id: ID!, $if_match: Int, $name: String, $location: String, $treatments: Boolean, $time_zone: TimeZone) {
        updateApiary(input: {
          id: $id, expectedVersion: $if_match, name: $name, location: $location, treatments: $treatments, timeZone: $time_zone
        }) { apiary { ...apiary } }
      } ${apiary}`,
  },
  {
    method: 'delete',
    path: '/apiaries/:id',
    status: 204,
    example: { id: DELETED_EXAMPLE.apiary },
    document:
      'mutation deleteApiary($id: ID!, $if_match: Int) { deleteApiary(input: { id: $id, expectedVersion: $if_match }) { deletedId } }',
  },
];
