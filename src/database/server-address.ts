// What DATABASE_URL and DATABASE_REPLICA_URLS say about a server, TLS included. MikroORM would ignore the query of an address, and so
// send everything in clear in spite of `sslmode=verify-full`.
import type { ClientConfig } from 'pg';
import { parse } from 'pg-connection-string';

/** pg takes these modes for `verify-full`, and prints a warning that its next version will verify less. */
const VERIFIED_MODE = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

/**
 * Reads the files with certificates, once.
 * @throws Error if one of them cannot be read
 */
export function readServerAddress(url: string): ClientConfig {
  const hasWeakerModes = /[?&]uselibpqcompat=true(?=&|$)/.test(url);
  const address = parse(hasWeakerModes ? url : url.replace(VERIFIED_MODE, '$1verify-full')) as ClientConfig;
  const { ssl, host } = address;
  // pg passes only names on: the certificate of an IP address would be verified as that of `localhost`.
  if (ssl === true || typeof ssl === 'object') address.ssl = { ...(ssl !== true && ssl), host } as ClientConfig['ssl'];
  return { ...address };
}
