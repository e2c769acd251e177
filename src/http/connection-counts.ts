import { AppError } from '../errors.js';
import { createMessage } from '../messages/message.js';

/** Open WebSockets by account and by network. */
export class ConnectionCounts {
  private readonly counts = new Map<string, number>();

  /** @throws RATE_LIMITED if there are as many as there can be */
  require(key: string, max: number): void {
    if ((this.counts.get(key) ?? 0) < max) return;
    const message = createMessage('At most {max} connections can be open at the same time', { max });
    throw new AppError('RATE_LIMITED', message, { reason: 'TOO_MANY_CONNECTIONS', retryAfter: 60 });
  }

  add(key: string, change: 1 | -1): void {
    const count = (this.counts.get(key) ?? 0) + change;
    if (count > 0) this.counts.set(key, count);
    else this.counts.delete(key);
  }
}
