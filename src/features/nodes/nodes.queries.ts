import { hasPermission, Permission } from '../../access/permissions.js';
import { foundCondition, isAdministered, mayRead, unscopedOwnership } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { Loaders, type ScopedTable } from '../../database/loaders.js';

const known = new WeakMap<Context, Loaders>();

/** Loaders of the records that `node` finds: what the lists and the other root fields show the viewer. */
export function nodeLoaders(context: Context): Loaders {
  const isAdministrator = hasPermission(context.viewer, Permission.USERS_READ);
  const scope = (type: Parameters<Context['scope']>[0]): ScopedTable => {
    if (isAdministrator && isAdministered(type.name))
      return { table: context.table(type), ownership: unscopedOwnership(type.name) };
    // As if it were missing: the id may be that of another account.
    if (!mayRead(type.name, context.viewer)) return { table: context.table(type), ownership: { id: null } };
    const { table, ownership } = context.scope(type);
    return { table, ownership: { $and: [ownership, foundCondition(type.name, context.viewer)] } };
  };
  const loaders = known.get(context) ?? new Loaders(context, scope);
  known.set(context, loaders);
  return loaders;
}
