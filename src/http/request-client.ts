import type { IncomingHttpHeaders } from 'node:http';
import type { RequestClient } from '../context.js';

const MAX_DEVICE_LENGTH = 200;

/** What a request says of who sends it. */
export function readRequestClient(headers: IncomingHttpHeaders, address: string | undefined): RequestClient {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return {
    token,
    languages: headers['accept-language'],
    device: headers['user-agent']?.slice(0, MAX_DEVICE_LENGTH),
    address,
    idempotencyKey: headers['idempotency-key'] as string | undefined,
  };
}
