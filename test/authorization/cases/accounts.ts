import { v7 as uuidv7 } from 'uuid';
import { PASSWORD } from '../../support/world.js';
import { type FeatureCases, RECOVERY_CODE } from '../case.js';

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
    'Mutation.logOut': ['viewer', () => 'mutation { logOut { success } }'],
    'Query.users': ['admin', () => '{ users { nodes { email } } }'],
    'Query.auditEntries': ['admin', () => '{ auditEntries { nodes { change { field } } } }'],
    'Query.user': ['account', ({ account }) => `{ user(id: "${account}") { email } }`],
    'Mutation.endUserSessions': [
      'admin',
      ({ account }) =>
        `mutation { endUserSessions(input: { id: "${account}", reason: "Matrix" }) { endedSessionsCount } }`,
    ],
    'Mutation.requestUserExport': [
      'admin',
      ({ account }) => `mutation { requestUserExport(input: { id: "${account}", reason: "Matrix" }) { path } }`,
    ],
    'Mutation.deleteUser': [
      'admin',
      ({ account }) =>
        `mutation { deleteUser(input: { id: "${account}", reason: "Matrix", deleteSharedApiaries: true }) { success } }`,
    ],
    'Mutation.refreshSession': [
      'secret',
      () => 'mutation { refreshSession(input: { refreshToken: "guessed" }) { tokenType } }',
    ],
    'Mutation.endSession': [
      'self',
      ({ session }) => `mutation { endSession(input: { id: "${session}" }) { deletedId } }`,
    ],
    'Mutation.endOtherSessions': ['viewer', () => 'mutation { endOtherSessions { endedSessionsCount } }', 'session'],
    'Mutation.updateProfile': [
      'viewer',
      () => 'mutation { updateProfile(input: { phone: "1" }) { user { phone } } }',
      'session',
    ],
    'Mutation.changePassword': [
      'viewer',
      () =>
        `mutation { changePassword(input: { currentPassword: "${PASSWORD}", newPassword: "Another-1" }) { success } }`,
      'session',
    ],
    'Mutation.deleteMyAccount': [
      'viewer',
      () => `mutation { deleteMyAccount(input: { password: "${PASSWORD}" }) { success } }`,
      'session',
    ],
    'Mutation.requestPasswordReset': [
      'anyone',
      () => 'mutation { requestPasswordReset(input: { email: "nobody@example.org" }) { success } }',
    ],
    'Mutation.resendVerification': [
      'anyone',
      () => 'mutation { resendVerification(input: { email: "nobody@example.org" }) { success } }',
    ],
    'Mutation.resetPassword': [
      'secret',
      () => 'mutation { resetPassword(input: { token: "guessed", newPassword: "Another-1" }) { success } }',
    ],
    'Mutation.requestEmailChange': [
      'viewer',
      () =>
        `mutation { requestEmailChange(input: { newEmail: "${uuidv7()}@example.org", password: "${PASSWORD}" }) { success } }`,
      'session',
    ],
    'Mutation.confirmEmailChange': [
      'secret',
      () => 'mutation { confirmEmailChange(input: { token: "guessed" }) { success } }',
    ],
    'Mutation.undoEmailChange': [
      'secret',
      () => 'mutation { undoEmailChange(input: { token: "guessed", newPassword: "Another-1" }) { success } }',
    ],
    'Mutation.beginSecondFactor': [
      'viewer',
      () => `mutation { beginSecondFactor(input: { password: "${PASSWORD}" }) { uri } }`,
      'session',
    ],
    'Mutation.confirmSecondFactor': [
      'invited',
      () => 'mutation { confirmSecondFactor(input: { secondFactorCode: "000000" }) { recoveryCodes } }',
    ],
    'Mutation.regenerateRecoveryCodes': [
      'viewer',
      () =>
        `mutation { regenerateRecoveryCodes(input: { password: "${PASSWORD}", secondFactorCode: "${RECOVERY_CODE}" }) { recoveryCodes } }`,
      'session',
    ],
    'Mutation.disableSecondFactor': [
      'viewer',
      () =>
        `mutation { disableSecondFactor(input: { password: "${PASSWORD}", secondFactorCode: "${RECOVERY_CODE}" }) { success } }`,
      'session',
    ],
    'Mutation.removeSecondFactor': [
      'admin',
      ({ account }) => `mutation { removeSecondFactor(input: { id: "${account}", reason: "Matrix" }) { success } }`,
    ],
    'Mutation.verifyEmail': [
      'secret',
      () => 'mutation { verifyEmail(input: { token: "guessed" }) { user { email } } }',
    ],
    'Mutation.setUserStatus': [
      'admin',
      ({ account }) => `mutation { setUserStatus(input: { id: "${account}", isVerified: true }) { user { email } } }`,
    ],
    'Mutation.setUserPermissions': [
      'admin',
      ({ account }) =>
        `mutation { setUserPermissions(input: { id: "${account}", role: BEEKEEPER }) { user { email } } }`,
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
    'get /users/me/export': ['viewer', () => ({ path: '/users/me/export' }), 'session'],
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
