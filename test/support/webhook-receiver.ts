// A receiver of webhooks, as a developer writes it: it verifies every request with the official library of Standard Webhooks.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface WebhookEvent {
  type: string;
  timestamp: string;
  data: {
    kind: string;
    action: string;
    recordId: string;
    apiaryId: string | null;
    version: number;
    sequence: string;
  };
}
export interface ReceivedEvent {
  id: string;
  at: number;
  path: string;
  headers: http.IncomingHttpHeaders;
  text: string;
  body: WebhookEvent;
}

/** What it answers: a status, at once, later, or after a second; nothing at all; or half of the time an error or nothing but the end of the connection. */
type Answer = number | Promise<number> | 'slowly' | 'nothing' | 'unreliable';

export class WebhookReceiver {
  /** Those that it has accepted, which may be copies. */
  readonly received: ReceivedEvent[] = [];
  /** Those that it has not, or not yet. */
  readonly refused: ReceivedEvent[] = [];
  /** Requests that nobody has signed with one of its secrets. */
  readonly forged: string[] = [];
  readonly secrets = new Map<string, string[]>();
  private answering: Answer = 204;
  open = 0;
  mostOpen = 0;

  private constructor(
    private readonly server: http.Server,
    readonly url: string,
  ) {}

  static async listen(): Promise<WebhookReceiver> {
    const server = http.createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new WebhookReceiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      receiver.mostOpen = Math.max(receiver.mostOpen, ++receiver.open);
      response.on('close', () => receiver.open--);
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => receiver.receive(request, response, Buffer.concat(pieces).toString()));
    });
    return receiver;
  }

  answer(answer: Answer): void {
    this.answering = answer;
  }

  /** The events that were accepted at a path, each once, in the order of their first arrival. */
  eventsAt(path: string): WebhookEvent[] {
    const events = this.received.filter((event) => event.path === path);
    return [...new Map(events.reverse().map((event) => [event.id, event.body])).values()].reverse();
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  private receive(request: http.IncomingMessage, response: http.ServerResponse, text: string): void {
    const path = request.url!;
    const headers = request.headers as Record<string, string>;
    const isSigned = (this.secrets.get(path) ?? []).some((secret) => isValid(secret, text, headers));
    if (!isSigned) {
      this.forged.push(text);
      return void response.writeHead(401).end();
    }
    const event = { id: headers['webhook-id']!, at: Date.now(), path, headers, text, body: JSON.parse(text) };
    const isUnreliable = this.answering === 'unreliable';
    const fails = isUnreliable && Math.random() < 0.5;
    const status = typeof this.answering === 'number' ? this.answering : 204;
    const isLate = this.answering instanceof Promise;
    if (this.answering === 'nothing' || isLate || fails || status < 200 || status > 299) this.refused.push(event);
    else this.received.push(event);
    if (this.answering === 'nothing') return;
    if (this.answering instanceof Promise) return void this.answering.then((late) => response.writeHead(late).end());
    if (this.answering === 'slowly') return void setTimeout(() => response.writeHead(204).end(), 1000);
    if (fails && Math.random() < 0.5) return void request.socket.destroy();
    response.writeHead(fails ? 500 : status, { location: '/elsewhere' }).end('x'.repeat(1000));
  }
}

function isValid(secret: string, text: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}
