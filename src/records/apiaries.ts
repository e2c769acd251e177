import { inApiary, managed, type Records } from './record.js';

export const apiaries = {
  Apiary: {
    label: 'An apiary. A transfer to another owner is an update of `userId`.',
    policy: (viewer) => ({ user: viewer }),
    path: [],
    // Who creates an apiary owns it.
    roles: { create: 'OWNER', update: 'MANAGER', delete: 'OWNER' },
    exportAs: 'apiaries',
    exportColumns: { userId: 'ownerId' },
    tracked: { path: 'id', label: 'name' },
    synced: {
      label:
        'An apiary (its questions, hives, items, queens, harvests and lots). It has changed, too, when its members have: `members` and `viewerRole` are read anew. Inspections and mite counts that were made in a deleted one, of hives that stand elsewhere since, remain without `apiaryId`.',
      steps: { 0: { parent: 'apiary', select: () => 'select id from apiaries where id = p.id' } },
      operations: ['createApiary', 'updateApiary', 'deleteApiary'],
    },
  },
  ApiaryMember: inApiary(['apiary'], managed, {
    label:
      'A membership of the account `person`. CREATED: it became a member. UPDATED: its role was changed. DELETED: it left, if it is the actor; otherwise it was removed. When its account has been deleted, both are null.',
    exportAs: 'memberships',
    exportWhere: (viewer) => ({ user: viewer }),
    tracked: { path: 'apiary_id', subject: 'user_id', created: ['role'], ignored: ['invited_by'] },
  }),
  ApiaryInvitation: inApiary(
    ['apiary'],
    { ...managed, read: 'MANAGER' },
    {
      label:
        'An invitation to the apiary. CREATED: somebody was invited. UPDATED: it was revoked. Listed for the owner and managers only.',
      // Neither the token nor the address is logged; who has accepted is a member.
      tracked: {
        path: 'apiary_id',
        created: ['role'],
        ignored: ['token_hash', 'email', 'uses_left', 'accepted_by', 'invited_by'],
      },
    },
  ),
} satisfies Partial<Records>;
