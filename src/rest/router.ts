// THE SECOND DOOR: rows of routes/ as an Express router over the GraphQL schema. Knows no feature and no database: the same context,
// guard, validation, transaction and loaders serve both doors because the same resolvers do.
import type { ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { AppError, type PresentedError, present, statusOf } from '../errors.js';
import { deprecationHeaders } from './deprecation.js';
import { compiler, type Endpoint } from './endpoint.js';
import type { Reading } from './request.js';
import type { Route } from './route.js';
import { routes } from './routes/index.js';
import { sendJson } from './send-json.js';

/** An answer in the form in which it is kept. */
interface Kept {
  status: number;
  body: string | undefined;
  isReplay?: true;
}

export interface Door<C> {
  /** The context that resolvers get for this request; `authenticate` throws for somebody who may not enter. */
  context: (request: Request) => C;
  /** What is noted of the request: its log, and the operation's name for it. */
  notes: (request: Request) => { log: Logger; operation: string | undefined; asked: string | undefined };
  /** Whether answers are kept of a field that says this of itself. */
  isKept: (openness: object) => boolean;
  /** Does `work` unless this client sent the same request under the same key before: then tells what was answered. */
  once: (
    context: C,
    fields: object[],
    request: unknown,
    work: () => Promise<Kept & { refused: boolean }>,
  ) => Promise<Kept>;
}
interface Entrant {
  authenticate: () => Promise<unknown>;
}

export function restRouter<C extends Entrant>(schema: GraphQLSchema, door: Door<C>): Router {
  const compile = compiler(schema);
  /** One for each first part of the paths, so that a request is compared with the few rows of its kind. */
  const kinds = new Map<string, Router>();
  const routerOf = (path: string): Router => {
    const kind = path.split('/')[1]!;
    const known = kinds.get(kind) ?? Router();
    kinds.set(kind, known);
    return known;
  };
  const rest = (path: string): string => path.replace(/^\/[^/]+/, '') || '/';
  for (const route of routes) {
    const endpoints = [route.document, ...(route.orElse ? [route.orElse] : [])].map((document) =>
      compile({ ...route, document }),
    );
    routerOf(route.path)[route.method](rest(route.path), handler(route, endpoints, door));
  }
  for (const [path, methods] of methodsByPath(routes)) {
    routerOf(path).all(rest(path), (request, response) => {
      response.set('Allow', methods.join(', '));
      throw new AppError('METHOD_NOT_ALLOWED', `${request.method} is not possible here, but ${methods.join(', ')}`);
    });
  }
  const router = Router();
  for (const [kind, rows] of kinds) router.use(`/${kind}`, rows);
  return router;
}

interface Reply {
  status: number;
  body?: unknown;
  error?: PresentedError;
  nextCursor?: string | undefined;
}

/** @param endpoints of which a later one is asked where those before it found nothing */
function handler<C extends Entrant>(route: Route, endpoints: Endpoint[], door: Door<C>) {
  const headers = deprecationHeaders(route);
  const [endpoint] = endpoints as [Endpoint];
  const isKept = route.method !== 'get' && door.isKept(endpoint.openness);
  return async (request: Request, response: Response): Promise<void> => {
    response.set(headers);
    const notes = door.notes(request);
    notes.operation = endpoint.name;
    notes.asked = endpoint.name;
    const context = door.context(request);
    // Before the input is looked at: who has no token hears of that first.
    if (!endpoint.isPublic) await context.authenticate();
    const body = bodyOf(request);
    const query = route.method === 'get' ? (request.query as Record<string, unknown>) : {};
    const readings: Read[] = endpoints.map((one) => ({
      endpoint: one,
      ...one.read({ params: request.params, body, query }),
    }));
    const work = (): Promise<Reply> => answer(route, readings, context, notes.log);
    const [{ problems, variables }] = readings as [Read];
    if (!isKept || problems.length > 0 || request.get('idempotency-key') === undefined)
      return send(request, response, await work());
    let reply: Reply | undefined;
    const attempt = async (): Promise<Kept & { refused: boolean }> => {
      reply = await work();
      const { status, body, error } = reply;
      return { status, body: body === undefined ? undefined : JSON.stringify(body), refused: error !== undefined };
    };
    const kept = await door.once(context, [endpoint.openness], [endpoint.name, variables], attempt);
    if (!kept.isReplay) return send(request, response, reply!);
    response.set('Idempotency-Replayed', 'true');
    if (kept.body === undefined) response.status(kept.status).end();
    else sendJson(response, kept.status, kept.body);
  };
}

/** What an endpoint reads of a request. */
interface Read extends Reading {
  endpoint: Endpoint;
}

async function answer({ status, answer }: Route, reads: Read[], context: unknown, log: Logger): Promise<Reply> {
  let refusal: PresentedError | undefined;
  for (const { endpoint, variables, problems, sentAs } of reads) {
    if (problems.length > 0) return refused(present(AppError.badInput(problems)));
    const { data, errors } = await endpoint.execute(context, variables);
    if (!errors?.[0]) {
      if (status === 204) return { status };
      return answer ? { status, body: answer } : { status, ...endpoint.write(data as Record<string, unknown>) };
    }
    const error = present(errors[0], log);
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

function methodsByPath(rows: Route[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of rows) methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
  return methods;
}
