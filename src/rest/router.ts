// The endpoints of routes/ over the GraphQL schema. They depend on no feature and no database: both APIs run the same resolvers, and
// therefore share context, guard, validation, transactions and loaders.
import type { Request, RequestHandler, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../context.js';
import { engineOf } from '../engine/engine.js';
import { AppError } from '../errors.js';
import { groupBy } from '../shared/group-by.js';
import { createMessage } from '../shared/message.js';
import { createCompileRoute } from './endpoint.js';
import { createHandler, type Handler, sendReply } from './handler.js';
import type { Route } from './route.js';
import { routes } from './routes/index.js';
import { SegmentRouter } from './segment-router.js';

export interface RestEndpoint {
  route: Route;
  handle: Handler;
}

/** Compiles every route. Called once. */
export function createRestEndpoints(schema: GraphQLSchema): RestEndpoint[] {
  const compile = createCompileRoute(schema);
  return routes.map((route) => {
    const documents = [route.document, ...(route.fallback ? [route.fallback] : [])];
    return {
      route,
      handle: createHandler(
        route,
        documents.map((document) => compile({ ...route, document })),
        engineOf(schema),
      ),
    };
  });
}

/** @param contextOf returns the context of a request for the resolvers */
export function createRestRouter(endpoints: RestEndpoint[], contextOf: (request: Request) => Context): RequestHandler {
  const toExpress =
    (handle: Handler): RequestHandler =>
    async (request, response) => {
      const { params, body, headers, originalUrl: url } = request;
      const query = request.query as Record<string, unknown>;
      sendReply(response, await handle({ url, params, query, body, headers }, contextOf(request)));
    };
  const router = new SegmentRouter();
  for (const [path, ofPath] of endpointsByPath(endpoints)) {
    const atPath = router.route(path);
    for (const { route, handle } of ofPath) atPath[route.method](toExpress(handle));
    atPath.all(methodNotAllowed(ofPath.map(({ route }) => route.method.toUpperCase())));
  }
  return router.handle;
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

/** Paths without parameters come first: `/questions/templates` is not an id. */
export function endpointsByPath(endpoints: RestEndpoint[]): [path: string, endpoints: RestEndpoint[]][] {
  const parameters = (path: string): number => path.split(':').length;
  return [...groupBy(endpoints, ({ route }) => route.path)].sort(([a], [b]) => parameters(a) - parameters(b));
}
