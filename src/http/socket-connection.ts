// One WebSocket: what is known of its client, and whether it still reads and answers.
import type { WebSocket as ProtocolSocket } from 'graphql-ws';
import type { RawData, WebSocket } from 'ws';
import type { RequestClient } from '../observability/request.js';
import type { Language } from '../shared/language.js';

/** Proxies and mobile networks close connections on which nothing moves for a minute. */
const PING_INTERVAL_MS = 25_000;
/** Bytes that wait until the client reads. An event has 200, and is sent only after the one before. */
const MAX_UNSENT_BYTES = 64 * 1024;
/** Frames in FRAME_WINDOW_MS. A client sends some hundred bytes a minute, and at most a few messages for each subscription at the start. */
const MAX_FRAMES = 300;
const FRAME_WINDOW_MS = 10_000;
/** A connection is dropped if unsent bytes stay for this long. */
const STALL_TIMEOUT_MS = 10_000;

/** A subscription of a connection. While it is starting, it cannot be ended yet. */
export interface OpenSubscription {
  end?: () => unknown;
}

/** Why the service drops a connection. */
export type DropReason = 'slow' | 'silent' | 'flood';

export class SocketConnection {
  /** Set when the token has been accepted. */
  accountId: string | undefined;
  /** The language of the account. */
  language: Language | undefined;
  /** Why the service has closed it; the reason of a client is not logged. */
  closeReason: string | undefined;
  /** Also those of which graphql-ws knows no more, because the client has used their ids again before they had started. */
  readonly subscriptions = new Set<OpenSubscription>();
  private pingedAt = performance.now();
  private hasAnswered = true;
  private unsentSince: number | undefined;
  private frames = 0;
  private framesSince = performance.now();

  /** @param onFlood called when the client sends more frames than any honest one */
  constructor(
    private readonly socket: WebSocket,
    /** The token comes with the first message. */
    readonly client: RequestClient,
    /** The id of its handshake, for the log. */
    readonly requestId: string,
    private readonly onFlood: () => void,
  ) {
    socket.on('pong', () => {
      // Also one for which nothing has asked, which RFC 6455 allows: some clients send it as a sign of life.
      this.countFrame();
      this.hasAnswered = true;
    });
    for (const event of ['ping', 'message']) socket.on(event, () => this.countFrame());
    // An invalid frame, or one that is too large: `ws` closes the connection itself.
    socket.on('error', () => {});
  }

  /** The connection as graphql-ws uses it. @param onMessage is called with each message and the function that handles it */
  forProtocol(onMessage: (text: string, handle: (text: string) => Promise<void>) => void): ProtocolSocket {
    const { socket } = this;
    return {
      protocol: socket.protocol,
      // It waits until the operating system has taken the message. The end of the connection is no error of the sender.
      send: (text) => new Promise((resolve) => socket.send(text, () => resolve())),
      close: (code, reason) => this.close(code, reason),
      onMessage: (handle) => void socket.on('message', (data: RawData) => onMessage(String(data), handle)),
    };
  }

  private countFrame(): void {
    const now = performance.now();
    if (now - this.framesSince > FRAME_WINDOW_MS) {
      this.framesSince = now;
      this.frames = 0;
    }
    this.frames += 1;
    if (this.isOpen && this.frames > MAX_FRAMES) this.onFlood();
  }

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  close(code = 1000, reason = ''): void {
    this.closeReason ??= reason;
    this.socket.close(code, reason);
  }

  terminate(): void {
    this.socket.terminate();
  }

  /** Call it every second, and when the client sends something: it may send without reading. @returns why it must be dropped */
  check(): DropReason | undefined {
    if (!this.isOpen) return undefined;
    const now = performance.now();
    const { bufferedAmount: unsent } = this.socket;
    this.unsentSince = unsent === 0 ? undefined : (this.unsentSince ?? now);
    if (unsent > MAX_UNSENT_BYTES || now - (this.unsentSince ?? now) > STALL_TIMEOUT_MS) return 'slow';
    if (now - this.pingedAt < PING_INTERVAL_MS) return undefined;
    if (!this.hasAnswered) return 'silent';
    this.hasAnswered = false;
    this.pingedAt = now;
    this.socket.ping();
    return undefined;
  }
}
