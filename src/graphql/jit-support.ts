// Decides which operations graphql-jit 0.8.9 may compile: those for which test/graphql/execution.test.ts shows that it returns the
// same results as graphql-js, which include the usual operations of clients. An operation is not compiled if
//   - the document contains a string literal: literals become source code of the function, and a crafted one would be executed;
//   - a variable is inside an object or list literal: an absent variable would become null;
//   - a variable of a non-null type has a default, which is ignored, or its name is a property of every JavaScript object;
//   - the document contains directives: the conditions of @skip and @include accumulate on shared fragments;
//   - a mutation has several root fields: the second would be executed although the first failed;
//   - two paths are equal once joined by _, or a name contains `idx`: graphql-jit's own variables are named this way;
//   - there are too many selections, with fragments expanded: the compile time grows with them.
import {
  type DocumentNode,
  Kind,
  type ListValueNode,
  type ObjectValueNode,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { collectFragments, iterateSelections } from './document.js';

const MAX_SELECTIONS = 1000;

/** @param document a valid document */
export const isCompilable = (document: DocumentNode, operation: OperationDefinitionNode): boolean =>
  hasOnlySafeNodes(document) &&
  hasSafeVariables(operation) &&
  hasOneMutation(operation) &&
  hasUnambiguousPaths(document, operation);

function hasOnlySafeNodes(document: DocumentNode): boolean {
  let isSafe = true;
  const unsafe = (): void => {
    isSafe = false;
  };
  const checkVariables = (node: ObjectValueNode | ListValueNode): void => void visit(node, { Variable: unsafe });
  visit(document, { StringValue: unsafe, ObjectValue: checkVariables, ListValue: checkVariables, Directive: unsafe });
  return isSafe;
}

function hasSafeVariables({ variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return variableDefinitions.every(({ variable, type, defaultValue }) => {
    const isInherited = variable.name.value in Object.prototype;
    return !isInherited && !(type.kind === Kind.NON_NULL_TYPE && defaultValue);
  });
}

function hasOneMutation({ operation, selectionSet: { selections } }: OperationDefinitionNode): boolean {
  return operation !== OperationTypeNode.MUTATION || (selections.length === 1 && selections[0]!.kind === Kind.FIELD);
}

function hasUnambiguousPaths(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const fragments = collectFragments(document);
  const pathsByJoinedName = new Map<string, string>();
  let count = 0;
  const isUnambiguous = (set: SelectionSetNode, parents: string[]): boolean => {
    for (const selection of iterateSelections(set, fragments)) {
      count += 1;
      if (count > MAX_SELECTIONS) return false;
      if (selection.kind !== Kind.FIELD) continue;
      const name = (selection.alias ?? selection.name).value;
      const path = [name, ...parents];
      const [joined, exact] = [path.join('_'), path.join('.')];
      // graphql-jit uses names that contain `idx`; assigning to `__proto__` would not create a property.
      if (name === '__proto__' || name.includes('idx') || (pathsByJoinedName.get(joined) ?? exact) !== exact)
        return false;
      pathsByJoinedName.set(joined, exact);
      if (selection.selectionSet && !isUnambiguous(selection.selectionSet, path)) return false;
    }
    return true;
  };
  return isUnambiguous(operation.selectionSet, []);
}
