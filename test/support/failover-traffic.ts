// Writers and readers during a failover. They record their requests and the responses, which are compared with every row afterwards.
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { newBeekeeper } from './service.js';
import {
  attempt,
  complaintsAbout,
  Load,
  type NoResponse,
  type TimedRequest,
  type TimedResponse,
} from './timed-request.js';
import type { Beekeeper } from './world.js';

const READERS = 4;
const STOCK = 1_000_000;
/** Shorter than the Retry-After of the service, so that the first success is measured precisely. */
const RETRY_MS = 50;
const FINISH_TIMEOUT_MS = 30_000;

export interface TrafficOptions {
  /** Each account has a writer that sends an Idempotency-Key and repeats a request until it is acknowledged. */
  accounts: number;
  /** Pause of each writer between two requests. */
  pauseMs?: number;
  /** Pause after a failure. */
  retryMs?: number;
  /** How long a request with a key is repeated. */
  finishMs?: number;
}

type Outcome = [name: string, TimedResponse | NoResponse];
interface Attempt {
  kind: 'write' | 'read';
  sentAt: number;
  endedAt: number;
  isDone: boolean;
  /** The status, or the code of the error. */
  outcome: number | string;
}

/** What clients saw between two times. */
export interface Interruption {
  acknowledged: number;
  /** The longest time between two acknowledged writes, of whatever account. */
  withoutWriteMs: number;
  longestRequestMs: number;
  /** How many requests failed, by status or code of the error. */
  failures: Record<string, number>;
}

export class FailoverTraffic {
  private readonly run = randomUUID();
  /** Ids of acknowledged apiaries, by name. */
  private readonly apiaries = new Map<string, string>();
  private readonly exits = new Set<string>();
  private readonly attempted = new Set<string>();
  /** Names sent with a key and not acknowledged yet. */
  private readonly unfinished = new Set<string>();
  private readonly attempts: Attempt[] = [];
  private readonly failures: Outcome[] = [];
  private isStopping = false;
  private readonly retryMs: number;
  private readonly finishMs: number;
  private readonly load: Load;

  private constructor(
    private readonly url: string,
    keepers: Beekeeper[],
    private readonly ana: Beekeeper,
    private readonly item: string,
    { pauseMs = 5, retryMs = RETRY_MS, finishMs = FINISH_TIMEOUT_MS }: TrafficOptions,
  ) {
    this.retryMs = retryMs;
    this.finishMs = finishMs;
    // Two more write without a key: an apiary, in a transaction, and an exit of stock, in one statement on the pool.
    const writers = keepers.length;
    this.load = new Load(writers + 2 + READERS, async (client, round) => {
      if (this.isStopping) return sleep(RETRY_MS);
      if (client < writers) await this.createWithKey(keepers[client]!, `${this.run} ${client} ${round}`);
      else if (client === writers) await this.createWithoutKey(`${this.run} without a key ${round}`);
      else if (client === writers + 1) await this.recordExitWithoutKey(`${this.run} exit ${round}`);
      else await this.read();
      return sleep(client < writers + 2 ? pauseMs : 10);
    });
  }

  static async start(url: string, options: TrafficOptions): Promise<FailoverTraffic> {
    const { accounts } = options;
    const keepers: Beekeeper[] = [];
    while (keepers.length < accounts + 1) {
      const missing = Math.min(4, accounts + 1 - keepers.length);
      keepers.push(...(await Promise.all(Array.from({ length: missing }, () => newBeekeeper(url)))));
    }
    const ana = keepers.pop()!;
    const apiary = await ana.apiary({ name: 'To be read' });
    const jars = { apiary_id: apiary, name: 'Jars', unit: 'pieces', quantity: STOCK };
    const { body: item } = await ana.rest('POST', '/inventory', jars);
    return new FailoverTraffic(url, keepers, ana, item.id, options);
  }

  get acknowledged(): number {
    return this.apiaries.size + this.exits.size;
  }

  /** Returns when the first write that was sent after `time` was acknowledged. */
  firstWriteAfter(time: number): number | undefined {
    return this.attempts.find(({ kind, sentAt, isDone }) => kind === 'write' && isDone && sentAt >= time)?.endedAt;
  }

  /** Returns the kinds of the requests that were sent after `time` and failed. */
  failuresAfter(time: number): string[] {
    return this.attempts.filter(({ sentAt, isDone }) => sentAt >= time && !isDone).map(({ kind }) => kind);
  }

  /** Describes the requests that ended between two times. */
  describe(from: number, to: number): Interruption {
    const ended = this.attempts.filter(({ endedAt }) => endedAt >= from && endedAt < to);
    const acknowledged = ended.filter(({ kind, isDone }) => kind === 'write' && isDone).map(({ endedAt }) => endedAt);
    const times = [from, ...acknowledged.sort((a, b) => a - b), to];
    const failures: Record<string, number> = {};
    for (const { isDone, outcome } of ended) if (!isDone) failures[outcome] = (failures[outcome] ?? 0) + 1;
    return {
      acknowledged: acknowledged.length,
      withoutWriteMs: Math.round(Math.max(...times.slice(1).map((time, i) => time - times[i]!))),
      longestRequestMs: Math.round(Math.max(...ended.map(({ sentAt, endedAt }) => endedAt - sentAt))),
      failures,
    };
  }

