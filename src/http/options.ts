// Answers OPTIONS: with what a browser asks before a request of another origin (CORS), and to others with the methods of the path.
import type { RequestHandler } from 'express';
import type { ApiSurface } from '../observability/metrics.js';
import type { PathRouter } from '../rest/path-router.js';
import { REST_BASE } from '../rest/route.js';
import { answerPreflight } from './headers.js';
import type { RestTarget } from './rest-paths.js';

export const surfaceOf = (path: string): ApiSurface =>
  path.startsWith(`${REST_BASE}/`) ? 'rest' : /^\/graphql(\/|$)/.test(path) ? 'graphql' : 'other';

/** What is at the REST API beside its endpoints. */
const REST_PAGES = /^\/api\/v1\/(?:docs|openapi\.json)(?:\/|$)/;

/** @returns undefined if the REST API has nothing at the path */
function findAllowed(restPaths: PathRouter<RestTarget>, path: string): string[] | undefined {
  if (surfaceOf(path) === 'graphql') return ['GET', 'POST'];
  if (surfaceOf(path) === 'other' || REST_PAGES.test(path)) return ['GET'];
  const found = restPaths.find('OPTIONS', path.slice(REST_BASE.length));
  return found && 'allowed' in found ? found.allowed : undefined;
}

export const answerOptions =
  (restPaths: PathRouter<RestTarget>): RequestHandler =>
  (request, response, next) => {
    if (request.headers.origin !== undefined) return answerPreflight(request, response, next);
    const allowed = findAllowed(restPaths, request.path);
    if (!allowed) return next();
    response
      .set('Allow', [...allowed, 'OPTIONS'].join(', '))
      .status(204)
      .end();
  };
