// Starts the real service on a free port with its own database, and calls it as a client.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import type { App } from '../../src/app.js';
import { cloneDatabase, type TestDatabase } from './database.js';
import { importOnce } from './import-once.js';

const { createApp } = await importOnce<typeof import('../../src/app.js')>('../../src/app.js');
const { loadConfig } = await importOnce<typeof import('../../src/config.js')>('../../src/config.js');
const { expectDescribed } = await importOnce<typeof import('./openapi.js')>('./openapi.js');
const { pino } = await importOnce<typeof import('pino')>('pino');

export const JWT_SECRET = 'a secret of the tests, of 32 bytes and more';
/** Keys of web push, of the tests alone. */
export const VAPID = {
  VAPID_PUBLIC_KEY: 'BMcXifOAE-xt69sz1uv6tHJoW4Zxuu8Soy8857_aPuEj4acn2TmhClEZhu-1_knAZIvej-m2-AC-WZfrPvI7C8E',
  VAPID_PRIVATE_KEY: 'w6W_9MlPwl9AjWm_WWSKD0TI0RpkNHWb1XHgtY1C_cE',
  VAPID_SUBJECT: 'mailto:operator@example.org',
};

export interface Answer<B> {
  status: number;
  headers: Headers;
  body: B;
}
export interface GraphqlAnswer<D> {
  status: number;
  data: D;
  errors?: {
    message: string;
    path?: string[];
    extensions: { code: string; reason?: string; fields?: { field: string; message: string }[] };
  }[];
}
// biome-ignore lint/suspicious/noExplicitAny: a test may read any JSON
type Json = any;

/** A client of both APIs, with or without a token. */
export class Client {
  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  /** Sends `body` as JSON, or a string unchanged. The content type is always JSON, as from the mobile app. */
  async rest<B = Json>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<B>> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: { ...this.headers(), ...headers },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const answer = text === '' ? undefined : isJson === false ? text : JSON.parse(text);
    if (method !== 'HEAD') expectDescribed(method, path, response.status, answer, body);
    return { status: response.status, headers: response.headers, body: answer as B };
  }

  async graphql<D = Json>(
    query: string,
    variables?: Record<string, unknown>,
    headers: Record<string, string> = {},
  ): Promise<GraphqlAnswer<D>> {
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { ...this.headers(), ...headers },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...((await response.json()) as Omit<GraphqlAnswer<D>, 'status'>) };
  }

  /** Returns the data of an operation. @throws Error if it fails */
  async ask<D = Json>(query: string, variables?: Record<string, unknown>): Promise<D> {
    const { data, errors } = await this.graphql<D>(query, variables);
    if (errors) throw new Error(errors.map((error) => error.message).join('; '));
    return data;
  }

  /** Accounts are Spanish, and fetch accepts any language; the tests assert English messages. */
  private headers(): Record<string, string> {
    const session = this.token && { authorization: `Bearer ${this.token}`, 'accept-language': 'en' };
    return { 'content-type': 'application/json', ...session };
  }
}

export interface TestApp {
  url: string;
  app: App;
  database: TestDatabase;
  /** Mails are written to its folder `mail/`. */
  dataDir: string;
  /** A client without a token. */
  anyone: Client;
  close: () => Promise<void>;
}

export async function startTestApp(settings: Record<string, string> = {}, shared?: TestDatabase): Promise<TestApp> {
  const database = shared ?? (await cloneDatabase());
  const dataDir = mkdtempSync(join(tmpdir(), 'beekeeping-app-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    JWT_SECRET,
    ...VAPID,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    DEMO_DATA: 'off',
    MAIL_FILES: 'on',
    LOG_LEVEL: 'silent',
    ENGINE: process.env.ENGINE,
    ...settings,
  });
  const app = await createApp(config, database.server, pino({ level: config.logLevel }));
  const port = await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    app,
    database,
    dataDir,
    anyone: new Client(url),
    close: async () => {
      // Those that fetch keeps would be waited for.
      app.httpServer.closeIdleConnections();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
      if (!shared) await database.drop();
    },
  };
}

export interface Query {
  text: string;
  values: unknown[];
  /** Whether its rows stay as PostgreSQL sends them. */
  isRaw: boolean;
  /** The number of rows of the result, once it has arrived. */
  rowCount?: number;
}

/** The queries that the service sends through its pool while `work` runs. */
export async function queriesOf(app: App, work: () => Promise<unknown>): Promise<Query[]> {
  type Sent = (config: Partial<Query> | string, ...rest: unknown[]) => Promise<{ rows: unknown[] }>;
  const pool = app.pool as unknown as { query: Sent };
  const original = pool.query;
  const queries: Query[] = [];
  pool.query = async (config, ...rest) => {
    const { text, values = [] } = typeof config === 'string' ? { text: config } : config;
    const query: Query = { text: text!, values, isRaw: config.constructor.name === 'RawQuery' };
    queries.push(query);
    const result = await original.call(pool, config, ...rest);
    query.rowCount = result.rows.length;
    return result;
  };
  try {
    await work();
  } finally {
    pool.query = original;
  }
  return queries;
}

/** The statements that the service sends while `work` runs, those of transactions, too. */
export async function sentStatementsOf({ pool }: App, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const originals = new Map<PoolClient, PoolClient['query']>();
  const listen = (client: PoolClient): void => {
    if (originals.has(client)) return;
    const original = client.query;
    originals.set(client, original);
    client.query = ((config: Query | string, ...rest: unknown[]) => {
      texts.push(typeof config === 'string' ? config : config.text);
      return (original as (...args: unknown[]) => unknown).call(client, config, ...rest);
    }) as typeof original;
  };
  pool.on('acquire', listen);
  try {
    await work();
  } finally {
    pool.off('acquire', listen);
    for (const [client, original] of originals) client.query = original;
  }
  return texts;
}

/**
 * Runs `meanwhile` before the n-th query of a request that the service sends through its pool while `work` runs.
 * The query of its session is not counted: whether one is sent depends on when the cache heard of a change.
 */
export async function beforeQuery<T>(
  { pool }: App,
  n: number,
  meanwhile: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const target = pool as unknown as { query: (config: Query | string) => Promise<unknown> };
  const original = target.query;
  let sent = 0;
  target.query = async (config) => {
    const text = typeof config === 'string' ? config : config.text;
    const isNext = isOfRequest(text) && !isOfSession(text) && ++sent === n;
    if (isNext) await meanwhile();
    return original.call(pool, config);
  };
  try {
    const result = await work();
    if (sent < n) throw new Error(`${sent} queries were sent`);
    return result;
  } finally {
    target.query = original;
  }
}

/** Whether a statement is of a request: the session cache and the background work send statements, too. */
export const isOfRequest = (text: string): boolean =>
  !/session_changes|mails|jobs\.|pg_try_advisory|measured_rows|measured_seq|changed_seq|removals|webhook_cursor|leased_until|deleted_table|digest_due|d\.due_at|claimed_at|keep_readings|missing_since|where series_id = \$1/.test(
    text,
  );

/** The statement that reads a session. A change of a membership removes sessions from the cache, at any time after it. */
export const isOfSession = (text: string): boolean => text.includes('from sessions');

export async function statementsOf(app: App, work: () => Promise<unknown>): Promise<string[]> {
  return (await queriesOf(app, work)).map(({ text }) => text);
}
