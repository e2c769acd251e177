import { type OperationDefinitionNode, parse, print, visit } from 'graphql';

/** Returns the same operation with a directive: graphql-js executes it, because plans do not support directives. */
export const byReference = (query: string): string =>
  print(
    visit(parse(query), {
      OperationDefinition: (operation) => ({
        ...operation,
        selectionSet: {
          ...operation.selectionSet,
          selections: operation.selectionSet.selections.map((selection) => ({
            ...selection,
            directives: selection.directives?.length ? selection.directives : ALWAYS,
          })),
        },
      }),
    }),
  );
const ALWAYS = (parse('query @include(if: true) { me }').definitions[0] as OperationDefinitionNode).directives;
