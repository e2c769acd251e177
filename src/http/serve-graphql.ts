// Answers the usual GraphQL request. A document that Apollo Server has accepted before, word for word, is executed at once; any other
// passes through Apollo Server, which parses and validates it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../context.js';
import { engineOf } from '../engine/engine.js';
import type { PresentedError } from '../errors.js';
import type { Operation, OperationRunner } from '../graphql/operation-runner.js';
import { JSON_CONTENT, type Reply, replyWithError } from '../rest/handler.js';
import { requireShortDocument } from './body.js';

export interface GraphqlServices {
  schema: GraphQLSchema;
  apollo: ApolloServer<Context>;
  operations: OperationRunner;
  /** Maximum length of a GraphQL document, in characters. */
  documentLimit: number;
}

/** @param common the headers of every response */
export async function serveGraphql(
  request: IncomingMessage,
  response: ServerResponse,
  common: string[],
  content: object,
  createContext: () => Context,
  { schema, apollo, operations, documentLimit }: GraphqlServices,
): Promise<void> {
  const known = findKnown(request, content, operations);
  if (known) {
    const { status = 200, headers, result } = await operations.run({ ...known, context: createContext() });
    const body = engineOf(schema).stringify(result, '\n');
    return send(response, status, [...common, 'Content-Type', JSON_CONTENT, ...headers.flat()], body);
  }
  requireShortDocument(content, documentLimit);
  const requestHeaders = new HeaderMap();
  for (const name of ['content-type', 'accept'] as const)
    if (request.headers[name]) requestHeaders.set(name, request.headers[name]);
  const result = await apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: { method: 'POST', headers: requestHeaders, search: '', body: content },
    context: async () => createContext(),
  });
  if (result.body.kind !== 'complete') throw new Error('incremental delivery is not supported');
  const others = [];
  // A header of Apollo Server takes the place of one that every response has.
  for (let i = 0; i < common.length; i += 2)
    if (!result.headers.has(common[i]!.toLowerCase())) others.push(common[i]!, common[i + 1]!);
  send(response, result.status ?? 200, [...others, ...[...result.headers].flat()], result.body.string);
}

/** Other values of the Accept header are left to Apollo Server, which negotiates. */
const ACCEPTS_JSON = [undefined, '*/*', 'application/json'];
const KNOWN_KEYS = ['query', 'variables', 'operationName'];

/** Returns the operation of a request for a document that Apollo Server has accepted before, if the request is the usual one. */
function findKnown(
  { headers }: IncomingMessage,
  body: object,
  operations: OperationRunner,
): (Operation & { variables: Record<string, unknown> | undefined }) | undefined {
  if (!ACCEPTS_JSON.includes(headers.accept)) return undefined;
  for (const key in body) if (!KNOWN_KEYS.includes(key)) return undefined;
  const { query, variables, operationName } = body as Record<string, unknown>;
  if (typeof query !== 'string' || !(operationName == null || typeof operationName === 'string')) return undefined;
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) return undefined;
  const operation = operations.find(query, operationName ?? undefined);
  return operation && { ...operation, variables: (variables ?? undefined) as Record<string, unknown> | undefined };
}

function send(response: ServerResponse, status: number, headers: string[], body: string | Buffer): void {
  response.writeHead(status, [...headers, 'Content-Length', String(Buffer.byteLength(body))]).end(body);
}

/** The response to an error that occurred before the operation was parsed. */
export function toGraphqlErrorReply(presented: PresentedError): Reply {
  const { message, language: _, ...extensions } = presented;
  return replyWithError(presented, { message, errors: [{ message, extensions }] });
}
