// Executes the operations of both APIs: with a plan, which is made once for each operation, or by graphql-js, which also supports
// what plans do not.
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  getVariableValues,
  isInputObjectType,
  isListType,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { Context } from '../context.js';
import { AppError, type FieldProblem } from '../errors.js';
import { type Cost, estimateCost } from './cost.js';
import { executePlan, isPromise } from './execute-plan.js';
import { findInputProblems } from './input-problems.js';
import { planOperation } from './plan.js';

type Variables = Record<string, unknown>;
export type Execute = (context: unknown, variables?: Variables) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Returns a function that executes an operation of a valid document.
 * @param writesRows whether its result may contain `JsonRows`, which only JSON.stringify and `toJson` can read
 */
export function prepareOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  writesRows: boolean,
): Execute {
  const { variableDefinitions = [], name } = operation;
  const plan = planOperation(schema, document, operation, writesRows);
  return (contextValue, variableValues = {}) => {
    if (!plan) return execute({ schema, document, operationName: name?.value, contextValue, variableValues });
    const { coerced, errors } = getVariableValues(schema, variableDefinitions, variableValues, {
      maxErrors: MAX_ERRORS,
    });
    return coerced ? executePlan(plan, contextValue, coerced) : { errors };
  };
}

/** The default of graphql-js for an execution. */
const MAX_ERRORS = 50;

/** Returns a function that finds the problems of variables. */
export function createFindProblems(
  schema: GraphQLSchema,
  variableDefinitions: readonly VariableDefinitionNode[] = [],
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
      const problems = findInputProblems(value, type, name);
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

  constructor(private readonly schema: GraphQLSchema) {}

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
    if (!isPromise(execution) && execution.data === undefined)
      return refuse(prepared, operation, variables) ?? execution;
    return context.budget ? context.budget.limit(execution) : execution;
  }

  private find(document: DocumentNode, operation: OperationDefinitionNode): PreparedOperation {
    const operations = this.operations.get(document) ?? new Map<OperationDefinitionNode, PreparedOperation>();
    const known = operations.get(operation);
    if (known) return known;
    const prepared: PreparedOperation = {
      cost: estimateCost(this.schema, document, operation),
      findProblems: createFindProblems(this.schema, operation.variableDefinitions),
      takesLists: (operation.variableDefinitions ?? []).some(({ type }) =>
        mayContainList(typeFromAST(this.schema, type as NamedTypeNode) as GraphQLInputType),
      ),
      execute: prepareOperation(this.schema, document, operation, true),
    };
    operations.set(operation, prepared);
    this.operations.set(document, operations);
    return prepared;
  }
}
