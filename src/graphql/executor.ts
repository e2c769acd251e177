// HOW AN OPERATION IS EXECUTED, whichever door it came through. graphql-jit turns a document into a function, which costs a few
// milliseconds once and then half of what graphql-js costs for every answer. graphql-js is the reference: it executes what
// compilable.ts does not let pass, checks the variables, and executes what is asked for the first time, because most of what is
// asked once never comes again.
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

/** @returns the function that prepares an operation of a document that is known to be valid */
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

/** graphql-jit's errors as graphql-js has them: one that has no cause of its own is a fault of ours, and is masked. */
function withErrors(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => {
    const { message, path, locations } = error;
    const told = new GraphQLError(message, { path, originalError: error.originalError ?? new Error(message) });
    return Object.defineProperty(told, 'locations', { value: locations, enumerable: true });
  });
  return { ...result, errors };
}

/** As graphql-js has it. */
const MAX_ERRORS = 50;
const CACHE_SIZE = 500;
const PREPARE_AFTER_USES = 2;

interface CachedOperation {
  uses: number;
  execute: Execute;
  isPrepared: boolean;
  /** How many objects it may give. */
  cost: Cost;
}

/** For documents that clients send: prepared when they come again, and a bounded number of them remembered. */
export class Executor {
  private readonly known = new LRUCache<DocumentNode, Map<OperationDefinitionNode, CachedOperation>>({
    max: CACHE_SIZE,
  });
  private readonly prepare: Prepare;

  constructor(private readonly schema: GraphQLSchema) {
    this.prepare = createPrepare(schema);
  }

  /** @param document the same object whenever the same text is asked, as Apollo's cache gives it */
  operation(document: DocumentNode, operation: OperationDefinitionNode): Pick<CachedOperation, 'execute' | 'cost'> {
    const operations = this.known.get(document) ?? new Map<OperationDefinitionNode, CachedOperation>();
    if (operations.size === 0) this.known.set(document, operations);
    const name = operation.name?.value;
    const known = operations.get(operation);
    if (!known) {
      const execute = executeByReference(this.schema, document, name);
      const first = { uses: 1, execute, isPrepared: false, cost: estimateCost(this.schema, document, operation) };
      operations.set(operation, first);
      return first;
    }
    known.uses += 1;
    if (!known.isPrepared && known.uses >= PREPARE_AFTER_USES) {
      known.execute = this.prepare(document, name);
      known.isPrepared = true;
    }
    return known;
  }
}
