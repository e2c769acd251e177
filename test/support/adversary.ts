// A client that means harm: it sends what it likes, on as many connections as it likes, and need not read the responses.
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface HostileRequest {
  method?: string;
  path: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  /** The client disconnects when it has waited this long for the response. */
  patienceMs?: number;
}

/** How long the requests of an attack are repeated, unless its limit of requests ends it earlier. */
const ATTACK_MS = Number(process.env.ATTACK_SECONDS ?? 4) * 1000;
const CLIENT_TIMEOUT_MS = 30_000;
const SIP_BYTES = 16_384;
const SIP_INTERVAL_MS = 100;

export class Adversary {
  /** Statuses of responses and codes of connection errors, counted. */
  readonly outcomes: Record<string, number> = {};
  private readonly agent = new http.Agent({ keepAlive: true });
  private readonly sockets = new Set<net.Socket>();
  private readonly until: number;

  /** @param address its IP address, as the proxy in front of the service reports it */
  constructor(
    readonly url: string,
    readonly address: string,
    readonly token?: string,
    attackMs = ATTACK_MS,
  ) {
    this.until = performance.now() + attackMs;
  }

  /** Sends a request and discards the response. */
  request({ method = 'GET', path, body, headers = {}, patienceMs }: HostileRequest): Promise<string> {
    return new Promise((resolve) => {
      const end = (outcome: string): void => {
        this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
        resolve(outcome);
      };
      const sent = http.request(
        `${this.url}${path}`,
        { method, headers: { ...this.headers(body), ...headers }, agent: this.agent, timeout: CLIENT_TIMEOUT_MS },
        (response) => {
          response.resume().on('close', () => end(String(response.statusCode)));
        },
      );
      if (patienceMs !== undefined) setTimeout(() => sent.destroy(), patienceMs);
      sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'TIMEOUT' })));
      sent.on('error', ({ code, message }: NodeJS.ErrnoException) => end(code ?? message));
      sent.end(body);
    });
  }

  graphql(query: string, variables: object = {}, headers: Record<string, string> = {}): Promise<string> {
    return this.request({ method: 'POST', path: '/graphql', body: JSON.stringify({ query, variables }), headers });
  }

  /** Repeats requests on a number of connections until the time of the attack is over. */
  async flood(connections: number, send: (round: number) => Promise<unknown>): Promise<void> {
    let round = 0;
    const client = async (): Promise<void> => {
      while (performance.now() < this.until) await send(round++);
    };
    await Promise.all(Array.from({ length: connections }, client));
  }

  /** Opens connections, writes bytes on each and reads nothing. They stay open until the attack ends. */
  async open(connections: number, bytes: (connection: number) => string | Buffer): Promise<net.Socket[]> {
    const { port, hostname } = new URL(this.url);
    const opened = Array.from({ length: connections }, (_, connection) => {
      const socket = net.connect(Number(port), hostname);
      socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
        this.outcomes[code] = (this.outcomes[code] ?? 0) + 1;
      });
      socket.pause();
      socket.write(bytes(connection));
      this.sockets.add(socket);
      return socket;
    });
    await sleep(Math.max(0, this.until - performance.now()));
    return opened;
  }

  /** The same, and reads a little again and again. */
  async sip(connections: number, bytes: (connection: number) => string | Buffer): Promise<void> {
    const timer = setInterval(() => {
      for (const socket of this.sockets) socket.read(Math.min(SIP_BYTES, socket.readableLength));
    }, SIP_INTERVAL_MS);
    await this.open(connections, bytes).finally(() => clearInterval(timer));
  }

  /** Sends bytes on a connection of their own, reads what comes, and ends when the service closes it. */
  raw(bytes: string | Buffer): Promise<void> {
    const { port, hostname } = new URL(this.url);
    return new Promise((resolve) => {
      const socket = net.connect(Number(port), hostname);
      this.sockets.add(socket);
      socket.setTimeout(CLIENT_TIMEOUT_MS, () => socket.destroy());
      socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
        this.outcomes[code] = (this.outcomes[code] ?? 0) + 1;
      });
      socket.on('close', () => {
        this.sockets.delete(socket);
        resolve();
      });
      socket.resume().write(bytes);
    });
  }

  /** The head of a request, with a body that may be announced only. */
  head(method: string, path: string, length?: number, headers: Record<string, string> = {}): string {
    const lines = Object.entries({ Host: 'bees', ...this.headers(), ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const body = length === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`;
    return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${body}\r\n`;
  }

  end(): void {
    this.agent.destroy();
    for (const socket of this.sockets) socket.destroy();
  }

  private headers(body?: string | Buffer): Record<string, string> {
    return {
      'x-forwarded-for': this.address,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
      ...(this.token && { authorization: `Bearer ${this.token}` }),
    };
  }
}
