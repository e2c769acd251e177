// Limits the depth of an operation and its numbers of aliases and directives, during validation. A fragment counts each time it is
// used. A query field with the extension `single`, which takes many statements however little it returns, is selected once.
import {
  type ASTVisitor,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Each further level may multiply the size of the response. */
const MAX_DEPTH = 10;
const MAX_ALIASES = 60;
const MAX_DIRECTIVES = 30;
/** The most in all operations of a document. It bounds the time of counting: nested fragments can expand to any number of selections. */
const MAX_SELECTIONS = 10_000;

/** The depth of everything below an introspection field. */
const INTROSPECTION = Number.NEGATIVE_INFINITY;

interface OperationCounts {
  depth: number;
  aliases: number;
  /** Within introspection. */
  introspectionAliases: number;
  directives: number;
  /** The response names of the fields of which there may be only one. */
  single: Set<string>;
}

// This rule also runs on invalid documents: `visited` stops it at cyclic fragments.
export function operationLimits(context: ValidationContext): ASTVisitor {
  let selections = 0;
  const queries = context.getSchema().getQueryType()?.getFields();

  function count(
    set: SelectionSetNode | undefined,
    depth: number,
    visited: FragmentDefinitionNode[],
    counts: OperationCounts,
  ): void {
    for (const selection of set?.selections ?? []) {
      selections += 1;
      if (selections > MAX_SELECTIONS) return;
      counts.directives += selection.directives?.length ?? 0;
      if (selection.kind === Kind.FIELD) {
        if (selection.alias) counts.aliases += 1;
        // Introspection queries are deep. Without aliases, the size of their result is bounded by the schema.
        const name = selection.name.value;
        const isOwn = !name.startsWith('__');
        const isIntrospection = depth === INTROSPECTION || (!isOwn && selection.selectionSet !== undefined);
        if (selection.alias && isIntrospection) counts.introspectionAliases += 1;
        if (depth === 0 && queries?.[name]?.extensions.single) counts.single.add(selection.alias?.value ?? name);
        if (isOwn) counts.depth = Math.max(counts.depth, depth + 1);
        if (isOwn || counts.depth <= MAX_DEPTH)
          count(selection.selectionSet, isOwn ? depth + 1 : INTROSPECTION, visited, counts);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        count(selection.selectionSet, depth, visited, counts);
      } else {
        const fragment = context.getFragment(selection.name.value);
        // Another validation rule refuses a fragment that contains itself.
        if (fragment && !visited.includes(fragment))
          count(fragment.selectionSet, depth, [...visited, fragment], counts);
      }
    }
  }

  return {
    OperationDefinition(node) {
      const counts: OperationCounts = {
        depth: 0,
        aliases: 0,
        introspectionAliases: 0,
        directives: node.directives?.length ?? 0,
        single: new Set(),
      };
      count(node.selectionSet, 0, [], counts);
      const refuse = (message: string): void => context.reportError(new GraphQLError(message, { nodes: node }));
      if (selections > MAX_SELECTIONS) refuse(`The document selects more than ${MAX_SELECTIONS} fields`);
      if (counts.depth > MAX_DEPTH) refuse(`The operation is deeper than ${MAX_DEPTH} levels`);
      if (counts.aliases > MAX_ALIASES) refuse(`The operation has more than ${MAX_ALIASES} aliases`);
      if (counts.introspectionAliases > 0) refuse('Introspection fields must not have aliases');
      if (counts.single.size > 1)
        refuse(`An operation may have only one of these fields: ${[...counts.single].join(', ')}`);
      if (counts.directives > MAX_DIRECTIVES) refuse(`The operation has more than ${MAX_DIRECTIVES} directives`);
    },
  };
}
