// The HTTP client of the mobile app: the headers that it sends, and the responses that it accepts.
import type { Route } from '../../../src/rest/route.js';
import { routes } from '../../../src/rest/routes/index.js';
import { expectDescribed } from '../openapi.js';
import { decode, type Reader } from './dart.js';
import { type Refusal, refusal } from './models.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export interface Reply {
  status: number;
  headers: Headers;
  json: unknown;
}
interface Expected<T> {
  /** The status codes that the app accepts for this call. */
  status: number | number[];
  reads: Reader<T>;
  body?: object | undefined;
}

export class MobileClient {
  token: string | undefined;
  /** Runs after every successful call that is not a GET. */
  afterStep: ((client: MobileClient) => Promise<void>) | undefined;

  /** @param record records the successful calls */
  constructor(
    readonly url: string,
    readonly record?: RouteRecord,
  ) {}

  /** Sends every request with a JSON content type, also without a body, and does not follow redirects. */
  async send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Reply> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    if (status >= 300 && status < 400) throw new Error(`${method} ${path} was redirected (${status})`);
    const type = response.headers.get('content-type') ?? '';
    if (text !== '' && !/^application\/json\b/.test(type)) throw new Error(`${method} ${path} returned ${type}`);
    expectDescribed(method, path, status, text === '' ? undefined : JSON.parse(text), body);
    const reply = { status, headers: response.headers, json: text === '' ? undefined : decode(text) };
    if (status < 300) this.record?.add(method, path, reply);
    return reply;
  }

  /** Sends a request that must succeed. */
  async call<T>(method: Method, path: string, { status: expected, reads, body }: Expected<T>): Promise<T> {
    const { status, json } = await this.send(method, path, body);
    if (![expected].flat().includes(status)) {
      throw new Error(`${method} ${path} must return ${expected}, not ${status}: ${JSON.stringify(json)}`);
    }
    const read = reads(json, `${method} ${path}`);
    if (method !== 'GET') await this.afterStep?.(this);
    return read;
  }

  /** Sends a request that must be refused, with a body that every screen can show. */
  async refused(method: Method, path: string, body?: object): Promise<Refusal & { status: number }> {
    const { status, json } = await this.send(method, path, body);
    if (status < 400) throw new Error(`${method} ${path} was not refused (${status})`);
    const problem = refusal(json, `${method} ${path}`);
    if (problem.error !== problem.message)
      throw new Error(`${method} ${path} has different texts in error and message`);
    return { ...problem, status };
  }
}

/** Records which operations of the route table have succeeded. */
export class RouteRecord {
  private readonly recorded = new Set<string>();
  private readonly rows = routes.map((route) => ({ route, pattern: patternOf(route) }));

  add(method: string, path: string, { status, json }: Pick<Reply, 'status' | 'json'>): void {
    const [bare] = path.split('?');
    const row = this.rows.find(({ route, pattern }) => route.method.toUpperCase() === method && pattern.test(bare!));
    if (row?.route.status !== status) return;
    const [first, second] = operationsOf(row.route);
    // If a path has two operations, the first one returns a list.
    this.recorded.add(Array.isArray(json) ? first! : (second ?? first!));
  }

  get missing(): string[] {
    return routes.flatMap(operationsOf).filter((operation) => !this.recorded.has(operation));
  }
}

const patternOf = ({ path }: Route): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`);

function operationsOf({ method, path, document, fallback }: Route): string[] {
  const documents = fallback === undefined ? [document] : [document, fallback];
  return documents.map((text) => `${method} ${path}: ${/(?:query|mutation) (\w+)/.exec(text)![1]}`);
}
