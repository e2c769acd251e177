// THE SECOND DOOR: rows of routes/ as an Express router over the GraphQL schema. Knows no feature and no database: the same context,
// guard, validation, transaction and loaders serve both doors because the same resolvers do.
import { type Request, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { AppError, type PresentedError, present, statusOf } from '../errors.js';
import { compiler, type Endpoint } from './compile.js';
import { deprecationHeaders } from './deprecation.js';
import type { RequestParts } from './read.js';
import type { Route } from './route.js';
import { routes } from './routes/index.js';

/** What somebody who has changed something is told, in the form in which it is kept. */
interface Kept {
  status: number;
  body: string | undefined;
  isReplay?: true;
}

export interface Door<C> {
  /** The context that resolvers get for this request; `authenticate` throws for somebody who may not enter. */
  context: (request: Request) => C;
  log: (request: Request) => Logger;
  /** Does `work` unless this client sent the same request under the same key before: then tells what was answered. */
  once: (context: C, request: unknown, work: () => Promise<Kept & { refused: boolean }>) => Promise<Kept>;
}
interface Entrant {
  authenticate: () => Promise<unknown>;
}

export function restRouter<C extends Entrant>(schema: GraphQLSchema, door: Door<C>): Router {
  const router = Router();
  const compile = compiler(schema);
  for (const route of routes) {
    const endpoints = [route.document, ...(route.orElse ? [route.orElse] : [])].map((document) =>
      compile({ ...route, document }),
    );
    router[route.method](route.path, handler(route, endpoints, door));
  }
  for (const [path, methods] of methodsByPath(routes)) {
    router.all(path, (request, response) => {
      response.set('Allow', methods.join(', '));
      throw new AppError('METHOD_NOT_ALLOWED', `${request.method} is not possible here, but ${methods.join(', ')}`);
    });
  }
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
  const { isPublic } = endpoints[0]!;
  return async (request: Request, response: Response): Promise<void> => {
    response.set(headers);
    const context = door.context(request);
    // Before the input is looked at: who has no token hears of that first.
    if (!isPublic) await context.authenticate();
    const body = bodyOf(request);
    const query = route.method === 'get' ? (request.query as Record<string, unknown>) : {};
    const parts = { params: request.params, body, query };
    let reply: Reply | undefined;
    const work = async (): Promise<Reply> => {
      reply = await answer(route, endpoints, parts, context, response, door.log(request));
      return reply;
    };
    // What opens or recovers an account is answered anew every time: the answers hold secrets.
    const isKept = route.method !== 'get' && !isPublic && request.get('idempotency-key') !== undefined;
    if (!isKept) return send(request, response, await work());
    const {
      status,
      body: text,
      isReplay,
    } = await door.once(context, [request.method, request.path, body], async () => {
      const { status, body, error } = await work();
      return { status, body: body === undefined ? undefined : JSON.stringify(body), refused: error !== undefined };
    });
    if (!isReplay) return send(request, response, reply!);
    response.set('Idempotency-Replayed', 'true').status(status);
    if (text === undefined) response.end();
    else response.type('json').send(text);
  };
}

async function answer(
  { status, answer }: Route,
  endpoints: Endpoint[],
  parts: RequestParts,
  context: unknown,
  response: Response,
  log: Logger,
): Promise<Reply> {
  let refusal: PresentedError | undefined;
  for (const endpoint of endpoints) {
    response.locals.operation = endpoint.name;
    const { variables, problems, sentAs } = endpoint.read(parts);
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
  response.status(status);
  if (body === undefined) response.end();
  else response.json(body);
}

/** The error body of the REST door; two screens of the mobile app read only `error`. */
export function sendError(response: Response, { message, code, reason, retryAfter }: PresentedError): void {
  if (retryAfter) response.set('Retry-After', String(retryAfter));
  response.status(statusOf(code)).json({ message, error: message, error_code: reason ?? code });
}

function bodyOf({ body }: Request): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new AppError('BAD_USER_INPUT', 'The body must be a JSON object');
  return body as Record<string, unknown>;
}

function nextPage({ originalUrl }: Request, cursor: string): string {
  const url = new URL(originalUrl, 'http://any');
  url.searchParams.set('after', cursor);
  return `${url.pathname}${url.search}`;
}

function methodsByPath(rows: Route[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of rows) methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
  return methods;
}
