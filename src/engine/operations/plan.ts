// Plans an operation: what graphql-js finds out again for each object of a response (which fields are selected, their types, resolvers
// and constant arguments) is found out once. execute-plan.ts executes the plan with the semantics of graphql-js.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  getArgumentValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import { columnOf, needsOnlyRows, planRowShape } from './plan-rows.js';
import type { Arguments, Plan, PlannedField, PlannedType } from './planned.js';

const META_FIELDS = new Map<string, GraphQLField<unknown, unknown>>(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

/**
 * Merged fields can make a plan longer than its document. A plan with more fields for each field of the document is not made, so that
 * the memory of a plan is proportional to the length of the document.
 */
const MAX_FIELDS_PER_NODE = 4;

/**
 * @param document a valid document
 * @param isOnlyWritten whether lists of plain columns may be completed as `JsonRows`
 * @returns undefined for what plans do not support: directives, whose conditions depend on the variables; response names that are
 * special in JavaScript; and many merged fields
 */
export function planOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  isOnlyWritten: boolean,
): Plan | undefined {
  const fragments = Object.fromEntries(
    document.definitions
      .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  let isSupported = true;
  let nodes = 0;
  visit(document, {
    Directive: () => {
      isSupported = false;
    },
    Field: ({ alias }) => {
      nodes += 1;
      if (alias?.value === '__proto__') isSupported = false;
    },
  });
  if (!isSupported) return undefined;

  const ids = new Map<FieldNode, number>();
  const idOf = (node: FieldNode): number => ids.get(node) ?? ids.set(node, ids.size).size - 1;
  const planned = new Map<string, PlannedField[]>();
  let count = 0;

  /** Plans the fields below nodes that are merged. */
  function planBelow(type: GraphQLObjectType, merged: readonly FieldNode[]): PlannedField[] {
    const id = `${type}:${merged.map(idOf).join()}`;
    const known = planned.get(id);
    if (known) return known;
    const fields = planSelections(type, merged);
    planned.set(id, fields);
    return fields;
  }

  function planSelections(
    type: GraphQLObjectType,
    parents: readonly Pick<FieldNode, 'selectionSet'>[],
  ): PlannedField[] {
    const nodesByKey = new Map<string, Set<FieldNode>>();
    const expanded = new Set<unknown>();
    const collect = (set: SelectionSetNode | undefined): void => {
      for (const selection of set?.selections ?? []) {
        if (selection.kind === Kind.FIELD) {
          const key = (selection.alias ?? selection.name).value;
          nodesByKey.set(key, (nodesByKey.get(key) ?? new Set()).add(selection));
          continue;
        }
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
        if (!fragment || expanded.has(fragment)) continue;
        expanded.add(fragment);
        if (!fragment.typeCondition || matches(type, fragment.typeCondition.name.value)) collect(fragment.selectionSet);
      }
    };
    for (const { selectionSet } of parents) collect(selectionSet);
    return [...nodesByKey].map(([key, merged]) => planField(type, key, [...merged]));
  }

  function planField(parentType: GraphQLObjectType, key: string, merged: FieldNode[]): PlannedField {
    count += 1;
    const name = merged[0]!.name.value;
    const definition = META_FIELDS.get(name) ?? parentType.getFields()[name]!;
    const type = planType(definition.type, merged);
    const { resolve } = definition;
    return {
      key,
      name,
      parentType,
      returnType: definition.type,
      type,
      nodes: merged,
      resolve,
      isProperty: !resolve && type.kind === 'leaf',
      column: columnOf(definition),
      acceptsPassedRows: needsOnlyRows(type),
      argumentsFor: planArguments(definition, merged[0]!),
    };
  }

  function planType(type: GraphQLOutputType, merged: FieldNode[]): PlannedType {
    if (isNonNullType(type)) return { ...planType(type.ofType, merged), isNonNull: true };
    const isNonNull = false;
    if (isListType(type)) {
      const of = planType(type.ofType, merged);
      return { kind: 'list', isNonNull, of, shape: isOnlyWritten ? planRowShape(of) : undefined };
    }
    if (isLeafType(type)) return { kind: 'leaf', isNonNull, serialize: createSerialize(type) };
    if (count > nodes * MAX_FIELDS_PER_NODE) isSupported = false;
    const planFor = (one: GraphQLObjectType): PlannedField[] => (isSupported ? planBelow(one, merged) : []);
    if (isObjectType(type)) return { kind: 'object', isNonNull, fields: planFor(type) };
    const fields = new Map(schema.getPossibleTypes(type).map((one) => [one.name, planFor(one)]));
    return { kind: 'abstract', isNonNull, name: type.name, fields };
  }

  /** Whether a fragment with this condition applies to an object of this type. */
  function matches(type: GraphQLObjectType, condition: string): boolean {
    if (condition === type.name) return true;
    const conditionType = schema.getType(condition);
    return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
  }

  const fields = planSelections(schema.getRootType(operation.operation)!, [operation]);
  return isSupported ? { schema, operation, fragments, fields } : undefined;
}

function createSerialize(type: GraphQLLeafType): (value: unknown) => unknown {
  const serialize = (value: unknown): unknown => {
    const serialized: unknown = type.serialize(value);
    if (serialized == null) throw new Error(`${type}.serialize returned no value`);
    return serialized;
  };
  const isText = type === GraphQLString || type === GraphQLID;
  return isText ? (value) => (typeof value === 'string' ? value : serialize(value)) : serialize;
}

/** Arguments without variables are coerced once; resolvers do not change them. */
function planArguments(definition: GraphQLField<unknown, unknown>, node: FieldNode): PlannedField['argumentsFor'] {
  let hasVariable = false;
  visit(node, {
    Variable: () => {
      hasVariable = true;
    },
    SelectionSet: () => false,
  });
  if (hasVariable) return (variables) => getArgumentValues(definition, node, variables);
  let constant: Arguments | undefined;
  return () => (constant ??= getArgumentValues(definition, node));
}
