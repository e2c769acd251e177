// THE SHAPE OF AN OPERATION, limited before anything of it is executed: how deep it is, how often it asks the same under another name,
// and how many directives it carries. Fragments count wherever they are used, and no name is exempt.
import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Deep enough for every screen; each further level may multiply the answer. */
const MAX_DEPTH = 10;
const MAX_ALIASES = 15;
const MAX_DIRECTIVES = 5;
/** So that counting ends, however often fragments hold each other. */
const MAX_SELECTIONS = 10_000;

interface OperationCounts {
  depth: number;
  aliases: number;
  directives: number;
  selections: number;
}

// The walk of document.ts is for valid documents. This one runs on any, so it counts, and remembers which fragments it is in.
export function operationLimits(context: ValidationContext): ASTVisitor {
  function look(
    set: SelectionSetNode | undefined,
    depth: number,
    visited: FragmentDefinitionNode[],
    shape: OperationCounts,
  ): void {
    for (const selection of set?.selections ?? []) {
      shape.selections += 1;
      if (shape.selections > MAX_SELECTIONS) return;
      shape.directives += selection.directives?.length ?? 0;
      if (selection.kind === Kind.FIELD) {
        if (selection.alias) shape.aliases += 1;
        // Introspection is deep by nature, and grows with the schema alone.
        const isOwn = !selection.name.value.startsWith('__');
        if (isOwn) shape.depth = Math.max(shape.depth, depth + 1);
        if (isOwn || shape.depth <= MAX_DEPTH)
          look(selection.selectionSet, isOwn ? depth + 1 : Number.NEGATIVE_INFINITY, visited, shape);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        look(selection.selectionSet, depth, visited, shape);
      } else {
        const fragment = context.getFragment(selection.name.value);
        // A fragment that contains itself is refused by another rule.
        if (fragment && !visited.includes(fragment)) look(fragment.selectionSet, depth, [...visited, fragment], shape);
      }
    }
  }

  return {
    OperationDefinition(node) {
      const shape: OperationCounts = { depth: 0, aliases: 0, directives: node.directives?.length ?? 0, selections: 0 };
      look(node.selectionSet, 0, [], shape);
      const refuse = (message: string): void => context.reportError(new GraphQLError(message, { nodes: node }));
      if (shape.selections > MAX_SELECTIONS) refuse(`The operation selects more than ${MAX_SELECTIONS} fields`);
      if (shape.depth > MAX_DEPTH) refuse(`The operation is deeper than ${MAX_DEPTH} levels`);
      if (shape.aliases > MAX_ALIASES) refuse(`The operation has more than ${MAX_ALIASES} aliases`);
      if (shape.directives > MAX_DIRECTIVES) refuse(`The operation has more than ${MAX_DIRECTIVES} directives`);
    },
  };
}
