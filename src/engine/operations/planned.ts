// What a plan consists of.
import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLFieldResolver,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import type { ColumnField, RowShape } from '../rows/row-shape.js';

export type Arguments = Readonly<Record<string, unknown>>;

/** How the values of an output type are completed. */
export type PlannedType = { isNonNull: boolean } & (
  | { kind: 'leaf'; serialize: (value: unknown) => unknown }
  | {
      kind: 'list';
      of: PlannedType;
      /** If its rows can be written as PostgreSQL sent them. */
      shape: RowShape | undefined;
    }
  | { kind: 'object'; fields: readonly PlannedField[] }
  | { kind: 'abstract'; name: string; fields: ReadonlyMap<string, readonly PlannedField[]> }
);

export interface PlannedField {
  /** The name in the response. */
  key: string;
  name: string;
  parentType: GraphQLObjectType;
  returnType: GraphQLOutputType;
  type: PlannedType;
  nodes: readonly FieldNode[];
  /** Undefined if the value is a property of the parent. */
  resolve: GraphQLFieldResolver<unknown, unknown> | undefined;
  /** Whether it has neither a resolver nor fields or items below it. */
  isProperty: boolean;
  /** Set if its value is that of a column. */
  column: Omit<ColumnField, 'key'> | undefined;
  /** Whether its resolver may return rows as PostgreSQL sent them. */
  acceptsPassedRows: boolean;
  /** Returns the arguments for the variables of an execution. */
  argumentsFor: (variables: Arguments) => Arguments;
}

export interface Plan {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  fields: readonly PlannedField[];
}
