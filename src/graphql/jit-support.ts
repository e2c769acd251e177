// Which operations graphql-jit 0.8.9 may compile: those for which test/graphql/execution.test.ts shows that it answers as graphql-js
// does. What every client asks again and again is among them. It may not where
//   - there is a string literal: literals are written into the function's source, and a certain text in one would be run as code;
//   - a variable stands inside an object or list literal: one that is absent would be taken for null;
//   - a variable that must not be null has a default, which is ignored, or a name that every JavaScript object has;
//   - there are directives: the conditions of @skip and @include pile up on what two places share;
//   - a mutation changes two things: the second would be done although the first failed;
//   - two paths read the same once joined by _, or a name contains `idx`: the generated code names things so;
//   - there are too many selections, with fragments filled in: compiling takes a time that grows with them.
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
import { fragmentsOf, selectionsOf } from './document.js';

const MAX_SELECTIONS = 1000;

/** @param document one that is valid */
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
  const holds = (node: ObjectValueNode | ListValueNode): void => void visit(node, { Variable: unsafe });
  visit(document, { StringValue: unsafe, ObjectValue: holds, ListValue: holds, Directive: unsafe });
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
  const fragments = fragmentsOf(document);
  const exactly = new Map<string, string>();
  let count = 0;
  const isClear = (set: SelectionSetNode, parents: string[]): boolean => {
    for (const selection of selectionsOf(set, fragments)) {
      count += 1;
      if (count > MAX_SELECTIONS) return false;
      if (selection.kind !== Kind.FIELD) continue;
      const name = (selection.alias ?? selection.name).value;
      const path = [name, ...parents];
      const [joined, exact] = [path.join('_'), path.join('.')];
      // Names of its own, and one that JavaScript has other plans for.
      if (name === '__proto__' || name.includes('idx') || (exactly.get(joined) ?? exact) !== exact) return false;
      exactly.set(joined, exact);
      if (selection.selectionSet && !isClear(selection.selectionSet, path)) return false;
    }
    return true;
  };
  return isClear(operation.selectionSet, []);
}
