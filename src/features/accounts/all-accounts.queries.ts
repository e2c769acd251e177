import { unscopedOwnership } from '../../access/policy.js';
import type { Context } from '../../context.js';
import { Loaders } from '../../database/loaders.js';

const known = new WeakMap<Context, Loaders>();

/** Loaders that bypass the ownership policy, as `context.unscoped` does. Use them only after a permission has been checked. */
export function loadersOfAll(context: Context): Loaders {
  // After a write, what was read before is stale, and a payload has one account.
  const loaders =
    (context.hasWritten ? undefined : known.get(context)) ??
    new Loaders(context, (type) => ({ table: context.table(type), ownership: unscopedOwnership(type.name) }));
  known.set(context, loaders);
  return loaders;
}
