import type { MetadataStorage, MigrationObject } from '@mikro-orm/core';
import { ReflectMetadataProvider } from '@mikro-orm/decorators/legacy';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import pg, { type Pool } from 'pg';
import type { Engine } from '../engine/engine.js';
import { plain } from '../engine/plain.js';
import { JOB_SCHEMA } from './job-schema.js';
import { type PoolOptions, preparePool } from './pool.js';
import { READINGS_SCHEMA } from './readings-schema.js';
import { SchemaWithOwners } from './schema-with-owners.js';
import { readServerAddress } from './server-address.js';

interface AtAddress {
  url: string;
  /** Whether a pooler between the service and the server may give each transaction another connection. */
  isPooled?: boolean;
}

/** The address of a PostgreSQL server, or the socket of the embedded one. */
export type Server = AtAddress | { host: string; port: number; user: string; database: string };

const POOL_TIMEOUT_MS = 2000;
/** In milliseconds. PostgreSQL ends statements, lock waits and abandoned transactions after these times. */
const TIMEOUTS_MS = { statement_timeout: 4500, lock_timeout: 2000, idle_in_transaction_session_timeout: 10_000 };

const NO_TIMEOUTS_MS = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };
/** Bounds what a connection accumulates, such as prepared statements. */
const MAX_CONNECTION_LIFETIME_S = 3600;

/**
 * PostgreSQL plans a prepared statement once. Left to itself, it would plan lists anew for each execution, because it cannot know the values
 * of `limit` and of arrays: this took a third of its time. test/performance/plans.test.ts asserts that the plans are good for all values.
 */
const PLANS = { plan_cache_mode: 'force_generic_plan' };

/**
 * The settings of a session. Dates before 1883 would have an offset with seconds in another time zone; pg does not send a timeout of 0,
 * so that those of the role would apply. A pooler accepts no settings for a shared connection: there they must be set for the role
 * (docs/operations.md).
 */
function sessionSettings(isPooled: boolean, hasTimeouts: boolean): { options?: string } {
  if (isPooled) return {};
  const settings = { timezone: 'UTC', ...(hasTimeouts ? { ...TIMEOUTS_MS, ...PLANS } : NO_TIMEOUTS_MS) };
  return {
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

/** The class of a pool's connections. */
const clientOf = ({ Client }: Engine): { Client?: typeof pg.Client } => (Client ? { Client } : {});

/** The entities, the filters that apply to each of their statements, and the migrations. Passed in, because database/ knows none of them. */
export type Model = Required<Pick<Options, 'entities' | 'filters'>> & { migrations: MigrationObject[] };

export function createOrmOptions(
  model: Model,
  server: Server,
  poolSize: number,
  { hasTimeouts = true, engine = plain, admission }: PoolOptions = {},
): Options {
  const { entities, filters } = model;
  const isPooled = 'url' in server && server.isPooled === true;
  const address =
    'url' in server
      ? { clientUrl: server.url }
      : { host: server.host, port: server.port, user: server.user, dbName: server.database };
  return {
    ...address,
    entities,
    filters,
    metadataProvider: ReflectMetadataProvider,
    namingStrategy: UnderscoreNamingStrategy,
    forceUtcTimezone: true,
    // The migrator would log every step; errors are thrown.
    logger: () => {},
    // An entity's filter already joins its parents.
    autoJoinRefsForFilters: false,
    pool: { min: 0, max: poolSize },
    driverOptions: {
      ...('url' in server && readServerAddress(server.url)),
      onPoolCreated: (pool: Pool) => preparePool(pool, isPooled, { hasTimeouts, engine, admission }),
      connectionTimeoutMillis: POOL_TIMEOUT_MS,
      maxLifetimeSeconds: MAX_CONNECTION_LIFETIME_S,
      ...sessionSettings(isPooled, hasTimeouts),
      ...clientOf(engine),
    },
    extensions: [SchemaWithOwners, Migrator],
    // Tables that entities do not describe, or not completely, and the triggers that maintain some of them, with their functions.
    schemaGenerator: {
      skipTables: [
        'session_changes',
        'rate_limits',
        'idempotency_keys',
        'changes',
        'account_usage',
        'removals',
        'unfinished_transfers',
        'webhook_cursor',
        'import_files',
        'zones_left',
      ],
      ignoreSchema: [JOB_SCHEMA, READINGS_SCHEMA],
      ignoreTriggers: true,
      ignoreRoutines: true,
    },
    migrations: {
      // An explicit list needs no globbing at run time, and works from dist/ and in a bundle.
      migrationsList: model.migrations,
      snapshot: false,
      // Each migration is a transaction, except those in many steps (online-migration.ts).
      transactional: true,
      allOrNothing: false,
    },
  };
}

export interface Database {
  orm: MikroORM;
  /** The pool that MikroORM owns. Plain reads run on it. */
  pool: Pool;
}

export async function openDatabase(
  model: Model,
  server: Server,
  poolSize: number,
  options?: PoolOptions,
): Promise<Database> {
  const orm = await MikroORM.init(createOrmOptions(model, server, poolSize, options));
  const pool = (await orm.em.getConnection().getNativeClient()) as unknown as Pool;
  return { orm, pool };
}

/** @returns what the ORM knows of the entities, without a database */
export const readMetadata = (model: Model): MetadataStorage =>
  new MikroORM(createOrmOptions(model, { host: '', port: 0, user: '', database: 'none' }, 0)).getMetadata();

/** Opens pools of replicas. MikroORM does not use them: only plain reads go there. */
export function openReplicas(urls: string[], poolSize: number, isPooled: boolean, options: PoolOptions = {}): Pool[] {
  const { engine = plain } = options;
  return urls.map((url) => {
    const address = {
      ...readServerAddress(url),
      max: poolSize,
      connectionTimeoutMillis: POOL_TIMEOUT_MS,
      maxLifetimeSeconds: MAX_CONNECTION_LIFETIME_S,
      types: new pg.TypeOverrides(),
    };
    const pool = new pg.Pool({ ...address, ...sessionSettings(isPooled, true), ...clientOf(engine) });
    // The pool discards a connection that dies while idle; the next request opens another.
    pool.on('error', () => {});
    preparePool(pool, isPooled, options);
    return pool;
  });
}