  /** Counts the reads that were sent between two times. */
  countReads(from: number, to = Number.POSITIVE_INFINITY): { served: number; failed: number } {
    const reads = this.attempts.filter(({ kind, sentAt }) => kind === 'read' && sentAt >= from && sentAt < to);
    const served = reads.filter(({ isDone }) => isDone).length;
    return { served, failed: reads.length - served };
  }

  /** Requests with a key that are not acknowledged yet are repeated until they are. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.load.stop();
  }

  /** Compares the acknowledged writes with every row. */
  async compare(sql: <R extends object>(text: string) => Promise<R[]>): Promise<{
    acknowledged: number;
    unavailable: number;
    lost: string[];
    twice: string[];
    unknown: string[];
    complaints: string[];
  }> {
    const rows = await sql<{ id: string; name: string }>(
      `select id, name from apiaries where name like '${this.run}%'`,
    );
    const persons = await sql<{ person: string }>(
      `select person from stock_movements where person like '${this.run}%'`,
    );
    const [stock] = await sql<{ quantity: number }>(
      `select quantity::int as quantity from inventory_items where id = '${this.item}'`,
    );
    const stored = [...rows.map(({ name }) => name), ...persons.map(({ person }) => person)];
    const ids = new Set(rows.map(({ id }) => id));
    const names = new Set(stored);
    const lost = [
      ...[...this.apiaries].filter(([name, id]) => !names.has(name) || !ids.has(id)).map(([name]) => name),
      ...[...this.exits].filter((person) => !names.has(person)),
      ...this.unfinished,
    ];
    if (stock?.quantity !== STOCK - persons.length)
      lost.push(`the stock is ${stock?.quantity} after ${persons.length}`);
    const seen = new Set(stored);
    const twice = stored.filter((name) => !seen.delete(name));
    return {
      acknowledged: this.acknowledged,
      unavailable: this.failures.filter(([, response]) => 'status' in response && response.status === 503).length,
      lost,
      twice,
      unknown: stored.filter((name) => !this.attempted.has(name)),
      complaints: [...complaintsAbout(this.failures), ...this.withoutRetryAfter()],
    };
  }

  private withoutRetryAfter(): string[] {
    const wrong = this.failures.filter(
      ([, response]) => 'status' in response && !(Number(response.headers['retry-after']) > 0),
    );
    return [...new Set(wrong.map(([name]) => `${name}: no Retry-After`))];
  }

  private async createWithKey(keeper: Beekeeper, name: string): Promise<void> {
    this.attempted.add(name);
    this.unfinished.add(name);
    const headers = { 'idempotency-key': name.replaceAll(' ', '-') };
    const startedAt = performance.now();
    while (this.unfinished.has(name) && performance.now() - startedAt < this.finishMs) {
      const id = await this.send('write', 201, { ...createApiary(name), token: keeper.token, headers });
      if (id === undefined) {
        await sleep(this.retryMs);
        continue;
      }
      this.apiaries.set(name, id);
      this.unfinished.delete(name);
    }
  }

  private async createWithoutKey(name: string): Promise<void> {
    this.attempted.add(name);
    const id = await this.send('write', 201, { ...createApiary(name), token: this.ana.token });
    if (id === undefined) return sleep(this.retryMs);
    this.apiaries.set(name, id);
  }

  private async recordExitWithoutKey(person: string): Promise<void> {
    this.attempted.add(person);
    const path = `/api/v1/inventory/${this.item}/exit`;
    const body = { quantity: 1, person };
    const id = await this.send('write', 200, { method: 'POST', path, body, token: this.ana.token });
    if (id === undefined) return sleep(this.retryMs);
    this.exits.add(person);
  }

  private async read(): Promise<void> {
    await this.send('read', 200, { path: `/api/v1/inventory/${this.item}`, token: this.ana.token });
  }

  /** @returns the id in a response with the expected status */
  private async send(kind: 'read' | 'write', status: number, request: TimedRequest): Promise<string | undefined> {
    const sentAt = performance.now();
    const response = await attempt(this.url, request);
    const outcome = 'status' in response ? response.status : response.code;
    const isDone = outcome === status;
    this.attempts.push({ kind, sentAt, endedAt: performance.now(), isDone, outcome });
    if (isDone) return (response as TimedResponse).body.id;
    this.failures.push([`${request.method ?? 'GET'} ${request.path}`, response]);
    return undefined;
  }
}

const createApiary = (name: string): TimedRequest => ({ method: 'POST', path: '/api/v1/apiaries', body: { name } });
