import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Express } from 'express';
import proxyAddress from 'proxy-addr';
import type { RequestClient, Services } from '../context.js';

const MAX_DEVICE_CHARACTERS = 200;

/** Decides which proxies' `X-Forwarded-For` is trusted (the setting TRUST_PROXY). */
export type TrustedProxies = Parameters<typeof proxyAddress>[1];
export const readTrustedProxies = (app: Express): TrustedProxies => app.get('trust proxy fn');

/**
 * Counts a request to one of the APIs against the limit of its IP address.
 * @returns the address
 * @throws RATE_LIMITED
 */
export async function countRequest(
  { rateLimiter }: Pick<Services, 'rateLimiter'>,
  request: IncomingMessage,
  trust: TrustedProxies,
): Promise<string> {
  const address = proxyAddress(request, trust);
  await rateLimiter.count('requests', address);
  return address;
}

/** Reads the token of an `Authorization` header. */
export const readBearer = (authorization: unknown): string | undefined =>
  typeof authorization === 'string' ? /^Bearer +(\S+) *$/i.exec(authorization)?.[1] : undefined;

/** Reads the request headers that identify the client and its preferences. */
export function readRequestClient(headers: IncomingHttpHeaders, address: string | undefined): RequestClient {
  return {
    token: readBearer(headers.authorization),
    languages: headers['accept-language'],
    device: headers['user-agent']?.slice(0, MAX_DEVICE_CHARACTERS),
    address,
    idempotencyKey: headers['idempotency-key'] as string | undefined,
  };
}
