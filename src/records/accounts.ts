import { internal, owned, type Records } from './record.js';

export const accounts = {
  User: owned((viewer) => ({ id: viewer }), { exportAs: 'user', administered: 'USERS_READ', tokens: 'READ' }),
  Session: owned((viewer) => ({ user: viewer }), {
    otherOperations: ['logOut'],
    exportAs: 'sessions',
    administered: 'ADMIN',
    found: () => ({ endedAt: null, expiresAt: { $gt: new Date() } }),
  }),
  PersonalAccessToken: owned((viewer) => ({ user: viewer }), {
    exportAs: 'personalAccessTokens',
    found: () => ({ revokedAt: null }),
  }),
  RefreshToken: owned((viewer) => ({ session: { user: viewer } })),
  OneTimeToken: owned((viewer) => ({ user: viewer })),
  EmailChange: owned((viewer) => ({ user: viewer }), { exportAs: 'emailChanges' }),
  SecondFactor: owned((viewer) => ({ user: viewer }), { exportAs: 'secondFactors' }),
  Identity: owned((viewer) => ({ user: viewer }), { exportAs: 'identities' }),
  OidcLogIn: internal(),
  Digest: owned((viewer) => ({ user: viewer }), { exportAs: 'digests' }),
  PushSubscription: owned((viewer) => ({ user: viewer }), {
    exportAs: 'pushSubscriptions',
    exportWhere: (viewer) => ({ session: { user: viewer, endedAt: null, expiresAt: { $gt: new Date() } } }),
    found: (viewer) => ({ session: { user: viewer, endedAt: null, expiresAt: { $gt: new Date() } } }),
  }),
  // What a register says of its keeper, a token that reads registers reads, too.
  Keeper: owned((viewer) => ({ user: viewer }), {
    label: 'A keeper of registers.',
    exportAs: 'keepers',
    exportColumns: { userId: 'ownerId' },
    restored: true,
    tokens: 'READ',
  }),
  Mail: internal(),
  AuditEntry: internal({ administered: 'USERS_READ' }),
} satisfies Partial<Records>;
