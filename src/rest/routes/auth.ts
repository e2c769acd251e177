import type { Route } from '../route.js';

/** The mobile app reads the account at the top level; clients of the specification read it under `user`. */
const session = `
  fragment session on AuthPayload {
    access_token: accessToken
    token: accessToken
    token_type: tokenType
    expires_in: expiresIn
    refresh_token: refreshToken
    flat: user @flatten { user_id: id email username is_verified: isVerified is_active: isActive }
    user { ...account }
  }
  fragment account on User { id email username phone is_verified: isVerified is_active: isActive created_at: createdAt }`;

export const authRoutes: Route[] = [
  {
    method: 'post',
    path: '/auth/register',
    status: 201,
    example: { username: 'ana', email: 'ana@example.org', password: 'Colmenas-7', phone: '600123456' },
    document: `
      mutation register($username: String!, $email: String!, $password: String!, $confirm_password: String, $phone: String, $time_zone: TimeZone) {
        register(input: {
          username: $username, email: $email, password: $password, passwordConfirmation: $confirm_password, phone: $phone, timeZone: $time_zone
          longLived: true
        }) { ...session }
      } ${session}`,
  },
  {
    method: 'post',
    path: '/auth/login',
    status: 200,
    description:
      'Opens a session. For an account with a second factor, `code` is that of the authenticator app, or a recovery code; without it, the response is 401 with `SECOND_FACTOR_REQUIRED`.',
    example: { email: 'demo@example.org', password: 'Demo-hives-1' },
    document: `
      mutation logIn($email: String!, $password: String!, $code: String) {
        logIn(input: { email: $email, password: $password, secondFactorCode: $code, longLived: true }) { ...session }
      } ${session}`,
  },
  {
    method: 'post',
    path: '/auth/oidc/token',
    status: 200,
    example: {
      code: 'the code that the redirect_uri got',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
    document: `
      mutation logInWithIdentity(
        $code: String!, $code_verifier: String!, $second_factor_code: String, $password: String, $discard_password: Boolean
      ) {
        logInWithIdentity(input: {
          authorizationCode: $code, codeVerifier: $code_verifier, secondFactorCode: $second_factor_code, longLived: true,
          password: $password, discardPassword: $discard_password
        }) { ...session }
      } ${session}`,
  },
  {
    method: 'post',
    path: '/auth/refresh',
    status: 200,
    example: { refresh_token: 'the refresh_token of the session' },
    document: `
      mutation refreshSession($refresh_token: String!) {
        refreshSession(input: { refreshToken: $refresh_token }) { ...session }
      } ${session}`,
  },
  {
    method: 'post',
    path: '/auth/forgot-password',
    status: 200,
    description:
      'Sends a mail with a link to reset the password. The response is the same if there is no such account.',
    example: { email: 'demo@example.org' },
    message: 'If there is an account with this address, a mail with a link is on its way to it.',
    document:
      'mutation requestPasswordReset($email: String!) { requestPasswordReset(input: { email: $email }) { success } }',
  },
  {
    method: 'post',
    path: '/auth/reset-password',
    status: 200,
    description: 'Sets a new password with the token from the mail, and ends all sessions.',
    example: { token: 'the token in the link of the mail', new_password: 'Demo-hives-2' },
    aliases: { new_password: ['password'] },
    message: 'The password is changed: log in with the new one.',
    document: `
      mutation resetPassword($token: String!, $new_password: String!) {
        resetPassword(input: { token: $token, newPassword: $new_password }) { success }
      }`,
  },
  {
    method: 'post',
    path: '/auth/verify-email',
    status: 200,
    example: { token: 'the token in the link of the mail' },
    message: 'The e-mail address is verified.',
    document: 'mutation verifyEmail($token: String!) { verifyEmail(input: { token: $token }) { user { id } } }',
  },
  {
    method: 'post',
    path: '/auth/resend-verification',
    status: 200,
    description:
      'Sends the verification mail again. The response is the same if there is no such account, or if it is verified.',
    example: { email: 'demo@example.org' },
    message: 'If the address needs to be verified, a mail with a link is on its way to it.',
    document:
      'mutation resendVerification($email: String!) { resendVerification(input: { email: $email }) { success } }',
  },
  { method: 'post', path: '/auth/logout', status: 204, document: 'mutation logOut { logOut { success } }' },
  {
    method: 'get',
    path: '/auth/me',
    status: 200,
    document: `
      query me {
        me {
          id user_id: id email username phone is_verified: isVerified is_active: isActive
          show_shared_apiaries: showSharedApiaries created_at: createdAt
        }
      }`,
  },
];
