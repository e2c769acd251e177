// HOW MUCH AN OPERATION MAY GIVE, judged before it is executed: each list multiplies what lies below it. A page counts as what was asked
// for; a list that is asked for whole as TYPICAL, because a statement that finds more than 10,000 rows is refused anyway
// (persistence/statement.ts).
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
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
import { LARGEST_PAGE } from './page-args.js';

const MOST_NODES = 100_000;
const TYPICAL = 10;
const LIST_OF_CONNECTION = ['nodes', 'edges'];

type Variables = Record<string, unknown>;
/** How many objects an operation may give, for the variables that it is sent with. */
export type Breadth = (variables: Variables) => number;

/** @throws BAD_USER_INPUT for an operation that may give too much */
export function refuseTooBroad(breadth: Breadth, variables: Variables = {}): void {
  const nodes = breadth(variables);
  if (nodes <= MOST_NODES) return;
  const message = `The operation may give ${nodes} objects, and at most ${MOST_NODES} are given: ask for smaller pages`;
  throw new AppError('BAD_USER_INPUT', message, { reason: 'TOO_BROAD' });
}

/** Worked out once for a document, as far as that goes without the variables. */
export function breadthOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Breadth {
  const fragments = new Map(
    document.definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment.selectionSet]),
  );

  function inside(type: GraphQLObjectType, { selections }: SelectionSetNode): Breadth {
    const parts = selections.flatMap((selection): Breadth[] => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return [inside(type, fragments.get(selection.name.value)!)];
      if (selection.kind === Kind.INLINE_FRAGMENT) return [inside(type, selection.selectionSet)];
      const field = ofField(type, selection);
      return field ? [field] : [];
    });
    return (variables) => parts.reduce((sum, part) => sum + part(variables), 0);
  }

  /** Undefined for what holds no objects. */
  function ofField(parent: GraphQLObjectType, node: FieldNode): Breadth | undefined {
    const field = parent.getFields()[node.name.value];
    const type = field && getNamedType(field.type);
    if (!field || !node.selectionSet || !isObjectType(type)) return undefined;
    const below = inside(type, node.selectionSet);
    // The page of a connection has been counted with it.
    if (parent.name.endsWith('Connection') && LIST_OF_CONNECTION.includes(node.name.value)) return below;
    if (type.name.endsWith('Connection') || isListType(getNullableType(field.type))) {
      const size = sizeOf(node);
      return (variables) => size(variables) * (1 + below(variables));
    }
    return (variables) => 1 + below(variables);
  }

  return inside(schema.getRootType(operation.operation)!, operation.selectionSet);
}

/** What `first` says; a value that is none is refused elsewhere. */
function sizeOf({ arguments: given = [] }: FieldNode): Breadth {
  const first = given.find(({ name }) => name.value === 'first')?.value;
  const size = (value: unknown): number =>
    Number(value) > 0 && Number(value) <= LARGEST_PAGE ? Number(value) : TYPICAL;
  if (first?.kind === Kind.INT) return () => size(Number(first.value));
  if (first?.kind === Kind.VARIABLE) return (variables) => size(variables[first.name.value]);
  return () => TYPICAL;
}
