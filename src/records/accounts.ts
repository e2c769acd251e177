import { internal, owned, type Records } from './record.js';

export const accounts = {
  User: owned((viewer) => ({ id: viewer }), { exportAs: 'user', administered: true }),
  Session: owned((viewer) => ({ user: viewer }), {
    exportAs: 'sessions',
    found: () => ({ endedAt: null, expiresAt: { $gt: new Date() } }),
  }),
  RefreshToken: owned((viewer) => ({ session: { user: viewer } })),
  OneTimeToken: owned((viewer) => ({ user: viewer })),
  Identity: owned((viewer) => ({ user: viewer }), { exportAs: 'identities' }),
  OidcLogIn: internal(),
  Digest: owned((viewer) => ({ user: viewer }), { exportAs: 'digests' }),
  PushSubscription: owned((viewer) => ({ user: viewer }), {
    exportAs: 'pushSubscriptions',
    exportWhere: (viewer) => ({ session: { user: viewer, endedAt: null, expiresAt: { $gt: new Date() } } }),
    found: (viewer) => ({ session: { user: viewer, endedAt: null, expiresAt: { $gt: new Date() } } }),
  }),
  Mail: internal(),
  AuditEntry: internal({ administered: true }),
} satisfies Partial<Records>;
