// Executes the operations of both APIs. graphql-jit compiles a document into a function: this takes a few milliseconds once and
// halves the time of every later execution. graphql-js is the reference: it executes the operations that jit-support.ts excludes,
// and the first execution of each operation, because most operations are sent only once.
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isInputObjectType,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.js';
import { AppError, type FieldProblem } from '../errors.js';
import { type Cost, estimateCost } from './cost.js';
import { findInputProblems } from './input-problems.js';
import { isCompilable } from './jit-support.js';

type Variables = Record<string, unknown>;
export type Execute = (contextValue: unknown, variableValues?: Variables) => ExecutionResult | Promise<ExecutionResult>;

type Prepare = (document: DocumentNode, operationName?: string) => Execute;

const executeByReference =
  (schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): Execute =>
  (contextValue, variableValues) =>
    execute({ schema, document, operationName, contextValue, variableValues });

/** @returns a function that prepares an operation of a valid document */
export function createPrepare(schema: GraphQLSchema): Prepare {
  return (document, operationName) => {
    const byReference = executeByReference(schema, document, operationName);
    const operation = getOperationAST(document, operationName);
    if (!operation || !isCompilable(document, operation)) return byReference;
    const compiled = compileQuery(schema, document, operationName);
    if (!isCompiledQuery(compiled)) return byReference;
    const definitions = operation.variableDefinitions ?? [];
    return (contextValue, variableValues = {}) => {
      const { errors } = getVariableValues(schema, definitions, variableValues, { maxErrors: MAX_ERRORS });
      if (errors) return { errors };
      const result = compiled.query(undefined, contextValue, variableValues) as ReturnType<Execute>;
      return result instanceof Promise ? result.then(withErrors) : withErrors(result);
    };
  };
}

/** Converts graphql-jit's errors to those of graphql-js. An error without an original error is a fault of the service: it is masked. */
function withErrors(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => {
    const { message, path, locations } = error;
    const converted = new GraphQLError(message, { path, originalError: error.originalError ?? new Error(message) });
    return Object.defineProperty(converted, 'locations', { value: locations, enumerable: true });
  });
  return { ...result, errors };
}

/** The limit of graphql-js. */
const MAX_ERRORS = 50;
const CACHE_BYTES = 32 * 1024 * 1024;
/** An estimate of the memory of a parsed document, its cost and its compiled function: measured with 50 and 230 characters. */
const BYTES_PER_DOCUMENT = 20_000;
const BYTES_PER_CHARACTER = 150;

/** graphql-jit 0.8.9 keeps some 25 kB of every operation that it has compiled until the process ends. */
const MAX_COMPILATIONS = 2000;

interface CachedOperation {
  cost: Cost;
  execute: Execute;
  checkVariables: (variables: Variables) => FieldProblem[];
  /** An authenticated viewer has executed it: the next execution compiles it. */
  isUsed: boolean;
  isPrepared: boolean;
}

/** Executes the documents that clients send. Those that are sent repeatedly are compiled and cached, within CACHE_BYTES. */
export class Executor {
  private readonly operations = new LRUCache<DocumentNode, Map<OperationDefinitionNode, CachedOperation>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (_operations, { loc }) => BYTES_PER_DOCUMENT + (loc?.end ?? 0) * BYTES_PER_CHARACTER,
  });
  private readonly prepare: Prepare;
  private compilations = 0;

  constructor(private readonly schema: GraphQLSchema) {
    this.prepare = createPrepare(schema);
  }

  /** @param document must be the same object whenever the same text is sent, as the document store ensures */
  cost(document: DocumentNode, operation: OperationDefinitionNode): Cost {
    return this.find(document, operation).cost;
  }

  /**
   * Executes an operation whose cost has been accepted. Invalid variables result in a single error, which lists each of them.
   * @param context anonymous clients never cause a compilation
   */
  async execute(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    context: Pick<Context, 'isAuthenticated' | 'budget'>,
    variables: Variables = {},
  ): Promise<ExecutionResult> {
    const cached = this.find(document, operation);
    const problems = cached.checkVariables(variables);
    if (problems.length > 0) {
      const originalError = AppError.badInput(problems);
      return { errors: [new GraphQLError(originalError.message, { nodes: operation, originalError })] };
    }
    if (cached.isUsed && !cached.isPrepared && this.compilations < MAX_COMPILATIONS) {
      this.compilations += 1;
      cached.execute = this.prepare(document, operation.name?.value);
      cached.isPrepared = true;
    }
    const execution = cached.execute(context, variables);
    const result = await (context.budget ? context.budget.limit(execution) : execution);
    cached.isUsed ||= context.isAuthenticated;
    return result;
  }

  private find(document: DocumentNode, operation: OperationDefinitionNode): CachedOperation {
    const operations = this.operations.get(document) ?? new Map<OperationDefinitionNode, CachedOperation>();
    const known = operations.get(operation);
    if (known) return known;
    const cached: CachedOperation = {
      cost: estimateCost(this.schema, document, operation),
      execute: executeByReference(this.schema, document, operation.name?.value),
      checkVariables: createVariablesCheck(this.schema, operation),
      isUsed: false,
      isPrepared: false,
    };
    operations.set(operation, cached);
    this.operations.set(document, operations);
    return cached;
  }
}

/** @returns a function that validates the variables of an operation */
function createVariablesCheck(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): CachedOperation['checkVariables'] {
  const definitions = variableDefinitions.map(({ variable, type, defaultValue }) => ({
    name: variable.name.value,
    type: typeFromAST(schema, type as NamedTypeNode) as GraphQLInputType,
    hasDefault: defaultValue !== undefined,
  }));
  return (variables) =>
    definitions.flatMap(({ name, type, hasDefault }) => {
      const isInput = isInputObjectType(getNullableType(type));
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (value === undefined && hasDefault) return [];
      const problems = findInputProblems(value, type, name);
      // A field of an input is named as the resolver names it: `name`, not `input.name`.
      return isInput
        ? problems.map(({ field, message }) => ({ field: field.replace(`${name}.`, ''), message }))
        : problems;
    });
}
