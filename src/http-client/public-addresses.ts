// Which addresses the service sends to on behalf of clients (ADR 0051). They choose the URL, so without these rules it could be that of any
// server which this one reaches: a database, a router, or what a cloud tells its machines about themselves.
import { lookup, Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** Only these addresses are those of the internet: IANA has given out no others. */
const [GLOBAL, GLOBAL_BITS] = ipaddr.IPv6.parseCIDR('2000::/3');

/** An IPv4 address within an IPv6 one (`::ffff:127.0.0.1`) is judged as what it is; every other way to embed one is refused. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL, GLOBAL_BITS);
}

/** How long a query to a name server may take. Each is asked twice at most. */
const DNS_TIMEOUT_MS = 3000;

/** @returns the addresses of a name, IPv4 and IPv6; empty if it has none */
export type Resolve = (host: string) => Promise<string[]>;

/**
 * Asks the name servers, never the `hosts` file or a search domain, in which a name means something else than outside. This also occupies no
 * thread of the pool, in which passwords are hashed: a name server that does not answer would block it.
 */
export const resolvePublic: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
};

/** Returns the addresses of a host that the operator has named. */
export const resolveNamed: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);
