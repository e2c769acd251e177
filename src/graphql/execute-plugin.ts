// THE GRAPHQL DOOR'S OWN WAY THROUGH APOLLO: executes with what both doors execute with, and a mutation that carries an
// Idempotency-Key once. Such an operation is one transaction as a whole: with an error in it nothing is stored, and the same key may
// try again.
import type { ApolloServerPlugin, GraphQLRequestContextResponseForOperation } from '@apollo/server';
import { type FormattedExecutionResult, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { FieldAccess } from '../access/guard.js';
import type { Context } from '../context.js';
import { asAppError } from '../errors.js';
import { invalidKey, isIdempotent, runIdempotent } from '../idempotency/idempotent-mutation.js';
import { refuseTooCostly } from './cost.js';
import { fieldsOf, fragmentsOf } from './document.js';
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
    const known = executor.operation(document, operation);
    refuseTooCostly(known.cost, request.variables);
    const { data, errors } = await known.execute(contextValue, request.variables);
    if (!errors) return { result: { data: data ?? null } };
    const formatted = errors.map((error) => formatError(error, contextValue.log));
    // As Apollo does where the variables do not fit.
    return data === undefined
      ? { status: 400, result: { errors: formatted } }
      : { result: { errors: formatted, data } };
  }

  async function executeOnce(request: OperationRequest, fields: FieldAccess[]): Promise<ExecutionOutcome> {
    if (!fields.every(isIdempotent))
      throw invalidKey('is not for these mutations together: send those that need none apart');
    const { contextValue } = request;
    const asked = requestedMutations(schema, request);
    // Wrong variables: the execution refuses them.
    if (!asked) return execute(request);
    const answer = await runIdempotent(contextValue, fields, asked, async () => {
      const { status = 200, result } = await execute(request);
      return { status, body: JSON.stringify(result), refused: result.errors !== undefined };
    });
    const status = answer.status === 200 ? undefined : answer.status;
    return { status, result: JSON.parse(answer.body!), isReplay: answer.isReplay };
  }

  async function executeOperation(request: OperationRequest): Promise<ExecutionOutcome> {
    const { operation, contextValue } = request;
    const hasKey =
      contextValue.client.idempotencyKey !== undefined && operation.operation === OperationTypeNode.MUTATION;
    if (!hasKey) return execute(request);
    const fields = rootFields(request).flatMap((name) =>
      mutations[name] ? [mutations[name].extensions as FieldAccess] : [],
    );
    return fields.some(isIdempotent) ? executeOnce(request, fields) : execute(request);
  }

  /** What was refused before anything was executed. */
  const refusal = ({ contextValue }: OperationRequest, error: unknown): ExecutionOutcome => ({
    status: asAppError(error)?.code === 'BAD_USER_INPUT' ? 400 : undefined,
    result: { errors: [formatError(error, contextValue.log)] },
  });

  return {
    async requestDidStart() {
      return {
        async responseForOperation(request) {
          // There is none where a name picks none: Apollo tells.
          if (!request.operation) return null;
          const { requestLog } = request.contextValue;
          requestLog.operation = request.operation.name?.value;
          requestLog.rootField = firstField(request, schema);
          const { http } = request.response;
          const { status, result, isReplay } = await executeOperation(request).catch((error: unknown) =>
            refusal(request, error),
          );
          if (status) http.status = status;
          if (isReplay) http.headers.set('idempotency-replayed', 'true');
          return { http, body: { kind: 'single', singleResult: result } };
        },
      };
    },
  };
}

/** The names of the root fields that an operation selects. */
function rootFields({ document, operation }: OperationRequest): string[] {
  return fieldsOf(operation.selectionSet, fragmentsOf(document)).map(({ name }) => name.value);
}

/** The first of them, unless it belongs to introspection. */
function firstField(request: OperationRequest, schema: GraphQLSchema): string | undefined {
  const [name] = rootFields(request);
  return name && schema.getRootType(request.operation.operation)?.getFields()[name] ? name : undefined;
}
