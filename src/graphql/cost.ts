// How many objects an operation may give is limited before it is executed: each list multiplies what lies below it. A page counts as
// what was asked for; a list that is asked for whole as ASSUMED_LIST_SIZE, because a statement that finds more than 10,000 rows is
// refused anyway (database/statement.ts).
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
/** How many objects an operation may give, for the variables that it is sent with. */
export type Cost = (variables: Variables) => number;

/** @throws BAD_USER_INPUT for an operation that may give too much */
export function refuseTooCostly(cost: Cost, variables: Variables = {}): void {
  const nodes = cost(variables);
  if (nodes <= MAX_OBJECTS) return;
  const message = `The operation may give ${nodes} objects, and at most ${MAX_OBJECTS} are given: ask for smaller pages`;
  throw new AppError('BAD_USER_INPUT', message, { reason: 'TOO_BROAD' });
}

/** Worked out once for a document, as far as that goes without the variables. */
export function estimateCost(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Cost {
  const fragments = fragmentsOf(document);

  function costOfSelection(type: GraphQLObjectType, set: SelectionSetNode): Cost {
    const parts = fieldsOf(set, fragments).flatMap((field) => costOfField(type, field) ?? []);
    return (variables) => parts.reduce((sum, part) => sum + part(variables), 0);
  }

  /** Undefined for what holds no objects. */
  function costOfField(parent: GraphQLObjectType, node: FieldNode): Cost | undefined {
    const field = parent.getFields()[node.name.value];
    const type = field && getNamedType(field.type);
    if (!field || !node.selectionSet || !isObjectType(type)) return undefined;
    const below = costOfSelection(type, node.selectionSet);
    // The page of a connection has been counted with it.
    if (parent.name.endsWith('Connection') && CONNECTION_LIST_FIELDS.includes(node.name.value)) return below;
    if (type.name.endsWith('Connection') || isListType(getNullableType(field.type))) {
      const size = sizeOf(node);
      return (variables) => size(variables) * (1 + below(variables));
    }
    return (variables) => 1 + below(variables);
  }

  return costOfSelection(schema.getRootType(operation.operation)!, operation.selectionSet);
}

/** What `first` says; a value that is none is refused elsewhere. */
function sizeOf({ arguments: given = [] }: FieldNode): Cost {
  const first = given.find(({ name }) => name.value === 'first')?.value;
  const size = (value: unknown): number =>
    Number(value) > 0 && Number(value) <= MAX_PAGE_SIZE ? Number(value) : ASSUMED_LIST_SIZE;
  if (first?.kind === Kind.INT) return () => size(Number(first.value));
  if (first?.kind === Kind.VARIABLE) return (variables) => size(variables[first.name.value]);
  return () => ASSUMED_LIST_SIZE;
}
