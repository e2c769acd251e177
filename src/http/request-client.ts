import type { IncomingHttpHeaders } from 'node:http';
import type { Client } from '../context.js';

const LONGEST_NAME = 200;

/** What a request says of who sends it. */
export function clientOf(headers: IncomingHttpHeaders, address: string | undefined): Client {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return {
    token,
    languages: headers['accept-language'],
    device: headers['user-agent']?.slice(0, LONGEST_NAME),
    address,
    idempotencyKey: headers['idempotency-key'] as string | undefined,
  };
}
