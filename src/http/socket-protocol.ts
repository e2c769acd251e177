// The protocol graphql-transport-ws (https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md): the token comes with the first
// message, subscriptions with further ones. Queries and mutations are refused.
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { makeServer, type OperationResult, type SubscribePayload } from 'graphql-ws';
import { Context, type Services } from '../context.js';
import { AppError, asAppError } from '../errors.js';
import { formatError } from '../graphql/format-error.js';
import type { Subscription, SubscriptionRunner } from '../graphql/subscription-runner.js';
import { createMessage } from '../messages/message.js';
import { requireShortDocument } from './body.js';
import type { ConnectionCounts } from './connection-counts.js';
import { readBearer } from './request-client.js';
import { createRequestLog } from './request-log.js';
import type { OpenSubscription, SocketConnection } from './socket-connection.js';

const INIT_TIMEOUT_MS = 10_000;
/** The most that a connection can have. */
const MAX_SUBSCRIPTIONS = 10;
/** The most that an account can have in one process. */
const MAX_CONNECTIONS_OF_ACCOUNT = 20;

/**
 * Close codes of RFC 6455 and of the protocol. After TRY_AGAIN and FORBIDDEN, clients connect again, with the token that they have then;
 * after the others they do not.
 */
const CLOSE = { TRY_AGAIN: 1013, BAD_REQUEST: 4400, UNAUTHORIZED: 4401, FORBIDDEN: 4403, INTERNAL_ERROR: 4500 };

type Errors = readonly Pick<GraphQLFormattedError, 'extensions'>[];

export interface ProtocolParts {
  services: Services;
  subscriptions: SubscriptionRunner;
  /** Maximum length of a document, in characters. */
  documentLimit: number;
}

export class SocketProtocol {
  private readonly server = makeServer<Record<string, unknown>, SocketConnection>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    onConnect: ({ extra, connectionParams }) => this.connect(extra, connectionParams),
    onSubscribe: ({ extra }, _id, payload) => this.subscribe(extra, payload),
    onError: ({ extra }, _id, _payload, errors) => this.format(extra, errors),
    // The errors of its results have been formatted.
    subscribe: (args) => (args as Subscription).events as OperationResult,
    onNext: ({ extra }, _id, _payload, _args, result) => {
      this.parts.services.metrics?.subscriptionEvent();
      this.closeIfOver(extra, result.errors);
      return result;
    },
    onComplete: () => this.parts.services.metrics?.subscriptions(-1),
  });

  constructor(
    private readonly parts: ProtocolParts,
    private readonly counts: ConnectionCounts,
  ) {}

  /**
   * @param mayReceive called before each message, which is ignored if it returns false
   * @returns a function to call when the connection has ended
   */
  open(
    connection: SocketConnection,
    mayReceive: () => Promise<boolean>,
  ): (code: number, reason: string) => Promise<void> {
    const onMessage = async (text: string, handle: (text: string) => Promise<void>): Promise<void> => {
      try {
        if (await mayReceive()) await handle(text);
      } catch (error) {
        this.closeFor(connection, error);
      }
    };
    const end = this.server.opened(connection.forProtocol(onMessage), connection);
    return (code, reason) => {
      for (const subscription of connection.subscriptions) subscription.end?.();
      return end(code, reason);
    };
  }

  /** Closes the connection if its session has ended or its token has expired. */
  async checkSession(connection: SocketConnection): Promise<void> {
    await this.parts.services.sessions.viewer(connection.client.token!).catch((error: unknown) => {
      this.closeIfOver(connection, [{ extensions: { ...asAppError(error)?.extensions } }]);
    });
  }

  private async connect(connection: SocketConnection, params: Record<string, unknown> = {}): Promise<void> {
    const [, authorization] = Object.entries(params).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
    connection.client.token = readBearer(authorization);
    const { id, language } = await this.createContext(connection).authenticate();
    if (!connection.isOpen) return;
    this.counts.require(id, MAX_CONNECTIONS_OF_ACCOUNT);
    this.counts.add(id, 1);
    connection.accountId = id;
    connection.language = language;
  }

  /** @returns the subscription, or the errors for which it is refused, which `format` receives */
  private async subscribe(
    connection: SocketConnection,
    payload: SubscribePayload,
  ): Promise<Subscription | readonly GraphQLError[]> {
    const { documentLimit, services } = this.parts;
    const { subscriptions: open } = connection;
    const one: OpenSubscription = {};
    const forget = (): void => void open.delete(one);
    try {
      if (open.size >= MAX_SUBSCRIPTIONS) {
        const message = createMessage('A connection can have at most {max} subscriptions', { max: MAX_SUBSCRIPTIONS });
        throw new AppError('CONFLICT', message, { reason: 'TOO_MANY_SUBSCRIPTIONS' });
      }
      open.add(one);
      requireShortDocument(payload, documentLimit);
      const createContext = (): Context => this.createContext(connection);
      const subscription = await this.parts.subscriptions.subscribe(payload, createContext, forget);
      one.end = () => subscription.events.return?.();
      if (!connection.isOpen) one.end();
      services.metrics?.subscriptions(1);
      return subscription;
    } catch (error) {
      forget();
      const all: unknown[] = error instanceof AggregateError ? error.errors : [error];
      return all.map((cause) =>
        cause instanceof GraphQLError ? cause : new GraphQLError('', { originalError: cause as Error }),
      );
    }
  }

  private format(connection: SocketConnection, refusals: readonly GraphQLError[]): GraphQLFormattedError[] {
    const { requestLog } = this.createContext(connection);
    const errors = refusals.map((error) => formatError(error, requestLog));
    this.closeIfOver(connection, errors);
    return errors;
  }

  /** Each event is like a request of its own. */
  private createContext({ client, language }: SocketConnection): Context {
    const { services } = this.parts;
    const requestLog = createRequestLog(services.log, client.languages);
    requestLog.accountLanguage = language;
    const context = new Context(services, client, requestLog);
    return context;
  }

  private closeIfOver(connection: SocketConnection, errors: Errors = []): void {
    const over = errors.find(({ extensions }) => extensions?.code === 'UNAUTHENTICATED');
    if (over) connection.close(CLOSE.FORBIDDEN, String(over.extensions?.reason));
  }

  /** The reason of a close frame has at most 123 bytes: it is the one for programs. */
  private closeFor(connection: SocketConnection, error: unknown): void {
    const { code, extensions } = asAppError(error) ?? {};
    const reason = extensions?.reason ?? code;
    if (code === 'UNAUTHENTICATED') connection.close(CLOSE.UNAUTHORIZED, reason);
    else if (code === 'UNAVAILABLE' || code === 'RATE_LIMITED') connection.close(CLOSE.TRY_AGAIN, reason);
    // What graphql-ws throws for a message that only servers send.
    else if (String(error).startsWith('Error: Unexpected message of type'))
      connection.close(CLOSE.BAD_REQUEST, 'Invalid message received');
    else {
      this.parts.services.log.error({ requestId: connection.requestId, err: error }, 'unexpected error');
      connection.close(CLOSE.INTERNAL_ERROR, 'INTERNAL_SERVER_ERROR');
    }
  }
}
