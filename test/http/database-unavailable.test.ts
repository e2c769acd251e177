// The database cannot be found, refuses the service or accepts no writes, as during a failover: every response is 503, and the service
// recovers when the database does.
import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { internals } from '../../src/database/client-internals.js';
import type { Server } from '../../src/database/orm.js';
import { until } from '../process/service.js';
import { startTestApp, type TestApp } from '../support/client.js';
import { cloneDatabase } from '../support/database.js';
import { globalOfService, importOnce } from '../support/import-once.js';
import { FaultyNetwork } from '../support/postgres/faulty-network.js';
import { everyApi } from '../support/service.js';
import { attempt, complaintsAbout, send, type TimedResponse } from '../support/timed-request.js';
import { type Beekeeper, beekeeper } from '../support/world.js';

const { JobRunner } = await importOnce<typeof import('../../src/jobs/runner.js')>('../../src/jobs/runner.js');
const POOL = 4;
const HOST = 'database.test';
const ROLE = `role_${randomBytes(6).toString('hex')}`;

let app: TestApp;
let ana: Beekeeper;
let item: string;
let network: FaultyNetwork;
let admin: pg.Client;
let database: string;
let nameFault: string | undefined;

beforeAll(async () => {
  const clone = await cloneDatabase();
  const { host, port, user, database: name } = clone.server as Extract<Server, { host: string }>;
  database = name;
  network = await FaultyNetwork.to({ path: `${host}/.s.PGSQL.${port}` });
  admin = new pg.Client({ host, port, user, database: 'postgres' });
  await admin.connect();
  await admin.query(`create role ${ROLE} superuser login`);
  mockHostLookup();
  // The workers poll with an UPDATE, which would sometimes be refused before the request of the test.
  jest.spyOn(JobRunner.prototype as never as { work: () => Promise<string> }, 'work').mockResolvedValue('none');
  const server = { url: `postgresql://${ROLE}@${HOST}:${network.port}/${database}` };
  app = await startTestApp({ DB_POOL: String(POOL) }, { ...clone, server });
  ana = await beekeeper(app);
  const jars = { apiary_id: await ana.apiary(), name: 'Jars', unit: 'pieces', quantity: 1000 };
  item = (await ana.rest('POST', '/inventory', jars)).body.id;
});
afterEach(() => {
  nameFault = undefined;
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.close();
  await network.close();
  await app.database.drop();
  await admin.query(`drop role ${ROLE}`);
  await admin.end();
});

/** Errors of Node inside the service are instances of this class; Jest gives a test file another one. */
const { Error: ErrorOfService } = globalOfService as typeof globalThis;

/** Resolves HOST to this machine, or fails with `nameFault`. */
function mockHostLookup(): void {
  const lookup = dns.lookup;
  const resolve = ((
    name: string,
    options: dns.LookupOptions,
    done: (error: Error | null, ...found: unknown[]) => void,
  ) => {
    if (name !== HOST) return lookup(name, options, done as never);
    if (nameFault === undefined) return lookup('127.0.0.1', options, done as never);
    const error = Object.assign(new ErrorOfService(`getaddrinfo ${nameFault} ${HOST}`), {
      code: nameFault,
      syscall: 'getaddrinfo',
    });
    return process.nextTick(done, error);
  }) as typeof dns.lookup;
  jest.spyOn(dns, 'lookup').mockImplementation(resolve);
}

const terminateConnections = (): Promise<unknown> =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [ROLE]);

/** PostgreSQL renames only a database without connections. */
async function rename(from: string, to: string): Promise<void> {
  await admin.query(`alter database ${from} allow_connections false`);
  try {
    await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [from]);
    await admin.query(`alter database ${from} rename to ${to}`);
  } finally {
    await admin.query(`alter database ${to} allow_connections true`);
  }
}

const fillPool = (): Promise<TimedResponse[]> =>
  Promise.all(Array.from({ length: POOL }, () => send(app.url, everyApi(ana)['REST write']!)));
const loseName = (code: string) => async (): Promise<void> => {
  nameFault = code;
};
const findName = async (): Promise<void> => {
  nameFault = undefined;
};

