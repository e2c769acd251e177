import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Deep enough for every screen; each further level may multiply the answer. */
const DEEPEST = 10;

/** How deep the fields lie. Introspection is let be: it is deep by nature and grows with the schema alone. */
export function depthLimit(context: ValidationContext): ASTVisitor {
  const depth = (set: SelectionSetNode | undefined, visited: FragmentDefinitionNode[]): number => {
    let deepest = 0;
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) {
        if (!selection.name.value.startsWith('__'))
          deepest = Math.max(deepest, 1 + depth(selection.selectionSet, visited));
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        deepest = Math.max(deepest, depth(selection.selectionSet, visited));
      } else {
        const fragment = context.getFragment(selection.name.value);
        // A fragment that contains itself is refused by another rule.
        if (fragment && !visited.includes(fragment))
          deepest = Math.max(deepest, depth(fragment.selectionSet, [...visited, fragment]));
      }
      if (deepest > DEEPEST) return deepest;
    }
    return deepest;
  };
  return {
    OperationDefinition(node) {
      if (depth(node.selectionSet, []) <= DEEPEST) return;
      context.reportError(new GraphQLError(`The operation is deeper than ${DEEPEST} levels`, { nodes: node }));
    },
  };
}
