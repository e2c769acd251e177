// The endpoints of routes/ over the GraphQL schema. They depend on no feature and no database: both APIs run the same resolvers, and
// therefore share context, guard, validation, transactions and loaders.
import type { Request, RequestHandler, Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { engineOf } from '../engine/engine.js';
import { createCompileRoute } from './endpoint.js';
import { createHandler, type Handler } from './handler.js';
import { refuseMethod } from './path-router.js';
import type { Route } from './route.js';
import { routes } from './routes/index.js';

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

/** For Express. @param allowed the methods that the path has */
export const methodNotAllowed =
  (allowed: string[]): RequestHandler =>
  ({ method }: Request, response: Response) => {
    response.set('Allow', allowed.join(', '));
    throw refuseMethod(method, allowed);
  };
