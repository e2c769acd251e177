// THE SECOND DOOR: rows of routes/ as an Express router over the GraphQL schema. Knows no feature and no database: the same context,
// guard, validation, transaction and loaders serve both doors because the same resolvers do.
import { type Request, type Response, Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { AppError, type PresentedError, present, statusOf } from '../errors.js';
import { compiler, type Endpoint } from './compile.js';
import type { Route } from './route.js';
import { routes } from './routes/index.js';

export interface Door {
  /** The context that resolvers get for this request; `authenticate` throws for somebody who may not enter. */
  context: (request: Request) => { authenticate: () => Promise<unknown> };
  log: (request: Request) => Logger;
}

export function restRouter(schema: GraphQLSchema, door: Door): Router {
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

/** @param endpoints of which a later one is asked where those before it found nothing */
function handler({ status, answer }: Route, endpoints: Endpoint[], door: Door) {
  return async (request: Request, response: Response): Promise<void> => {
    const context = door.context(request);
    // Before the input is looked at: who has no token hears of that first.
    if (!endpoints[0]!.isPublic) await context.authenticate();
    const parts = {
      params: request.params,
      body: bodyOf(request),
      query: request.method === 'GET' || request.method === 'HEAD' ? (request.query as Record<string, unknown>) : {},
    };
    for (const [i, endpoint] of endpoints.entries()) {
      response.locals.operation = endpoint.name;
      const { variables, problems } = endpoint.read(parts);
      if (problems.length > 0) return sendError(response, present(AppError.badInput(problems)));
      const { data, errors } = await endpoint.execute(context, variables);
      if (errors?.[0]) {
        const error = present(errors[0], door.log(request));
        if (error.code === 'NOT_FOUND' && i < endpoints.length - 1) continue;
        return sendError(response, { ...error, message: endpoint.message(error) });
      }
      if (status === 204) return void response.status(204).end();
      if (answer) return void response.status(status).json(answer);
      const { body, nextCursor } = endpoint.write(data as Record<string, unknown>);
      if (nextCursor) response.set('Link', `<${nextPage(request, nextCursor)}>; rel="next"`);
      return void response.status(status).json(body);
    }
  };
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
