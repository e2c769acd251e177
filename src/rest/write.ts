// FROM A RESULT TO AN ANSWER. Aliases have already named everything; three things they can't express are done here:
//   @rfc1123   a date as `Wed, 18 Mar 2026 04:47:59 GMT`, the only form that the mobile app reads in an apiary
//   @flatten   the fields of an object beside those around it
//   a connection is answered as the bare array of its nodes
import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

export const DIRECTIVES = 'directive @rfc1123 on FIELD directive @flatten on FIELD';

type Data = Record<string, unknown>;
type Writer = (value: unknown) => unknown;
type Fragments = Map<string, FragmentDefinitionNode>;

const has = (node: FieldNode, directive: string): boolean =>
  node.directives?.some((d) => d.name.value === directive) ?? false;
const keyOf = (node: FieldNode): string => node.alias?.value ?? node.name.value;

function fieldsOf(set: SelectionSetNode, fragments: Fragments): FieldNode[] {
  return set.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection;
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)!;
    return fieldsOf(inner.selectionSet, fragments);
  });
}

/** Made once per endpoint. @returns undefined when the result is the answer already */
function objectWriter(set: SelectionSetNode, fragments: Fragments): Writer | undefined {
  const steps = fieldsOf(set, fragments).flatMap((node): ((object: Data) => void)[] => {
    const key = keyOf(node);
    if (has(node, 'rfc1123')) {
      return [
        (object) => {
          object[key] = object[key] === null ? null : new Date(String(object[key])).toUTCString();
        },
      ];
    }
    const inner = node.selectionSet && objectWriter(node.selectionSet, fragments);
    const write =
      inner &&
      ((object: Data) => {
        object[key] = inner(object[key]);
      });
    const flatten =
      has(node, 'flatten') &&
      ((object: Data) => {
        Object.assign(object, object[key]);
        delete object[key];
      });
    return [write, flatten].filter((step) => typeof step === 'function');
  });
  if (steps.length === 0) return undefined;
  return function writeObject(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(writeObject);
    if (value === null || typeof value !== 'object') return value;
    for (const step of steps) step(value as Data);
    return value;
  };
}

export interface Answer {
  body: unknown;
  /** Of a list that goes on. */
  nextCursor: string | undefined;
}

/** Made once per endpoint, from the document as it was written. */
export function answerWriter(root: FieldNode, fragments: Fragments): (data: Data) => Answer {
  const key = keyOf(root);
  const fields = root.selectionSet ? fieldsOf(root.selectionSet, fragments) : [];
  const nodes = fields.find((field) => field.name.value === 'nodes');
  const selection = (nodes ?? root).selectionSet;
  const write = (selection && objectWriter(selection, fragments)) ?? ((value) => value);
  if (!nodes) return (data) => ({ body: write(data[key]), nextCursor: undefined });
  return (data) => {
    const page = data[key] as { nodes: unknown[]; pageInfo?: { hasNextPage: boolean; endCursor: string | null } };
    const nextCursor = page.pageInfo?.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined;
    return { body: write(page.nodes), nextCursor };
  };
}
