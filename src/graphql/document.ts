import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Fragments by name, as a resolver's `info.fragments` has them. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/**
 * The selections of a set in their order; after a fragment those within it. What fields select is not entered. For documents that
 * are valid: in another, fragments may contain each other, and there would be no end.
 */
export function* selectionsOf(set: SelectionSetNode | undefined, fragments: Fragments): Generator<SelectionNode> {
  // A stack: nested generators would resume one through the other, which takes the square of the depth.
  const pending = set?.selections.toReversed() ?? [];
  for (let selection = pending.pop(); selection; selection = pending.pop()) {
    yield selection;
    if (selection.kind === Kind.FIELD) continue;
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    pending.push(...(fragment?.selectionSet.selections.toReversed() ?? []));
  }
}

/** The fields of a set, with fragments filled in. */
export function fieldsOf(set: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  return [...selectionsOf(set, fragments)].filter((selection) => selection.kind === Kind.FIELD);
}
