import { type DocumentNode, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import type { Execute, PrepareOptions } from '../engine.js';
import { plain } from '../plain.js';
import { executePlan } from './execute-plan.js';
import { planOperation } from './plan.js';

/** The default of graphql-js for an execution. */
const MAX_ERRORS = 50;

/** Prepares an operation with a plan, which is made once; graphql-js executes what plans do not support. */
export function prepare(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  options: PrepareOptions,
): Execute {
  const plan = planOperation(schema, document, operation, options.isOnlyWritten);
  if (!plan) return plain.prepare(schema, document, operation, options);
  const { variableDefinitions = [] } = operation;
  return (context, variables = {}) => {
    const { coerced, errors } = getVariableValues(schema, variableDefinitions, variables, { maxErrors: MAX_ERRORS });
    return coerced ? executePlan(plan, context, coerced) : { errors };
  };
}
