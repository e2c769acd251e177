import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Express } from 'express';
import proxyAddress from 'proxy-addr';
import type { RequestClient } from '../observability/request.js';

const MAX_DEVICE_CHARACTERS = 200;

/** Decides which proxies' `X-Forwarded-For` is trusted (the setting TRUST_PROXY). */
export type TrustedProxies = Parameters<typeof proxyAddress>[1];
export const readTrustedProxies = (app: Express): TrustedProxies => app.get('trust proxy fn');

/** Returns the IP address of the client. */
export const readAddress = (request: IncomingMessage, trust: TrustedProxies): string => proxyAddress(request, trust);

/** Reads the token of an `Authorization` header. */
export const readBearer = (authorization: unknown): string | undefined =>
  typeof authorization === 'string' ? /^Bearer +(\S+) *$/i.exec(authorization)?.[1] : undefined;

/** Reads the request headers that identify the client and its preferences. */
export function readRequestClient(
  headers: IncomingHttpHeaders,
  address: string | undefined,
  token = readBearer(headers.authorization),
): RequestClient {
  return {
    token,
    languages: headers['accept-language'],
    timeZone: headers['time-zone'] as string | undefined,
    device: headers['user-agent']?.slice(0, MAX_DEVICE_CHARACTERS),
    address,
    idempotencyKey: headers['idempotency-key'] as string | undefined,
  };
}
