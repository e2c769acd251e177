// Runs subscriptions, with the limits of the operations over HTTP. Each event is executed like a request of its own, with a new context, so
// the guard (access/guard.ts) checks the token again.
import { ApolloServerErrorCode } from '@apollo/server/errors';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  execute,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
  type SelectionNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.js';
import { AppError } from '../errors.js';
import { traceRoot } from '../observability/tracer.js';
import { MAX_TOKENS } from './apollo.js';
import { estimateCost, refuseTooCostly } from './cost.js';
import { estimateBytes } from './document-store.js';
import { createFindProblems } from './executor.js';
import { formatError } from './format-error.js';
import { operationLimits } from './operation-limits.js';
import { withSuggestions } from './suggestions.js';

export interface SubscriptionRequest {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}
type Events = AsyncIterableIterator<FormattedExecutionResult>;
/** An accepted subscription. */
export interface Subscription extends ExecutionArgs {
  events: Events;
}

/** All clients of a version send the same text: it is parsed and kept once. */
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;

export class SubscriptionRunner {
  private readonly documents = new LRUCache<string, DocumentNode>({
    maxSize: MAX_DOCUMENT_BYTES,
    sizeCalculation: estimateBytes,
  });

  /** @param introspection if off, errors suggest no names of the schema */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly introspection: boolean,
  ) {}

  /**
   * @param createContext called at the beginning, and for each event
   * @param onEnd called when there are no more events, or the client wants none
   * @throws an error that `formatError` presents, or an AggregateError of several
   */
  async subscribe(
    request: SubscriptionRequest,
    createContext: () => Context,
    onEnd: () => void,
  ): Promise<Subscription> {
    const { schema } = this;
    const variables = request.variables ?? {};
    const document = this.accept(request.query);
    const operation = getOperationAST(document, request.operationName);
    if (!operation) throw withCode(new GraphQLError('Unknown operation'), 'OPERATION_RESOLUTION_FAILURE');
    if (operation.operation !== OperationTypeNode.SUBSCRIPTION)
      throw new AppError(
        'BAD_USER_INPUT',
        'Only subscriptions run over a WebSocket: send queries and mutations over HTTP',
      );
    refuseTooCostly(estimateCost(schema, document, operation), variables);
    const problems = createFindProblems(schema, operation.variableDefinitions, this.introspection)(variables);
    if (problems.length > 0) throw AppError.badInput(problems);

    const args = { schema, document, operationName: operation.name?.value, variableValues: variables };
    const begin = () => createSourceEventStream({ ...args, contextValue: createContext() });
    const attributes = { 'graphql.operation.type': 'subscription' };
    const source = await traceRoot('graphql subscription', attributes, begin);
    if (!(Symbol.asyncIterator in source)) throw new AggregateError(source.errors ?? []);
    const map = async (rootValue: unknown): Promise<FormattedExecutionResult> => {
      const contextValue = createContext();
      const { data, errors } = await execute({ ...args, rootValue, contextValue });
      const formatted = errors?.map((error) => formatError(error, contextValue.requestLog));
      return { data: data ?? null, ...(formatted && { errors: formatted }) };
    };
    return { ...args, events: mapEvents(source[Symbol.asyncIterator](), map, onEnd) };
  }

  private accept(query: string): DocumentNode {
    const known = this.documents.get(query);
    if (known) return known;
    const document = parseDocument(query);
    refuseConditions(document);
    const rules = [...specifiedRules, operationLimits];
    const errors = validate(this.schema, document, rules, { hideSuggestions: !this.introspection });
    if (errors.length > 0) {
      const refusals = errors.map((error) => (this.introspection ? withSuggestions(this.schema, error) : error));
      throw new AggregateError(
        refusals.map((error) => withCode(error, ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED)),
      );
    }
    this.documents.set(query, document);
    return document;
  }
}

function parseDocument(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: MAX_TOKENS });
  } catch (error) {
    throw withCode(error as GraphQLError, ApolloServerErrorCode.GRAPHQL_PARSE_FAILED);
  }
}

/** The specification does not allow them: what would be subscribed to without the field? graphql-js (16.15) fails instead. */
function refuseConditions(document: DocumentNode): void {
  const refuse = ({ directives = [] }: SelectionNode): void => {
    const found = directives.find(({ name }) => name.value === 'skip' || name.value === 'include');
    if (!found) return;
    const error = new GraphQLError('The field of a subscription must not have @skip or @include', { nodes: found });
    throw withCode(error, ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED);
  };
  visit(document, {
    OperationDefinition: ({ operation }) => (operation === OperationTypeNode.SUBSCRIPTION ? undefined : false),
    FragmentDefinition: ({ typeCondition }) => (typeCondition.name.value === 'Subscription' ? undefined : false),
    FragmentSpread: refuse,
    InlineFragment: refuse,
    Field: (field) => {
      refuse(field);
      // Those of an event may have conditions.
      return false;
    },
  });
}

function withCode(error: GraphQLError, code: string): GraphQLError {
  error.extensions.code = code;
  return error;
}

/** Not a generator: one that waits for an event could not be ended. */
function mapEvents(
  source: AsyncIterator<unknown>,
  map: (event: unknown) => Promise<FormattedExecutionResult>,
  onEnd: () => void,
): Events {
  return {
    next: async () => {
      const { done, value } = await source.next();
      if (!done) return { done: false, value: await map(value) };
      onEnd();
      return { done: true, value: undefined };
    },
    return: async () => {
      onEnd();
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
