import { ADMINISTRATORS_ONLY, hasPermission, Permission } from '../../access/permissions.js';
import type { Columns } from '../../graphql/columns.js';
import { edgesOf } from '../../graphql/edges.js';
import { accountField } from './account-fields.edges.js';
import { loadersOfAll } from './all-accounts.queries.js';
import { Session } from './session.entity.js';
import { AccountUsage, loadUsage } from './usage.queries.js';
import { User } from './user.entity.js';

/** The same condition for all accounts of a list, which one statement reads. */
const ACTIVE = { endedAt: null, $written: () => 'expires_at > now()' };

export const userEdges = edgesOf(User, {
  sessions: accountField({
    returns: () => [Session],
    selects: Session,
    access: { permission: ADMINISTRATORS_ONLY },
    description: 'Its active sessions, the most recently used first. Those of another account require the role ADMIN.',
    load: async (context, id, fields: Columns<Session>) => {
      const isOfAll = hasPermission(context.viewer, ADMINISTRATORS_ONLY);
      const loaders = isOfAll ? loadersOfAll(context) : context.loaders;
      const list = { where: ACTIVE, order: { lastSeenAt: 'desc' }, fields } as const;
      return (await loaders.listOf(Session, 'user', list).load(id)).nodes;
    },
  }),
  usage: accountField({
    returns: () => AccountUsage,
    access: { permission: Permission.USERS_READ, unverified: true },
    description: 'How much it holds. That of another account requires the permission `USERS_READ`.',
    load: loadUsage,
  }),
});
