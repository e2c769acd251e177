// This plugin replaces Apollo's execution: it uses the executor that both APIs share, and runs a mutation with an Idempotency-Key
// only once. An operation with a key is one transaction: if any of its fields fails, nothing is stored, and the client may retry it
// with the same key.
import type { ApolloServerPlugin, GraphQLRequestContextResponseForOperation } from '@apollo/server';
import { type FormattedExecutionResult, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { FieldAccess } from '../access/guard.js';
import type { Context } from '../context.js';
import { AppError, asAppError } from '../errors.js';
import { invalidKey, isIdempotent, runIdempotent } from '../idempotency/idempotent-mutation.js';
import { Language } from '../shared/language.js';
import { createMessage } from '../shared/message.js';
import { refuseTooCostly } from './cost.js';
import { collectFields, collectFragments } from './document.js';
import { Executor } from './executor.js';
import { formatError } from './format-error.js';
import { requestedMutations } from './requested-mutations.js';

type OperationRequest = GraphQLRequestContextResponseForOperation<Context>;
interface ExecutionOutcome {
  status?: number | undefined;
  result: FormattedExecutionResult;
  isReplay?: true | undefined;
}

export function executePlugin(schema: GraphQLSchema): ApolloServerPlugin<Context> {
  const executor = new Executor(schema);
  const mutations = schema.getMutationType()!.getFields();

  async function execute({ request, document, operation, contextValue }: OperationRequest): Promise<ExecutionOutcome> {
    const cost = executor.cost(document, operation);
    refuseTooCostly(cost, request.variables);
    contextValue.limitResponse(cost.copies, operation.operation === OperationTypeNode.QUERY);
    const { data, errors } = await executor.execute(document, operation, contextValue, request.variables);
    if (!errors) return { result: { data: data ?? null } };
    const formatted = errors.map((error) => formatError(error, contextValue.requestLog));
    // There is no data if the variables are invalid; Apollo responds with 400, too.
    return data === undefined
      ? { status: 400, result: { errors: formatted } }
      : { result: { errors: formatted, data } };
  }

  async function executeOnce(request: OperationRequest, fields: FieldAccess[]): Promise<ExecutionOutcome> {
    if (!fields.every(isIdempotent))
      throw invalidKey('cannot be used for this combination of mutations: send those that ignore the key separately');
    const { contextValue } = request;
    const mutations = requestedMutations(schema, request);
    // Invalid variables: the execution refuses them.
    if (!mutations) return execute(request);
    const response = await runIdempotent(contextValue, fields, mutations, async () => {
      const { status = 200, result } = await execute(request);
      return { status, body: JSON.stringify(result), refused: result.errors !== undefined };
    });
    const status = response.status === 200 ? undefined : response.status;
    return { status, result: JSON.parse(response.body!), isReplay: response.isReplay };
  }

  async function executeOperation(request: OperationRequest): Promise<ExecutionOutcome> {
    const { operation, contextValue } = request;
    if (!schema.getRootType(operation.operation))
      throw new AppError(
        'BAD_USER_INPUT',
        createMessage('The schema has no {operations}', { operations: `${operation.operation}s` }),
      );
    const hasKey =
      contextValue.client.idempotencyKey !== undefined && operation.operation === OperationTypeNode.MUTATION;
    if (!hasKey) return execute(request);
    const fields = rootFieldsOf(request).flatMap((name) =>
      mutations[name] ? [mutations[name].extensions as FieldAccess] : [],
    );
    return fields.some(isIdempotent) ? executeOnce(request, fields) : execute(request);
  }

  /** The outcome of an operation that was refused before its execution. */
  const refuse = ({ contextValue }: OperationRequest, error: unknown): ExecutionOutcome => ({
    status: asAppError(error)?.code === 'BAD_USER_INPUT' ? 400 : undefined,
    result: { errors: [formatError(error, contextValue.requestLog)] },
  });

  return {
    async requestDidStart() {
      return {
        async responseForOperation(request) {
          // If `operationName` matches no operation, Apollo responds with an error.
          if (!request.operation) return null;
          const { requestLog } = request.contextValue;
          requestLog.operation = request.operation.name?.value;
          requestLog.rootField = firstRootField(request, schema);
          const { http } = request.response;
          const { status, result, isReplay } = await executeOperation(request).catch((error: unknown) =>
            refuse(request, error),
          );
          if (status) http.status = status;
          if (result.errors && requestLog.language !== Language.EN)
            http.headers.set('content-language', requestLog.language);
          if (isReplay) http.headers.set('idempotency-replayed', 'true');
          return { http, body: { kind: 'single', singleResult: result } };
        },
      };
    },
  };
}

/** Returns the names of the root fields that an operation selects. */
function rootFieldsOf({ document, operation }: OperationRequest): string[] {
  return collectFields(operation.selectionSet, collectFragments(document)).map(({ name }) => name.value);
}

/** Returns the first root field, or undefined if it belongs to introspection. */
function firstRootField(request: OperationRequest, schema: GraphQLSchema): string | undefined {
  const [name] = rootFieldsOf(request);
  return name && schema.getRootType(request.operation.operation)?.getFields()[name] ? name : undefined;
}
