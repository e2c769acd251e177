import { isIP } from 'node:net';
import { isPublicAddress } from './public-addresses.js';

/** What is wrong with an address to which a client wants something sent. */
export type AddressProblem = 'SCHEME' | 'CREDENTIALS' | 'PORT' | 'HOST';

export interface WebAddress {
  url: URL;
  /** Without the brackets of an IPv6 address. */
  host: string;
  /** Whether the operator has named the host: it may be a private one. */
  isNamed: boolean;
}

/** Names that mean something in this machine or its network alone (RFC 6761, 6762, 8375 and 9476, and that of ICANN for private use). */
const LOCAL_NAMES = /^(?:[^.]+|.*\.(?:localhost|local|internal|intranet|lan|home\.arpa|alt|test|invalid|onion))$/;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;
/** Below are those of other services, such as mail servers. */
const MIN_OTHER_PORT = 1024;

/**
 * Reads an address by the rules of WHATWG, which turn every spelling of an IPv4 address (`0x7f.1`, `2130706433`) into the usual one, and a name
 * in other scripts into that of the DNS.
 * @param named hosts that the operator allows although they are private: `host`, `host:port`, and with `http://` before it also without TLS
 */
export function readWebAddress(text: string, named: readonly string[]): WebAddress | AddressProblem {
  if (!URL.canParse(text)) return 'SCHEME';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'SCHEME';
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'CREDENTIALS';
  // The same name; certificates have it without the dot.
  if (/[^.]\.$/.test(url.hostname)) url.hostname = url.hostname.slice(0, -1);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isNamed = named.some((entry) => isOf(url, entry));
  if (isNamed) return { url, host, isNamed };
  if (url.protocol !== 'https:') return 'SCHEME';
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < MIN_OTHER_PORT) return 'PORT';
  const isPublic = isIP(host) ? isPublicAddress(host) : !LOCAL_NAMES.test(host);
  return isPublic ? { url, host, isNamed } : 'HOST';
}

function isOf({ protocol, hostname, port }: URL, entry: string): boolean {
  const pattern = entry.replace('http://', '');
  if (protocol === 'http:' && pattern === entry) return false;
  // The usual port is left out of a URL, but an operator may have named it.
  const usual = protocol === 'https:' ? HTTPS_PORT : HTTP_PORT;
  return pattern === hostname || pattern === `${hostname}:${port || usual}`;
}
