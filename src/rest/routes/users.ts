import { EXAMPLE } from '../../shared/example-ids.js';
import type { Route } from '../route.js';

const user = `
  fragment user on User {
    id user_id: id email username full_name: fullName phone location photo_url: photoUrl language time_zone: timeZone show_shared_apiaries: showSharedApiaries role permissions
    is_verified: isVerified is_active: isActive created_at: createdAt
  }`;

export const userRoutes: Route[] = [
  {
    method: 'get',
    path: '/users',
    status: 200,
    example: { search: 'ana', first: 20 },
    aliases: { search: ['q'] },
    document: `
      query listUsers($search: String, $role: Role, $is_active: Boolean, $is_verified: Boolean, $first: Int, $after: String) {
        users(filter: { search: $search, role: $role, isActive: $is_active, isVerified: $is_verified }, first: $first, after: $after) {
          nodes { ...user }
          pageInfo { hasNextPage endCursor }
        }
      } ${user}`,
  },
  {
    // Users may read their own account, administrators every account.
    method: 'get',
    path: '/users/:id',
    status: 200,
    example: { id: EXAMPLE.user },
    document: `query getUser($id: ID!) { user(id: $id) { ...user } } ${user}`,
  },
  {
    method: 'put',
    path: '/users/:id',
    status: 200,
    example: { id: EXAMPLE.user, full_name: 'Ana Colmenero', location: 'Sierra Norte' },
    document: `
      mutation updateProfile(
        $id: ID!, $username: String, $full_name: String, $phone: String, $location: String, $photo_url: URL,
        $language: Language, $time_zone: TimeZone, $show_shared_apiaries: Boolean
      ) {
        updateProfile(input: {
          id: $id, username: $username, fullName: $full_name, phone: $phone, location: $location, photoUrl: $photo_url,
          language: $language, timeZone: $time_zone, showSharedApiaries: $show_shared_apiaries
        }) { user { ...user } }
      } ${user}`,
  },
  {
    method: 'put',
    path: '/users/:id/status',
    status: 200,
    example: { id: EXAMPLE.user, is_verified: true },
    document: `
      mutation setUserStatus($id: ID!, $is_active: Boolean, $is_verified: Boolean) {
        setUserStatus(input: { id: $id, isActive: $is_active, isVerified: $is_verified, mayBeEmpty: true }) { user { ...user } }
      } ${user}`,
  },
  {
    method: 'put',
    path: '/users/:id/permissions',
    status: 200,
    example: { id: EXAMPLE.user, permissions: ['templates:write'] },
    document: `
      mutation setUserPermissions($id: ID!, $role: Role, $permissions: [Permission!]) {
        setUserPermissions(input: { id: $id, role: $role, permissions: $permissions }) { user { ...user } }
      } ${user}`,
  },
];
