// Which addresses messages are sent to. They come from clients: without a list of hosts, they could name any server that this one reaches.

/**
 * @param services hosts, or `*.` and a host for those below it, and a port unless it is the usual one; with http:// before it, a server of a test
 * @returns the address, if it is that of a push service
 */
export function readEndpoint(endpoint: string, services: readonly string[]): URL | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const url = new URL(endpoint);
  const isPlain = url.username === '' && url.password === '' && url.hash === '';
  return isPlain && services.some((service) => isOf(url, service)) ? url : undefined;
}

function isOf({ protocol, host }: URL, service: string): boolean {
  const pattern = service.replace('http://', '');
  if (protocol !== (pattern === service ? 'https:' : 'http:')) return false;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}
