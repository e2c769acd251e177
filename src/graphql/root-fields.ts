import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { authorize, type FieldAccess } from '../access/guard.js';
import { scopeOfMutation } from '../access/policy.js';
import { withinQuotaOfOwners } from '../access/quota.js';
import { TokenScope } from '../access/token-scope.js';
import type { Context } from '../context.js';
import { unitOfWork } from '../database/unit-of-work.js';
import { nameCause } from './name-cause.js';

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

const limitedByOwners =
  (resolve: Resolve): Resolve =>
  (root, args, context, info) =>
    withinQuotaOfOwners(context, async () => resolve(root, args, context, info));

/** A refusal names the field of the input that has the id of what is not found, or not allowed. */
const namingCauses =
  (resolve: Resolve): Resolve =>
  async (root, args: { input?: unknown }, context, info) => {
    try {
      return await resolve(root, args, context, info);
    } catch (error) {
      throw nameCause(error, args.input);
    }
  };

/** Wraps the resolver of every root field: the guard runs first, then the unit of work opens. */
export function guardRootFields(schema: GraphQLSchema): void {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  for (const field of Object.values(mutations)) {
    const { public: isPublic, permission, overQuota, ownKeys } = field.extensions as FieldAccess;
    const limited = !isPublic && !permission && !overQuota;
    // The operations of a push are authorized one by one.
    const scope = ownKeys ? TokenScope.RECORD : scopeOfMutation(field.name);
    field.extensions = { ...field.extensions, limited, scope };
    if (!field.extensions.ownTransaction) field.resolve = transactional(field.resolve as Resolve);
    if (limited) field.resolve = limitedByOwners(field.resolve as Resolve);
    field.resolve = namingCauses(writing(field.resolve as Resolve));
  }
  const queries = schema.getQueryType()!.getFields();
  const subscriptions = schema.getSubscriptionType()?.getFields() ?? {};
  for (const field of [queries, subscriptions].flatMap((fields) => Object.values(fields)))
    if (!field.extensions.permission) field.extensions = { ...field.extensions, scope: TokenScope.READ };
  for (const field of [queries, mutations, subscriptions].flatMap((fields) => Object.values(fields))) {
    if (field.extensions.public) continue;
    const access = field.extensions as FieldAccess;
    field.resolve = guarded(field.resolve as Resolve, access);
    // A subscription has two functions: `subscribe` begins it, `resolve` runs for each event.
    if (field.subscribe) field.subscribe = guarded(field.subscribe as Resolve, access);
  }
}

/** Puts the root fields into the order of their resolvers, which introspection keeps. Type-graphql has them in that of the imports. */
export function orderRootFields(schema: GraphQLSchema, resolvers: readonly unknown[]): void {
  const { queries, mutations } = getMetadataStorage();
  const places = new Map(
    [...queries, ...mutations].map(({ schemaName, target }) => [schemaName, resolvers.indexOf(target)]),
  );
  const last = resolvers.length;
  for (const type of [schema.getQueryType()!, schema.getMutationType()!]) {
    const fields = type.getFields();
    const ordered = Object.entries(fields).sort(
      ([one], [other]) => (places.get(one) ?? last) - (places.get(other) ?? last),
    );
    for (const [name] of ordered) delete fields[name];
    Object.assign(fields, Object.fromEntries(ordered));
  }
}
