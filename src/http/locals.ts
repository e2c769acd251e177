import type { ServerResponse } from 'node:http';
import type { Response } from 'express';
import type { OpenRequest, RequestKind } from '../admission/admission.js';
import type { RequestLog } from '../observability/request.js';
import type { PathRouter } from '../rest/path-router.js';
import type { RestTarget } from './rest-paths.js';

/** What the middleware knows of a request: Express's `response.locals`. */
export interface Locals {
  open: OpenRequest;
  kind: RequestKind;
  /** What is at the path of a REST request. */
  found?: ReturnType<PathRouter<RestTarget>['find']>;
  requestLog: RequestLog;
}
export const localsOf = (response: ServerResponse): Locals => (response as Response).locals as Locals;
