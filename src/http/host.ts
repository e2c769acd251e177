import type { IncomingMessage } from 'node:http';

/** A name or an address, with a port or without (RFC 3986, 3.2): its parts share no first character, so a text is read once. */
const HOST = /^(?:(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * Returns whether a request names one host, as RFC 9112, 3.2 demands: two could be read in two ways. HTTP/1.0 may name none. Of several, Node
 * keeps the first.
 */
export function namesHost({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion !== '1.1';
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host') count++;
  return count === 1 && HOST.test(host);
}
