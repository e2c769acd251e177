// Executes the operations of GraphQL clients, with the engine of the schema.
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { Context } from '../context.js';
import { type Execute, engineOf } from '../engine/engine.js';
import { AppError, type FieldProblem } from '../errors.js';
import { type Cost, estimateCost } from './cost.js';
import { findInputProblems } from './input-problems.js';

type Variables = Record<string, unknown>;

/** Returns a function that finds the problems of variables. */
export function createFindProblems(
  schema: GraphQLSchema,
  variableDefinitions: readonly VariableDefinitionNode[] = [],
  suggestsNames = false,
): (variables: Variables) => FieldProblem[] {
  const definitions = variableDefinitions.map(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node as NamedTypeNode) as GraphQLInputType;
    return {
      name: variable.name.value,
      type,
      isInput: isInputObjectType(getNullableType(type)),
      hasDefault: defaultValue !== undefined,
    };
  });
  return (variables) =>
    definitions.flatMap(({ name, type, isInput, hasDefault }) => {
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (value === undefined && hasDefault) return [];
      const problems = findInputProblems(value, type, name, suggestsNames);
      // A field of an input is named as the resolver names it: `name`, not `input.name`.
      return isInput
        ? problems.map(({ field, message }) => ({ field: field.replace(`${name}.`, ''), message }))
        : problems;
    });
}

/** Whether a value of a type is a list or may contain one. */
function mayContainList(type: GraphQLInputType, seen = new Set<GraphQLInputType>()): boolean {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return true;
  if (!isInputObjectType(nullable) || seen.has(nullable)) return false;
  seen.add(nullable);
  return Object.values(nullable.getFields()).some((field) => mayContainList(field.type, seen));
}

interface PreparedOperation {
  cost: Cost;
  findProblems: (variables: Variables) => FieldProblem[];
  /** Whether its variables may contain lists, which are refused for their length before anything is made of them. */
  takesLists: boolean;
  execute: Execute;
}

function refuse(
  { findProblems }: PreparedOperation,
  operation: OperationDefinitionNode,
  variables: Variables,
): ExecutionResult | undefined {
  const problems = findProblems(variables);
  if (problems.length === 0) return undefined;
  const originalError = AppError.badInput(problems);
  return { errors: [new GraphQLError(originalError.message, { nodes: operation, originalError })] };
}

/** Executes documents. What it prepares for a document lives as long as the document does, in the document store. */
export class Executor {
  private readonly operations = new WeakMap<DocumentNode, Map<OperationDefinitionNode, PreparedOperation>>();

  /** @param introspection if off, errors suggest no names of the schema */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly introspection: boolean,
  ) {}

  /** @param document must be the same object whenever the same text is sent, as the document store ensures */
  cost(document: DocumentNode, operation: OperationDefinitionNode): Cost {
    return this.find(document, operation).cost;
  }

  /** Executes an operation whose cost has been accepted. Invalid variables result in a single error, which lists each of them. */
  async execute(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    context: Pick<Context, 'budget'>,
    variables: Variables = {},
  ): Promise<ExecutionResult> {
    const prepared = this.find(document, operation);
    const refusal = prepared.takesLists && refuse(prepared, operation, variables);
    if (refusal) return refusal;
    const execution = prepared.execute(context, variables);
    if (!('then' in execution) && execution.data === undefined)
      return refuse(prepared, operation, variables) ?? execution;
    return context.budget ? context.budget.limit(execution) : execution;
  }

  private find(document: DocumentNode, operation: OperationDefinitionNode): PreparedOperation {
    const operations = this.operations.get(document) ?? new Map<OperationDefinitionNode, PreparedOperation>();
    const known = operations.get(operation);
    if (known) return known;
    const prepared: PreparedOperation = {
      cost: estimateCost(this.schema, document, operation),
      findProblems: createFindProblems(this.schema, operation.variableDefinitions, this.introspection),
      takesLists: (operation.variableDefinitions ?? []).some(({ type }) =>
        mayContainList(typeFromAST(this.schema, type as NamedTypeNode) as GraphQLInputType),
      ),
      execute: engineOf(this.schema).prepare(this.schema, document, operation, { isOnlyWritten: true }),
    };
    operations.set(operation, prepared);
    this.operations.set(document, operations);
    return prepared;
  }
}
