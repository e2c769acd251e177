// MAY THIS PERSON CALL THIS AT ALL: asked of every root field, once, before anything else. Signed in is the default; a field that
// says nothing is closed to the rest. The wrappers are put on when the schema is built, so that nested fields cost nothing.
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Context } from '../context.js';
import { unitOfWork } from '../database/unit-of-work.js';
import { AppError } from '../errors.js';
import { notVerified } from './access-tokens.js';
import { mayDo, type Permission } from './permissions.js';

/** Open to everybody, without a token; a token that came along is not even looked at. */
export const Public = (): MethodDecorator => Extensions({ public: true }) as MethodDecorator;

/** The mutation opens its unit of work itself, because something slow comes before it that must not hold a connection. */
export const OwnTransaction = (): MethodDecorator => Extensions({ ownTransaction: true }) as MethodDecorator;

/** Open also to accounts that must verify their address first. */
export const Unverified = (): MethodDecorator => Extensions({ unverified: true }) as MethodDecorator;

/** Tries a password, a token or an address: one in a request. */
export const Credential = (): MethodDecorator => Extensions({ credential: true }) as MethodDecorator;

/** Only for accounts that may do this. */
export const Requires = (permission: Permission): MethodDecorator => Extensions({ permission }) as MethodDecorator;

type Resolve = GraphQLFieldResolver<unknown, Context>;

/** What a root field says of itself, by the decorators above. */
export interface Openness {
  public?: boolean;
  credential?: boolean;
  permission?: Permission;
  unverified?: boolean;
}

/** @throws UNAUTHENTICATED or FORBIDDEN for who may not ask this field */
export async function admit(context: Context, { public: isPublic, permission, unverified }: Openness): Promise<void> {
  if (isPublic) return;
  const viewer = await context.authenticate();
  if (viewer.mustVerify && !unverified) throw notVerified();
  if (permission && !mayDo(viewer, permission)) throw new AppError('FORBIDDEN', 'Your account may not do this');
}

const guarded =
  (resolve: Resolve, openness: Openness): Resolve =>
  async (root, args, context, info) => {
    await admit(context, openness);
    return resolve(root, args, context, info);
  };

/** Before and after: what was stored last counts from then on. */
const writing =
  (resolve: Resolve): Resolve =>
  async (root, args, context, info) => {
    context.startWriting();
    try {
      return await resolve(root, args, context, info);
    } finally {
      context.startWriting();
    }
  };

const transactional =
  (resolve: Resolve): Resolve =>
  (root, args, context, info) =>
    unitOfWork(context, async () => resolve(root, args, context, info));

/** Wraps every root field of the schema: guard, then unit of work, then the resolver. */
export function guardRootFields(schema: GraphQLSchema): void {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  for (const field of Object.values(mutations)) {
    if (!field.extensions.ownTransaction) field.resolve = transactional(field.resolve as Resolve);
    field.resolve = writing(field.resolve as Resolve);
  }
  for (const field of [...Object.values(schema.getQueryType()!.getFields()), ...Object.values(mutations)]) {
    if (!field.extensions.public) field.resolve = guarded(field.resolve as Resolve, field.extensions as Openness);
  }
}
