import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client can read the response. */
const LINGER_MS = 1000;
/** More of them are closed at once. Each has up to 64 kB in memory. */
const MAX_LINGERING = 200;

/**
 * The connections of requests whose bodies are left unread. If one is closed while there is something to be read, the client may lose what has
 * been sent to it, so only its sending half is closed at once, and the other after a moment.
 */
export class LingeringSockets {
  private count = 0;

  /**
   * If the response is sent before the body has been read, nothing more of it is read, and the connection is closed.
   * @param isClosing whether every response closes its connection by then
   */
  leaveUnread(request: IncomingMessage, response: ServerResponse, isClosing: () => boolean): void {
    // Node takes the socket from a request whose body is not read to its end.
    const { socket } = request;
    // Node discards a body of which nothing has been read.
    request.read(0);
    const { shouldKeepAlive } = response;
    response.shouldKeepAlive = false;
    request.once('end', () => {
      response.shouldKeepAlive = shouldKeepAlive && !isClosing();
    });
    response.once('prefinish', () => request.complete || this.close(socket));
  }

  /** Closes a connection to which its last bytes have been written. */
  close(socket: Socket): void {
    // Its event has been emitted already: it would be counted for ever.
    if (socket.destroyed) return;
    if (this.count >= MAX_LINGERING) return void socket.destroy();
    this.count += 1;
    // Node calls it after a response with `Connection: close`.
    socket.destroySoon = () => void socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      this.count -= 1;
    });
  }
}
