// Serves the routes of routes/ as an Express router over the GraphQL schema. It depends on no feature and no database: both APIs run
// the same resolvers, and therefore share context, guard, validation, transactions and loaders.
import type { ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Context, RequestLog } from '../context.js';
import { toJson } from '../database/row-json.js';
import { AppError, type PresentedError, presentError, statusOf } from '../errors.js';
import { isIdempotent, type Outcome, runIdempotent } from '../idempotency/idempotent-mutation.js';
import { groupBy } from '../shared/group-by.js';
import { createMessage } from '../shared/message.js';
import { createCompileRoute, type Endpoint } from './endpoint.js';
import type { RequestVariables } from './request.js';
import { createDeprecationHeaders, type Route } from './route.js';
import { routes } from './routes/index.js';
import { sendJson } from './send-json.js';

export interface RestServices {
  /** Returns the context of this request for the resolvers. */
  context: (request: Request) => Context;
  requestLog: (request: Request) => RequestLog;
}

export function createRestRouter(schema: GraphQLSchema, services: RestServices): Router {
  const compile = createCompileRoute(schema);
  /** One router for each first path segment, so that a request is matched against few routes. */
  const routers = new Map<string, Router>();
  const routerOf = (path: string): Router => {
    const segment = path.split('/')[1]!;
    const router = routers.get(segment) ?? Router();
    routers.set(segment, router);
    return router;
  };
  const withoutFirstSegment = (path: string): string => path.replace(/^\/[^/]+/, '') || '/';
  for (const [path, rows] of rowsByPath(routes)) {
    for (const route of rows) {
      const documents = [route.document, ...(route.fallback ? [route.fallback] : [])];
      const endpoints = documents.map((document) => compile({ ...route, document }));
      routerOf(path)[route.method](withoutFirstSegment(path), createHandler(route, endpoints, services));
    }
    routerOf(path).all(withoutFirstSegment(path), methodNotAllowed(rows.map(({ method }) => method.toUpperCase())));
  }
  const router = Router();
  for (const [segment, ofSegment] of routers) router.use(`/${segment}`, ofSegment);
  return router;
}

/** @param allowed the methods that the path has */
export function methodNotAllowed(allowed: string[]) {
  return (request: Request, response: Response): never => {
    response.set('Allow', allowed.join(', '));
    throw new AppError(
      'METHOD_NOT_ALLOWED',
      createMessage('{method} is not allowed here; allowed methods: {methods}', {
        method: request.method,
        methods: allowed,
      }),
    );
  };
}

interface Reply {
  status: number;
  body?: unknown;
  error?: PresentedError;
  nextCursor?: string | undefined;
}

/** @param endpoints executed in this order until one does not fail with NOT_FOUND */
function createHandler(route: Route, endpoints: Endpoint[], services: RestServices) {
  const headers = createDeprecationHeaders(route);
  const [endpoint] = endpoints as [Endpoint];
  const copies = Math.max(...endpoints.map((one) => one.copies));
  const mayReplay = route.method !== 'get' && isIdempotent(endpoint.access);
  return async (request: Request, response: Response): Promise<void> => {
    response.set(headers);
    const requestLog = services.requestLog(request);
    requestLog.operation = endpoint.name;
    requestLog.rootField = endpoint.name;
    const context = services.context(request);
    context.limitResponse(copies, route.method === 'get');
    // Authentication comes before the validation of the input: without a token, the response is 401.
    if (!endpoint.isPublic) await context.authenticate();
    const body = bodyOf(request);
    const query = route.method === 'get' ? (request.query as Record<string, unknown>) : {};
    const requests: EndpointRequest[] = endpoints.map((one) => ({
      endpoint: one,
      ...one.read({ params: request.params, body, query }),
    }));
    const run = (): Promise<Reply> => execute(route, requests, context);
    const [{ problems, variables }] = requests as [EndpointRequest];
    if (!mayReplay || problems.length > 0 || request.get('idempotency-key') === undefined)
      return send(request, response, await run());
    let reply: Reply | undefined;
    const attempt = async (): Promise<Outcome> => {
      reply = await run();
      const { status, body, error } = reply;
      return { status, body: body === undefined ? undefined : JSON.stringify(body), refused: error !== undefined };
    };
    const stored = await runIdempotent(context, [endpoint.access], [endpoint.name, variables], attempt);
    if (!stored.isReplay) return send(request, response, reply!);
    response.set('Idempotency-Replayed', 'true');
    if (stored.body === undefined) response.status(stored.status).end();
    else sendJson(response, stored.status, stored.body);
  };
}

/** An endpoint, and the variables that were read from the request for it. */
interface EndpointRequest extends RequestVariables {
  endpoint: Endpoint;
}

async function execute({ status, responseBody }: Route, requests: EndpointRequest[], context: Context): Promise<Reply> {
  let failure: PresentedError | undefined;
  for (const { endpoint, variables, problems, sentAs } of requests) {
    if (problems.length > 0) return errorReply(presentError(AppError.badInput(problems), context.requestLog));
    const { data, errors } = await context.budget!.limit(endpoint.execute(context, variables));
    if (!errors?.[0]) {
      if (status === 204) return { status };
      return responseBody
        ? { status, body: responseBody }
        : { status, ...endpoint.write(data as Record<string, unknown>) };
    }
    const error = presentError(errors[0], context.requestLog);
    failure = { ...error, message: endpoint.message(error, sentAs) };
    if (error.code !== 'NOT_FOUND') break;
  }
  return errorReply(failure!);
}

const errorReply = (error: PresentedError): Reply => ({ status: statusOf(error.code), error });

function send(request: Request, response: Response, { status, body, error, nextCursor }: Reply): void {
  if (error) {
    sendError(response, error);
    return;
  }
  if (nextCursor) response.append('Link', `<${nextPage(request, nextCursor)}>; rel="next"`);
  if (body === undefined) response.status(status).end();
  else sendJson(response, status, toJson(body));
}

/** Sends the error body of the REST API. It repeats the message as `error`, because two screens of the mobile app read only this key. */
export function sendError(
  response: ServerResponse,
  { message, code, reason, retryAfter, language }: PresentedError,
): void {
  if (language) response.setHeader('Content-Language', language);
  if (retryAfter) response.setHeader('Retry-After', String(retryAfter));
  sendJson(response, statusOf(code), JSON.stringify({ message, error: message, error_code: reason ?? code }));
}

function bodyOf({ body }: Request): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('BAD_USER_INPUT', 'The body must be a JSON object');
  return body as Record<string, unknown>;
}

function nextPage({ originalUrl }: Request, cursor: string): string {
  const [path, query] = originalUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('after', cursor);
  return `${path}?${parameters}`;
}

/** Paths without parameters come first: `/questions/templates` is not an id. */
function rowsByPath(rows: Route[]): [path: string, rows: Route[]][] {
  const parameters = (path: string): number => path.split(':').length;
  return [...groupBy(rows, ({ path }) => path)].sort(([a], [b]) => parameters(a) - parameters(b));
}
