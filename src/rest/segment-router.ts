// Routes by the first segments of their paths: Express tries them one after the other, so that each would make all requests dearer.
import { type IRoute, type RequestHandler, Router } from 'express';

/** Express compares paths in any case. */
const firstSegment = (path: string): string => path.split('/', 2)[1]!.toLowerCase();

export class SegmentRouter {
  private readonly routers = new Map<string, Router>();

  /** @param path begins with a segment that is no parameter */
  route(path: string): IRoute {
    const segment = firstSegment(path);
    const router = this.routers.get(segment) ?? Router();
    this.routers.set(segment, router);
    return router.route(path);
  }

  readonly handle: RequestHandler = (request, response, next) => {
    const router = this.routers.get(firstSegment(request.path));
    if (router) router(request, response, next);
    else next();
  };
}
