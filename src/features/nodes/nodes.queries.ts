import { foundCondition, isAdministeredBy, mayRead } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { Loaders, type ScopedTable } from '../../database/loaders.js';

const known = new WeakMap<Context, Loaders>();

/** Loaders of the records that `node` finds: what the lists and the other root fields show the viewer. */
export function nodeLoaders(context: Context): Loaders {
  const scope = (type: Parameters<Context['scope']>[0]): ScopedTable => {
    const found = foundCondition(type.name, context.viewer);
    if (isAdministeredBy(type.name, context.viewer)) return { table: context.table(type), ownership: found };
    // As if it were missing: the id may be that of another account.
    if (!mayRead(type.name, context.viewer)) return { table: context.table(type), ownership: { id: null } };
    const { table, ownership } = context.scope(type);
    return { table, ownership: { $and: [ownership, found] } };
  };
  const loaders = known.get(context) ?? new Loaders(context, scope);
  known.set(context, loaders);
  return loaders;
}
