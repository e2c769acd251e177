// Executes the operations of both APIs. graphql-jit compiles a document into a function: this takes a few milliseconds once and
// halves the time of every later execution. graphql-js is the reference: it validates the variables, and executes the operations
// that jit-support.ts excludes as well as the first execution of each operation, because most operations are sent only once.
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { type Cost, estimateCost } from './cost.js';
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
const CACHE_SIZE = 500;
const PREPARE_AFTER_USES = 2;

interface CachedOperation {
  uses: number;
  execute: Execute;
  isPrepared: boolean;
  cost: Cost;
}

/** Caches the operations that clients send, and prepares an operation when it is sent again. */
export class Executor {
  private readonly cache = new LRUCache<DocumentNode, Map<OperationDefinitionNode, CachedOperation>>({
    max: CACHE_SIZE,
  });
  private readonly prepare: Prepare;

  constructor(private readonly schema: GraphQLSchema) {
    this.prepare = createPrepare(schema);
  }

  /** @param document the same object for the same text, which Apollo's document cache ensures */
  operation(document: DocumentNode, operation: OperationDefinitionNode): Pick<CachedOperation, 'execute' | 'cost'> {
    const operations = this.cache.get(document) ?? new Map<OperationDefinitionNode, CachedOperation>();
    if (operations.size === 0) this.cache.set(document, operations);
    const name = operation.name?.value;
    const cached = operations.get(operation);
    if (!cached) {
      const execute = executeByReference(this.schema, document, name);
      const first = { uses: 1, execute, isPrepared: false, cost: estimateCost(this.schema, document, operation) };
      operations.set(operation, first);
      return first;
    }
    cached.uses += 1;
    if (!cached.isPrepared && cached.uses >= PREPARE_AFTER_USES) {
      cached.execute = this.prepare(document, name);
      cached.isPrepared = true;
    }
    return cached;
  }
}
