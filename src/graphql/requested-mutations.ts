// What an operation asks to be done, whatever it selects of the results: the same for the next version of a client, which selects more.
import {
  type DocumentNode,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql';
import { collectFragments, iterateSelections } from './document.js';

interface Request {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown> | undefined;
}

/** Returns the root fields that are executed, in their order, with the values of their arguments; undefined if the variables do not fit. */
export function requestedMutations(
  schema: GraphQLSchema,
  { document, operation, variables }: Request,
): unknown[] | undefined {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {});
  if (!coerced) return undefined;
  const isIncluded = (selection: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, selection, coerced)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, selection, coerced)?.if !== false;
  const mutations = schema.getMutationType()!.getFields();
  // Fields with the same name in the response are executed once.
  const requested = new Map<string, unknown>();
  const fragments = collectFragments(document);
  for (const selection of iterateSelections(operation.selectionSet, fragments, { isIncluded })) {
    if (selection.kind !== Kind.FIELD) continue;
    const name = selection.name.value;
    const key = (selection.alias ?? selection.name).value;
    // `__typename` asks for nothing to be done.
    if (!mutations[name] || requested.has(key)) continue;
    requested.set(key, [name, getArgumentValues(mutations[name], selection, coerced)]);
  }
  return [...requested.values()];
}
