// Starts the real service as a process, with an account, for fault tests.
import { createFolder, removeFolder, Service } from '../process/service.js';
import { Client } from './client.js';
import { cloneDatabase, type TestDatabase } from './database.js';
import { FaultyNetwork } from './postgres/faulty-network.js';
import type { TimedRequest } from './timed-request.js';
import { type Beekeeper, beekeeper, PASSWORD } from './world.js';

/** The settings of production, with high rate limits, because these tests send their load from one address. */
const SETTINGS = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  JWT_SECRET: 'a secret of the tests, of 32 bytes and more',
  MAIL_FILES: 'on',
  RATE_LIMIT_REQUESTS: '1000000/1m',
  RATE_LIMIT_REGISTRATIONS: '1000000/1m',
  RATE_LIMIT_LOGINS: '1000000/1m',
};

/** Those of Node in a container with 768 MB, and the default rate limits, which need the address of each client. */
export const CONTAINER_SETTINGS = {
  TRUST_PROXY: '1',
  NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=8',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  RATE_LIMIT_REQUESTS: '3000/1m',
  RATE_LIMIT_REGISTRATIONS: '20/1h',
  RATE_LIMIT_LOGINS: '100/15m',
};
/** In MB: what a process takes at most, with its children. */
export const MEMORY_BOUND_MB = 600;

/** The services of a test file, and their folders; `end` kills and removes them. */
export class Services {
  private readonly services: Service[] = [];
  private readonly folders: string[] = [];

  folder(): string {
    const folder = createFolder();
    this.folders.push(folder);
    return folder;
  }

  /** @param args those of Node; without them, the service of this version */
  start(settings: Record<string, string> = {}, folder = this.folder(), args?: string[]): Service {
    const service = new Service(folder, { ...SETTINGS, ...settings }, args);
    this.services.push(service);
    return service;
  }

  async end(): Promise<void> {
    for (const service of this.services.splice(0)) await service.stop('SIGKILL');
    for (const folder of this.folders.splice(0)) removeFolder(folder);
  }
}

/** A database behind a network that can fail. */
export interface Reachable {
  database: TestDatabase;
  network: FaultyNetwork;
  /** The value for DATABASE_URL. */
  url: string;
  drop: () => Promise<void>;
}

export async function reachableDatabase(shared?: TestDatabase): Promise<Reachable> {
  const database = shared ?? (await cloneDatabase());
  const { host, port, database: name, user } = database.server as unknown as Record<string, string>;
  const network = await FaultyNetwork.to({ path: `${host}/.s.PGSQL.${port}` });
  return {
    database,
    network,
    url: `postgresql://${user}@127.0.0.1:${network.port}/${name}`,
    drop: async () => {
      await network.close();
      if (!shared) await database.drop();
    },
  };
}

export const newBeekeeper = (url: string): Promise<Beekeeper> => beekeeper({ url, anyone: new Client(url) });

/** The response is streamed: once it has started, an error can only end the connection. */
export const exportData = ({ token }: Beekeeper): TimedRequest => ({ path: '/api/v1/users/me/export', token });

/** One request for each kind of request that needs the database, except the export. */
export function everyApi({ token, email }: Beekeeper): Record<string, TimedRequest> {
  const account = { email, password: PASSWORD };
  const graphql = (query: string, variables: object = {}): TimedRequest => ({
    method: 'POST',
    path: '/graphql',
    token,
    body: { query, variables },
  });
  return {
    'REST read': { path: '/api/v1/apiaries', token },
    'REST write': { method: 'POST', path: '/api/v1/apiaries', token, body: { name: 'Perhaps' } },
    'REST write with a key': {
      method: 'POST',
      path: '/api/v1/apiaries',
      token,
      body: { name: 'Once perhaps' },
      headers: { 'idempotency-key': '7b0d2b51-9a3b-4a44-9be3-9d4a5a6a0a11' },
    },
    'REST log-in': { method: 'POST', path: '/api/v1/auth/login', body: account },
    'GraphQL read': graphql('{ apiaries { nodes { id name } } }'),
    'GraphQL write': graphql('mutation { createApiary(input: { name: "Perhaps" }) { apiary { id } } }'),
    'GraphQL log-in': {
      ...graphql('mutation ($i: LogInInput!) { logIn(input: $i) { accessToken } }', { i: account }),
      token: undefined,
    },
    readiness: { path: '/readyz' },
  };
}
