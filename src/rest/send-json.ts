import type { ServerResponse } from 'node:http';

/** @param json as text, or as bytes in UTF-8 */
export function sendJson(response: ServerResponse, status: number, json: string | Buffer): void {
  response.statusCode = status;
  if (!response.hasHeader('content-type')) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  // RFC 9110 demands it of every 401.
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  response.setHeader('Content-Length', Buffer.byteLength(json));
  response.end(json);
}
