// The mutations that a push may contain. Its input type and the documents that it executes follow from their signatures in the schema, so
// that they cannot differ. graphql-js knows `@oneOf`, type-graphql (2.0.0-rc.4) does not: `push` checks that an operation has one mutation.
import {
  type FieldNode,
  type GraphQLField,
  GraphQLInputObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  isLeafType,
  locatedError,
  parse,
} from 'graphql';
import type { FieldAccess } from '../../access/guard.js';
import { recordRows } from '../../records/records.js';

/** What is recorded in an apiary. People are invited, accounts and sessions are managed, while there is a network. */
const MUTATIONS = recordRows.flatMap(([, { synced }]) => synced?.operations ?? []);

type Mutation = GraphQLField<unknown, unknown>;
interface PushedMutation {
  access: FieldAccess;
  /** @returns the ids of the records of its result */
  execute: (context: unknown, args: Record<string, unknown>) => Promise<{ ids: string[] } | { error: unknown }>;
}

/** Adds the mutations to the input type `SyncOperation`, each as a field with the arguments of the mutation. */
export function addOperations(schema: GraphQLSchema): void {
  const mutations = schema.getMutationType()!.getFields();
  const operation = schema.getType('SyncOperation');
  if (!isInputObjectType(operation)) throw new Error('there is no input type SyncOperation');
  for (const name of MUTATIONS) {
    const mutation = mutations[name];
    if (!mutation) throw new Error(`records/: there is no mutation ${name}`);
    const { args, description } = mutation;
    const type = new GraphQLInputObjectType({
      name: `${name[0]!.toUpperCase()}${name.slice(1)}Arguments`,
      description: `The arguments of \`${name}\`.`,
      fields: Object.fromEntries(args.map(({ name: arg, ...config }) => [arg, config])),
    });
    schema.getTypeMap()[type.name] = type;
    operation.getFields()[name] = {
      name,
      type,
      description,
      defaultValue: undefined,
      deprecationReason: undefined,
      extensions: {},
      astNode: undefined,
    };
  }
}

export const mutationsIn = (operation: object): string[] =>
  MUTATIONS.filter((name) => (operation as Record<string, unknown>)[name] != null);

const prepared = new WeakMap<Mutation, PushedMutation>();

export function prepareMutation(schema: GraphQLSchema, name: string): PushedMutation {
  const field = schema.getMutationType()!.getFields()[name]!;
  const known = prepared.get(field);
  if (known) return known;
  const mutation = { access: field.extensions as FieldAccess, execute: createExecute(schema, field) };
  prepared.set(field, mutation);
  return mutation;
}

/** The arguments have been coerced with the push. The resolver of the mutation validates them, as always. */
function createExecute(schema: GraphQLSchema, field: Mutation): PushedMutation['execute'] {
  const { name, type } = field;
  const namedType = getNamedType(type);
  const document = parse(isLeafType(namedType) ? `mutation { ${name} }` : `mutation { ${name} { id } }`);
  const operation = getOperationAST(document)!;
  const parentType = schema.getMutationType()!;
  const info: GraphQLResolveInfo = {
    fieldName: name,
    fieldNodes: operation.selectionSet.selections as FieldNode[],
    returnType: type,
    parentType,
    path: { prev: undefined, key: name, typename: parentType.name },
    schema,
    fragments: {},
    rootValue: undefined,
    operation,
    variableValues: {},
  };
  return async (context, values) => {
    try {
      const result: unknown = await field.resolve!(undefined, values, context, info);
      return { ids: [result].flat().map((one) => (isLeafType(namedType) ? String(one) : (one as { id: string }).id)) };
    } catch (error) {
      return { error: locatedError(error, info.fieldNodes, [name]) };
    }
  };
}
