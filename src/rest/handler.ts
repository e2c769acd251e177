// Answers a request to an endpoint, whichever server received it: Express, or the engine before it (http/serve-http.ts).
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Context } from '../context.js';
import type { Engine } from '../engine/engine.js';
import { AppError, type PresentedError, presentError } from '../errors.js';
import { isIdempotent, type Outcome, runIdempotent } from '../idempotency/idempotent-mutation.js';
import { toMessage } from '../messages/message.js';
import { statusOf } from '../shared/error-codes.js';
import { Language } from '../shared/language.js';
import type { Endpoint } from './endpoint.js';
import { createTag, findIgnoredConditions, namesTag, readIfMatch } from './entity-tag.js';
import { languageVariable } from './header-variables.js';
import { type Parameters, readQuery } from './query.js';
import type { RequestVariables } from './request.js';
import { createDeprecationHeaders, REST_BASE, type Route } from './route.js';

export interface RestRequest {
  /** The path with its query string. */
  url: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Parsed JSON. */
  body: unknown;
  headers: IncomingHttpHeaders;
}
/** A response of either API. */
export interface Reply {
  status: number;
  /** As `writeHead` takes them: names and values alternate. */
  headers: string[];
  /** Undefined for a response without a body. */
  json?: string | Buffer | undefined;
}
export type Handler = (request: RestRequest, context: Context) => Promise<Reply>;

/** The result of an operation as a response, before it is written as JSON. */
interface Outgoing {
  status: number;
  body?: unknown;
  error?: PresentedError;
  /** The language of its texts, if they are the service's. */
  language?: Language;
  nextCursor?: string | undefined;
  tagState?: string | undefined;
}

/** @param endpoints executed in this order until one does not fail with NOT_FOUND */
export function createHandler(route: Route, endpoints: Endpoint[], { stringify }: Pick<Engine, 'stringify'>): Handler {
  const deprecation = Object.entries(createDeprecationHeaders(route)).flat();
  const [endpoint] = endpoints as [Endpoint];
  const path = REST_BASE + route.path;
  const isRead = route.method === 'get';
  const parameters: Parameters = new Map(endpoints.flatMap((one) => [...one.parameters]));
  const mayReplay = !isRead && isIdempotent(endpoint.access);

  async function handle(request: RestRequest, context: Context): Promise<Reply> {
    const { requestLog } = context;
    requestLog.operation = endpoint.name;
    requestLog.rootField = endpoint.name;
    requestLog.route = path;
    // Authentication comes before the validation of the input: without a token, the response is 401.
    if (!endpoint.isPublic) await context.authenticate();
    const ignored = isRead ? [] : findIgnoredConditions(request.headers, endpoint.readsIfMatch);
    const unread = [...readQuery(request.query, parameters).problems, ...ignored];
    if (unread.length > 0) throw AppError.badInput(unread);
    const { params, query } = request;
    const parts = { params, body: requireObject(request.body), query };
    const requests: EndpointRequest[] = endpoints.map((one) => ({ endpoint: one, ...one.read(parts) }));
    if (endpoint.readsIfMatch)
      for (const { variables } of requests) {
        const change = { setsQuantity: variables.quantity !== undefined, isDeletion: route.method === 'delete' };
        Object.assign(variables, readIfMatch(request.headers['if-match'], change));
      }
    const run = (): Promise<Outgoing> => execute(route, requests, context);
    const [{ problems, variables }] = requests as [EndpointRequest];
    if (!mayReplay || problems.length > 0 || request.headers['idempotency-key'] === undefined)
      return toReply(route, request, await run(), stringify);
    let reply: Reply | undefined;
    const attempt = async (): Promise<Outcome> => {
      const outgoing = await run();
      reply = toReply(route, request, outgoing, stringify);
      const { status, headers, json } = reply;
      return { status, headers, body: json?.toString(), refused: outgoing.error !== undefined };
    };
    const stored = await runIdempotent(context, [endpoint.access], [endpoint.name, variables], attempt);
    if (!stored.isReplay) return reply!;
    const { status, headers = [], body } = stored;
    return { status, headers: [...headers, 'Idempotency-Replayed', 'true'], json: body };
  }

  return async (request, context) => {
    const reply = await handle(request, context).catch((error: unknown) =>
      toErrorReply(presentError(error, context.requestLog)),
    );
    return deprecation.length > 0 ? { ...reply, headers: [...deprecation, ...reply.headers] } : reply;
  };
}

