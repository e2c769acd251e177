import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { whenClosed } from './when-closed.js';

/** Requests of one connection that may wait for their responses. Browsers and HTTP libraries send one at a time. */
const MAX_PIPELINED = 10;

/**
 * Closes connections that send many requests without waiting for the responses: Node would begin all of them at once. So that a WebSocket
 * does not begin before a response, and then receive it, a request to upgrade has to wait for every response.
 */
export function limitPipelining(server: Server): void {
  const open = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }, response) => {
    if (socket.destroyed) return;
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    whenClosed(response, () => open.set(socket, open.get(socket)! - 1));
    if (count > MAX_PIPELINED) socket.destroy();
  });
  server.prependListener('upgrade', (_request, socket) => {
    if (open.get(socket as Socket)) socket.destroy();
  });
}
