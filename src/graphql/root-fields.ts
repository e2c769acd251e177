import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { authorize, type FieldAccess } from '../access/guard.js';
import type { Context } from '../context.js';
import { unitOfWork } from '../database/unit-of-work.js';

type Resolve = GraphQLFieldResolver<unknown, Context>;

const guarded =
  (resolve: Resolve, access: FieldAccess): Resolve =>
  async (root, args, context, info) => {
    await authorize(context, access);
    return resolve(root, args, context, info);
  };

/** Records the write before the resolver, and again after it: reads avoid the replicas for a time after the commit. */
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

/** Wraps the resolver of every root field: the guard runs first, then the unit of work opens. */
export function guardRootFields(schema: GraphQLSchema): void {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  for (const field of Object.values(mutations)) {
    if (!field.extensions.ownTransaction) field.resolve = transactional(field.resolve as Resolve);
    field.resolve = writing(field.resolve as Resolve);
  }
  for (const field of [...Object.values(schema.getQueryType()!.getFields()), ...Object.values(mutations)]) {
    if (!field.extensions.public) field.resolve = guarded(field.resolve as Resolve, field.extensions as FieldAccess);
  }
}