/** An endpoint, and the variables that were read from the request for it. */
interface EndpointRequest extends RequestVariables {
  endpoint: Endpoint;
}

async function execute(
  { method, status, message }: Route,
  requests: EndpointRequest[],
  context: Context,
): Promise<Outgoing> {
  let failure: PresentedError | undefined;
  for (const { endpoint, variables, problems, nameOf } of requests) {
    if (problems.length > 0) return failed(presentError(AppError.badInput(problems), context.requestLog));
    context.limitResponse(endpoint.cost, method === 'get');
    // Not among the variables that were read: a request that is sent again in another language is the same request.
    const all = endpoint.readsLanguage ? { ...variables, ...languageVariable(context.requestLog.language) } : variables;
    const { data, errors } = await context.budget!.limit(endpoint.execute(context, all));
    if (!errors?.[0]) {
      if (status === 204) return { status };
      const { language } = context.requestLog;
      if (!message)
        return {
          status,
          ...endpoint.write(data as Record<string, unknown>),
          ...(endpoint.readsLanguage && { language }),
        };
      return { status, body: { message: toMessage(message).in(language) }, language };
    }
    failure = endpoint.inWireNames(presentError(errors[0], context.requestLog), nameOf);
    if (failure.code !== 'NOT_FOUND') break;
  }
  return failed(failure!);
}

const failed = (error: PresentedError): Outgoing => ({ status: statusFor(error), error });

/** Over REST, a version is only expected by `If-Match`, whose refusal has a status of its own. */
const statusFor = ({ code, reason }: Pick<PresentedError, 'code' | 'reason'>): number =>
  reason === 'VERSION_CONFLICT' ? 412 : statusOf(code);

function toReply(
  { method, location }: Route,
  request: RestRequest,
  { status, body, error, language, nextCursor, tagState }: Outgoing,
  stringify: Engine['stringify'],
): Reply {
  if (error) return toErrorReply(error);
  const headers: string[] = [];
  const json = body === undefined ? undefined : stringify(body);
  if (nextCursor) headers.push('Link', `<${nextPage(request, nextCursor)}>; rel="next"`);
  if (location) headers.push('Location', REST_BASE + location.replace(':id', String((body as { id: unknown }).id)));
  if (language === Language.ES) headers.push('Content-Language', language);
  if (tagState !== undefined && json !== undefined) {
    const tag = createTag(tagState, json);
    headers.push('ETag', tag);
    if (method === 'get' && namesTag(request.headers['if-none-match'], tag)) return { status: 304, headers };
  }
  return { status, headers, json };
}

/** The error body of the REST API. It repeats the message as `error`, because two screens of the mobile app read only this key. */
export function toErrorReply(error: PresentedError): Reply {
  const { code, message, reason, scope, permission, fields } = error;
  return replyWithError(error, {
    message,
    error: message,
    error_code: reason ?? code,
    ...(fields && { fields: fields.map((one) => ({ field: one.field, message: one.message })) }),
    ...(scope && { scope }),
    ...(permission && { permission }),
  });
}

export function replyWithError(error: PresentedError, body: object): Reply {
  const { retryAfter, language, scope } = error;
  const headers: string[] = [];
  if (language) headers.push('Content-Language', language);
  if (retryAfter) headers.push('Retry-After', String(retryAfter));
  // RFC 6750.
  if (scope) headers.push('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
  return { status: statusFor(error), headers, json: JSON.stringify(body) };
}

export const JSON_CONTENT = 'application/json; charset=utf-8';

/** @param common headers that have not been set on the response yet */
export function sendReply(response: ServerResponse, { status, headers, json }: Reply, common: string[] = []): void {
  const all = [...common, ...headers];
  if (json !== undefined) all.push('Content-Type', JSON_CONTENT, 'Content-Length', String(Buffer.byteLength(json)));
  // RFC 9110 demands it of every 401.
  if (status === 401) all.push('WWW-Authenticate', 'Bearer');
  response.writeHead(status, all).end(json);
}

function requireObject(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('BAD_USER_INPUT', 'The body must be a JSON object');
  return body as Record<string, unknown>;
}

function nextPage({ url }: RestRequest, cursor: string): string {
  const [path, query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('after', cursor);
  return `${path}?${parameters}`;
}
