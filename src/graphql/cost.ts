// The cost of an operation is the number of objects that it may return, and is limited before the operation is executed. Each list
// multiplies the cost of the selection below it. A page counts as its requested size, a list without `first` as ASSUMED_LIST_SIZE:
// database/statement.ts refuses a list of more than 10,000 rows anyway.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { AppError } from '../errors.js';
import { fieldsOf, fragmentsOf } from './document.js';
import { MAX_PAGE_SIZE } from './page-args.js';

const MAX_OBJECTS = 100_000;
const ASSUMED_LIST_SIZE = 10;
const CONNECTION_LIST_FIELDS = ['nodes', 'edges'];

type Variables = Record<string, unknown>;
/** Returns the number of objects that an operation may return with these variables. */
export type Cost = (variables: Variables) => number;

/** @throws BAD_USER_INPUT (reason TOO_BROAD) if the operation may return more than MAX_OBJECTS objects */
export function refuseTooCostly(cost: Cost, variables: Variables = {}): void {
  const objects = cost(variables);
  if (objects <= MAX_OBJECTS) return;
  const message = `The operation may return ${objects} objects; the limit is ${MAX_OBJECTS}: request smaller pages`;
  throw new AppError('BAD_USER_INPUT', message, { reason: 'TOO_BROAD' });
}

/** Computed once per operation; only the sizes of pages depend on the variables. */
export function estimateCost(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Cost {
  const fragments = fragmentsOf(document);

  function costOfSelection(type: GraphQLObjectType, set: SelectionSetNode): Cost {
    const parts = fieldsOf(set, fragments).flatMap((field) => costOfField(type, field) ?? []);
    return (variables) => parts.reduce((sum, part) => sum + part(variables), 0);
  }

  /** Returns undefined for a field without objects. */
  function costOfField(parent: GraphQLObjectType, node: FieldNode): Cost | undefined {
    const field = parent.getFields()[node.name.value];
    const type = field && getNamedType(field.type);
    if (!field || !node.selectionSet || !isObjectType(type)) return undefined;
    const below = costOfSelection(type, node.selectionSet);
    // The size of the page has been counted with the connection.
    if (parent.name.endsWith('Connection') && CONNECTION_LIST_FIELDS.includes(node.name.value)) return below;
    if (type.name.endsWith('Connection') || isListType(getNullableType(field.type))) {
      const size = sizeOf(node);
      return (variables) => size(variables) * (1 + below(variables));
    }
    return (variables) => 1 + below(variables);
  }

  return costOfSelection(schema.getRootType(operation.operation)!, operation.selectionSet);
}

/** Returns the value of `first`. An invalid value is refused by the validation of the arguments. */
function sizeOf({ arguments: args = [] }: FieldNode): Cost {
  const first = args.find(({ name }) => name.value === 'first')?.value;
  const size = (value: unknown): number =>
    Number(value) > 0 && Number(value) <= MAX_PAGE_SIZE ? Number(value) : ASSUMED_LIST_SIZE;
  if (first?.kind === Kind.INT) return () => size(Number(first.value));
  if (first?.kind === Kind.VARIABLE) return (variables) => size(variables[first.name.value]);
  return () => ASSUMED_LIST_SIZE;
}
