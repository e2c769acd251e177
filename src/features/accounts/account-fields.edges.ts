// Fields of an account that only it reads, through `me`, or an administrator. A payload of a public mutation has an account, too, and so has
// any fragment: each field is authorized as a root field is.
import type { EntityClass } from '@mikro-orm/core';
import { authorize, type FieldAccess } from '../../access/guard.js';
import { TokenScope } from '../../access/token-scope.js';
import type { Context } from '../../context.js';
import type { ListArgs, SelectedList } from '../../database/statement.js';
import { AppError } from '../../errors.js';
import type { Columns } from '../../graphql/columns.js';
import type { Edge } from '../../graphql/edges.js';

interface AccountField extends Pick<Edge<'id', string>, 'returns' | 'description' | 'selects'> {
  /** What others need to read it. If absent, nobody else does. `unverified`: before the e-mail address is verified, too. */
  access?: Pick<FieldAccess, 'permission' | 'unverified'>;
  load: (context: Context, id: string, fields: never) => unknown;
}

/** @throws FORBIDDEN for the account of another; UNAUTHENTICATED for that of a log-in, whose token was not sent */
async function requireAccount(
  context: Context,
  id: string,
  { permission, unverified = false }: NonNullable<AccountField['access']> = {},
): Promise<void> {
  const viewer = await context.authenticate();
  if (id === viewer.id) return authorize(context, { unverified, scope: TokenScope.READ });
  if (permission === undefined) throw new AppError('FORBIDDEN', 'Only the account itself can read this');
  await authorize(context, { permission });
}

/** A field of an account. It is null if it is refused, so that the account is still there. */
export const accountField = ({ access, load, ...field }: AccountField): Edge<'id', string> => ({
  ...field,
  column: 'id',
  nullable: true,
  load: async (id, context, fields) => {
    await requireAccount(context, id, access);
    return load(context, id, fields);
  },
});

/** A list of what belongs to an account, which only that reads. */
export const ownList = <R extends object>(
  type: EntityClass<R>,
  list: () => ListArgs<R>,
  description: string,
): Edge<'id', string> =>
  accountField({
    returns: () => [type as never],
    selects: type,
    description,
    load: async ({ access }, _id, fields: Columns<R>) =>
      (await access.list(type, { ...list(), fields } as SelectedList<R>)).nodes,
  });
