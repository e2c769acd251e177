// The mutations that a push may contain. Its input type and the documents that it executes follow from their signatures in the schema, so
// that they cannot differ.
import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isInputObjectType,
  locatedError,
  parse,
} from 'graphql';
import type { FieldAccess } from '../../access/guard.js';
import { recordFieldOf } from '../../graphql/payload.js';
import { recordRows } from '../../records/records.js';

/** What is recorded in an apiary. People are invited, accounts and sessions are managed, while there is a network. */
const MUTATIONS = recordRows.flatMap(([, { synced }]) => synced?.operations ?? []);

type Mutation = GraphQLField<unknown, unknown>;
interface PushedMutation {
  access: FieldAccess;
  /** @returns the ids of the records of its result */
  execute: (context: unknown, input: unknown) => Promise<{ ids: string[] } | { error: unknown }>;
}

/** Adds the mutations to the input type `SyncMutation`, each as a field with the input of the mutation. */
export function addOperations(schema: GraphQLSchema): void {
  const mutations = schema.getMutationType()!.getFields();
  const operation = schema.getType('SyncMutation');
  if (!isInputObjectType(operation)) throw new Error('there is no input type SyncMutation');
  for (const name of MUTATIONS) {
    const mutation = mutations[name];
    if (!mutation) throw new Error(`records/: there is no mutation ${name}`);
    const [input] = mutation.args as [GraphQLArgument];
    operation.getFields()[name] = {
      name,
      type: getNullableType(input.type),
      description: undefined,
      defaultValue: undefined,
      deprecationReason: undefined,
      extensions: {},
      astNode: undefined,
    };
  }
}

const prepared = new WeakMap<Mutation, PushedMutation>();

export function prepareMutation(schema: GraphQLSchema, name: string): PushedMutation {
  const field = schema.getMutationType()!.getFields()[name]!;
  const known = prepared.get(field);
  if (known) return known;
  const mutation = { access: field.extensions as FieldAccess, execute: createExecute(schema, field) };
  prepared.set(field, mutation);
  return mutation;
}

/** The input has been coerced with the push. The resolver of the mutation validates it, as always. */
function createExecute(schema: GraphQLSchema, field: Mutation): PushedMutation['execute'] {
  const { name, type } = field;
  const record = recordFieldOf(getNamedType(type));
  const document = parse(`mutation { ${name} { ${record === undefined ? 'deletedId' : `${record} { id }`} } }`);
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
  return async (context, input) => {
    try {
      const payload = (await field.resolve!(undefined, { input }, context, info)) as Record<string, unknown>;
      if (record === undefined) return { ids: [payload.deletedId as string] };
      return { ids: [payload[record] as { id: string } | { id: string }[]].flat().map(({ id }) => id) };
    } catch (error) {
      return { error: locatedError(error, info.fieldNodes, [name]) };
    }
  };
}
