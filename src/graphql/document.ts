import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Fragments by name, in the form of a resolver's `info.fragments`. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

export function collectFragments({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}

interface SelectionFilter {
  /** Whether the selections within a fragment with this type condition are yielded. */
  applies?: (typeCondition: string) => boolean;
  /** Whether a selection, with those within it, is yielded. */
  isIncluded?: (selection: SelectionNode) => boolean;
}

/**
 * Yields the selections of a set in document order; each fragment is followed by the selections within it, where it is spread first.
 * The selections below fields are not visited.
 */
export function* iterateSelections(
  set: SelectionSetNode | undefined,
  fragments: Fragments,
  { applies = () => true, isIncluded = () => true }: SelectionFilter = {},
): Generator<SelectionNode> {
  // An explicit stack, because nested generators take time quadratic in the depth.
  const pending = set?.selections.toReversed() ?? [];
  const expanded = new Set<unknown>();
  for (let selection = pending.pop(); selection; selection = pending.pop()) {
    if (!isIncluded(selection)) continue;
    yield selection;
    if (selection.kind === Kind.FIELD) continue;
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    if (!fragment || expanded.has(fragment)) continue;
    if (fragment.typeCondition && !applies(fragment.typeCondition.name.value)) continue;
    expanded.add(fragment);
    pending.push(...fragment.selectionSet.selections.toReversed());
  }
}

/** Returns the fields of a set, with fragments expanded. */
export function collectFields(
  set: SelectionSetNode | undefined,
  fragments: Fragments,
  applies?: (typeCondition: string) => boolean,
): FieldNode[] {
  return [...iterateSelections(set, fragments, applies && { applies })].filter(
    ({ kind }) => kind === Kind.FIELD,
  ) as FieldNode[];
}

/** Returns whether fragments with a type condition apply to objects of a type: below a union, each member has fields of its own. */
export const appliesTo =
  (type: GraphQLObjectType, schema: GraphQLSchema) =>
  (typeCondition: string): boolean => {
    if (typeCondition === type.name) return true;
    const condition = schema.getType(typeCondition);
    return isAbstractType(condition) && schema.isSubType(condition, type);
  };
