// A client of the protocol graphql-transport-ws.
import { WebSocket } from 'ws';
import { until } from '../process/service.js';
import type { Client, GraphqlAnswer } from './client.js';

export interface SocketMessage {
  type: string;
  id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test may read any JSON
  payload?: any;
}
export interface Handshake {
  protocol?: string | string[];
  headers?: Record<string, string>;
  path?: string;
  /** The address from which it connects. */
  localAddress?: string;
}

export const CHANGED = 'subscription ($ids: [ID!]) { apiaryChanged(apiaryIds: $ids) { apiaryId cursor } }';
const RENAME =
  'mutation ($id: ID!, $name: String!) { updateApiary(input: { id: $id, name: $name }) { apiary { id } } }';
let renamings = 0;

export class SocketClient {
  readonly received: SocketMessage[] = [];
  /** The code and the reason of the close frame. */
  readonly closed: Promise<string>;
  /** The status with which the handshake was refused. */
  readonly refused: Promise<number>;
  readonly socket: WebSocket;

  /** Accounts are Spanish; the tests assert English messages. */
  constructor(url: string, { protocol = 'graphql-transport-ws', path = '/graphql', ...options }: Handshake = {}) {
    const headers = { 'accept-language': 'en', ...options.headers };
    this.socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, protocol, { ...options, headers });
    this.socket.on('message', (data) => this.received.push(JSON.parse(String(data))));
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => resolve(`${code} ${reason}`.trim()));
    });
    this.refused = new Promise((resolve) => {
      this.socket.once('unexpected-response', (_request, response) => {
        response.resume();
        resolve(response.statusCode!);
      });
    });
  }

  /** Connects, and waits until the token has been accepted. */
  static async connect({ url, token }: Pick<Client, 'url' | 'token'>, handshake?: Handshake): Promise<SocketClient> {
    const client = new SocketClient(url, handshake);
    await client.opened();
    client.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
    await client.message('connection_ack');
    return client;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  async opened(): Promise<void> {
    await until(() => this.socket.readyState !== WebSocket.CONNECTING);
  }

  send(message: SocketMessage): void {
    this.socket.send(JSON.stringify(message));
  }

  subscribe(id: string, ids?: string[], query = CHANGED): void {
    this.send({ id, type: 'subscribe', payload: { query, variables: { ids } } });
  }

  /** Waits for a message of this type. */
  async message(type: string, id?: string): Promise<SocketMessage> {
    const find = () => this.received.find((one) => one.type === type && (id === undefined || one.id === id));
    await until(() => find() !== undefined || this.socket.readyState === WebSocket.CLOSED);
    const found = find();
    if (!found) throw new Error(`the connection was closed before ${type}`);
    return found;
  }

  /** The apiaries of the events of a subscription, in the order of their arrival. */
  events(id: string): string[] {
    return this.received
      .filter((one) => one.type === 'next' && one.id === id)
      .map(({ payload }) => payload.data.apiaryChanged.apiaryId);
  }

  /** Subscribes, and waits until events arrive: the protocol does not confirm a subscription. They are forgotten again. */
  async watch(id: string, who: Client, apiary: string, ids?: string[]): Promise<void> {
    this.subscribe(id, ids);
    while (this.events(id).length === 0) {
      await rename(who, apiary);
      await pause(EVENT_MS);
    }
    await pause(EVENT_MS);
    this.received.splice(0);
  }

  close(): void {
    this.socket.terminate();
  }
}

/** Longer than an event takes. */
export const EVENT_MS = 1000;
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** Changes an apiary. */
export async function rename(who: Client, apiary: string): Promise<void> {
  await who.ask(RENAME, { id: apiary, name: `Name ${++renamings}` });
}

type Outcome = Pick<GraphqlAnswer<Record<string, unknown>>, 'data' | 'errors'>;
const NO_TOKEN = { message: 'No token found', extensions: { code: 'UNAUTHENTICATED' } };

/**
 * Runs a subscription until its first event or its refusal.
 * @param change causes an event
 */
export async function runSubscription(who: Client, query: string, change: () => Promise<void>): Promise<Outcome> {
  const { url, token } = who;
  if (token === undefined) {
    const client = new SocketClient(url);
    await client.opened();
    client.send({ type: 'connection_init' });
    return { data: {}, errors: (await client.closed) === '4401 TOKEN_MISSING' ? [NO_TOKEN] : [] };
  }
  const client = await SocketClient.connect({ url, token });
  try {
    client.subscribe('1', undefined, query);
    for (;;) {
      await pause(EVENT_MS);
      const [first] = client.received.filter(({ id }) => id === '1');
      if (first?.type === 'error') return { data: {}, errors: first.payload };
      if (first) return first.payload;
      await change();
    }
  } finally {
    client.close();
  }
}
