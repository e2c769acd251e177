import { inApiary, managed, type Records } from './record.js';

export const apiaries = {
  Apiary: {
    label:
      'An apiary (its questions, hives, items, queens, harvests, lots and tasks). A transfer to another owner is an update of `userId`. For `changes`, it has changed, too, when its members have.',
    policy: (viewer) => ({ user: viewer }),
    path: [],
    // Who creates an apiary owns it.
    roles: { create: 'OWNER', update: 'MANAGER', delete: 'OWNER' },
    exportAs: 'apiaries',
    exportColumns: { userId: 'ownerId' },
    exportsPosition: true,
    // Hives are stolen: the log does not say where they stand.
    tracked: { path: 'id', label: 'name', silent: ['latitude', 'longitude'] },
    synced: {
      steps: { 0: { parent: 'apiary', from: () => 'apiaries r where r.id = p.id' } },
      operations: ['createApiary', 'updateApiary', 'deleteApiary'],
    },
  },
  ApiaryMember: inApiary(['apiary'], managed, {
    label: 'A membership of the account `person`. DELETED: it left, if it is the actor; otherwise it was removed.',
    exportAs: 'memberships',
    exportWhere: (viewer) => ({ user: viewer }),
    tokens: 'READ',
    tracked: { path: 'apiary_id', subject: 'user_id', created: ['role'], ignored: ['invited_by'] },
  }),
  ApiaryInvitation: inApiary(
    ['apiary'],
    { ...managed, read: 'MANAGER' },
    {
      label: 'An invitation to the apiary, for the owner and managers only. UPDATED: it was revoked.',
      tokens: 'READ',
      // Managers do not see those to their own role, which only the owner issues.
      found: (viewer) => ({
        revokedAt: null,
        usesLeft: { $gt: 0 },
        $or: [{ ownerId: viewer }, { role: { $ne: 'MANAGER' } }],
      }),
      // Neither the token nor the address is logged; who has accepted is a member.
      tracked: {
        path: 'apiary_id',
        created: ['role'],
        ignored: ['token_hash', 'email', 'uses_left', 'accepted_by', 'invited_by'],
      },
    },
  ),
} satisfies Partial<Records>;
