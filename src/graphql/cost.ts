// The cost of an operation is the number of objects that it may return, and is limited before the operation is executed. Each list
// multiplies the cost of the selection below it. A page counts as its requested size, a list without `first` as ASSUMED_LIST_SIZE:
// database/list-limits.ts refuses a list of more than 10,000 rows anyway.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { MAX_OBJECTS } from '../admission/admission.js';
import { AppError } from '../errors.js';
import { createMessage } from '../messages/message.js';
import { groupBy } from '../shared/group-by.js';
import { appliesTo, collectFields, collectFragments } from './document.js';
import { MAX_PAGE_SIZE } from './page-args.js';

const ASSUMED_LIST_SIZE = 10;
/** The lists of a page, by the end of the name of its type. Their size is `first` of the field that returns the page. */
const LISTS_OF_PAGES = new Map([
  ['Connection', ['nodes', 'edges']],
  ['ChangePage', ['changes']],
]);

type Variables = Record<string, unknown>;
type Estimate = (variables: Variables) => number;

export interface Cost {
  /** An estimate of how many objects the operation returns, for the variables that it is sent with. */
  objects: Estimate;
  /** The highest number of aliases under which it selects the same text of one object. */
  copies: number;
  /** Whether the operation has only one field, so that there is nothing to load together with it. */
  isSingle: boolean;
}

/** @throws BAD_USER_INPUT for an operation that may return too many objects */
export function refuseTooCostly({ objects }: Cost, variables: Variables = {}): void {
  const estimate = objects(variables);
  if (estimate <= MAX_OBJECTS) return;
  const message = createMessage(
    'The operation may return {estimate} objects; the limit is {max}: request smaller pages',
    { estimate, max: MAX_OBJECTS },
  );
  throw new AppError('BAD_USER_INPUT', message, { reason: 'RESPONSE_TOO_BROAD' });
}

/** Estimates the cost of an operation, once per document. The page sizes in variables are filled in for each request. */
export function estimateCost(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Cost {
  const fragments = collectFragments(document);
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  );
  let copies = 1;

  function costOfSelection(type: GraphQLObjectType, set: SelectionSetNode): Estimate {
    const fields = collectFields(set, fragments, appliesTo(type, schema));
    const isText = ({ name }: FieldNode): boolean => {
      const field = type.getFields()[name.value];
      return field !== undefined && getNamedType(field.type).name === 'String';
    };
    const columns = groupBy(fields.filter(isText), (field) => field.name.value);
    copies = Math.max(copies, ...[...columns.values()].map(countAliases));
    const parts = fields.flatMap((field) => costOfField(type, field) ?? []);
    return (variables) => parts.reduce((sum, part) => sum + part(variables), 0);
  }

  /** Returns undefined for a field without objects. */
  function costOfField(parent: GraphQLObjectType, node: FieldNode): Estimate | undefined {
    const field = parent.getFields()[node.name.value];
    const type = field && getNamedType(field.type);
    if (!field || !node.selectionSet || !isCompositeType(type)) return undefined;
    const below = costBelow(type, node.selectionSet);
    // The size of the page has been counted with the page.
    if (listsOf(parent)?.includes(node.name.value)) return below;
    if (listsOf(type) || isListType(getNullableType(field.type))) {
      const size = sizeOf(node, field.args.find(({ name }) => name === 'first')?.defaultValue);
      return (variables) => size(variables) * (1 + below(variables));
    }
    return (variables) => 1 + below(variables);
  }

  /** The cost below an interface or a union is that of its most expensive type. */
  function costBelow(type: GraphQLCompositeType, set: SelectionSetNode): Estimate {
    if (isObjectType(type)) return costOfSelection(type, set);
    const estimates = schema.getPossibleTypes(type).map((one) => costOfSelection(one, set));
    return (variables) => Math.max(...estimates.map((estimate) => estimate(variables)));
  }

  const objects = costOfSelection(schema.getRootType(operation.operation)!, operation.selectionSet);
  return { objects, copies, isSingle: collectFields(operation.selectionSet, fragments).length === 1 };

  /** Returns the requested page size. An invalid `first` counts as if it were omitted; page-args.ts refuses it. */
  function sizeOf({ arguments: given = [] }: FieldNode, unless: unknown = ASSUMED_LIST_SIZE): Estimate {
    // An object of a client is not converted: its `toString` need not be a function.
    const size = (value: unknown): number =>
      typeof value === 'number' && value > 0 && value <= MAX_PAGE_SIZE ? value : Number(unless);
    const first = given.find(({ name }) => name.value === 'first')?.value;
    if (first?.kind === Kind.INT) return () => size(Number(first.value));
    if (first?.kind !== Kind.VARIABLE) return () => size(undefined);
    const name = first.name.value;
    const fallback = defaults.get(name);
    const byDefault = fallback?.kind === Kind.INT ? Number(fallback.value) : undefined;
    return (variables) => size(Object.hasOwn(variables, name) ? variables[name] : byDefault);
  }
}

const listsOf = ({ name }: { name: string }): string[] | undefined =>
  [...LISTS_OF_PAGES].find(([end]) => name.endsWith(end))?.[1];

/** Returns the number of distinct response names of one field in a selection set. */
const countAliases = (fields: FieldNode[]): number =>
  new Set(fields.map((field) => (field.alias ?? field.name).value)).size;
