import type { IncomingMessage } from 'node:http';
import { type Entry, LinkedList } from './linked-list.js';

/** A body that has been arriving for longer may have to make room. */
const GRACE_MS = 1000;

export interface ArrivingBody {
  request: IncomingMessage;
  bytes: number;
  since: number;
}

/** The bodies that have a share, the oldest first. */
export class ArrivingBodies {
  private readonly list = new LinkedList<ArrivingBody>();

  add(request: IncomingMessage, bytes: number): Entry<ArrivingBody> {
    return this.list.add({ request, bytes, since: performance.now() });
  }

  remove(entry: Entry<ArrivingBody>): void {
    this.list.remove(entry);
  }

  /** Closes connections whose bodies have been arriving for longest. */
  closeOldest(bytes: number): void {
    const before = performance.now() - GRACE_MS;
    let closed = 0;
    for (const { request, bytes: freed, since } of this.list) {
      if (closed >= bytes || since > before) return;
      // One that has arrived keeps its share until it has been answered. It is not slow.
      if (request.complete) continue;
      closed += freed;
      request.socket.destroy();
    }
  }
}
