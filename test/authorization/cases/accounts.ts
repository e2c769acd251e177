import { v7 as uuidv7 } from 'uuid';
import { PASSWORD } from '../../support/world.js';
import type { FeatureCases } from '../case.js';

export const accounts: FeatureCases = {
  fields: {
    'Query.me': ['viewer', () => '{ me { id } }'],
    'Mutation.register': [
      'anyone',
      () =>
        `mutation { register(input: { username: "x", email: "${uuidv7()}@example.org", password: "${PASSWORD}" }) { tokenType } }`,
    ],
    'Mutation.logIn': [
      'anyone',
      () => `mutation { logIn(input: { email: "owner@example.org", password: "${PASSWORD}" }) { tokenType } }`,
    ],
    'Mutation.logOut': ['viewer', () => 'mutation { logOut }'],
    'Query.users': ['admin', () => '{ users { nodes { email } } }'],
    'Query.auditEntries': ['admin', () => '{ auditEntries { nodes { field } } }'],
    'Query.user': ['account', ({ account }) => `{ user(id: "${account}") { email } }`],
    'Query.myUsage': ['viewer', () => '{ myUsage { bytes } }'],
    'Query.mySessions': ['viewer', () => '{ mySessions { device } }'],
    'Mutation.refreshSession': ['secret', () => 'mutation { refreshSession(refreshToken: "guessed") { tokenType } }'],
    'Mutation.endSession': ['self', ({ session }) => `mutation { endSession(id: "${session}") }`],
    'Mutation.endOtherSessions': ['viewer', () => 'mutation { endOtherSessions }'],
    'Mutation.updateProfile': [
      'self',
      ({ account }) => `mutation { updateProfile(id: "${account}", input: { phone: "1" }) { phone } }`,
    ],
    'Mutation.changePassword': [
      'viewer',
      () => `mutation { changePassword(currentPassword: "${PASSWORD}", newPassword: "Another-1") }`,
    ],
    'Mutation.deleteMyAccount': ['viewer', () => `mutation { deleteMyAccount(password: "${PASSWORD}") }`],
    'Mutation.requestPasswordReset': ['anyone', () => 'mutation { requestPasswordReset(email: "nobody@example.org") }'],
    'Mutation.resendVerification': ['anyone', () => 'mutation { resendVerification(email: "nobody@example.org") }'],
    'Mutation.resetPassword': [
      'secret',
      () => 'mutation { resetPassword(token: "guessed", newPassword: "Another-1") }',
    ],
    'Mutation.verifyEmail': ['secret', () => 'mutation { verifyEmail(token: "guessed") { email } }'],
    'Mutation.setUserStatus': [
      'admin',
      ({ account }) => `mutation { setUserStatus(id: "${account}", input: { isVerified: true }) { email } }`,
    ],
    'Mutation.setUserPermissions': [
      'admin',
      ({ account }) => `mutation { setUserPermissions(id: "${account}", input: { role: BEEKEEPER }) { email } }`,
    ],
  },
  routes: {
    'post /auth/register': [
      'anyone',
      () => ({ path: '/auth/register', body: { username: 'x', email: `${uuidv7()}@example.org`, password: PASSWORD } }),
    ],
    'post /auth/login': [
      'anyone',
      () => ({ path: '/auth/login', body: { email: 'owner@example.org', password: PASSWORD } }),
    ],
    'post /auth/logout': ['viewer', () => ({ path: '/auth/logout' })],
    'get /auth/me': ['viewer', () => ({ path: '/auth/me' })],
    'get /users/me/export': ['viewer', () => ({ path: '/users/me/export' })],
    'post /auth/refresh': ['secret', () => ({ path: '/auth/refresh', body: { refresh_token: 'guessed' } })],
    'post /auth/forgot-password': [
      'anyone',
      () => ({ path: '/auth/forgot-password', body: { email: 'nobody@example.org' } }),
    ],
    'post /auth/reset-password': [
      'secret',
      () => ({ path: '/auth/reset-password', body: { token: 'guessed', new_password: 'Another-1' } }),
    ],
    'post /auth/verify-email': ['secret', () => ({ path: '/auth/verify-email', body: { token: 'guessed' } })],
    'post /auth/resend-verification': [
      'anyone',
      () => ({ path: '/auth/resend-verification', body: { email: 'nobody@example.org' } }),
    ],
    'get /users': ['admin', () => ({ path: '/users' })],
    'get /users/:id': ['account', ({ account }) => ({ path: `/users/${account}` })],
    'put /users/:id': ['self', ({ account }) => ({ path: `/users/${account}`, body: { phone: '1' } })],
    'put /users/:id/status': [
      'admin',
      ({ account }) => ({ path: `/users/${account}/status`, body: { is_verified: true } }),
    ],
    'put /users/:id/permissions': [
      'admin',
      ({ account }) => ({ path: `/users/${account}/permissions`, body: { role: 'BEEKEEPER' } }),
    ],
  },
  nested: {},
};
