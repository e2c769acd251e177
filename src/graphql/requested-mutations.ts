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
} from 'graphql';
import { collectFragments, iterateSelections } from './document.js';

interface Request {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown> | undefined;
}

/** Returns the root fields with the values of their arguments; undefined if the variables do not fit. */
export function requestedMutations(
  schema: GraphQLSchema,
  { document, operation, variables }: Request,
): unknown[] | undefined {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {});
  if (!coerced) return undefined;
  const mutations = schema.getMutationType()!.getFields();
  return [...iterateSelections(operation.selectionSet, collectFragments(document))].flatMap((selection) => {
    const conditions = [GraphQLSkipDirective, GraphQLIncludeDirective].map((directive) =>
      getDirectiveValues(directive, selection, coerced),
    );
    // A fragment without a condition is a way of writing.
    if (selection.kind !== Kind.FIELD) return conditions.some(Boolean) ? [conditions] : [];
    const field = mutations[selection.name.value];
    return [[selection.name.value, field ? getArgumentValues(field, selection, coerced) : {}, ...conditions]];
  });
}
