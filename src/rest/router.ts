// THE SECOND DOOR: rows of routes/ as an Express router over the GraphQL schema. Knows no feature and no database: the same context,
// guard, validation, transaction and loaders serve both doors because the same resolvers do.
import type { ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Context, RequestLog } from '../context.js';
import { AppError, type PresentedError, presentError, statusOf } from '../errors.js';
import { isIdempotent, type Outcome, runIdempotent } from '../idempotency/idempotent-mutation.js';
import { createCompileRoute, type Endpoint } from './endpoint.js';
import type { RequestVariables } from './request.js';
import { deprecationHeaders, type Route } from './route.js';
import { routes } from './routes/index.js';
import { sendJson } from './send-json.js';

export interface RestServices {
  /** The context that resolvers get for this request. */
  context: (request: Request) => Context;
  requestLog: (request: Request) => RequestLog;
}

export function createRestRouter(schema: GraphQLSchema, services: RestServices): Router {
  const compile = createCompileRoute(schema);
  /** One for each first part of the paths, so that a request is compared with the few rows of its kind. */
  const kinds = new Map<string, Router>();
  const routerOf = (path: string): Router => {
    const kind = path.split('/')[1]!;
    const known = kinds.get(kind) ?? Router();
    kinds.set(kind, known);
    return known;
  };
  const rest = (path: string): string => path.replace(/^\/[^/]+/, '') || '/';
  for (const [path, rows] of rowsByPath(routes)) {
    for (const route of rows) {
      const documents = [route.document, ...(route.fallback ? [route.fallback] : [])];
      const endpoints = documents.map((document) => compile({ ...route, document }));
      routerOf(path)[route.method](rest(path), handler(route, endpoints, services));
    }
    routerOf(path).all(rest(path), methodNotAllowed(rows.map(({ method }) => method.toUpperCase())));
  }
  const router = Router();
  for (const [kind, rows] of kinds) router.use(`/${kind}`, rows);
  return router;
}

/** @param allowed the methods that the path has */
export function methodNotAllowed(allowed: string[]) {
  return (request: Request, response: Response): never => {
    response.set('Allow', allowed.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED', `${request.method} is not possible here, but ${allowed.join(', ')}`);
  };
}

interface Reply {
  status: number;
  body?: unknown;
  error?: PresentedError;
  nextCursor?: string | undefined;
}

/** @param endpoints of which a later one is asked where those before it found nothing */
function handler(route: Route, endpoints: Endpoint[], services: RestServices) {
  const headers = deprecationHeaders(route);
  const [endpoint] = endpoints as [Endpoint];
  const mayReplay = route.method !== 'get' && isIdempotent(endpoint.access);
  return async (request: Request, response: Response): Promise<void> => {
    response.set(headers);
    const requestLog = services.requestLog(request);
    requestLog.operation = endpoint.name;
    requestLog.rootField = endpoint.name;
    const context = services.context(request);
    // Before the input is looked at: who has no token hears of that first.
    if (!endpoint.isPublic) await context.authenticate();
    const body = bodyOf(request);
    const query = route.method === 'get' ? (request.query as Record<string, unknown>) : {};
    const readings: EndpointRequest[] = endpoints.map((one) => ({
      endpoint: one,
      ...one.read({ params: request.params, body, query }),
    }));
    const work = (): Promise<Reply> => execute(route, readings, context, requestLog.log);
    const [{ problems, variables }] = readings as [EndpointRequest];
    if (!mayReplay || problems.length > 0 || request.get('idempotency-key') === undefined)
      return send(request, response, await work());
    let reply: Reply | undefined;
    const attempt = async (): Promise<Outcome> => {
      reply = await work();
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

/** What an endpoint reads of a request. */
interface EndpointRequest extends RequestVariables {
  endpoint: Endpoint;
}

async function execute(
  { status, responseBody }: Route,
  reads: EndpointRequest[],
  context: unknown,
  log: Logger,
): Promise<Reply> {
  let refusal: PresentedError | undefined;
  for (const { endpoint, variables, problems, sentAs } of reads) {
    if (problems.length > 0) return refused(presentError(AppError.badInput(problems)));
    const { data, errors } = await endpoint.execute(context, variables);
    if (!errors?.[0]) {
      if (status === 204) return { status };
      return responseBody
        ? { status, body: responseBody }
        : { status, ...endpoint.write(data as Record<string, unknown>) };
    }
    const error = presentError(errors[0], log);
    refusal = { ...error, message: endpoint.message(error, sentAs) };
    if (error.code !== 'NOT_FOUND') break;
  }
  return refused(refusal!);
}

const refused = (error: PresentedError): Reply => ({ status: statusOf(error.code), error });

function send(request: Request, response: Response, { status, body, error, nextCursor }: Reply): void {
  if (error) {
    sendError(response, error);
    return;
  }
  if (nextCursor) response.append('Link', `<${nextPage(request, nextCursor)}>; rel="next"`);
  if (body === undefined) response.status(status).end();
  else sendJson(response, status, JSON.stringify(body));
}

/** The error body of the REST door; two screens of the mobile app read only `error`. */
export function sendError(response: ServerResponse, { message, code, reason, retryAfter }: PresentedError): void {
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
  const asked = new URLSearchParams(query);
  asked.set('after', cursor);
  return `${path}?${asked}`;
}

/** Paths without parameters come first: `/questions/templates` is no question. */
function rowsByPath(rows: Route[]): [path: string, rows: Route[]][] {
  const parameters = (path: string): number => path.split(':').length;
  return [...Map.groupBy(rows, ({ path }) => path)].sort(([a], [b]) => parameters(a) - parameters(b));
}
