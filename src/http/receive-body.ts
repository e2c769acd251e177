// What Express does with bodies: refuses, reads and parses them. Requests before it have theirs read in direct.ts.
import type { RequestHandler } from 'express';
import { AppError } from '../errors.js';
import { parseBody, requireShortBody, requireUtf8 } from './body.js';
import { localsOf } from './locals.js';
import { askForBody, decompressBody, readBody, requireKnownEncoding } from './read-body.js';

/** Refuses a body for what the head says of it. A file has limits of its own. */
export const refuseUnreadable: RequestHandler = ({ headers }, response, next) => {
  if (localsOf(response).kind === 'upload') return next();
  requireShortBody(headers['content-length']);
  requireUtf8(headers['content-type'] ?? '');
  next();
};

/** Reads a body of JSON. All others are left to their handlers. */
export const receiveBody: RequestHandler = async (request, response, next) => {
  const { kind } = localsOf(response);
  request.body = undefined;
  if (kind === 'upload') return next();
  const isRead = kind === 'api' && Boolean(request.is('application/json'));
  if (isRead) {
    requireKnownEncoding(request.headers);
    askForBody(request, response);
    const bytes = await readBody(request);
    // The client closed the connection before it had sent the whole body.
    if (!bytes) return;
    request.body = await decompressBody(bytes, request.headers);
  }
  next();
};

/** Refuses a body that is no JSON: Express would ignore it and treat the request as one without a body. */
export const requireJsonBody: RequestHandler = (request, response, next) => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0;
  if (localsOf(response).kind === 'api' && hasBody && request.body === undefined)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as application/json');
  next();
};

export const parseJson: RequestHandler = (request, _response, next) => {
  if (Buffer.isBuffer(request.body)) request.body = parseBody(request.body);
  next();
};