it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
  ['its name does not resolve (ENOTFOUND)', loseName('ENOTFOUND'), findName],
  ['its name cannot be looked up now (EAI_AGAIN)', loseName('EAI_AGAIN'), findName],
  [
    'the database is missing (3D000)',
    () => rename(database, `${database}_gone`),
    () => rename(`${database}_gone`, database),
  ],
  [
    'the database accepts no connections (55000)',
    () => admin.query(`alter database ${database} allow_connections false`),
    () => admin.query(`alter database ${database} allow_connections true`),
  ],
  [
    'the role may not log in (28000)',
    () => admin.query(`alter role ${ROLE} nologin`),
    () => admin.query(`alter role ${ROLE} login`),
  ],
])('%s: 503 with Retry-After from every API, and recovery without a restart', async (_fault, begin, end) => {
  await begin();
  try {
    await terminateConnections();
    const responses = Object.entries(everyApi(ana)).map(
      async ([api, request]) => [api, await attempt(app.url, request)] as [string, TimedResponse],
    );
    for (const [api, response] of await Promise.all(responses)) {
      expect(complaintsAbout([[api, response]])).toEqual([]);
      expect({ api, retryAfter: Number(response.headers['retry-after']) }).toEqual({ api, retryAfter: 1 });
    }
  } finally {
    await end();
  }
  await until(async () => (await send(app.url, { path: '/readyz' })).status === 200);
  expect((await fillPool()).map(({ status }) => status)).toEqual(Array(POOL).fill(201));
});

describe('a server that accepts no writes any more (25006)', () => {
  const backends = async (): Promise<number[]> => {
    const { rows } = await admin.query<{ pid: number }>('select pid from pg_stat_activity where usename = $1', [ROLE]);
    return rows.map(({ pid }) => pid);
  };

  /** The service replaces all connections at most every 500 ms. */
  const LEAVE_MS = 600;
  let refusedAt = 0;
  beforeAll(() => {
    app.app.pool.on('connect', (client) => {
      internals(client).connection.on('errorMessage', ({ code }) => {
        if (code === '25006') refusedAt = performance.now();
      });
    });
  });

  /** Makes the open connections refuse writes, but not new ones, as after a failover. @returns the backends of the open connections */
  async function becomeReadOnly(): Promise<number[]> {
    await sleep(LEAVE_MS);
    await admin.query(`alter database ${database} set default_transaction_read_only = on`);
    await terminateConnections();
    await until(async () => (await backends()).length === 0 && app.app.pool.totalCount === 0);
    const clients = await Promise.all(Array.from({ length: POOL }, () => app.app.pool.connect()));
    await admin.query(`alter database ${database} reset default_transaction_read_only`);
    const before = await backends();
    for (const client of clients) client.release();
    // pg-boss writes now and then, whoever works: that was refused meanwhile, and the service would not replace all connections again so soon.
    return performance.now() - refusedAt < LEAVE_MS ? becomeReadOnly() : before;
  }

  it.each<[string, () => ReturnType<typeof everyApi>[string]]>([
    ['a unit of work', () => everyApi(ana)['REST write']!],
    ['a unit of work with a key', () => everyApi(ana)['REST write with a key']!],
    [
      'a statement on the pool',
      () => ({
        method: 'POST',
        path: `/api/v1/inventory/${item}/exit`,
        token: ana.token,
        body: { quantity: 1, person: 'Ana' },
      }),
    ],
    ['GraphQL', () => everyApi(ana)['GraphQL write']!],
    ['log-in', () => everyApi(ana)['REST log-in']!],
  ])('%s: 503 with Retry-After, and the next write reaches the primary', async (_name, request) => {
    const before = await becomeReadOnly();
    expect(before).toHaveLength(POOL);
    const refused = await send(app.url, request());
    expect(complaintsAbout([['the first write', refused]])).toEqual([]);
    expect(refused.headers['retry-after']).toBe('1');
    const { status, body } = await send(app.url, request());
    expect(body.errors).toBeUndefined();
    expect([200, 201]).toContain(status);
    expect((await fillPool()).map((response) => response.status)).toEqual(Array(POOL).fill(201));
    await until(async () => !(await backends()).some((pid) => before.includes(pid)));
  });

  it('closes a connection that is in use when it is released', async () => {
    await becomeReadOnly();
    const busy = await app.app.pool.connect();
    const { rows } = await busy.query<{ pid: number }>('select pg_backend_pid() as pid');
    await send(app.url, everyApi(ana)['REST write']!);
    expect((await busy.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    busy.release();
    await until(async () => !(await backends()).includes(rows[0]!.pid));
  });
});
