// Sends a request to an address that a client has chosen (ADR 0051). The name is resolved once, every address is checked, and the connection is
// made to what was checked: a name that has another address a moment later (DNS rebinding) changes nothing.
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, type Resolve, resolveNamed, resolvePublic } from './public-addresses.js';
import { readWebAddress, type WebAddress } from './web-address.js';

/** Why there was no response. */
export type SendFailure = 'ADDRESS_REFUSED' | 'NAME_NOT_FOUND' | 'CERTIFICATE_INVALID' | 'NOT_CONNECTED' | 'TIMEOUT';

export class SendError extends Error {
  constructor(
    readonly failure: SendFailure,
    cause?: unknown,
  ) {
    super(`the request failed: ${failure}`, { cause });
  }
}

interface Options {
  /** Hosts that the operator allows although they are private (web-address.ts). */
  named: readonly string[];
  /** For names that the operator has not named. */
  resolve?: Resolve;
  /** Certificates of authorities; without them, those of Node. */
  ca?: string;
  /** From the resolution of the name to the header of the response. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** The body of a response is read so far and so long, because some servers take a connection that ends before for an error. */
const MAX_BODY_BYTES = 65_536;
const BODY_MS = 1000;

export class PublicClient {
  private readonly timeoutMs: number;

  constructor(private readonly options: Options) {
    this.timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  /**
   * Posts a body. No redirect is followed, no proxy used, and no connection used twice.
   * @returns the status of the response, whose body is discarded @throws SendError; the reason of the signal
   */
  async post(text: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<number> {
    const deadline = AbortSignal.timeout(this.timeoutMs);
    const ended = AbortSignal.any([signal, deadline]);
    try {
      const address = readWebAddress(text, this.options.named);
      if (typeof address === 'string') throw new SendError('ADDRESS_REFUSED');
      const addresses = await whileNot(ended, this.resolve(address));
      return await this.send(address, addresses, headers, body, ended);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (deadline.aborted) throw new SendError('TIMEOUT', error);
      throw error instanceof SendError ? error : new SendError(failureOf(error), error);
    }
  }

  /** @throws SendError if one of the addresses is not public, even if others are: no public name has a private address by accident */
  private async resolve({ host, isNamed }: WebAddress): Promise<string[]> {
    if (isIP(host)) return [host];
    const { resolve = resolvePublic } = this.options;
    const addresses = await (isNamed ? resolveNamed : resolve)(host).catch((cause: unknown) => {
      throw new SendError('NAME_NOT_FOUND', cause);
    });
    if (addresses.length === 0) throw new SendError('NAME_NOT_FOUND');
    if (!isNamed && !addresses.every(isPublicAddress)) throw new SendError('ADDRESS_REFUSED');
    return addresses;
  }

  private send(
    { url, host }: WebAddress,
    addresses: readonly string[],
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<number> {
    const isSecure = url.protocol === 'https:';
    const options: https.RequestOptions = {
      method: 'POST',
      host,
      port: url.port || (isSecure ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
      lookup: lookupIn(addresses),
      agent: false,
      signal,
      ...(isSecure && { rejectUnauthorized: true, ...(this.options.ca && { ca: this.options.ca }) }),
    };
    return new Promise((resolve, reject) => {
      const request = (isSecure ? https : http).request(options, (response) => {
        resolve(response.statusCode!);
        discard(request, response);
      });
      // After a response, it is that of a body which nobody waits for.
      request.on('error', reject);
      // Node reports no error for a connection whose receiver switches to another protocol (101): whoever waits would wait for ever.
      request.on('close', () => reject(new Error('the connection ended without a response')));
      request.end(body);
    });
  }
}

/** Answers the socket with the addresses that have been checked, whatever the name is. */
const lookupIn =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, answer) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (all) answer(null, found);
    else answer(null, found[0]!.address, found[0]!.family);
  };

function discard(request: http.ClientRequest, response: http.IncomingMessage): void {
  let bytes = 0;
  const end = (): void => void request.destroy();
  const timer = setTimeout(end, BODY_MS).unref();
  response.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAX_BODY_BYTES) end();
  });
  response.on('error', () => {});
  response.on('close', () => clearTimeout(timer));
}

/** A resolution cannot be ended, only left alone. */
function whileNot<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const CERTIFICATE = /CERT|TLS|SSL|SIGNATURE|ISSUER|SELF_SIGNED|CRL/;
const failureOf = (error: unknown): SendFailure =>
  CERTIFICATE.test(String((error as { code?: unknown } | null)?.code)) ? 'CERTIFICATE_INVALID' : 'NOT_CONNECTED';
