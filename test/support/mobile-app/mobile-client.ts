// A telephone: what the HTTP client of the mobile app sends and takes, whatever is asked for.
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
interface Wanted<T> {
  /** The codes that the app takes for success at this call. */
  needs: number | number[];
  reads: Reader<T>;
  body?: object | undefined;
}

export class MobileClient {
  token: string | undefined;
  /** Runs after every call that may have changed something. */
  afterStep: ((phone: MobileClient) => Promise<void>) | undefined;

  /** @param record where the calls that succeeded are noted */
  constructor(
    readonly url: string,
    readonly record?: RouteRecord,
  ) {}

  /** A JSON content type comes with every request, an empty one too; redirects are not followed. */
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
    if (status >= 300 && status < 400) throw new Error(`${method} ${path} is redirected (${status})`);
    const type = response.headers.get('content-type') ?? '';
    if (text !== '' && !/^application\/json\b/.test(type)) throw new Error(`${method} ${path} answers in ${type}`);
    expectDescribed(method, path, status, text === '' ? undefined : JSON.parse(text));
    const reply = { status, headers: response.headers, json: text === '' ? undefined : decode(text) };
    if (status < 300) this.record?.note(method, path, reply);
    return reply;
  }

  /** A call that must succeed. */
  async call<T>(method: Method, path: string, { needs, reads, body }: Wanted<T>): Promise<T> {
    const { status, json } = await this.send(method, path, body);
    if (![needs].flat().includes(status)) {
      throw new Error(`${method} ${path} needs ${needs} and got ${status}: ${JSON.stringify(json)}`);
    }
    const read = reads(json, `${method} ${path}`);
    if (method !== 'GET') await this.afterStep?.(this);
    return read;
  }

  /** A call that must be refused, with a body that every screen can show. */
  async refused(method: Method, path: string, body?: object): Promise<Refusal & { status: number }> {
    const { status, json } = await this.send(method, path, body);
    if (status < 400) throw new Error(`${method} ${path} is not refused (${status})`);
    const said = refusal(json, `${method} ${path}`);
    if (said.error !== said.message) throw new Error(`${method} ${path} says one thing in error, another in message`);
    return { ...said, status };
  }
}

/** Which operations of the route table were exercised with success. */
export class RouteRecord {
  private readonly noted = new Set<string>();
  private readonly rows = routes.map((route) => ({ route, pattern: patternOf(route) }));

  note(method: string, path: string, { status, json }: Pick<Reply, 'status' | 'json'>): void {
    const [bare] = path.split('?');
    const row = this.rows.find(({ route, pattern }) => route.method.toUpperCase() === method && pattern.test(bare!));
    if (row?.route.status !== status) return;
    const [first, second] = operationsOf(row.route);
    // Where a path is two, a list is the first one's.
    this.noted.add(Array.isArray(json) ? first! : (second ?? first!));
  }

  get missing(): string[] {
    return routes.flatMap(operationsOf).filter((operation) => !this.noted.has(operation));
  }
}

const patternOf = ({ path }: Route): RegExp => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`);

function operationsOf({ method, path, document, fallback }: Route): string[] {
  const documents = fallback === undefined ? [document] : [document, fallback];
  return documents.map((text) => `${method} ${path}: ${/(?:query|mutation) (\w+)/.exec(text)![1]}`);
}
