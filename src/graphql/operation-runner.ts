// Runs the operations of documents that Apollo Server has parsed and validated: with the executor that both APIs share, and a mutation
// with an Idempotency-Key only once. An operation with a key is one transaction: if any of its fields fails, nothing is stored, and the
// client may retry it with the same key.
import {
  type DocumentNode,
  type FormattedExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { FieldAccess } from '../access/guard.js';
import type { Context } from '../context.js';
import { AppError, asAppError } from '../errors.js';
import { invalidKey, isIdempotent, runIdempotent } from '../idempotency/idempotent-mutation.js';
import { Language } from '../shared/language.js';
import { refuseTooCostly } from './cost.js';
import { collectFields, collectFragments } from './document.js';
import { estimateBytes } from './document-store.js';
import { Executor } from './executor.js';
import { formatError } from './format-error.js';
import { requestedMutations } from './requested-mutations.js';
import { describeErrors } from './response-status.js';

export interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}
interface OperationRequest extends Operation {
  variables: Record<string, unknown> | undefined;
  context: Context;
}
export interface OperationResponse {
  /** If undefined, 200. */
  status: number | undefined;
  headers: [name: string, value: string][];
  result: FormattedExecutionResult;
}
interface Outcome {
  status?: number | undefined;
  result: FormattedExecutionResult;
  isReplay?: true | undefined;
}

/** The size of all documents that need no longer pass through Apollo Server. Most are in the document store, too. */
const MAX_ACCEPTED_BYTES = 16 * 1024 * 1024;

export class OperationRunner {
  private readonly executor: Executor;
  private readonly accepted = new LRUCache<string, DocumentNode>({
    maxSize: MAX_ACCEPTED_BYTES,
    sizeCalculation: estimateBytes,
  });

  /** @param introspection if off, errors suggest no names of the schema */
  constructor(
    private readonly schema: GraphQLSchema,
    introspection: boolean,
  ) {
    this.executor = new Executor(schema, introspection);
  }

  /** Records a document that Apollo Server has accepted. */
  accept(source: string, document: DocumentNode): void {
    if (!this.accepted.has(source)) this.accepted.set(source, document);
  }

  /** Returns an operation of a document that Apollo Server has accepted before, word for word. */
  find(source: string, operationName: string | undefined): Operation | undefined {
    const document = this.accepted.get(source);
    const operation = document && getOperationAST(document, operationName);
    return operation ? { document, operation } : undefined;
  }

  async run(request: OperationRequest): Promise<OperationResponse> {
    const { requestLog } = request.context;
    requestLog.operation = request.operation.name?.value;
    requestLog.rootField = firstRootField(request, this.schema);
    const { status, result, isReplay } = await this.execute(request).catch((error: unknown) => refuse(request, error));
    if (!result.errors && !isReplay) return { status, headers: [], result };
    const described = describeErrors(result.errors);
    const { headers } = described;
    if (result.errors && requestLog.language !== Language.EN) headers.push(['content-language', requestLog.language]);
    if (isReplay) headers.push(['idempotency-replayed', 'true']);
    return { status: described.status ?? status, headers, result };
  }

  private async execute(request: OperationRequest): Promise<Outcome> {
    const { operation, context } = request;
    if (operation.operation === OperationTypeNode.SUBSCRIPTION)
      throw new AppError(
        'BAD_USER_INPUT',
        'Subscriptions run over a WebSocket: graphql-transport-ws, at the same address',
      );
    const hasKey = context.client.idempotencyKey !== undefined && operation.operation === OperationTypeNode.MUTATION;
    if (!hasKey) return this.executeOnce(request);
    const mutations = this.schema.getMutationType()!.getFields();
    const fields = rootFieldsOf(request).flatMap((name) =>
      mutations[name] ? [mutations[name].extensions as FieldAccess] : [],
    );
    return fields.some(isIdempotent) ? this.executeWithKey(request, fields) : this.executeOnce(request);
  }

  private async executeOnce({ document, operation, variables, context }: OperationRequest): Promise<Outcome> {
    const cost = this.executor.cost(document, operation);
    refuseTooCostly(cost, variables);
    context.limitResponse(cost, operation.operation === OperationTypeNode.QUERY);
    const { data, errors } = await this.executor.execute(document, operation, context, variables);
    if (!errors) return { result: { data: data ?? null } };
    // The variables were refused before anything asked who the viewer is: the messages are in the account's language.
    if (data === undefined) await context.identify().catch(() => undefined);
    const formatted = errors.map((error) => formatError(error, context.requestLog));
    // There is no data if the variables are invalid; Apollo responds with 400, too.
    return data === undefined
      ? { status: 400, result: { errors: formatted } }
      : { result: { errors: formatted, data } };
  }

  private async executeWithKey(request: OperationRequest, fields: FieldAccess[]): Promise<Outcome> {
    if (!fields.every(isIdempotent))
      throw invalidKey('cannot be used for this combination of mutations: send those that ignore the key separately');
    const mutations = requestedMutations(this.schema, request);
    // Invalid variables: the execution refuses them.
    if (!mutations) return this.executeOnce(request);
    const response = await runIdempotent(request.context, fields, mutations, async () => {
      const { status = 200, result } = await this.executeOnce(request);
      const refused = result.errors !== undefined;
      // Nothing of a refused operation is committed: a field that succeeded is not shown either.
      const shown = refused && result.data ? { ...result, data: null } : result;
      return { status, body: JSON.stringify(shown), refused };
    });
    const status = response.status === 200 ? undefined : response.status;
    return { status, result: JSON.parse(response.body!), isReplay: response.isReplay };
  }
}

/** The outcome of an operation that was refused before its execution. */
const refuse = ({ context }: OperationRequest, error: unknown): Outcome => ({
  status: asAppError(error)?.code === 'BAD_USER_INPUT' ? 400 : undefined,
  result: { errors: [formatError(error, context.requestLog)] },
});

/** Returns the names of the root fields that an operation selects. */
function rootFieldsOf({ document, operation }: Operation): string[] {
  return collectFields(operation.selectionSet, collectFragments(document)).map(({ name }) => name.value);
}

/** The first root field of each operation, for metrics. */
const firstRootFields = new WeakMap<OperationDefinitionNode, string | undefined>();

/** Returns the first root field, or undefined if it belongs to introspection. */
function firstRootField(request: Operation, schema: GraphQLSchema): string | undefined {
  const { operation } = request;
  if (firstRootFields.has(operation)) return firstRootFields.get(operation);
  const [name] = rootFieldsOf(request);
  const field = name && schema.getRootType(operation.operation)?.getFields()[name] ? name : undefined;
  firstRootFields.set(operation, field);
  return field;
}
